#include <numbers>

#include "motion/walked_motion.hpp"
#include "tocca/motion/rigid_motion.hpp"
#include "tocca/motion/screw_parameters.hpp"

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
  const ScrewParameters screw = screw_between(start, end);
  const double angle = screw.angle_rad + 2.0 * std::numbers::pi * turns;
  if (screw.angle_rad == 0.0 || screw.angle_rad >= smallest_arc_rad) {
    return {start, screw.point, screw.direction, angle, screw.translation_m};
  }
  // The origin slides along the chord while the body turns about it.
  const Vector3 step = end.translation - start.translation;
  const double distance = step.stableNorm();
  ScrewMotion motion(start, start.translation, screw.direction, angle, distance);
  if (distance > 0.0) motion.direction_ = Axis(step.stableNormalized());
  return motion;
}

ScrewMotion ScrewMotion::restricted(const Stretch& stretch) const {
  ScrewMotion result = *this;
  result.angle_ = angle_.restricted(stretch);
  result.slide_ = slide_.restricted(stretch);
  return result;
}

Pose ScrewMotion::pose(double t) const { return walked(*this, PoseWalk(t)).pose(); }

double ScrewMotion::tube(const Interval& time, const Lss& volume) const {
  return walked(*this, BoundWalk(time, volume)).tube();
}

DirectedTube ScrewMotion::directed_tube(const Interval& time, const Lss& volume) const {
  return walked(*this, FlatWalk(time, volume)).tube();
}

double ScrewMotion::speed(const Interval& time, const Lss& volume) const {
  return walked(*this, BoundWalk(time, volume)).speed();
}

IntervalPose ScrewMotion::enclosure(const Interval& time) const { return walked(*this, EnclosureWalk(time)).pose(); }

LinearEnclosure ScrewMotion::linear_enclosure(const Interval& time) const {
  return walked(*this, LinearWalk(time)).pose();
}

static_assert(Motion<ScrewMotion>);

}  // namespace tocca
