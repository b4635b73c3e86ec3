#include "core/rounding.hpp"
#include "motion/directed_tube.hpp"
#include "motion/enclosure_walk.hpp"
#include "motion/linear_enclosure.hpp"
#include "tocca/motion/rigid_motion.hpp"

namespace tocca {

LinearMotion::LinearMotion(const Matrix3& rotation, const Vector3& from, const Vector3& to)
    : rotation_(rotation), position_{{from.x(), to.x()}, {from.y(), to.y()}, {from.z(), to.z()}} {
  const double distance = (to - from).stableNorm();  // scaled differences, squares, sums, a root: under 16 roundings
  speed_ = distance == 0.0 ? 0.0 : rounded_up(distance, 16.0);
}

LinearMotion LinearMotion::restricted(const Stretch& stretch) const {
  LinearMotion result = *this;
  for (Coordinate& q : result.position_) q = q.restricted(stretch);
  if (!stretch.whole()) {
    const double length = (stretch.to - stretch.from) + 2.0 * stretch.error;  // at least the true part of the time
    result.speed_ = speed_ == 0.0 ? 0.0 : rounded_up(length * speed_, 4.0);
  }
  return result;
}

Pose LinearMotion::pose(double t) const {
  return {rotation_, {position_[0].at(t).value, position_[1].at(t).value, position_[2].at(t).value}};
}

double LinearMotion::tube(const Interval& time, const Lss&) const {
  // The curve is its own chord; what remains is how far the ends, as computed, are from it. The chord from one end to
  // the other moves by no more than the farther of its two ends.
  const auto error = [&](double t) {
    const Vector3 each(position_[0].at(t).error, position_[1].at(t).error, position_[2].at(t).error);
    return each.stableNorm();
  };
  const double worst = std::max(error(time.lo), error(time.hi));
  return worst == 0.0 ? 0.0 : rounded_up(worst, 16.0);
}

DirectedTube LinearMotion::directed_tube(const Interval& time, const Lss& volume) const { return {tube(time, volume)}; }

double LinearMotion::speed(const Interval&, const Lss&) const { return speed_; }

IntervalPose LinearMotion::enclosure(const Interval& time) const {
  IntervalPose result = enclosed({rotation_, Vector3::Zero()});
  for (int i = 0; i < 3; ++i) result.translation[i] = position_[i].over(time);
  return result;
}

LinearEnclosure LinearMotion::linear_enclosure(const Interval& time) const {
  LinearWalk walk(time);
  for (int i = 0; i < 3; ++i) walk.slide({}, Axis(Vector3::Unit(i)), position_[i]);
  LinearEnclosure result = walk.pose();
  result.middle.leftCols<3>() = rotation_;  // not turned by anything: exact
  result.rest.leftCols<3>().setZero();
  return result;
}

static_assert(Motion<LinearMotion>);

}  // namespace tocca
