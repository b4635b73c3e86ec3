#pragma once

#include <functional>

#include "tocca/check/checker.hpp"
#include "tocca/plan/planner.hpp"
#include "tocca/shape/pose.hpp"

namespace tocca {

/// A link is to be at a pose.
struct PoseGoal {
  int robot = 0, link = 0;
  Pose X_WL;                    ///< of the link, in the world
  double tolerance_m = 1e-4;    ///< how far its origin may be from there
  double tolerance_rad = 1e-3;  ///< by how much it may be turned
};

/// How configurations are looked for in which a link is at a pose.
struct PoseSearch {
  std::uint64_t seed = 1;  ///< the same seed finds the same configurations
  int searches = 256;      ///< from the start, then from random configurations
  int enough = 24;         ///< ends when so many were found that count
  /// Those that a plan can end in, say; empty: all count. Arms with seven joints have many that touch for each that does not.
  std::function<bool(const Configuration&)> counts{};
};

/// Configurations of all robots, one after the other, that bring a link to a pose, the nearest to `start` first (by the metric of a path's
/// length). The joints between the robot's root and the link move, within their limits; all others stay as `start` has them.
///
/// Guarantee    In each, forward kinematics in doubles puts the link within the tolerances of the pose, and every joint that moves is within
///              its limits. The same seed finds the same ones.
/// Not claimed  That there is none where none was found. That one is free: plan_to_pose() proves that.
/// Fails        InputError for a start that does not fit the robots, tolerances that are not positive, or a link that no joint moves.
std::vector<Configuration> reach_pose(const CollisionModel& model, const Configuration& start, const PoseGoal& goal,
                                      const PoseSearch& search = {});

/// Plans to the first of several goals that the planner reaches. Those that are not proven free are left out; the others are tried in turn,
/// each with a few milestones at first, and with more in each round.
///
/// Guarantee   As Planner. Ends: `unreachable` if there is no goal, `goal_in_contact` if none is free (with the contact of the first), else
///             as Planner; limits of time and milestones are for all together. Plan::goals tells how many there were.
Plan plan_to_any(const Checker& checker, const Configuration& start, std::span<const Configuration> goals,
                 const PlannerSettings& settings = {});

/// Both: a path that ends where a link is at a pose. Configurations that are proven free are those that count.
Plan plan_to_pose(const Checker& checker, const Configuration& start, const PoseGoal& goal,
                  const PlannerSettings& settings = {}, const PoseSearch& search = {});

}  // namespace tocca
