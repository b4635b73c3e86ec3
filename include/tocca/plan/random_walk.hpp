#pragma once

#include "tocca/check/checker.hpp"
#include "tocca/plan/plan_result.hpp"

namespace tocca {

/// All points x of the world with normal . x <= offset. Below the height z: {UnitZ, z}.
struct HalfSpace {
  Vector3 normal = Vector3::UnitZ();  ///< of unit length
  double offset_m = 0.0;
};

/// When a random walk ends, and how it goes.
struct WalkSettings {
  std::uint64_t seed = 1;  ///< the same seed gives the same path
  double time_limit_s = std::numeric_limits<double>::infinity();
  std::int64_t most_steps = std::numeric_limits<std::int64_t>::max();  ///< attempted, whether taken or not
  /// How far a robot's first steps move its links, as a part of the longest way that one of its joints offers them; then
  /// steps adapt themselves to what is free.
  double stride = 0.01;
  PlanProgress progress;
};

/// A random walk until every robot is inside a half-space (schwarzer-2002, section 4.3): for linkages that have to come out
/// of what they are threaded through. There is no goal configuration. A step changes all joints of one robot so that no
/// link goes far, and of several that are drawn one is tried that brings more of the robot into the half-space
/// (decision record 0059); the paper's steps change one joint, and know of no goal.
///
/// A robot that has arrived rests while the others go on; each step is checked on its own, for the whole configuration
/// of all robots.
///
/// Arrived     The capsule around each link that some joint moves lies inside the half-space: slightly stricter than
///             the link itself.
/// Guarantee   Every segment of a returned path is proven free; the path begins with the bits of `start`. The same seed
///             gives the same path unless the time limit or the caller ends it.
/// Not claimed That it arrives.
class RandomWalk {
 public:
  /// Keeps a reference to the checker.
  explicit RandomWalk(const Checker& checker, const WalkSettings& settings = {})
      : checker_(checker), settings_(settings) {}

  /// The start holds all robots, one after the other; otherwise throws InputError.
  Plan walk(const Configuration& start, const HalfSpace& goal) const;

 private:
  const Checker& checker_;
  WalkSettings settings_;
};

}  // namespace tocca
