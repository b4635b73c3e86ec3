// The formulas of the rigid motions' headers, in any number type.
#pragma once

#include "oracle.hpp"
#include "tocca/motion/rigid_motion.hpp"

namespace tocca::oracle {

template <class T>
Vec<T> between(const Vector3& from, const Vector3& to, const T& t) {
  return plus(times(T(1.0) - t, vec<T>(from)), times(t, vec<T>(to)));
}

template <class T>
Map<T> linear_truth(const Pose& start, const Vector3& to, const T& t) {
  Map<T> result = map<T>(start);
  result.offset = between(start.translation, to, t);
  return result;
}

template <class T>
Map<T> in_between_truth(const Pose& start, const Vector3& to, const InBetweenMotion& motion, const T& t) {
  const Pose turned{start.rotation, Vector3::Zero()};
  return shift(between(start.translation, to, t)) * map<T>(turned) *
         rotation<T>(motion.axis_B(), t * T(motion.angle_rad()));
}

template <class T>
Map<T> screw_truth(const Pose& start, const ScrewMotion& motion, const T& t) {
  const Vec<T> slide = times(t * T(motion.translation_m()), vec<T>(motion.direction()));
  const Pose turned{start.rotation, Vector3::Zero()};
  return shift(slide) * shift(vec<T>(motion.point())) * map<T>(turned) *
         rotation<T>(motion.axis_B(), t * T(motion.angle_rad())) * shift(vec<T>(motion.origin_B()));
}

}  // namespace tocca::oracle
