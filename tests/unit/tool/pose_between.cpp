// What is proven here: a sample that is put between two others leaves the tool's way what it was.
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "motion/mover.hpp"
#include "testing/draw.hpp"
#include "tocca/tool/tool_monitor.hpp"

namespace tocca::pose_between_tests {
namespace {

RigidMotion motion_of(SampleMotion motion, const Pose& from, const Pose& to) {
  return motion == SampleMotion::screw ? RigidMotion(ScrewMotion::between(from, to))
                                       : RigidMotion(InBetweenMotion(from, to));
}

TEST(PoseBetween, DividesAMotionIntoItsTwoParts) {
  testing::Draw draw;
  const int cases = testing::cases(200, 20'000);
  for (int k = 0; k < cases; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k, "parts"));
    const auto pose = [&] {
      const Matrix3 turn = Eigen::AngleAxisd(draw.uniform(0.1, 1.5), draw.direction()).toRotationMatrix();
      return Pose{turn, draw.uniform(0.0, 2.0) * draw.direction()};
    };
    const Pose from = pose(), to = pose();
    const double from_s = draw.uniform(0.0, 100.0), step_s = draw.uniform(1e-3, 1.0), to_s = from_s + step_s;
    const double time_s = from_s + draw.uniform(0.1, 0.9) * step_s;
    const double share = (time_s - from_s) / (to_s - from_s);
    for (const SampleMotion motion : {SampleMotion::in_between, SampleMotion::screw}) {
      const Pose middle = pose_between(motion, from_s, from, to_s, to, time_s);
      const RigidMotion whole = motion_of(motion, from, to), first = motion_of(motion, from, middle),
                        second = motion_of(motion, middle, to);
      // Turns of 0.1 and more keep a screw's axis within some ten metres.
      const Vector3 point = draw.direction();
      for (const double s : {0.0, 0.3, 0.7, 1.0}) {
        EXPECT_LT((Mover(whole).pose(share * s) * point - Mover(first).pose(s) * point).norm(), 1e-11);
        EXPECT_LT((Mover(whole).pose(share + (1.0 - share) * s) * point - Mover(second).pose(s) * point).norm(), 1e-11);
      }
    }
  }
}

}  // namespace
}  // namespace tocca::pose_between_tests
