#pragma once

#include <concepts>

#include "tocca/core/interval.hpp"
#include "tocca/shape/lss.hpp"
#include "tocca/shape/pose.hpp"

namespace tocca {

struct DirectedTube;     // motion/directed_tube.hpp: a tube that may be thinner along one direction
struct IntervalPose;     // motion/interval_pose.hpp: a matrix of intervals
struct LinearEnclosure;  // motion/linear_enclosure.hpp: the same, keeping the dependence on time to first order

/// What every kind of motion offers. Time is normalised: 0 = start, 1 = end. `volume` holds the body, in its own frame.
/// The true motion is the formula of the motion's header, in real arithmetic, on its parameters as stored in doubles.
///
///   pose(t)           X_WB at t, in doubles.
///   tube(I, volume)   For each point x of volume and each t in I = [a, b]: the true position at t lies within this
///                     distance of the point at t on the chord from pose(a) x to pose(b) x (the returned poses, applied
///                     in real arithmetic). This includes the rounding of pose() (docs/maths/tube.md).
///   speed(I, volume)  No true point of volume moves faster during I; metres per unit of t.
///   enclosure(I)      Contains the true X_WB(t) for each t in I, entry by entry.
///   linear_enclosure(I)  The same, keeping the dependence on time to first order.
///
/// Requires I inside [0, 1]. All are thread-safe; none allocates or throws.
template <class M>
concept Motion = requires(const M& motion, double t, const Interval& time, const Lss& volume) {
  { motion.pose(t) } -> std::same_as<Pose>;
  { motion.tube(time, volume) } -> std::same_as<double>;
  { motion.speed(time, volume) } -> std::same_as<double>;
  requires std::same_as<decltype(motion.enclosure(time)), IntervalPose>;  // of a type that need not be complete here
  requires std::same_as<decltype(motion.linear_enclosure(time)), LinearEnclosure>;
};

}  // namespace tocca
