// What is proven here: entries of moving pairs keep their names from step to step, a list that is filled with a greater level leaves
// out no more, and a search that is taken up again after other pairs were allowed loses no contact, in any strategy. All queries
// of a model share its index over still bodies.
#include "check/strategy/moving_pairs.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "check/strategy/any_search.hpp"
#include "check/strategy/inside.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::moving_pairs_tests {
namespace {

using Status = AnySearch::Status;
using Bodies = std::pair<int, int>;

constexpr double to_the_end = -std::numeric_limits<double>::infinity();
constexpr Strategy strategies[] = {Strategy::tube, Strategy::bisect, Strategy::interval};

SceneObject ball(const std::string& name, double x, double y = 0.0) {
  return {name, {Matrix3::Identity(), {x, y, 0.0}}, {{{}, Sphere{0.1}}}};
}

/// A hand that slides along x from 0 to 4. Posts are still, carts can move; post and cart "near" stand in its way, "aside" is farther away
/// than the hand ever comes.
Problem slider() {
  KinematicTree::JointSpec slide;
  slide.name = "x";
  slide.type = JointType::prismatic;
  slide.axis = Vector3::UnitX();
  slide.parent_link = "rail";
  slide.child_link = "hand";
  Problem problem;
  RobotTask& task = problem.robots.emplace_back();
  task.robot = {"slider", KinematicTree::build({{"rail", {}}, {"hand", {{{}, Sphere{0.1}}}}}, {slide}), {}};
  task.path.waypoints = WaypointMatrix::Zero(2, 1);
  task.path.interpolation = {Interpolation::linear};
  problem.scene.objects = {ball("near post", 1.0), ball("aside post", 0.0, 9.0), ball("near cart", 3.0),
                           ball("aside cart", 2.0, 0.5)};
  for (const int cart : {2, 3}) {
    const Pose& there = problem.scene.objects[static_cast<std::size_t>(cart)].pose;
    problem.moving.push_back({cart, ObjectMotion::linear, {{0.0, there}, {1.0, there}}});
  }
  return problem;
}

struct MovingPairsTest : ::testing::Test {
  const CollisionModel model{slider()};
  const int hand = model.body_of_link(0, 1);
  const int post = model.body_of_object(0), cart = model.body_of_object(2), aside = model.body_of_object(3);
  MotionStep step{model};

  MovingPairsTest() { step.tree(0).move(Configuration::Constant(1, 0.0), Configuration::Constant(1, 4.0)); }

  void allow(const std::vector<Bodies>& pairs) {
    step.allow_none();
    for (const auto& [a, b] : pairs) step.allow(a, b);
  }
  /// The pairs of the step as a question about the default tolerance has them.
  const MovingPairs& filled() {
    asked.set(step, CheckSettings{}.tolerance_m);
    return asked;
  }

  MovingPairs asked{model};
};

std::set<Bodies> bodies(const MovingPairs& pairs) {
  std::set<Bodies> result;
  for (const MovingPair pair : pairs) {
    result.insert({pair.body_a(), pair.against_still() ? -1 : pair.body_b()});
  }
  return result;
}

TEST_F(MovingPairsTest, AKeyNamesTheSameBodiesInEveryStep) {
  MovingPairs all(model), some(model);
  all.set(step);
  allow({{hand, cart}});
  some.set(step);
  ASSERT_LT(some.tasks().size(), all.tasks().size());
  for (const MovingPair pair : some) {
    const MovingPair same = all.find(pair.key());
    ASSERT_TRUE(same);
    EXPECT_EQ(same.key(), pair.key());
    EXPECT_EQ(same.body_a(), pair.body_a());
    EXPECT_EQ(same.body_b(), pair.body_b());
  }
  const MovingPairs::Found left_out = all.find(cart, hand).pair ? all.find(cart, hand) : all.find(hand, cart);
  ASSERT_TRUE(left_out.pair);
  EXPECT_FALSE(some.find(left_out.pair.key()));
}

TEST_F(MovingPairsTest, KeysAscend) {
  MovingPairs pairs(model);
  pairs.set(step);
  std::vector<PairKey> keys;
  for (const MovingPair pair : pairs) keys.push_back(pair.key());
  ASSERT_GT(keys.size(), 2u);
  for (std::size_t i = 1; i < keys.size(); ++i) EXPECT_LT(keys[i - 1], keys[i]);
}

TEST_F(MovingPairsTest, AGreaterLevelLeavesOutNoMore) {
  MovingPairs all(model), narrow(model), wide(model);
  all.set(step);
  narrow.set(step, 1e-6);
  wide.set(step, 1.0);
  for (const Bodies& pair : bodies(narrow)) EXPECT_TRUE(bodies(wide).contains(pair));
  for (const Bodies& pair : bodies(wide)) EXPECT_TRUE(bodies(all).contains(pair));
  EXPECT_LT(narrow.tasks().size(), all.tasks().size());
}

TEST_F(MovingPairsTest, WindowsAreOfTheirOwnList) {
  MovingPairs all(model), some(model);
  all.set(step);
  allow({{hand, post}});
  some.set(step);
  PairWindows windows;
  windows.begin(some);
  for (const MovingPair pair : all) windows.open(pair.key(), 0.25, 0.5);  // keys from elsewhere are looked up
  ASSERT_EQ(&windows.pairs(), &some);
  ASSERT_EQ(windows.tasks().size(), some.tasks().size());
  for (const MovingPair pair : some) {
    const SweepTask& task = windows.tasks()[static_cast<std::size_t>(pair.number())];
    EXPECT_EQ(task.a, pair.task().a);
    EXPECT_EQ(task.from, 0.25);
    EXPECT_EQ(task.to, 0.5);
  }
}

/// What the next question allows instead of the last one.
struct Change {
  std::vector<Bodies> before, after;
  Status now;
};

/// A step is searched, to the end or not, and then again with the same memory after other pairs were allowed.
TEST_F(MovingPairsTest, ASearchThatIsTakenUpAgainLosesNoContact) {
  const Bodies to_post{hand, post}, to_cart{hand, cart}, to_aside{hand, aside};
  const Change changes[] = {
      {{to_post, to_cart}, {to_cart}, Status::contact},            // a still body, of which others were looked at
      {{to_post, to_cart}, {to_post}, Status::contact},            // a pair that has no entry yet
      {{to_post, to_cart}, {}, Status::contact},                   //
      {{to_post, to_cart}, {to_post, to_aside}, Status::contact},  // as many pairs as before, but others
      {{to_post}, {to_post, to_cart}, Status::free},               // a pair whose entry is nobody's concern any more
      {{}, {to_post, to_cart}, Status::free},
      {{to_post, to_cart}, {to_post, to_cart}, Status::free},
  };
  for (const Strategy strategy : strategies) {
    CheckSettings settings;
    settings.strategy = strategy;
    for (const double until : {to_the_end, 0.5, 2.0}) {
      int row = 0;
      for (const Change& change : changes) {
        SCOPED_TRACE(::testing::Message() << static_cast<int>(strategy) << ", until " << until << ", row " << row++);
        AnySearch search(model, settings);
        AnySearch::Memory memory;
        Statistics work;
        allow(change.before);
        search.begin(filled(), memory);
        search.go_on(memory, until, work);
        allow(change.after);
        search.begin(filled(), memory);
        EXPECT_EQ(search.go_on(memory, to_the_end, work), change.now);
      }
    }
  }
}

/// Pairs that were allowed for a while are looked at from the beginning when they no longer are.
TEST_F(MovingPairsTest, WhatWasAllowedForAWhileIsLookedAtAfterwards) {
  for (const Strategy strategy : strategies) {
    for (const Bodies& in_the_way : {Bodies{hand, post}, Bodies{hand, cart}}) {
      SCOPED_TRACE(static_cast<int>(strategy));
      const Bodies other = in_the_way.second == post ? Bodies{hand, cart} : Bodies{hand, post};
      CheckSettings settings;
      settings.strategy = strategy;
      AnySearch search(model, settings);
      AnySearch::Memory memory;
      Statistics work;
      allow({other});
      search.begin(filled(), memory);  // nothing is tested yet
      allow({other, in_the_way});
      search.begin(filled(), memory);
      EXPECT_EQ(search.go_on(memory, to_the_end, work), Status::free);
      allow({other});
      search.begin(filled(), memory);
      EXPECT_EQ(search.go_on(memory, to_the_end, work), Status::contact);
      const TouchingItems& items = search.found().items;
      if (!items.pair) continue;
      EXPECT_EQ(items.pair.body_a() + items.pair.body_b(items.part_b), hand + in_the_way.second);
    }
  }
}

TEST_F(MovingPairsTest, TheIndexOverStillBodiesIsTheModels) {
  const InsideTest one(model), other(model);
  EXPECT_EQ(&one.still(), &model.still_bodies().solids());
  EXPECT_EQ(&other.still(), &model.still_bodies().solids());
}

/// Two closed boxes around the hand's start, still and movable; the index answers every query of the model.
TEST(StillSolids, AreAskedByEveryQueryOfTheModel) {
  Problem problem = slider();
  const auto closed_box = [](double half) {
    std::vector<Vector3> corners;
    for (int i = 0; i < 8; ++i) corners.push_back({i & 1 ? half : -half, i & 2 ? half : -half, i & 4 ? half : -half});
    const std::vector<Triangle> faces = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                         {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return std::make_shared<const TriangleMesh>(corners, faces);
  };
  problem.scene.objects = {{"shell", {}, {{{}, closed_box(8.0)}}}};
  problem.moving.clear();
  const CollisionModel model(problem);
  for (int i = 0; i < 2; ++i) {
    Query query(model, {});
    query.step().tree(0).move(Configuration::Constant(1, 0.0), Configuration::Constant(1, 1.0));
    ASSERT_EQ(query.first_contact().outcome, Outcome::contact);
    EXPECT_EQ(query.first_contact().touches.front().kind, ContactKind::inside);
    EXPECT_EQ(query.any_contact().outcome, Outcome::contact);
    EXPECT_FALSE(query.free_at(0.5));
  }
}

}  // namespace
}  // namespace tocca::moving_pairs_tests
