// A tube from the velocities and accelerations at the middle of a window. Derivation: docs/maths/quick_tube.md.
#include <Eigen/Geometry>
#include <algorithm>

#include "core/index.hpp"
#include "core/interval_arithmetic.hpp"
#include "core/rounding.hpp"
#include "core/vectors.hpp"
#include "motion/flat_walk.hpp"
#include "tocca/core/require.hpp"
#include "tocca/motion/tree_motion.hpp"

namespace tocca {
namespace {

constexpr int longest_chain = 64;
/// Relative error granted to what is computed in doubles from poses at the middle: chains of up to 64 joints lose some
/// 64 * 80 u < 2^-40.
constexpr double loss = 0x1p-38;
/// The middle of a window inside [0, 1], computed in doubles, is off by at most this.
constexpr double off_middle = 0x1p-53;

/// Bounds over the window of the derivatives of one volume's points, from the tip to the root (tube.md with scalars).
struct ScalarWalk {
  double half;                                    // half the window's length
  double reach;                                   // >= |y(t)|, by lengths alone
  double first = 0.0, second = 0.0, third = 0.0;  // >= |y'|, |y''|, |y'''| over the window
  double spread = 0.0;                            // >= |y(t) - y(middle)|
  double pose_error = 0.0, stages = 0.0, rates = 0.0;

  // Rounding as in bound_walk.cpp (docs/maths/forward_kinematics_rounding.md).
  void carry(const Placement& X) {
    pose_error = X.gain * pose_error + 16.0 * unit_roundoff * (X.gain * reach + X.length);
    first *= X.gain;
    second *= X.gain;
    third *= X.gain;
    spread *= X.gain;
    reach = X.gain * reach + X.length;
  }
  void count_stage(double length) {
    pose_error += 4.0 * unit_roundoff * stages * length;
    stages += 1.0;
  }
  void place(const Placement& X) {
    count_stage(X.length);
    carry(X);
  }
  void slide(const Placement& X, const Axis& axis, double rate, double largest, double error) {
    first += rate * axis.length;
    spread += half * rate * axis.length;
    rates += rate;
    reach += largest * axis.length;
    pose_error += error * axis.length + 4.0 * unit_roundoff * reach;
    count_stage(largest * axis.length + X.length);
    carry(X);
  }
  /// `distance` >= that of the volume from the axis at the middle. Returns how much the turn adds to |y''|, across its
  /// axis.
  double turn(const Placement& X, const Axis& axis, double rate, double distance, double error) {
    pose_error = axis.gain * (pose_error + (64.0 * unit_roundoff + error) * reach);
    const double rho = std::min(distance + spread, reach) * axis.length;
    third += 3.0 * rate * second + 3.0 * rate * rate * first + rate * rate * rate * rho;
    const double bend = 2.0 * rate * first + rate * rate * rho;
    second += bend;
    first += rate * rho;
    spread += std::min(half * rate, 2.0) * std::min(distance, reach) * axis.length;
    rates += rate;
    first *= axis.gain;
    second *= axis.gain;
    third *= axis.gain;
    spread *= axis.gain;
    reach *= axis.gain;
    count_stage(X.length);
    carry(X);
    return bend;
  }
};

/// Velocities and accelerations at the middle of the window, from the root to the tip, in world axes.
struct VectorWalk {
  Vector3 origin, spin = Vector3::Zero(), turn_up = Vector3::Zero(), acceleration = Vector3::Zero();

  void reach(const Vector3& next) {
    acceleration = at_point(next);
    origin = next;
  }
  Vector3 at_point(const Vector3& p) const {
    const Vector3 r = p - origin;
    return acceleration + turn_up.cross(r) + spin.cross(spin.cross(r));
  }
  void turn(const Vector3& rate) {
    turn_up += spin.cross(rate);
    spin += rate;
  }
  void slide(const Vector3& rate) { acceleration += 2.0 * spin.cross(rate); }
};

}  // namespace

/// Only joints of one stage whose coordinate is linear in time, and not too many of them.
bool TreeMotion::is_quick(int ancestor, int link) const {
  if (!rigid_) return false;
  int length = 0;
  for (; link > std::max(ancestor, 0); link = parent_[at(link)]) {
    const int first = first_stage_[at(link - 1)];
    if (first_stage_[at(link)] != first + 1 || ++length > longest_chain) return false;
    if (stages_[at(first)].kind != StageKind::place && coordinates_[at(first)].degree() != 1) return false;
  }
  return true;
}

TreeMotion::QuickBounds TreeMotion::quick_bounds(const Interval& time, int ancestor, int link, const Placement* grip,
                                                 const Lss& volume, std::span<const Pose> X_WL_middle) const {
  TOCCA_REQUIRE(carries(ancestor, link), "a link is seen from the world, from itself or from one of its ancestors");
  if (!is_quick(ancestor, link)) return {infinity, infinity, infinity, infinity};
  TOCCA_REQUIRE(0.0 <= time.lo && time.lo <= time.hi && time.hi <= 1.0, "a window of time lies inside [0, 1]");
  TOCCA_REQUIRE(X_WL_middle.size() >= at(link_count()), "there is a pose of each link");
  const double length = time.hi - time.lo;
  const Pose X = grip ? X_WL_middle[at(link)] * grip->pose : X_WL_middle[at(link)];
  const Vector3 p[2] = {X * volume.a, X * volume.b};
  // Poses in the world lose a part of the world's coordinates, which may be far larger than the chain.
  const double far = X.translation.cwiseAbs().sum();
  ScalarWalk walk{0.5 * length * (1.0 + 0x1p-50) + off_middle,
                  rounded_up(std::max(volume.a.norm(), volume.b.norm()) + volume.radius, 8.0)};
  if (grip) walk.place(*grip);

  int chain[longest_chain], joints = 0, turns = 0;
  Vector3 rate[longest_chain];  // of each joint, as a vector in world axes
  Bend bends[longest_chain];    // of each joint that turns
  double angle_error = 0.0;
  int current = link;
  for (; current > std::max(ancestor, 0); current = parent_[at(current)]) {
    const int stage_index = first_stage_[at(current - 1)];
    const Stage& stage = stages_[at(stage_index)];
    const Pose& frame = X_WL_middle[at(current)];
    chain[joints] = current;
    if (stage.kind == StageKind::place) {
      rate[joints++] = Vector3::Zero();
      walk.place(stage.placement);
      continue;
    }
    const Coordinate& q = coordinates_[at(stage_index)];
    const double error = q.evaluation_error();
    const double speed = q.control()[1] - q.control()[0];
    const double most = speed == 0.0 && error == 0.0 ? 0.0 : std::fabs(speed) * (1.0 + 0x1p-50) + 2.0 * error;
    const Vector3 axis = frame.rotation * stage.axis.direction;
    rate[joints++] = speed * axis;
    if (stage.kind == StageKind::slide) {
      walk.slide(stage.placement, stage.axis, most, q.largest(), error);
      continue;
    }
    double distance = 0.0;
    for (const Vector3& point : p) distance = std::max(distance, axis.cross(point - frame.translation).squaredNorm());
    distance = std::sqrt(distance) + volume.radius;
    const double bend =
        walk.turn(stage.placement, stage.axis, most, distance + loss * (walk.reach + far) + walk.pose_error, error);
    bends[turns++] = {Bend::Kind::turn, axis, walk.half * most, bend};
    angle_error += error;
  }
  if (ancestor < 0 && has_base_) walk.carry(base_);

  // |p - chord| <= h^2/8 |p''(middle)| + h^3/48 max |p'''|, and <= h^2/8 max |p''|; never more than twice the spread.
  VectorWalk vectors{X_WL_middle[at(current)].translation};
  for (int i = joints - 1; i >= 0; --i) {
    vectors.reach(X_WL_middle[at(chain[i])].translation);
    const StageKind kind = stages_[at(first_stage_[at(chain[i] - 1)])].kind;
    if (kind == StageKind::turn) vectors.turn(rate[i]);
    if (kind == StageKind::slide) vectors.slide(rate[i]);
  }
  const double at_middle =
      std::sqrt(std::max(vectors.at_point(p[0]).squaredNorm(), vectors.at_point(p[1]).squaredNorm())) +
      volume.radius * (vectors.turn_up.norm() + vectors.spin.squaredNorm()) +
      walk.rates * walk.rates * (loss * (walk.reach + far) + 2.0 * walk.pose_error) + off_middle * walk.third;
  const double by_second = length * length / 8.0 * walk.second;
  const double by_third = length * length / 8.0 * at_middle + length * length * length / 48.0 * walk.third;
  const double tube = std::min({by_second, by_third, 2.0 * walk.spread}) + walk.pose_error;
  const double spread = walk.spread + walk.pose_error;
  if (!(tube + spread + walk.first + by_second + by_third < infinity)) return {infinity, infinity, infinity, infinity};
  const double operations = 64.0 * (walk.stages + 1.0);
  const auto above = [&](double bound) { return bound > 0.0 ? rounded_up(bound, operations) : 0.0; };
  QuickBounds bounds{above(tube), above(spread), above(walk.first), above(walk.pose_error)};
  if (!(by_second > walk.pose_error)) return bounds;  // an instant: there is nothing but rounding
  // Axes are as exact as the poses at the middle; gains, 2^-40 per stage, are below 2^-32 together.
  const FlatDirection flat({bends, at(turns)}, loss + angle_error + off_middle * walk.rates);
  const double flat_tube = above(length * length / 8.0 * flat.second * (1.0 + 0x1p-32) + walk.pose_error);
  if (flat_tube < FlatDirection::worthwhile * bounds.tube) {
    bounds.flat =
        (ancestor < 0 ? flat.axis : Vector3(X_WL_middle[at(ancestor)].rotation.transpose() * flat.axis)).normalized();
    bounds.flat_tube = flat_tube;
  }
  return bounds;
}

}  // namespace tocca
