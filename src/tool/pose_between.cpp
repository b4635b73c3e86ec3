#include "motion/mover.hpp"
#include "tocca/tool/tool_monitor.hpp"

namespace tocca {

/// A screw and an in-between motion have one axis, and angle and way grow evenly with time: a part of such a motion is one of its kind
/// about the same axis, and the shorter one, as the angle of the whole is at most pi. The share of the time is rounded by at most
/// 2^-52 of itself, which moves the pose along its own way. tests/unit/tool/pose_between.cpp measures how far parts stray.
Pose pose_between(SampleMotion motion, double from_s, const Pose& from, double to_s, const Pose& to, double time_s) {
  const double share = (time_s - from_s) / (to_s - from_s);
  const RigidMotion way = motion == SampleMotion::screw ? RigidMotion(ScrewMotion::between(from, to))
                                                        : RigidMotion(InBetweenMotion(from, to));
  return Mover(way).pose(share);
}

}  // namespace tocca
