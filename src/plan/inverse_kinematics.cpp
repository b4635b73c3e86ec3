#include "plan/inverse_kinematics.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

constexpr int most_ik_steps = 100;
constexpr double first_damping = 1e-2, least_damping = 1e-9, most_damping = 1e3;
constexpr double longest_turn = 0.5;  // of a step, in radians or metres: beyond it, linear is wrong
/// Errors below this part of the tolerances are small enough: the answer is well within them.
constexpr double small_part = 1e-3;
constexpr double most_forgiven = 0.9;   // of the tolerances
constexpr double least_ik_gain = 1e-9;  // of the error, in a step

}  // namespace

InverseKinematics::InverseKinematics(const CollisionModel& model, const PlanSpace& space, const PoseGoal& goal)
    : tree_(model.robots()[at(goal.robot)].tree),
      goal_(goal),
      first_(0),
      motion_(tree_, model.robots()[at(goal.robot)].base),
      poses_(tree_.links().size()),
      own_(tree_.zero_configuration()) {
  TOCCA_REQUIRE(at(goal.link) < tree_.links().size(), "a tree has no such link");
  for (int robot = 0; robot < goal.robot; ++robot) first_ += model.robots()[at(robot)].tree.coordinate_count();
  double length = 0.0;
  for (int link = goal.link; link > 0; link = tree_.parent_link(link)) {
    const Joint& joint = tree_.joints()[at(tree_.parent_joint(link))];
    length += joint.origin.translation.norm();
    add_joint(joint, space);
  }
  arm_m_ = std::max(1e-3, 0.25 * length);
  jacobian_.resize(6, static_cast<Eigen::Index>(ways_.size()));
  change_.resize(static_cast<Eigen::Index>(ways_.size()));
  held_.resize(ways_.size());
}

/// Each coordinate once, with the range that planners sample.
std::size_t InverseKinematics::way_of(int coordinate, int orientation, const PlanSpace& space) {
  for (std::size_t i = 0; i < ways_.size(); ++i) {
    if (ways_[i].coordinate == coordinate && ways_[i].orientation == orientation) return i;
  }
  Way way{coordinate, orientation, 0.0, 0.0};
  for (const PlanSpace::Degree& degree : space.degrees()) {
    if (degree.coordinate == coordinate) way.lower = degree.lower, way.upper = degree.upper;
  }
  ways_.push_back(way);
  return ways_.size() - 1;
}

void InverseKinematics::add_joint(const Joint& joint, const PlanSpace& space) {
  const Joint& source = joint.mimic ? tree_.joints()[at(joint.mimic->joint)] : joint;
  const double multiplier = joint.mimic ? joint.mimic->multiplier : 1.0;
  const int coordinate = first_ + source.first_coordinate;
  const auto add = [&](bool turns, const Vector3& axis, bool in_child_frame, int offset, int orientation) {
    movers_.push_back(
        {joint.child_link, turns, axis, in_child_frame, way_of(coordinate + offset, orientation, space), multiplier});
  };
  switch (joint.type) {
    case JointType::fixed:
      break;
    case JointType::revolute:
    case JointType::continuous:
      add(true, joint.axis, true, 0, -1);
      break;
    case JointType::prismatic:
      add(false, joint.axis, true, 0, -1);
      break;
    case JointType::planar:
      add(false, plane_axes(joint.axis).u, false, 0, -1);
      add(false, plane_axes(joint.axis).v, false, 1, -1);
      add(true, joint.axis, true, 2, -1);
      break;
    case JointType::floating:
      for (int i = 0; i < 3; ++i) add(false, Vector3::Unit(i), false, i, -1);
      for (int i = 0; i < 3; ++i) add(true, Vector3::Unit(i), true, 3, i);
      break;
  }
}

void InverseKinematics::place(const Configuration& q) {
  own_ = q.segment(first_, own_.size());
  motion_.rest(own_);
  motion_.poses(0.0, poses_);
}

/// What takes the link from where it is to the pose, or into the part `forgiven` of the tolerances around it; its turn as a length.
InverseKinematics::Twist InverseKinematics::twist(double forgiven) const {
  const Pose& X = poses_[at(goal_.link)];
  const Eigen::AngleAxisd turn(Matrix3(goal_.X_WL.rotation * X.rotation.transpose()));
  const Vector3 way = goal_.X_WL.translation - X.translation;
  const double length = way.norm(), left_m = std::max(0.0, length - forgiven * goal_.tolerance_m);
  const double left_rad = std::max(0.0, turn.angle() - forgiven * goal_.tolerance_rad);
  Twist result;
  result << (length > 0.0 ? left_m / length : 0.0) * way, arm_m_ * left_rad * turn.axis();
  return result;
}

bool InverseKinematics::is_there() const {
  const Twist left = twist(0.0);
  return left.head<3>().norm() <= goal_.tolerance_m && left.tail<3>().norm() <= arm_m_ * goal_.tolerance_rad;
}

InverseKinematics::Error InverseKinematics::error(const Configuration& q) {
  place(q);
  const Twist left = twist(0.0);
  return {left.head<3>().norm(), left.tail<3>().norm() / arm_m_};
}

void InverseKinematics::set_jacobian() {
  jacobian_.setZero();
  const Vector3& tip = poses_[at(goal_.link)].translation;
  for (const Mover& mover : movers_) {
    const Joint& joint = tree_.joints()[at(mover.link - 1)];
    const Pose& X = poses_[at(mover.link)];
    const Vector3 axis = mover.in_child_frame
                             ? Vector3(X.rotation * mover.axis)
                             : Vector3(poses_[at(joint.parent_link)].rotation * (joint.origin.rotation * mover.axis));
    auto column = jacobian_.col(static_cast<Eigen::Index>(mover.way));
    if (mover.turns) {
      column.head<3>() += mover.multiplier * axis.cross(tip - X.translation);
      column.tail<3>() += mover.multiplier * arm_m_ * axis;
    } else {
      column.head<3>() += mover.multiplier * axis;
    }
  }
}

void InverseKinematics::move(std::size_t index, double by, Configuration& q) const {
  const Way& way = ways_[index];
  if (way.orientation < 0) {
    q[way.coordinate] += by;
    return;
  }
  const Eigen::Quaterniond now(Eigen::Vector4d(q.segment<4>(way.coordinate)));
  const Eigen::Quaterniond turn(Eigen::AngleAxisd(by, Vector3::Unit(way.orientation)));
  q.segment<4>(way.coordinate) = (now * turn).normalized().coeffs();
}

/// Damped least squares. A joint that would leave its range stops at its end, and the others do what it would have done.
bool InverseKinematics::step(const Configuration& q, const Twist& wanted, Configuration& next) {
  std::fill(held_.begin(), held_.end(), 0);
  Twist left = wanted;
  next = q;
  set_jacobian();
  for (std::size_t round = 0; round <= ways_.size(); ++round) {
    Eigen::Matrix<double, 6, 6> normal = jacobian_ * jacobian_.transpose();
    normal.diagonal().array() += damping_ * damping_;
    change_ = jacobian_.transpose() * normal.ldlt().solve(left);
    const double longest = change_.size() > 0 ? change_.cwiseAbs().maxCoeff() : 0.0;
    if (!(longest < std::numeric_limits<double>::infinity())) return false;
    if (longest > longest_turn) change_ *= longest_turn / longest;
    bool stopped = false;
    for (std::size_t i = 0; i < ways_.size(); ++i) {
      const Way& way = ways_[i];
      if (held_[i] || way.orientation >= 0) continue;
      const double value = q[way.coordinate] + change_[static_cast<Eigen::Index>(i)];
      const double inside = std::clamp(value, way.lower, way.upper);
      if (inside == value) continue;
      left -= jacobian_.col(static_cast<Eigen::Index>(i)) * (inside - q[way.coordinate]);
      jacobian_.col(static_cast<Eigen::Index>(i)).setZero();
      next[way.coordinate] = inside;
      held_[i] = 1;
      stopped = true;
    }
    if (!stopped) break;
  }
  for (std::size_t i = 0; i < ways_.size(); ++i) {
    if (!held_[i]) move(i, change_[static_cast<Eigen::Index>(i)], next);
  }
  return true;
}

/// Until the error is small, or no step makes it smaller.
void InverseKinematics::approach(Configuration& q, double forgiven) {
  damping_ = first_damping;
  place(q);
  Twist left = twist(forgiven);
  const double enough = small_part * std::min(goal_.tolerance_m, arm_m_ * goal_.tolerance_rad);
  Configuration next = q;
  for (int k = 0; k < most_ik_steps && left.norm() > enough; ++k) {
    if (!step(q, left, next)) break;
    place(next);
    const Twist then = twist(forgiven);
    if (then.norm() < left.norm() * (1.0 - least_ik_gain)) {
      q = next;
      left = then;
      damping_ = std::max(least_damping, 0.3 * damping_);
    } else {
      place(q);
      damping_ *= 4.0;
      if (damping_ > most_damping) break;
    }
  }
}

/// To the pose itself; where that cannot be reached, to anywhere within the tolerances.
bool InverseKinematics::solve(Configuration& q) {
  for (const Way& way : ways_) {
    if (way.orientation < 0) q[way.coordinate] = std::clamp(q[way.coordinate], way.lower, way.upper);
  }
  approach(q, 0.0);
  if (is_there()) return true;
  approach(q, most_forgiven);
  return is_there();
}

void InverseKinematics::draw(SeededRandom& random, Configuration& q) const {
  for (const Way& way : ways_) {
    if (way.orientation < 0) q[way.coordinate] = random.between(way.lower, way.upper);
    if (way.orientation == 0) q.segment<4>(way.coordinate) = random.unit_quaternion();
  }
}

}  // namespace tocca
