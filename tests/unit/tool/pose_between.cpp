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

TEST(SampleDivider, LooksAtEachBendOnTheWayAndThenAtTheSample) {
  SampleDivider divider(SampleMotion::in_between);
  std::vector<std::pair<double, double>> looks;  // time, place along x
  const auto sample = [&](double time_s, double x) {
    const auto next_bend = [](double from_s, double to_s) {
      for (const double bend : {0.25, 0.5, 3.0}) {
        if (from_s < bend && bend < to_s) return bend;
      }
      return to_s;
    };
    divider.sample(time_s, {Matrix3::Identity(), {x, 0, 0}}, next_bend,
                   [&](double at_s, const Pose& X) { looks.emplace_back(at_s, X.translation.x()); });
  };
  sample(0.0, 0.0);
  sample(1.0, 4.0);
  sample(1.0, 5.0);  // repeated
  sample(0.1, 6.0);  // backward: the motion goes on, and bends that are over do not come back
  sample(2.0, 7.0);
  const std::vector<std::pair<double, double>> expected{{0.0, 0.0}, {0.25, 1.0}, {0.5, 2.0}, {1.0, 4.0},
                                                        {1.0, 5.0}, {0.1, 6.0},  {2.0, 7.0}};
  ASSERT_EQ(looks.size(), expected.size());
  for (std::size_t k = 0; k < looks.size(); ++k) {
    EXPECT_EQ(looks[k].first, expected[k].first) << k;
    EXPECT_NEAR(looks[k].second, expected[k].second, 1e-12) << k;
  }
}

}  // namespace
}  // namespace tocca::pose_between_tests
