#include "tocca/motion/screw_motion.hpp"

#include <Eigen/Geometry>
#include <numbers>

#include "tocca/motion/rotation_between.hpp"

namespace tocca {

ScrewMotion::ScrewMotion(const Pose& start, const Vector3& point, const Vector3& direction, double angle_rad,
                         double translation_m)
    : angle_(0.0, angle_rad), slide_(0.0, translation_m) {
  const Vector3 unit = direction.stableNormalized();
  const Matrix3 to_body = start.rotation.transpose();
  origin_ = Placement(Pose{Matrix3::Identity(), to_body * (start.translation - point)});
  start_ = Placement(Pose{start.rotation, point});
  axis_ = Axis((to_body * unit).normalized());
  direction_ = Axis(unit);
}

ScrewMotion ScrewMotion::between(const Pose& start, const Pose& end, int turns) {
  const auto [axis_B, angle] = rotation_between(start.rotation, end.rotation);
  const double whole_turns = 2.0 * std::numbers::pi * turns;
  const Vector3 step = end.translation - start.translation;
  if (angle < smallest_arc_rad) {  // the origin slides along the chord while the body turns about it
    const double distance = step.stableNorm();
    const Vector3 heading = distance > 0.0 ? step.stableNormalized() : Vector3(start.rotation * axis_B);
    const Vector3 turned_about = angle > 0.0 ? Vector3(start.rotation * axis_B) : heading;
    ScrewMotion motion(start, start.translation, turned_about, angle + whole_turns, distance);
    motion.direction_ = Axis(heading);
    return motion;
  }
  const Vector3 axis = (start.rotation * axis_B).normalized();
  const double along = axis.dot(step);
  const Vector3 across = step - along * axis;
  // across = (I - R)(point - start) has the solution (across + cot(angle / 2) axis x across) / 2 in its plane.
  const Vector3 arm = 0.5 * (across + axis.cross(across) / std::tan(0.5 * angle));
  return {start, start.translation + arm, axis, angle + whole_turns, along};
}

}  // namespace tocca
