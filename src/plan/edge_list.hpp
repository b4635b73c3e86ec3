#pragma once

#include <vector>

#include "tocca/check/collision_model.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/check/path_checker.hpp"
#include "tocca/core/error.hpp"

namespace tocca {

/// Straight motions between configurations of all robots. Refers to the model and to the configurations.
class EdgeList final : public StepSequence {
 public:
  explicit EdgeList(const CollisionModel& model) : model_(model) {}

  void clear() { edges_.clear(); }
  void add(const Configuration& from, const Configuration& to) { edges_.push_back({&from, &to}); }
  bool empty() const { return edges_.empty(); }

  int segment_count() const override { return static_cast<int>(edges_.size()); }
  bool at_rest() const override { return false; }
  void set(int segment, int, MotionStep& target) const override {
    const Edge& edge = edges_[static_cast<std::size_t>(segment)];
    move_robots(model_, *edge.from, *edge.to, target);
  }
  bool key(int segment, std::vector<double>& numbers) const override {
    const Edge& edge = edges_[static_cast<std::size_t>(segment)];
    // Kind and size, as its sisters have them (step_sequence.cpp): keys of different kinds of segments must never be equal.
    numbers.assign({3.0, static_cast<double>(edge.from->size())});
    numbers.insert(numbers.end(), edge.from->begin(), edge.from->end());
    numbers.insert(numbers.end(), edge.to->begin(), edge.to->end());
    return true;
  }

 private:
  struct Edge {
    const Configuration *from, *to;
  };
  const CollisionModel& model_;
  std::vector<Edge> edges_;
};

/// Throws InputError where "free" is no proof for this checker: culling by OpenGL took part.
inline void require_proofs(const Checker& checker) {
  const CheckSettings& settings = checker.settings();
  if (settings.strategy != Strategy::interval || !settings.stages.swept_volume || !settings.stages.culling) return;
  throw InputError("", "checker", "its culling proves nothing", "use a checker that culls on the processor");
}

/// Proven free: nothing else counts, neither undecided nor an answer to which an unproven stage contributed.
inline bool is_proof(const Verdict& verdict) { return verdict.outcome == Outcome::free && verdict.proven; }

}  // namespace tocca
