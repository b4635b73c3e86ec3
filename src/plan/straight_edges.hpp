// What planners ask about straight motions, one at a time.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "plan/plan_space.hpp"
#include "plan/proofs.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/motion_step.hpp"

namespace tocca {

/// Glimpses of long motions, stride by stride: eight instants of a long one would be far apart. Points between strides are
/// rounded, so that only what a single stride shows is proven.
class StrideGlimpse {
 public:
  /// Keeps references.
  StrideGlimpse(const CollisionModel& model, const PlanSpace& space) : model_(model), space_(space) {}

  Query::Glimpse look(Query& query, std::span<const std::pair<int, int>> likely, const Configuration& from,
                      const Configuration& to) {
    const int strides = static_cast<int>(std::clamp(std::ceil(space_.length(from, to) / space_.stride()), 1.0, 64.0));
    Query::Glimpse all;
    before_ = from;
    for (int k = 1; k <= strides; ++k) {
      space_.between(from, to, static_cast<double>(k) / strides, behind_);
      move_robots(model_, before_, behind_, query.step());
      const Query::Glimpse one = query.glimpse(likely);
      if (strides == 1 || one.outcome == Outcome::contact) return one;
      all.open += one.open;
      all.blind = all.blind || one.blind;
      std::swap(before_, behind_);
    }
    return all;
  }

 private:
  const CollisionModel& model_;
  const PlanSpace& space_;
  Configuration before_, behind_;
};

/// Straight motions between configurations of all robots. One per thread.
class StraightEdges {
 public:
  explicit StraightEdges(const Checker& checker) : checker_(checker), query_(checker.query()) {}

  /// What eight instants show: nothing is believed free because of it but what it has proven.
  Query::Glimpse glimpse(const Configuration& from, const Configuration& to) {
    set(from, to);
    return query_.glimpse(likely_);
  }
  Query::Glimpse glimpse(StrideGlimpse& strides, const Configuration& from, const Configuration& to) {
    return strides.look(query_, likely_, from, to);
  }
  /// Proven.
  bool is_free(const Configuration& from, const Configuration& to) {
    set(from, to);
    const Answer& answer = query_.any_contact();
    if (!answer.touches.empty()) remember({answer.touches[0].body_a, answer.touches[0].body_b});
    return is_proof(answer);
  }
  bool is_free(const Configuration& q) {
    set(q, q);
    return query_.free_at();
  }

  /// Plans do not depend on those before.
  void forget() { likely_.clear(); }
  Query& query() { return query_; }
  const CollisionModel& model() const { return checker_.model(); }

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
