// What is proven here: a step whose start is known to be free gets the same answer when what it does not move is left out.
// Oracle: the same step with everything looked at.
#include <gtest/gtest.h>

#include "testing/small_worlds.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/motion_step.hpp"

namespace tocca::start_is_free_tests {
namespace {

TEST(StartIsFree, LeavesOutNothingThatMatters) {
  testing::Draw draw;
  int free = 0, contacts = 0, fewer = 0;
  for (int world = 0; world < testing::cases(6, 60); ++world) {
    Problem problem = testing::draw_clutter(draw, draw.integer(3, 6), draw.integer(12, 24), 1.0);
    problem.robots.push_back(problem.robots[0]);
    problem.robots[0].robot.name = "one";
    problem.robots[1].robot.name = "two";
    problem.robots[1].base.translation = draw.vector(0.6);
    const Checker checker(problem);
    Query all = checker.query(), some = checker.query();
    const int joints = problem.robots[0].robot.tree.coordinate_count();
    std::vector<Configuration> now(2, Configuration::Zero(joints));
    bool known = false;  // that where we are is free
    for (int k = 0; k < 150; ++k) {
      const auto robot = static_cast<std::size_t>(draw.integer(0, 1));
      std::vector<Configuration> next = now;
      const double most = draw.coin() ? 0.6 : 2.5;  // short steps are mostly free, long ones mostly not
      next[robot][draw.integer(0, joints - 1)] += draw.uniform(-most, most);
      if (!known) {
        for (Configuration& q : next) q = Configuration::NullaryExpr(joints, [&] { return draw.uniform(-2, 2); });
        now = next;
      }
      for (Query* query : {&all, &some}) {
        for (const int r : {0, 1})
          query->step().tree(r).move(now[static_cast<std::size_t>(r)], next[static_cast<std::size_t>(r)]);
      }
      if (known) some.step().start_is_free();
      const Answer &expected = all.first_contact(), &answer = some.first_contact();
      ASSERT_EQ(answer.outcome, expected.outcome) << testing::story(draw.seed(), k, world);
      const bool is_free = expected.outcome == Outcome::free;
      if (known) {
        ++(is_free ? free : contacts);
        fewer += answer.statistics.volumes < expected.statistics.volumes;
        if (!is_free) {
          ASSERT_NEAR(answer.time.hi, expected.time.hi, 2e-6);  // two brackets around one time
        }
      }
      if (is_free) now = next;
      known = known || is_free;
    }
  }
  EXPECT_GT(free, 50);
  EXPECT_GT(contacts, 20);
  EXPECT_GT(fewer, 50);
}

TEST(FreeAt, SaysWhatTheListOfContactsSays) {
  testing::Draw draw;
  int free = 0, contacts = 0;
  for (int world = 0; world < testing::cases(8, 80); ++world) {
    Problem problem = testing::draw_clutter(draw, draw.integer(2, 5), draw.integer(10, 24), 1.0);
    problem.clearance.default_m = draw.coin() ? 0.02 : 0.0;
    const Checker checker(problem);
    Query query = checker.query();
    const int joints = problem.robots[0].robot.tree.coordinate_count();
    for (int k = 0; k < 50; ++k) {
      const Configuration q = Configuration::NullaryExpr(joints, [&] { return draw.uniform(-3, 3); });
      query.step().tree(0).move(q, q);
      const bool is_free = query.static_contact().outcome == Outcome::free;
      ASSERT_EQ(query.free_at(), is_free) << testing::story(draw.seed(), k, world);
      ++(is_free ? free : contacts);
    }
  }
  EXPECT_GT(free, 30);
  EXPECT_GT(contacts, 30);
}

}  // namespace
}  // namespace tocca::start_is_free_tests
