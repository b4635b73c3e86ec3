// One problem, asked many questions: tocca answers, the judge rules.
#pragma once

#include "testing/judge.hpp"
#include "tocca/check/checker.hpp"

namespace tocca::testing {

class Trial {
 public:
  Trial(const Problem& problem, const CheckSettings& settings, const JudgeSettings& judge, bool self_collision = true);

  /// Asks and rules; a wrong verdict is a failure of the running test, told with `story`.
  const SegmentVerdict& ask(const JudgedMotion& motion, const std::string& story);
  const SegmentVerdict& ask(const Configuration& from, const Configuration& to, const std::string& story) {
    return ask(JudgedMotion{{from}, {to}}, story);
  }

  /// Is the placed world free, by FCL?
  bool is_free(const std::vector<Configuration>& at);

  JudgedWorld& world() { return world_; }
  const JudgeLog& log() const { return log_; }

 private:
  Checker checker_;
  Query query_;
  JudgedWorld world_;
  JudgeSettings judge_;
  JudgeLog log_;
  SegmentVerdict verdict_;
};

}  // namespace tocca::testing
