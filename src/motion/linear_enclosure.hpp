#pragma once

#include "tocca/motion/coordinate.hpp"
#include "tocca/motion/placement.hpp"

namespace tocca {

/// The paper's interval matrix (redon-2004, section 4.1) in midpoint-radius form, keeping the dependence on time to
/// first order: with s = (t - centre) / radius of Window(I), so that |s| <= 1 for every t of I,
///   X(t) = middle + s rate + D(t),  |D(t)| <= rest, entry by entry.
///
/// Guarantee   Holds for the true motion and every t of I: `rest` holds the terms of order s^2, the coordinates' own
///             curvature and all rounding. Nothing assumes that a stored rotation is orthonormal.
/// Why         Entries of an interval matrix forget that they move together: a sweep along a wall looks like one into
///             it. Here only `rest`, which falls with the square of I's length, forgets. `middle + s rate` is also what
///             Newton's interval step needs (equation 18): a value at the middle and a slope.
/// Proof       docs/maths/interval_pipeline.md
struct LinearEnclosure {
  using Matrix34 = Eigen::Matrix<double, 3, 4, Eigen::ColMajor | Eigen::DontAlign>;
  Matrix34 middle = Matrix34::Identity(), rate = Matrix34::Zero(), rest = Matrix34::Zero();

  LinearEnclosure() = default;
  /// A pose that does not change.
  explicit LinearEnclosure(const Pose& pose) { middle << pose.rotation, pose.translation; }

  Pose pose() const { return {middle.leftCols<3>(), middle.col(3)}; }
};

/// Enclosure of X(t) Y(t), both over the same I.
LinearEnclosure product(const LinearEnclosure& X, const LinearEnclosure& Y);
/// Enclosure of X Y(t) for a constant X.
LinearEnclosure product(const Pose& X, const LinearEnclosure& Y);

/// Multiplies the stages of a motion (pose_walk.hpp) from the body to the world.
class LinearWalk {
 public:
  explicit LinearWalk(const Interval& time) : window_(time) {}

  void place(const Placement& X) { result_ = product(X.pose, result_); }
  void base(const Placement& X) { place(X); }
  void slide(const Placement& X, const Axis& axis, const Coordinate& q);
  void turn(const Placement& X, const Axis& axis, const Coordinate& q);

  const LinearEnclosure& pose() const { return result_; }

 private:
  Window window_;
  LinearEnclosure result_;
};

}  // namespace tocca
