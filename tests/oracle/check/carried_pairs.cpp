// What one step of a path leaves out since an earlier one has shown it to be far: judged by kinematics and distances of the tests' own (FCL,
// long double) at samples; and whole paths against their segments one by one.
#include "check/strategy/carried_pairs.hpp"

#include <gtest/gtest.h>

#include "testing/judge.hpp"
#include "testing/plain_kinematics.hpp"
#include "testing/small_worlds.hpp"
#include "tocca/check/path_checker.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca::carried_pairs_tests {
namespace {

constexpr double tolerance_m = 1e-6;

/// An arm that turns and slides, among boxes and thin things.
Problem draw_world(testing::Draw& draw) {
  std::vector<testing::Arm> arms;
  const int joints = draw.integer(2, 6);
  const double reach = 0.6 / joints;
  for (int k = 0; k < joints; ++k) {
    const double thick = reach * draw.log_uniform(0.01, 0.3);
    const Vector3 size(0.8 * reach, thick, thick);
    const Collider body{testing::at(0.55 * reach, 0, 0),
                        draw.coin() ? Geometry(Box{size}) : Geometry(testing::box_mesh(size))};
    arms.push_back({draw.coin(0.2) ? JointType::prismatic : JointType::continuous,
                    k == 0 ? Pose{} : testing::at(reach, 0, 0),
                    draw.direction(),
                    {body}});
  }
  Problem problem = testing::problem_of(testing::chain(arms), {});
  problem.clearance.default_m = draw.coin() ? 0.0 : draw.log_uniform(1e-4, 1e-2);
  testing::add_thin_things(draw, problem.scene, draw.integer(3, 12), Vector3::Zero(), 0.5);
  for (int i = draw.integer(4, 14); i > 0; --i) {
    const Vector3 size = Vector3::Constant(0.02) + draw.vector(0.1).cwiseAbs();
    problem.scene.objects.push_back(
        testing::object("box " + std::to_string(i), draw.pose(0.45),
                        draw.coin() ? Geometry(Box{size}) : Geometry(testing::box_mesh(size))));
  }
  return problem;
}

/// A walk of short straight pieces that keeps its direction for a while, from somewhere free if that is easily found.
WaypointMatrix draw_walk(testing::Draw& draw, const Checker& checker, int rows) {
  const KinematicTree& tree = checker.model().robots()[0].tree;
  const Configuration zero = tree.zero_configuration();
  WaypointMatrix walk(rows, zero.size());
  Configuration q = testing::draw_step(draw, tree, zero, 180.0), pace = zero;
  for (int k = 0; k < 50 && checker.check(q).outcome != Outcome::free; ++k)
    q = testing::draw_step(draw, tree, zero, 180.0);
  const double degrees = draw.log_uniform(0.02, 1.0);
  for (int row = 0; row < rows; ++row) {
    walk.row(row) = q;
    if (row % 16 == 0) pace = testing::draw_step(draw, tree, zero, degrees);
    q += pace;
  }
  return walk;
}

TEST(CarriedPairs, AreApartAtAllTimesOfTheStepsThatLeaveThemOut) {
  testing::Draw draw;
  const int count = testing::cases(60, 4'000);
  int judged = 0, near = 0, steps = 0, untouched = 0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const Problem problem = draw_world(draw);
    const KinematicTree& tree = problem.robots[0].robot.tree;
    const Checker checker(problem);
    const CollisionModel& model = checker.model();
    const WaypointMatrix walk = draw_walk(draw, checker, 60);
    CarriedPairs carried(model, tolerance_m);
    carried.begin(static_cast<int>(walk.rows()) - 1);
    MotionStep step(model);
    testing::JudgedWorld world(problem);
    Statistics statistics;
    for (int row = 0; row + 1 < walk.rows(); ++row) {
      const Configuration from = walk.row(row), to = walk.row(row + 1);
      step.tree(0).move(from, to);
      carried.set(step, statistics);
      ++steps;
      const std::span<const char> far = carried.far();
      untouched += std::all_of(far.begin(), far.end(), [](char known) { return known != 0; }) ? 1 : 0;
      const auto judge = [&](int a, int b, double clearance_m) {
        world.place(0, testing::between(tree, from, to, draw.uniform(0.0, 1.0)));
        const testing::JudgedWorld::Names names(model.name(a), model.name(b));
        const testing::DistanceBounds distance = world.plain(names);
        ASSERT_GT(distance.upper, clearance_m + tolerance_m) << names.first << " and " << names.second << ", " << row;
        ASSERT_FALSE(world.inside(names)) << names.first << " and " << names.second << ", " << row;
        ++judged;
        near += distance.upper < clearance_m + 0.02 ? 1 : 0;
      };
      const std::size_t movable = model.movable().size();
      for (std::size_t key = 0; key < far.size(); ++key) {
        if (far[key] == 0 || !draw.coin(0.3)) continue;
        if (key >= movable) {
          const CollisionModel::Pair& pair = model.pairs()[key - movable];
          ASSERT_NO_FATAL_FAILURE(judge(pair.a, pair.b, pair.clearance_m));
        } else if (!model.still().empty()) {
          const int still =
              model.still()[static_cast<std::size_t>(draw.integer(0, static_cast<int>(model.still().size()) - 1))];
          const auto clearance = model.clearance(model.movable()[key], still);
          if (clearance) {
            ASSERT_NO_FATAL_FAILURE(judge(model.movable()[key], still, *clearance));
          }
        }
      }
      carried.told(checker.check(from, to).outcome == Outcome::free);
    }
  }
  EXPECT_GT(judged, 10 * count);
  EXPECT_GT(near, count / 2);
  EXPECT_GT(untouched, steps / 20);
}

class Collector final : public PathListener {
 public:
  void segment(const SegmentVerdict& verdict) override { verdicts.push_back(verdict); }
  std::vector<SegmentVerdict> verdicts;
};

TEST(CarriedPairs, PathsHaveTheVerdictsOfTheirSegments) {
  testing::Draw draw;
  const int count = testing::cases(60, 2'000);
  int contacts = 0, free = 0, saved = 0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const Problem problem = draw_world(draw);
    const Checker checker(problem);
    const WaypointMatrix walk = draw_walk(draw, checker, 300);
    const ConfigurationSteps steps(checker.model(), walk);
    for (const PathSearch search : {PathSearch::every, PathSearch::any_of_each}) {
      Collector shared, on_two;
      for (Collector* collector : {&shared, &on_two}) {
        const ThreadLimit limit(collector == &shared ? 1 : 2);
        SequenceSource source(steps);
        PathChecker(checker).run(source, search, *collector);
      }
      ASSERT_EQ(shared.verdicts.size(), static_cast<std::size_t>(steps.segment_count()));
      ASSERT_EQ(on_two.verdicts.size(), shared.verdicts.size());
      for (int i = 0; i < steps.segment_count(); ++i) {
        const SegmentVerdict &own = shared.verdicts[static_cast<std::size_t>(i)],
                             &other = on_two.verdicts[static_cast<std::size_t>(i)];
        const SegmentVerdict alone = checker.check(steps, i, search == PathSearch::every ? Find::first : Find::any);
        ASSERT_EQ(own.outcome, alone.outcome) << i;
        ASSERT_EQ(own.time, alone.time) << i;
        ASSERT_EQ(own.pairs, alone.pairs) << i;
        ASSERT_EQ(own.time, other.time) << i;
        ASSERT_EQ(own.statistics.volumes, other.statistics.volumes) << i;
        ASSERT_EQ(own.statistics.static_tests, other.statistics.static_tests) << i;
        contacts += own.outcome == Outcome::contact ? 1 : 0;
        free += own.outcome == Outcome::free ? 1 : 0;
        saved += own.outcome == Outcome::free && own.statistics.volumes < alone.statistics.volumes ? 1 : 0;
      }
    }
  }
  EXPECT_GT(contacts, count);
  EXPECT_GT(free, 20 * count);
  EXPECT_GT(saved, count);
}

}  // namespace
}  // namespace tocca::carried_pairs_tests
