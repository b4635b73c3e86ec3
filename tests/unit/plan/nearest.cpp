// What is shown here: the nearest configurations are those that a plain search by PlanSpace::length finds, in every order of adding.
#include "plan/nearest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "testing/small_worlds.hpp"
#include "worlds.hpp"

namespace tocca::nearest_tests {
namespace {

using Neighbour = NearestNeighbours::Neighbour;

/// An arm of `joints` joints of all kinds but floating ones.
Problem arm(int joints) {
  std::vector<testing::Arm> arms;
  for (int k = 0; k < joints; ++k) {
    const JointType type = k % 3 == 2 ? JointType::prismatic : JointType::continuous;
    arms.push_back({type, testing::at(0.1, 0, 0.3), Vector3::UnitZ(), {{Pose{}, Sphere{0.05}}}});
  }
  return testing::problem_of(testing::chain(arms), {});
}

Configuration draw(const PlanSpace& space, SeededRandom& random) {
  Configuration q = Configuration::Zero(space.size());
  for (const PlanSpace::Degree& degree : space.degrees()) {
    if (degree.kind == PlanSpace::DegreeKind::orientation) {
      for (int k = 0; k < 4; ++k) q[degree.coordinate + k] = random.between(-1, 1);
    } else {
      q[degree.coordinate] = random.between(degree.lower, degree.upper);
    }
  }
  return q;
}

TEST(NearestNeighbours, AreThoseOfAPlainSearch) {
  SeededRandom random(1);
  for (const int joints : {1, 2, 7, 13}) {
    const CollisionModel model(arm(joints));
    const PlanSpace space(model, {});
    NearestNeighbours neighbours(space);
    std::vector<Configuration> known;
    for (int count = 0; count < 300; ++count) {
      known.push_back(draw(space, random));
      ASSERT_EQ(neighbours.add(known.back()), count);
      const Configuration asked = draw(space, random);
      std::vector<double> lengths;
      for (const Configuration& q : known) lengths.push_back(space.length(q, asked));
      std::array<Neighbour, 10> found;
      const int several = neighbours.nearest(asked, found);
      ASSERT_EQ(several, std::min(count + 1, 10));
      for (int k = 0; k < several; ++k) {
        EXPECT_NEAR(found[static_cast<std::size_t>(k)].length,
                    lengths[static_cast<std::size_t>(found[static_cast<std::size_t>(k)].index)], 1e-5);
      }
      std::sort(lengths.begin(), lengths.end());
      for (int k = 0; k < several; ++k) {
        EXPECT_NEAR(found[static_cast<std::size_t>(k)].length, lengths[static_cast<std::size_t>(k)], 1e-5);
      }
      EXPECT_EQ(neighbours.nearest(asked).index, found[0].index);
      EXPECT_EQ(neighbours.nearest(asked).length, found[0].length);
    }
  }
}

TEST(NearestNeighbours, OfEqualOnesTheFirstComesFirst) {
  const CollisionModel model(testing::problem_of(testing::gantry(), {}));
  NearestNeighbours neighbours(PlanSpace(model, {}), 100);
  for (int k = 0; k < 30; ++k) neighbours.add(testing::numbers({0.5, k < 10 ? 1.0 : 0.25}));
  EXPECT_EQ(neighbours.nearest(testing::numbers({0.5, 0.25})).index, 10);
  std::array<Neighbour, 4> found;
  ASSERT_EQ(neighbours.nearest(testing::numbers({0.5, 0.25}), found), 4);
  for (int k = 0; k < 4; ++k) EXPECT_EQ(found[static_cast<std::size_t>(k)].index, 10 + k);
}

TEST(NearestNeighbours, EqualOnesAndSortedOnesFillTheTreeToo) {
  const CollisionModel model(testing::problem_of(testing::gantry(), {}));
  const PlanSpace space(model, {});
  NearestNeighbours same(space), sorted(space), mixed(space);
  for (int k = 0; k < 2000; ++k) {
    same.add(testing::numbers({1.0, 1.0}));
    sorted.add(testing::numbers({1e-3 * k, 0.0}));
    mixed.add(testing::numbers({k % 7 == 0 ? 1.0 : 0.0, 0.0}));  // more than half of each leaf at one place
  }
  EXPECT_EQ(same.nearest(testing::numbers({0.0, 0.0})).index, 0);
  for (int k = 0; k < 2000; k += 37) EXPECT_EQ(sorted.nearest(testing::numbers({1e-3 * k, 0.5})).index, k);
  EXPECT_EQ(mixed.nearest(testing::numbers({0.9, 0.0})).index, 0);
  std::array<Neighbour, 5> found;
  ASSERT_EQ(mixed.nearest(testing::numbers({0.9, 0.0}), found), 5);
  for (int k = 0; k < 5; ++k) EXPECT_EQ(found[static_cast<std::size_t>(k)].index, 7 * k);
}

TEST(NearestNeighbours, NothingWraps) {
  const CollisionModel model(arm(1));
  const PlanSpace space(model, {});
  NearestNeighbours neighbours(space);
  neighbours.add(testing::numbers({std::numbers::pi}));
  neighbours.add(testing::numbers({0.5}));
  EXPECT_EQ(neighbours.nearest(testing::numbers({-std::numbers::pi})).index, 1);
}

TEST(NearestNeighbours, OrientationsAreTheSameWithEitherSign) {
  const Collider plate{Pose{}, Box{Vector3(1, 1, 0.1)}};
  const CollisionModel model(
      testing::problem_of(testing::chain({{JointType::floating, {}, Vector3::UnitZ(), {plate}}}), {}));
  const PlanSpace space(model, {});
  SeededRandom random(3);
  NearestNeighbours neighbours(space);
  std::vector<Configuration> known;
  for (int k = 0; k < 50; ++k) neighbours.add(known.emplace_back(draw(space, random)));
  for (int k = 0; k < 50; ++k) {
    Configuration turned = known[static_cast<std::size_t>(k)];
    turned.tail<4>() *= -3.0;  // the same rotation
    const Neighbour found = neighbours.nearest(turned);
    EXPECT_EQ(found.index, k);
    EXPECT_NEAR(found.length, 0.0, 1e-2);
    // Never above the length of the space, and at least nine tenths of it.
    const Configuration other = draw(space, random);
    const Neighbour nearest = neighbours.nearest(other);
    const double length = space.length(known[static_cast<std::size_t>(nearest.index)], other);
    EXPECT_LE(nearest.length, length + 1e-3);
    EXPECT_GE(nearest.length, 0.9 * length - 1e-3);
  }
}

TEST(NearestNeighbours, OfNoneThereIsNone) {
  const CollisionModel model(arm(2));
  NearestNeighbours neighbours(PlanSpace(model, {}));
  EXPECT_EQ(neighbours.nearest(testing::numbers({0, 0})).index, -1);
  std::array<Neighbour, 4> found;
  EXPECT_EQ(neighbours.nearest(testing::numbers({0, 0}), found), 0);
  neighbours.add(testing::numbers({0, 0}));
  EXPECT_EQ(neighbours.nearest(testing::numbers({1e300, 0})).index, 0);  // beyond floats: still the only one
  neighbours.clear();
  EXPECT_EQ(neighbours.size(), 0);
  EXPECT_EQ(neighbours.nearest(testing::numbers({0, 0})).index, -1);
}

}  // namespace
}  // namespace tocca::nearest_tests
