// What is proven here: the paper's pipeline, with any of its stages left out, says what the other strategy says on random
// worlds; and it ends, with the right answer, on motions that slide, rest, graze or do not move at all.
#include <gtest/gtest.h>

#include "testing/draw.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::interval_strategy_tests {
namespace {

using testing::Draw;

Geometry draw_geometry(Draw& draw, double size) {
  switch (draw.integer(0, 6)) {
    case 0:
      return Sphere{0.5 * size};
    case 1:
      return Capsule{0.2 * size, size};
    case 2:
      return Box{Vector3(size, 0.1 * size, 0.5 * size)};
    case 3:
      return Cylinder{0.3 * size, size};
    case 4:
      return Cone{0.4 * size, size};
    default: {
      std::vector<Vector3> points;
      std::vector<Triangle> triangles;
      for (Index i = 0; i < 12; ++i) points.push_back(draw.vector(0.5 * size));
      for (Index i = 0; i + 2 < 12; ++i) triangles.push_back({i, i + 1, i + 2});
      return std::make_shared<const TriangleMesh>(points, triangles);
    }
  }
}

RobotTask draw_robot(Draw& draw, int joints) {
  std::vector<Link> links{{"0", {}}};
  std::vector<KinematicTree::JointSpec> specs;
  for (int i = 1; i <= joints; ++i) {
    links.push_back({std::to_string(i), {{draw.pose(0.02), draw_geometry(draw, 0.12)}}});
    KinematicTree::JointSpec spec;
    spec.name = "j" + std::to_string(i);
    spec.type = draw.coin(0.8) ? JointType::revolute : JointType::prismatic;
    spec.parent_link = std::to_string(draw.coin(0.2) ? draw.integer(0, i - 1) : i - 1);
    spec.child_link = std::to_string(i);
    spec.origin = draw.pose(0.0);
    spec.origin.translation = 0.3 * draw.direction();
    spec.axis = draw.direction();
    specs.push_back(spec);
  }
  RobotTask task;
  task.robot = {"robot", KinematicTree::build(std::move(links), std::move(specs)), {}};
  task.path.waypoints = WaypointMatrix::Zero(1, joints);
  return task;
}

struct World {
  Problem problem;
  std::unique_ptr<CollisionModel> model;

  void build(double self_clearance_m = 0.0) {
    model = std::make_unique<CollisionModel>(problem, PairSettings{true, self_clearance_m});
  }
};

CheckSettings settings(bool dynamic_bvh, bool swept_volume) {
  CheckSettings result;
  result.strategy = Strategy::interval;
  result.stages.dynamic_bvh = dynamic_bvh;
  result.stages.swept_volume = swept_volume;
  return result;
}

TEST(IntervalStrategy, AgreesWithTheOtherOneWhateverStagesAreLeftOut) {
  Draw draw;
  int contacts = 0, frees = 0, initial = 0, moments = 0;
  const int worlds = testing::cases(60, 3'000);
  for (int k = 0; k < worlds; ++k) {
    World world;
    const int joints = draw.integer(2, 5);
    world.problem.robots.push_back(draw_robot(draw, joints));
    for (int i = draw.integer(4, 12); i > 0; --i) {
      world.problem.scene.objects.push_back(
          {"object" + std::to_string(i), draw.pose(0.8), {{{}, draw_geometry(draw, 0.3)}}});
    }
    world.problem.clearance.default_m = draw.coin() ? 0.0 : draw.log_uniform(1e-4, 0.05);
    world.build(draw.coin() ? 0.0 : 0.01);
    const CheckSettings tube;
    Query truth(*world.model, tube);
    Query queries[] = {Query(*world.model, settings(true, true)), Query(*world.model, settings(true, false)),
                       Query(*world.model, settings(false, true)), Query(*world.model, settings(false, false))};
    for (int step = 0; step < 20; ++step) {
      SCOPED_TRACE(testing::story(draw.seed(), k, step));
      Configuration from(joints), to(joints);
      const double size = draw.log_uniform(0.1, 2.0);
      for (int i = 0; i < joints; ++i) {
        from[i] = draw.uniform(-3.0, 3.0);
        to[i] = from[i] + size * draw.uniform(-1.0, 1.0);
      }
      truth.step().tree(0).move(from, to);
      const Answer expected = truth.first_contact();
      contacts += expected.outcome == Outcome::contact && !expected.initial ? 1 : 0;
      initial += expected.initial ? 1 : 0;
      frees += expected.outcome == Outcome::free ? 1 : 0;
      for (Query& query : queries) {
        query.step().tree(0).move(from, to);
        const Answer& answer = query.first_contact();
        ASSERT_EQ(answer.outcome, expected.outcome);
        ASSERT_TRUE(answer.proven);
        ASSERT_EQ(answer.initial, expected.initial);
        if (answer.outcome != Outcome::contact) continue;
        ASSERT_LE(answer.time.hi - answer.time.lo, 1e-6);
        ASSERT_FALSE(answer.touches.empty());
        // Brackets may lie as far apart as the gap takes to pass the tolerance: mostly they meet.
        moments +=
            std::max(answer.time.lo, expected.time.lo) <= std::min(answer.time.hi, expected.time.hi) + 1e-4 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(contacts, worlds / 4);
  EXPECT_GT(initial, worlds / 2);
  EXPECT_GT(frees, worlds / 2);
  EXPECT_GT(moments, 3 * (contacts + initial));  // of four times as many
}

/// A block on a slide along x, `gap` above a plate, its face parallel to the plate.
struct Slider {
  World world;
  Slider(double gap, const Geometry& block, double half_height) {
    KinematicTree::JointSpec spec;
    spec.name = "slide";
    spec.type = JointType::prismatic;
    spec.parent_link = "base";
    spec.child_link = "block";
    spec.axis = Vector3::UnitX();
    RobotTask task;
    task.robot = {"robot", KinematicTree::build({{"base", {}}, {"block", {{{}, block}}}}, {spec}), {}};
    task.path.waypoints = WaypointMatrix::Zero(1, 1);
    world.problem.robots.push_back(task);
    const std::vector<Vector3> corners{{-2, -1, 0}, {2, -1, 0}, {2, 1, 0}, {-2, 1, 0}};
    const auto plate = std::make_shared<const TriangleMesh>(corners, std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}});
    const Pose below{Matrix3::Identity(), Vector3(0.0, 0.0, -half_height - gap)};
    world.problem.scene.objects.push_back({"plate", below, {{{}, plate}}});
  }
  Answer answer(double from, double to, CheckSettings check = settings(true, true)) {
    world.build();
    Query query(*world.model, check);
    query.step().tree(0).move(Configuration::Constant(1, from), Configuration::Constant(1, to));
    return query.first_contact();
  }
};

TEST(IntervalStrategy, SlidingAndRestingEnd) {
  const std::vector<Vector3> corners{{-0.1, -0.1, -0.25}, {0.1, -0.1, -0.25}, {0.1, 0.1, -0.25}, {0.0, 0.0, 0.25}};
  const auto mesh =
      std::make_shared<const TriangleMesh>(corners, std::vector<Triangle>{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}});
  const Geometry blocks[] = {Box{Vector3(0.2, 0.2, 0.5)}, mesh, Cylinder{0.1, 0.5}, Sphere{0.25}};
  for (const Geometry& block : blocks) {
    for (const auto& [from, to] : {std::pair(-1.0, 1.0), std::pair(0.3, 0.3)}) {
      for (const double gap : {-1e-3, 0.0, 1e-9, 2e-6, 1e-5, 1e-3}) {
        SCOPED_TRACE(testing::story(0, 0, kind_name(block), from, to, gap));
        const Answer answer = Slider(gap, block, 0.25).answer(from, to);
        EXPECT_EQ(answer.outcome, gap < 1e-6 ? Outcome::contact : Outcome::free);
        EXPECT_EQ(answer.initial, gap < 1e-6);
        EXPECT_LT(answer.statistics.triangle_pairs, 20'000u);
      }
    }
  }
}

TEST(IntervalStrategy, GivesUpWithTheBudgetAndSaysUpToWhen) {
  Slider slider(2e-6, Box{Vector3(0.2, 0.2, 0.5)}, 0.25);
  CheckSettings check = settings(true, true);
  check.budget = 5;
  const Answer answer = slider.answer(-1.0, 1.0, check);
  EXPECT_EQ(answer.outcome, Outcome::undecided);
  EXPECT_LT(answer.free_until, 1.0);
  check.budget = 1'000'000;
  EXPECT_EQ(slider.answer(-1.0, 1.0, check).outcome, Outcome::free);
}

TEST(IntervalStrategy, AClearanceEndsTheMotionEarlier) {
  // The block runs into a wall's edge at x = 2: contact with the plate's level aside, by clearance alone.
  Slider slider(0.05, Box{Vector3(0.2, 0.2, 0.5)}, 0.25);
  slider.world.problem.clearance.default_m = 0.05 + 2e-6;
  EXPECT_TRUE(slider.answer(-1.0, 1.0).initial);
  slider.world.problem.clearance.default_m = 0.04;
  EXPECT_EQ(slider.answer(-1.0, 1.0).outcome, Outcome::free);
  // From beside the plate (its edge at x = -2) onto it: at the clearance 0.1 first, sqrt(0.1^2 - 0.05^2) before the edge.
  slider.world.problem.clearance.default_m = 0.1;
  const Answer answer = slider.answer(-3.0, -1.0);
  ASSERT_EQ(answer.outcome, Outcome::contact);
  const double expected = (3.0 - 2.1 - std::sqrt(0.1 * 0.1 - 0.05 * 0.05)) / 2.0;
  EXPECT_LE(answer.time.lo, expected + 1e-9);
  EXPECT_NEAR(answer.time.hi, expected, 2e-6);
}

}  // namespace
}  // namespace tocca::interval_strategy_tests
