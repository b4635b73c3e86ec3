// What is proven here: a call that breaks a contract of `sweep` stops a checked build with the contract's sentence.
#include <gtest/gtest.h>

#include "sweep/chord_table.hpp"
#include "sweep/lss_sweep.hpp"
#include "sweep/lss_tessellation.hpp"
#include "tocca/motion/rigid_motion.hpp"

namespace tocca::contracts_tests {
namespace {

#ifdef TOCCA_CHECKED

TEST(SweepDeathTest, StopsTolerancesAndRulingsThatAreNone) {
  const LinearMotion motion(Matrix3::Identity(), Vector3::Zero(), Vector3::UnitX());
  const Lss ball{Vector3::Zero(), Vector3::Zero(), 0.1};
  LssSweep sweep;
  EXPECT_DEATH(sweep.set(motion, ball, 0.0), "the tolerance of a sweep must be positive");
  sweep.set(motion, ball, 0.01);
  EXPECT_DEATH(sweep.ends(0, sweep.windows() + 1), "a sweep has no such rulings");
  EXPECT_DEATH(sweep.radius_m(0, 0), "a sweep has no such windows");
  SweptMesh mesh;
  EXPECT_DEATH(append_tessellation(sweep, -1.0, 0.01, mesh), "cannot be dilated by less than 0");
}

TEST(SweepDeathTest, StopsMoversWithoutVolumes) {
  const RigidMotion rests = StaticMotion(Pose());
  const Mover mover(rests);
  ChordTable table;
  EXPECT_DEATH(table.begin(std::span(&mover, 1), {}), "each mover must have a volume");
}

#else

TEST(SweepDeathTest, NeedsACheckedBuild) {
  GTEST_SKIP() << "contracts are checked where TOCCA_CHECKED is on, as in the presets dev, asan and tsan";
}

#endif

}  // namespace
}  // namespace tocca::contracts_tests
