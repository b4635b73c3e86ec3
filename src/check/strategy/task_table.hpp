// Which bodies are swept against what in a step, and by which motions.
#pragma once

#include <vector>

#include "check/model/pair_filter.hpp"
#include "check/strategy/far_pairs.hpp"
#include "check/strategy/out_of_reach.hpp"
#include "sweep/space_time.hpp"
#include "tocca/check/motion_step.hpp"

namespace tocca {

/// The tasks of a step for SpaceTime and CloseItems, rebuilt for each step without allocating.
class TaskTable {
 public:
  /// Which pairs are within their clearances, or how far apart they are, whatever their clearances?
  enum class Measure { clearance, distance };

  explicit TaskTable(const CollisionModel& model, Measure measure = Measure::clearance);

  /// Reads who moves, who grips what, and in which frame each pair is best seen. Pairs that are proven to stay more
  /// than their clearance and `level_m` apart are left out, unless it is negative; so are those that a filter does not
  /// admit. Pairs whose surfaces turn past each other out of reach stay, settled: one may still be inside the other.
  void set(const MotionStep& step, double level_m = -1.0, const PairFilter* filter = nullptr);

  std::span<const SweepTask> tasks() const { return tasks_; }
  std::span<const Mover> movers() const { return movers_; }
  std::span<const Lss> volumes() const { return volumes_; }
  /// How far each mover's part reaches from the origin of its own frame.
  std::span<const double> reaches() const { return reaches_; }
  /// The bodies of a task; b depends on the part of its tree.
  int body_a(int task) const { return body_a_[static_cast<std::size_t>(task)]; }
  int body_b(int task, int part_b) const;
  /// Task and part of two bodies, in this order; {-1, 0} where there is none.
  std::pair<int, int> find(int body_a, int body_b) const;
  /// Surfaces are proven apart during the whole step.
  bool settled(int task) const {
    const SweepTask& of = tasks_[static_cast<std::size_t>(task)];
    return of.from > of.to;
  }
  /// Against the still bodies?
  bool is_still(int task) const { return body_b_[static_cast<std::size_t>(task)] < 0; }
  /// In whose frame the task is seen: a link of the robot `frame_robot`, or -1 for the world.
  int ancestor(int task) const { return ancestor_[static_cast<std::size_t>(task)]; }
  const MotionStep& step() const { return *step_; }
  /// Does something turn so far, and come within reach of something else, that halving time will not follow it? Only where set() was
  /// given a level.
  bool beyond_resolution() const { return beyond_resolution_; }

 private:
  int mover_of(int body, int ancestor);
  bool add_still(int body, const PairFilter* filter);
  void add_pair(const CollisionModel::Pair& pair);
  void settle_by_reach(double level_m);

  double clearance(double of_pair) const { return measure_ == Measure::distance ? 0.0 : of_pair; }

  const CollisionModel& model_;
  Measure measure_;
  const MotionStep* step_ = nullptr;
  FarPairs far_pairs_;
  OutOfReach out_of_reach_;
  bool beyond_resolution_ = false;
  std::vector<SweepTask> tasks_;
  std::vector<Mover> movers_;
  std::vector<Lss> volumes_;
  std::vector<double> reaches_;
  std::vector<int> body_a_, body_b_, ancestor_;
  std::vector<std::pair<int, int>> in_world_, in_robot_;  // ancestor and index of each body's latest mover
  std::vector<std::vector<double>> clearances_;           // of each body against still parts; empty where uniform
  std::vector<std::vector<double>> filtered_;             // the same of what is asked in this step
};

}  // namespace tocca
