// Stories of single worlds. tests/oracle/world/world.cpp holds whole ones against FCL.
#include "tocca/world/world.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "core/interval_arithmetic.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/core/error.hpp"

namespace tocca::world_tests {
namespace {

BodyShapePointer shape(const Geometry& geometry) {
  const Collider body{Pose(), geometry};
  return std::make_shared<const BodyShape>(std::span(&body, 1));
}
BodyShapePointer box(double size) { return shape(Box{Vector3::Constant(size)}); }

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

// Round things and meshes were compared in the world's coordinates, whose rounding far from its origin is above the tolerance.
TEST(World, RoundThingsAreComparedAlikeFarFromTheOrigin) {
  for (const double far : {0.0, 1e9, -1e9}) {
    World world;
    world.add(shape(Sphere{0.5}), at(far, far, far));
    const auto beside = [&](double gap) {  // across a corner, where the boxes around them say nothing
      const double to = far + (1.0 + gap) / std::sqrt(3.0);
      return at(to, to, to);
    };
    const int other = world.add(shape(Sphere{0.5}), beside(2.05e-6));
    EXPECT_TRUE(world.step().colliding.empty()) << far;
    const double true_gap = (world.pose(other).translation - Vector3::Constant(far)).norm() - 1.0;
    const BodyDistance apart = world.distance(0, other);
    EXPECT_NEAR(apart.lower, true_gap, 1e-12);
    EXPECT_NEAR(apart.upper, true_gap, 1e-12);
    EXPECT_NEAR(apart.point_a[0], far + 0.5 / std::sqrt(3.0), 1e-6);  // in the world
    world.move(other, beside(2e-7));
    EXPECT_EQ(world.step().colliding.size(), 1u) << far;
    world.move(other, beside(1.2e-6));  // just beyond the tolerance
    EXPECT_TRUE(world.step().colliding.empty()) << far;
  }
}

TEST(World, AThingInsideAMeshIsFoundFarFromTheOrigin) {
  const double far = 0x1p30, half = 0.5;
  std::vector<Vector3> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back(half * Vector3((i & 1) != 0 ? 1 : -1, (i & 2) != 0 ? 1 : -1, (i & 4) != 0 ? 1 : -1));
  corners.push_back(Vector3(0.0, 0.0, 0.3));  // the top is a funnel: closed, and not convex
  const std::vector<Triangle> triangles{{0, 2, 3}, {0, 3, 1}, {0, 1, 5}, {0, 5, 4}, {1, 3, 7}, {1, 7, 5}, {3, 2, 6},
                                        {3, 6, 7}, {2, 0, 4}, {2, 4, 6}, {4, 5, 8}, {5, 7, 8}, {7, 6, 8}, {6, 4, 8}};
  World world;
  world.add(shape(std::make_shared<const TriangleMesh>(corners, triangles)), at(far, far, far));
  const int ball = world.add(shape(Sphere{0x1p-10}), at(far, far, far));
  EXPECT_EQ(world.step().colliding.size(), 1u);
  EXPECT_EQ(world.distance(0, ball).upper, 0.0);
  world.move(ball, at(far, far, far + 0.4));  // in the funnel
  EXPECT_TRUE(world.step().colliding.empty());
}

/// A drum of so many sides, its axis along y, that rolls along a plate below it.
struct RollingDrum {
  World world;
  std::vector<World::Moving> moving;

  RollingDrum(double gap, const WorldSettings& settings) : world(settings) {
    constexpr int sides = 200;
    std::vector<Vector3> corners;
    for (int i = 0; i < sides; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / sides;
      for (const double y : {-0.5, 0.5}) corners.emplace_back(0.5 * std::sin(angle), y, -0.5 * std::cos(angle));
    }
    world.add(shape(Box{{10.0, 10.0, 1.0}}), at(0.0, 0.0, -0.5));
    const Pose X = at(-1.0, 0.0, 0.5 + gap);
    const int drum = world.add(shape(std::make_shared<const ConvexHull>(corners)), X);
    moving.push_back({drum, InBetweenMotion(X, Vector3(1.0, 0.0, 0.5 + gap), Vector3::UnitY(), 4.0), {}});
  }
};

TEST(World, PairsThatGrazeEndWithTheirBudget) {
  RollingDrum unlimited(1.5e-6, {});
  EXPECT_TRUE(unlimited.world.first_contacts(unlimited.moving).empty());
  double reached = 0.0;
  for (const std::uint64_t budget : {1u, 10u, 100u}) {
    WorldSettings settings;
    settings.budget = budget;
    RollingDrum drum(1.5e-6, settings);
    const std::vector<TimedContact> found = drum.world.first_contacts(drum.moving);
    ASSERT_EQ(found.size(), 1u) << budget;
    EXPECT_EQ(found[0].why, Undecided::budget);
    EXPECT_FALSE(found[0].initial);
    EXPECT_EQ(found[0].time.hi, 1.0);
    EXPECT_GE(found[0].time.lo, reached);
    EXPECT_LT(found[0].time.lo, 1.0);
    EXPECT_NEAR(found[0].point[2], 0.0, 1e-3);  // where the two are nearest
    reached = found[0].time.lo;
  }
  EXPECT_GT(reached, 0.0);
}

TEST(World, WhatSpinsOnAPlateTakesFewTests) {
  WorldSettings settings;
  settings.budget = 4;
  World world(settings);
  world.add(shape(Box{{10.0, 10.0, 1.0}}), at(0.0, 0.0, -0.5));
  const Pose X = at(-1.0, 0.0, 0.5 + 1.5e-6);
  const int top = world.add(shape(Box{{1.0, 1.0, 1.0}}), X);
  const InBetweenMotion spin(X, Vector3(1.0, 0.0, 0.5 + 1.5e-6), Vector3::UnitZ(), 3.0);
  EXPECT_TRUE(world.first_contacts(std::vector<World::Moving>{{top, spin, {}}}).empty());
}

TEST(World, FirstContactsFollowWhatIsAddedAndRemoved) {
  World world;
  const BodyShapePointer cube = box(1.0);
  const auto falls = [&](int body) {
    const Pose& X = world.pose(body);
    return World::Moving{body, LinearMotion(X.rotation, X.translation, X.translation - Vector3(0.0, 0.0, 4.0)), {}};
  };
  const int ground = world.add(cube, at(0.0, 0.0, 0.0)), high = world.add(cube, at(0.0, 0.0, 3.0));
  EXPECT_EQ(world.first_contacts(std::vector{falls(high)}).size(), 1u);
  world.remove(ground);
  EXPECT_TRUE(world.first_contacts(std::vector{falls(high)}).empty());
  EXPECT_EQ(world.add(cube, at(5.0, 0.0, 0.0)), ground);  // the number is used again, elsewhere
  EXPECT_TRUE(world.first_contacts(std::vector{falls(high)}).empty());
  world.move(ground, at(0.5, 0.5, 0.0));
  const std::vector<TimedContact> met = world.first_contacts(std::vector{falls(high)});
  ASSERT_EQ(met.size(), 1u);
  EXPECT_NEAR(met[0].time.hi, 0.5, 1e-6);
  world.activate(ground, high, false);
  EXPECT_TRUE(world.first_contacts(std::vector{falls(high)}).empty());
}

}  // namespace
}  // namespace tocca::world_tests
