// One problem and all who are asked about it: every strategy answers, for the first contact and for any, by segments and as a
// path; one sampling of the judge rules on all of them.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "testing/judge.hpp"
#include "tocca/check/path_checker.hpp"

namespace tocca::testing {

/// A strategy is asked about every motion, or about every n-th where it is slow.
struct Asked {
  Strategy strategy;
  int every = 1;
};

class Court {
 public:
  /// The problem's own clearance holds.
  Court(Problem problem, const std::vector<Asked>& asked, double step_m);
  Court(const Court&) = delete;  // the judge's world refers to the problem
  Court& operator=(const Court&) = delete;

  const Problem& problem() const { return problem_; }
  const JudgeLog& log() const { return log_; }
  /// How often this strategy was asked.
  int asked(Strategy strategy) const;

  /// Is the placed world free, by FCL?
  bool is_free(const std::vector<Configuration>& at);
  /// Empty where all that is said about the motion stands; else what is wrong.
  std::string ask(const JudgedMotion& motion);

 private:
  struct Member {
    std::string name;
    Asked asked;
    int times = 0;
    Checker checker;
    Query query;
    PathChecker paths;

    Member(const Problem& problem, const Asked& asked);
  };

  Problem problem_;
  JudgeSettings settings_;
  JudgedWorld world_;
  std::deque<Member> members_;  ///< do not move: their paths refer to their checkers
  int motions_ = 0;
  JudgeLog log_;
};

}  // namespace tocca::testing
