#include "tocca/motion/in_between_motion.hpp"

#include "motion/rotation_between.hpp"

namespace tocca {

InBetweenMotion::InBetweenMotion(const Pose& start, const Vector3& to, const Vector3& axis_B, double angle_rad)
    : rotation_(Pose{start.rotation, Vector3::Zero()}), axis_(axis_B.stableNormalized()), angle_(0.0, angle_rad) {
  for (int i = 0; i < 3; ++i) position_[i] = Coordinate(start.translation[i], to[i]);
}

InBetweenMotion::InBetweenMotion(const Pose& start, const Pose& end)
    : InBetweenMotion(start, end.translation, rotation_between(start.rotation, end.rotation).axis,
                      rotation_between(start.rotation, end.rotation).angle_rad) {}

}  // namespace tocca
