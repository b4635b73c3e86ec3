// What eight states at a time leave out: pairs during windows of a step, and instants that are called free. Judged by kinematics and distances of
// the tests' own (FCL, long double) at samples.
#include "check/strategy/state_lanes.hpp"

#include <gtest/gtest.h>

#include "check/strategy/moving_pairs.hpp"
#include "testing/judge.hpp"
#include "testing/plain_kinematics.hpp"
#include "testing/small_worlds.hpp"
#include "tocca/check/checker.hpp"

namespace tocca::state_lanes_tests {
namespace {

constexpr double tolerance_m = 1e-6;

/// A clutter in which some obstacles are solids and some meshes, and two configurations of its arm.
struct Case {
  explicit Case(testing::Draw& draw)
      : problem(testing::draw_clutter(draw, draw.integer(2, 6), draw.integer(6, 20), 1.0)) {
    for (int i = draw.integer(0, 5); i > 0; --i) {
      const Vector3 size = Vector3(0.05, 0.05, 0.05) + draw.vector(0.5).cwiseAbs() * 0.4;
      const Geometry solid = draw.coin() ? Geometry(Box{size}) : Geometry(Cylinder{0.5 * size[0], size[2]});
      problem.scene.objects.push_back(testing::object("solid " + std::to_string(i), draw.pose(0.8), solid));
    }
    const KinematicTree& tree = problem.robots[0].robot.tree;
    from = testing::draw_step(draw, tree, tree.zero_configuration(), 180.0);
    to = testing::draw_step(draw, tree, from, draw.log_uniform(1.0, 60.0));
  }
  Configuration at(double t) const { return testing::between(problem.robots[0].robot.tree, from, to, t); }

  Problem problem;
  Configuration from, to;
};

TEST(StateLanes, PairsAreApartDuringTheWindowsThatTheyClose) {
  testing::Draw draw;
  const int count = testing::cases(60, 4'000);
  int closed = 0, near = 0, open = 0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const Case own(draw);
    const CollisionModel model(own.problem);
    MotionStep step(model);
    step.tree(0).move(own.from, own.to);
    MovingPairs pairs(model);
    pairs.set(step, tolerance_m);
    testing::JudgedWorld world(own.problem);
    const auto judge = [&](int a, int b, const MovingPair& pair) {
      const testing::JudgedWorld::Names names(model.name(a), model.name(b));
      const unsigned windows = pair ? pair.open().surfaces : 0u;
      for (int window = 0; window < state_count; ++window) {
        if (((windows >> window) & 1u) != 0) {
          ++open;
          continue;
        }
        const double t = (window + draw.uniform(0.0, 1.0)) / state_count;
        world.place(0, own.at(t));
        const testing::DistanceBounds distance = world.plain(names);
        ASSERT_GT(distance.upper, tolerance_m) << names.first << " and " << names.second << " at " << t;
        ++closed;
        near += distance.upper < 0.1 ? 1 : 0;
      }
    };
    for (int rank = 0; rank < static_cast<int>(model.movable().size()); ++rank) {
      const int body = model.movable()[static_cast<std::size_t>(rank)];
      for (const int still : model.still()) {
        if (model.clearance(body, still)) judge(body, still, pairs.against_still(rank));
      }
    }
    for (const CollisionModel::Pair& pair : model.pairs())
      judge(pair.a, pair.b,
            pairs.find(pair.a, pair.b).pair ? pairs.find(pair.a, pair.b).pair : pairs.find(pair.b, pair.a).pair);
    if (const TouchingItems& seen = pairs.seen(); seen.pair) {
      world.place(0, own.at(seen.time));
      const testing::JudgedWorld::Names names(model.name(seen.pair.body_a()),
                                              model.name(seen.pair.body_b(seen.part_b)));
      ASSERT_LE(world.plain(names).lower, tolerance_m) << names.first << " and " << names.second;
    }
  }
  EXPECT_GT(closed, 40 * count);
  EXPECT_GT(near, count);
  EXPECT_GT(open, count);
}

TEST(StateLanes, InstantsAreFreeOrNotAsTheJudgeSays) {
  testing::Draw draw;
  const int count = testing::cases(80, 4'000);
  int free = 0, not_free = 0, same = 0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const Case own(draw);
    const Checker checker(own.problem);
    Query query = checker.query();
    query.step().tree(0).move(own.from, own.to);
    const double first = draw.uniform(0.0, 0.1), spacing = draw.uniform(0.0, 0.128);
    const unsigned found = query.free_at(first, spacing);
    testing::JudgedWorld world(own.problem);
    for (int state = 0; state < Query::instants_at_once; ++state) {
      const double t = first + state * spacing;
      const bool said = ((found >> state) & 1u) != 0;
      world.place(0, own.at(t));
      const bool overlaps = world.overlap() || world.inside();
      ASSERT_FALSE(said && overlaps) << t;
      (said ? free : not_free) += 1;
      same += said != overlaps ? 1 : 0;
      ASSERT_EQ(said, query.free_at(t)) << t;
    }
  }
  EXPECT_GT(free, count);
  EXPECT_GT(not_free, count / 2);
  EXPECT_GT(same, 95 * (free + not_free) / 100);  // others are within the tolerance, or FCL's
}

}  // namespace
}  // namespace tocca::state_lanes_tests
