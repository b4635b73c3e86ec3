// What planners ask about straight motions, one at a time.
#pragma once

#include <algorithm>
#include <vector>

#include "plan/proofs.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/motion_step.hpp"

namespace tocca {

/// Straight motions between configurations of all robots. One per thread.
class StraightEdges {
 public:
  explicit StraightEdges(const Checker& checker) : checker_(checker), query_(checker.query()) {}

  /// What eight instants show: nothing is believed free because of it but what it has proven.
  Query::Glimpse glimpse(const Configuration& from, const Configuration& to) {
    set(from, to);
    return query_.glimpse(likely_);
  }
  /// Proven.
  bool is_free(const Configuration& from, const Configuration& to) {
    set(from, to);
    const Answer& answer = query_.any_contact();
    if (!answer.touches.empty()) remember({answer.touches[0].body_a, answer.touches[0].body_b});
    return is_proof(answer);
  }
  /// Plans do not depend on those before.
  void forget() { likely_.clear(); }
  Query& query() { return query_; }

  bool is_free(const Configuration& q) {
    set(q, q);
    return query_.free_at();
  }

 private:
  static constexpr std::size_t remembered = 3;

  /// What refuted a motion lately is likely to refute the next ones.
  void remember(std::pair<int, int> bodies) {
    const auto known = std::find(likely_.begin(), likely_.end(), bodies);
    if (known != likely_.end()) likely_.erase(known);
    if (likely_.size() == remembered) likely_.pop_back();
    likely_.insert(likely_.begin(), bodies);
  }
  void set(const Configuration& from, const Configuration& to) {
    move_robots(checker_.model(), from, to, query_.step());
  }

  const Checker& checker_;
  Query query_;
  std::vector<std::pair<int, int>> likely_;  // the latest first
};

}  // namespace tocca
