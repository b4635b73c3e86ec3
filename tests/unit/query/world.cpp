// Stories of single worlds. tests/oracle/query/world.cpp holds whole ones against FCL.
#include "tocca/query/world.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "tocca/core/error.hpp"

namespace tocca {
namespace {

BodyShapePointer box(double size) {
  const Body body{Pose(), Box{Vector3::Constant(size)}};
  return std::make_shared<const BodyShape>(std::span(&body, 1));
}

Pose at(double x, double y, double z) { return {Matrix3::Identity(), {x, y, z}}; }

TEST(World, ForgetsThePairsOfARemovedBody) {
  World world;
  for (int i = 0; i < 4; ++i) world.add(box(1.0), at(0.5 * i, 0.0, 0.0));
  EXPECT_EQ(world.step().colliding.size(), 5u);  // 0 and 3 are 0.5 apart
  EXPECT_THROW(world.activate(2, 2, false), InputError);
  world.activate(2, 3, false);
  world.activate(1, 2, false);
  EXPECT_EQ(world.step().colliding.size(), 3u);
  world.remove(2);
  EXPECT_EQ(world.step().colliding.size(), 2u);
  EXPECT_EQ(world.add(box(1.0), at(1.0, 0.0, 0.0)), 2);  // nothing of the first one's pairs is left
  EXPECT_EQ(world.step().colliding.size(), 5u);
}

TEST(World, ABodyRemovedAndPutBackWithinAStepIsAnother) {
  World world;
  world.add(box(1.0), at(0.0, 0.0, 0.0));
  const int other = world.add(box(1.0), at(0.5, 0.0, 0.0));
  EXPECT_EQ(world.step().colliding.size(), 1u);
  world.move(other, at(0.6, 0.0, 0.0));
  world.remove(other);
  EXPECT_EQ(world.add(box(0.1), at(0.6, 0.0, 0.0)), other);
  EXPECT_EQ(world.step().colliding.size(), 0u);
  EXPECT_EQ(world.step().statistics.boxes_updated, 0u);
}

// An overlap once seen was believed as long as rounding could explain it for bodies of this size, thirty times the tolerance.
TEST(World, AnOverlapIsNotRememberedBeyondTheTolerance) {
  const Matrix3 turned = Eigen::AngleAxisd(0.7, Vector3(1, 2, 3).normalized()).toRotationMatrix();
  for (const double large : {1e4, 1e5, 1e6}) {
    for (const double gap : {2e-6, 1e-5, 3e-5}) {
      const double touching = 0.5 * large + 0.5;
      const auto above = [&](double height) { return Pose{turned, turned * Vector3(0.3, 0.2, touching + height)}; };
      World world;
      world.add(box(1.0), above(-2e-6));
      world.add(box(large), {turned, Vector3::Zero()});
      EXPECT_EQ(world.step().colliding.size(), 1u);
      world.move(0, above(gap));
      EXPECT_TRUE(world.step().colliding.empty()) << large << " m, " << gap << " m apart";
    }
  }
}

}  // namespace
}  // namespace tocca
