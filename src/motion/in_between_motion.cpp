#include "motion/rotation_between.hpp"
#include "motion/walked_motion.hpp"
#include "tocca/motion/rigid_motion.hpp"

namespace tocca {

InBetweenMotion::InBetweenMotion(const Pose& start, const Vector3& to, const Vector3& axis_B, double angle_rad)
    : rotation_(Pose{start.rotation, Vector3::Zero()}), axis_(axis_B.stableNormalized()), angle_(0.0, angle_rad) {
  for (int i = 0; i < 3; ++i) position_[i] = Coordinate(start.translation[i], to[i]);
}

InBetweenMotion::InBetweenMotion(const Pose& start, const Pose& end)
    : InBetweenMotion(start, end.translation, rotation_between(start.rotation, end.rotation).axis,
                      rotation_between(start.rotation, end.rotation).angle_rad) {}

InBetweenMotion InBetweenMotion::restricted(const Stretch& stretch) const {
  InBetweenMotion result = *this;
  result.angle_ = angle_.restricted(stretch);
  for (Coordinate& q : result.position_) q = q.restricted(stretch);
  return result;
}

/// What PoseWalk gives, to the last bit: its products with the identity and with unit vectors round nothing.
Pose InBetweenMotion::pose(double t) const {
  return {rotation_.pose.rotation * rotation_about(axis_.direction, angle_.at(t).value),
          {position_[0].at(t).value, position_[1].at(t).value, position_[2].at(t).value}};
}

double InBetweenMotion::tube(const Interval& time, const Lss& volume) const {
  return walked(*this, BoundWalk(time, volume)).tube();
}

DirectedTube InBetweenMotion::directed_tube(const Interval& time, const Lss& volume) const {
  return walked(*this, FlatWalk(time, volume)).tube();
}

double InBetweenMotion::speed(const Interval& time, const Lss& volume) const {
  return walked(*this, BoundWalk(time, volume)).speed();
}

IntervalPose InBetweenMotion::enclosure(const Interval& time) const {
  return walked(*this, EnclosureWalk(time)).pose();
}

LinearEnclosure InBetweenMotion::linear_enclosure(const Interval& time) const {
  return walked(*this, LinearWalk(time)).pose();
}

static_assert(Motion<InBetweenMotion>);

}  // namespace tocca
