#include "motion/directed_tube.hpp"
#include "motion/enclosure_walk.hpp"
#include "motion/linear_enclosure.hpp"
#include "tocca/motion/rigid_motion.hpp"

namespace tocca {

DirectedTube StaticMotion::directed_tube(const Interval&, const Lss&) const { return {0.0}; }

IntervalPose StaticMotion::enclosure(const Interval&) const { return enclosed(pose_); }

LinearEnclosure StaticMotion::linear_enclosure(const Interval&) const { return LinearEnclosure(pose_); }

static_assert(Motion<StaticMotion>);

}  // namespace tocca
