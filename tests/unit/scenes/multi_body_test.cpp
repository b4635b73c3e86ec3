// What is proven here: the live simulation starts from the files' bodies and keeps what it promises over many steps.
#include "scenes/multi_body.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include "tocca/core/error.hpp"

namespace tocca::multi_body_tests {
namespace {

PolytopeWorld small_world(int count) {
  PolytopeWorld world;
  world.count = count;
  world.faces = 20;
  return world;
}

TEST(MultiBody, StartsWhereTheFilesSay) {
  const PolytopeWorld world = small_world(40);
  const auto folder = std::filesystem::temp_directory_path() / ("tocca_multi_body_" + std::to_string(getpid()));
  write_polytopes(world, folder);
  const MultiBody bodies(world);
  std::ifstream in(folder / "bodies.csv");
  std::string line;
  std::getline(in, line);
  for (int k = 0; k < bodies.count(); ++k) {
    ASSERT_TRUE(std::getline(in, line));
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream row(line);
    std::string name;
    row >> name;
    EXPECT_EQ(name, bodies.name(k));
    const auto body = static_cast<std::size_t>(k);
    const Vector3 &at = bodies.poses()[body].translation, &v = bodies.flights()[body].velocity,
                  &w = bodies.flights()[body].spin;
    const auto& q = bodies.orientations()[body];
    for (const double expected :
         {at.x(), at.y(), at.z(), q[0], q[1], q[2], q[3], v.x(), v.y(), v.z(), w.x(), w.y(), w.z()}) {
      double read = 0;
      row >> read;
      EXPECT_EQ(read, expected);
    }
  }
  EXPECT_FALSE(std::getline(in, line));
  std::filesystem::remove_all(folder);
}

TEST(MultiBody, StaysUnitInsideAndAsFastOverAHundredThousandSteps) {
  MultiBody bodies(small_world(3));
  std::vector<double> speeds;
  for (const auto& flight : bodies.flights()) speeds.push_back(flight.velocity.cwiseAbs().sum());
  int thrown_back = 0;
  Vector3 before = bodies.flights()[0].velocity;
  for (int step = 0; step < 100'000; ++step) {
    bodies.fly();
    thrown_back += before != bodies.flights()[0].velocity;
    before = bodies.flights()[0].velocity;
  }
  EXPECT_GT(thrown_back, 100);
  for (std::size_t k = 0; k < 3; ++k) {
    const auto& q = bodies.orientations()[k];
    EXPECT_NEAR(std::hypot(std::hypot(q[0], q[1]), std::hypot(q[2], q[3])), 1.0, 1e-15);
    EXPECT_EQ(bodies.flights()[k].velocity.cwiseAbs().sum(), speeds[k]);  // signs change, sizes do not
    const Pose expected = Pose::from_quaternion(bodies.poses()[k].translation, q[0], q[1], q[2], q[3]);
    EXPECT_EQ(bodies.poses()[k].rotation, expected.rotation);
    const auto& mesh = *bodies.meshes()[static_cast<std::size_t>(bodies.mesh_of(static_cast<int>(k)))];
    for (const Vector3& p : mesh.vertices())
      EXPECT_LE((bodies.poses()[k] * p).cwiseAbs().maxCoeff(), bodies.most().x() + 1e-12);
  }
}

TEST(MultiBody, TurnsByItsSpinEachStep) {
  PolytopeWorld world = small_world(5);
  world.spin_degrees = 170;
  MultiBody bodies(world);
  for (int step = 0; step < 7; ++step) {
    const std::vector<Pose> before = bodies.poses();
    bodies.fly();
    for (std::size_t k = 0; k < before.size(); ++k) {
      const Vector3 spin = bodies.flights()[k].spin;
      const Matrix3 expected = rotation_about(spin.normalized(), spin.norm()) * before[k].rotation;
      EXPECT_LT((bodies.poses()[k].rotation - expected).norm(), 1e-12);
    }
  }
}

TEST(MultiBody, PartsOfAStepMakeTheStep) {
  MultiBody whole(small_world(30)), halves(small_world(30));
  const std::vector<double> half(30, 0.5), none(30, 0.0);
  const auto start = halves.poses();
  halves.fly(none);
  for (std::size_t k = 0; k < start.size(); ++k) {
    EXPECT_EQ(halves.poses()[k].translation, start[k].translation);
    EXPECT_LT((halves.poses()[k].rotation - start[k].rotation).norm(), 1e-15);
  }
  for (int step = 0; step < 3; ++step) {
    whole.fly();
    halves.fly(half);
    halves.fly(half);
    for (std::size_t k = 0; k < start.size(); ++k) {
      EXPECT_LT((halves.poses()[k].translation - whole.poses()[k].translation).norm(), 1e-12);
      EXPECT_LT((halves.poses()[k].rotation - whole.poses()[k].rotation).norm(), 1e-12);
    }
  }
}

TEST(MultiBody, ApproachingPairsExchangeVelocitiesAndPartingOnesDoNot) {
  MultiBody bodies(small_world(2));
  const auto before = bodies.flights();
  const Vector3 way = bodies.poses()[1].translation - bodies.poses()[0].translation;
  const bool approaching = (before[0].velocity - before[1].velocity).dot(way) > 0;
  const BodyPair pair{0, 1};
  // One of two calls exchanges: what approaches parts afterwards, what parts is left alone.
  EXPECT_EQ(bodies.collide({&pair, 1}), approaching ? 1 : 0);
  EXPECT_EQ(bodies.flights()[0].velocity, before[approaching ? 1 : 0].velocity);
  EXPECT_EQ(bodies.flights()[1].velocity, before[approaching ? 0 : 1].velocity);
  EXPECT_EQ(bodies.flights()[0].spin, before[0].spin);
  EXPECT_EQ(bodies.collide({&pair, 1}), 0);

  int exchanges = 0, refusals = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    PolytopeWorld world = small_world(2);
    world.seed = seed;
    MultiBody two(world);
    (two.collide({&pair, 1}) == 1 ? exchanges : refusals) += 1;
  }
  EXPECT_GT(exchanges, 3);
  EXPECT_GT(refusals, 3);
}

TEST(MultiBody, BodiesFasterThanTheirBoxStayInIt) {
  PolytopeWorld world = small_world(1);
  world.speed_percent = 1000;
  MultiBody body(world);
  for (int step = 0; step < 100; ++step) {
    body.fly();
    EXPECT_LE(body.poses()[0].translation.cwiseAbs().maxCoeff(), body.most().x());
  }
}

TEST(MultiBody, ParametersOutOfRangeAreInputErrors) {
  const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
  const auto refused = [](auto change) {
    PolytopeWorld world = small_world(2);
    change(world);
    EXPECT_THROW(MultiBody{world}, InputError);
  };
  for (const int count : {0, -1, 100'001}) refused([&](PolytopeWorld& w) { w.count = count; });
  for (const int faces : {2, 5, -4, 2'002}) refused([&](PolytopeWorld& w) { w.faces = faces; });
  for (const double percent : {-1.0, 1001.0, nan, inf}) refused([&](PolytopeWorld& w) { w.speed_percent = percent; });
  for (const double degrees : {-1.0, 180.0, nan, inf}) refused([&](PolytopeWorld& w) { w.spin_degrees = degrees; });
  for (const double percent : {0.0, -1.0, 10.1, nan, inf})
    refused([&](PolytopeWorld& w) { w.density_percent = percent; });
}

}  // namespace
}  // namespace tocca::multi_body_tests
