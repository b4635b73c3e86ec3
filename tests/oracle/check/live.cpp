// Verdicts about a scene that lives, judged by FCL at samples of the motion: no version is trusted because a new checker says the same.
#include <gtest/gtest.h>

#include "testing/judge.hpp"
#include "testing/small_worlds.hpp"
#include "tocca/check/checker.hpp"

namespace tocca {
namespace {

using testing::Draw;

/// A scene that has been pulled about: objects moved, brought and taken away.
void pull_about(Draw& draw, Checker& checker, double size, int changes) {
  for (int k = 0; k < changes; ++k) {
    const Scene scene = checker.problem().scene;
    const int last = static_cast<int>(scene.objects.size()) - 1;
    const SceneObject& one = scene.objects[static_cast<std::size_t>(draw.integer(0, last))];
    Pose pose = draw.pose(size);
    if (draw.coin(0.7)) {
      checker.move(one.name, pose);
    } else if (draw.coin() && last > 3) {
      checker.remove(one.name);
    } else {
      checker.add({one.name + "'" + std::to_string(checker.version()), pose, one.colliders});
    }
  }
}

TEST(Live, VerdictsAboutChangedScenesStandBeforeFcl) {
  Draw draw;
  testing::JudgeLog log;
  const int worlds = testing::cases(60, 2'000);
  for (int k = 0; k < worlds; ++k) {
    const double size = draw.log_uniform(0.5, 2.0);
    const Problem drawn = testing::draw_clutter(draw, draw.integer(2, 4), 12, size);
    Checker checker(drawn);
    pull_about(draw, checker, 0.7 * size, draw.integer(5, 30));
    if (draw.coin(0.2)) checker.compact();
    const Checker now(checker);  // as it is, compact or not
    const Problem problem = now.problem();
    testing::JudgedWorld world(problem);
    const KinematicTree& tree = problem.robots[0].robot.tree;
    Configuration from = Configuration::Zero(tree.coordinate_count());
    for (int step = 0; step < 4; ++step) {
      SCOPED_TRACE(testing::story(draw.seed(), k, step));
      const Configuration to = testing::draw_step(draw, tree, from, draw.log_uniform(1.0, 60.0));
      EXPECT_EQ(testing::judge(world, {{from}, {to}}, now.check(from, to), {.step_m = 2e-3}, log), "");
      from = to;
    }
  }
  EXPECT_EQ(log.wrong, 0);
  EXPECT_EQ(log.undecided, 0);
  EXPECT_GT(log.free, worlds / 4);
  EXPECT_GT(log.contacts, worlds / 4);
}

}  // namespace
}  // namespace tocca
