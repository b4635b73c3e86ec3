// What is proven here: clouds of points and boxes touch exactly where one sphere or box for each grain does: no contact is missed and none is
// invented, for still clouds, clouds that robots carry and are made of, near and far from the origin, of one grain and of many, by every
// strategy; and verdicts are those of the same scene made of primitives. Oracle: FCL at samples of the motion (testing/judge.hpp), which knows
// the primitives alone.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "testing/campaign.hpp"
#include "testing/cloud_problem.hpp"
#include "testing/draw.hpp"
#include "testing/judge.hpp"
#include "testing/scene_problem.hpp"
#include "testing/small_worlds.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/motion_step.hpp"

namespace tocca::testing::clouds_tests {
namespace {

using nlohmann::json;

CheckSettings settings_of(Strategy strategy) {
  CheckSettings settings;
  settings.strategy = strategy;
  return settings;
}

/// A checker of a problem with clouds, one of the same problem grain by grain, and the judge, who knows the latter.
class CloudTrial {
 public:
  CloudTrial(const Problem& problem, Strategy strategy, double step_m)
      : plain_(grain_by_grain(problem)),
        with_cloud_(problem, settings_of(strategy)),
        with_primitives_(plain_, settings_of(strategy)),
        query_(with_cloud_.query()),
        plain_query_(with_primitives_.query()),
        world_(plain_) {
    judge_.step_m = step_m;
    judge_.clearance_m = problem.clearance.default_m;
  }

  void ask(const Configuration& from, const Configuration& to, const std::string& story) {
    SCOPED_TRACE(story);
    query_.step().tree(0).move(from, to);
    plain_query_.step().tree(0).move(from, to);
    const SegmentVerdict own = with_cloud_.named(query_.first_contact(), query_.step());
    const SegmentVerdict other = with_primitives_.named(plain_query_.first_contact(), plain_query_.step());
    EXPECT_EQ(judge(world_, {{from}, {to}}, own, judge_, log_), "");
    // Both are right; where a motion just misses by less than the tolerance they may differ.
    differ_ += own.outcome != other.outcome;
    if (own.outcome == Outcome::contact && other.outcome == Outcome::contact) {
      // Where the two are near for a while, each may name another moment within the tolerance.
      const bool overlap = own.time.lo <= other.time.hi + 1e-3 && other.time.lo <= own.time.hi + 1e-3;
      apart_ += !overlap;
      same_ += own.time.lo == other.time.lo && own.time.hi == other.time.hi;
    }
    const Answer any = query_.any_contact();
    if (own.outcome == Outcome::free) {
      EXPECT_EQ(any.outcome, Outcome::free);
    }
    any_differ_ += any.outcome != own.outcome;
    const bool end_free = query_.free_at(1.0);
    if (own.outcome == Outcome::free) {
      EXPECT_TRUE(end_free);
    }
    world_.place(0, to);
    if (end_free) {
      EXPECT_FALSE(world_.overlap()) << "free_at";
    }
  }

  const JudgeLog& log() const { return log_; }
  int differ() const { return differ_; }
  int apart() const { return apart_; }
  int same() const { return same_; }

 private:
  Problem plain_;
  Checker with_cloud_, with_primitives_;
  Query query_, plain_query_;
  JudgedWorld world_;
  JudgeSettings judge_;
  JudgeLog log_;
  int differ_ = 0, apart_ = 0, same_ = 0, any_differ_ = 0;
};

std::vector<Vector3> draw_points(Draw& draw, int count, double size) {
  std::vector<Vector3> points;
  const bool flat = draw.coin(0.3);
  for (int i = 0; i < count; ++i) {
    Vector3 p = draw.vector(size);
    if (flat) p.z() = 0.0;
    points.push_back(p);
    if (draw.coin(0.05)) points.push_back(p);
  }
  return points;
}

CloudPointer draw_cloud(Draw& draw, int count, double size) {
  std::vector<Vector3> points = draw_points(draw, count, size);
  const double spacing = size / std::cbrt(count);
  if (draw.coin()) return std::make_shared<const Cloud>(std::move(points), spacing * draw.log_uniform(1e-2, 0.5));
  std::vector<Vector3> sizes;
  for (int i = draw.integer(1, 4); i > 0; --i)
    sizes.push_back(spacing * Vector3::Constant(draw.log_uniform(1e-2, 1.0)));
  std::vector<std::uint8_t> size_of;
  for (std::size_t i = 0; i < points.size(); ++i) {
    size_of.push_back(static_cast<std::uint8_t>(draw.integer(0, static_cast<int>(sizes.size()) - 1)));
  }
  return std::make_shared<const Cloud>(std::move(points), std::move(sizes), std::move(size_of));
}

struct CloudCase {
  const char* name;
  Strategy strategy;
  double clearance_m, far_m;
};

class DrawnClouds : public ::testing::TestWithParam<CloudCase> {};

TEST_P(DrawnClouds, TouchWhereTheirGrainsDo) {
  Draw draw;
  JudgeLog sum;
  const Tally tally(sum);
  const int worlds = cases(25, 200), questions = campaign() ? 30 : 8;
  int differ = 0, apart = 0;
  for (int k = 0; k < worlds; ++k) {
    Problem problem = draw_clutter(draw, draw.integer(1, 5), draw.integer(0, 3), 1.0);
    problem.clearance.default_m = GetParam().clearance_m;
    const int count = draw.coin(0.1) ? 1 : draw.integer(50, 500);
    Pose pose = draw.coin(0.3) ? Pose{} : draw.pose(0.3);
    const Vector3 far = GetParam().far_m * draw.direction();
    pose.translation += far;
    for (SceneObject& other : problem.scene.objects) other.pose.translation += far;
    problem.robots[0].base.translation += far;
    problem.scene.objects.push_back(object("cloud", pose, draw_cloud(draw, count, 0.4)));
    CloudTrial trial(problem, GetParam().strategy, campaign() ? 1e-3 : 5e-3);
    const KinematicTree& tree = problem.robots[0].robot.tree;
    for (int q = 0; q < questions; ++q) {
      const Configuration from = draw_step(draw, tree, tree.zero_configuration(), 180);
      const double degrees = draw.log_uniform(1.0, 90.0);
      trial.ask(from, draw_step(draw, tree, from, degrees), story(draw.seed(), k, "question", q, degrees));
    }
    sum += trial.log();
    differ += trial.differ();
    apart += trial.apart();
  }
  EXPECT_GT(sum.free, worlds * questions / 20);
  EXPECT_GT(sum.contacts - sum.initial, worlds * questions / 40);
  EXPECT_LE(differ, 1 + worlds * questions / 500);
  EXPECT_EQ(apart, 0);
}

INSTANTIATE_TEST_SUITE_P(Drawn, DrawnClouds,
                         ::testing::Values(CloudCase{"tube", Strategy::tube, 0.0, 0.0},
                                           CloudCase{"tube_far", Strategy::tube, 0.0, 1e3},
                                           CloudCase{"tube_with_a_clearance", Strategy::tube, 0.01, 0.0},
                                           CloudCase{"bisect", Strategy::bisect, 0.0, 0.0},
                                           CloudCase{"interval", Strategy::interval, 0.0, 0.0}),
                         [](const auto& one) { return one.param.name; });

/// A robot made of clouds against meshes, round things and clouds.
TEST(Clouds, RobotsMayBeMadeOfThem) {
  Draw draw;
  JudgeLog sum;
  const Tally tally(sum);
  const int worlds = cases(10, 100);
  for (int k = 0; k < worlds; ++k) {
    Problem problem = draw_clutter(draw, 1, draw.integer(3, 10), 1.0);
    problem.scene.objects.push_back(object("cloud", draw.pose(0.2), draw_cloud(draw, 30, 0.4)));
    const CloudPointer own = draw_cloud(draw, draw.integer(1, 40), 0.2);
    const Collider body{at(0.4, 0, 0), own};
    const Vector3 axis = draw.direction();
    const auto with = [&](const std::vector<Collider>& bodies) {
      Problem result = problem;
      result.robots[0].robot = chain({{JointType::continuous, Pose{}, axis, bodies}});
      return result;
    };
    const Problem cloudy = with({body}), plain = grain_by_grain(with(grain_by_grain({body})));
    Checker checker(cloudy);
    Query query = checker.query();
    JudgedWorld world(plain);
    for (int q = 0; q < 8; ++q) {
      const Configuration from = Configuration::Constant(1, draw.uniform(-3, 3)),
                          to = from + Configuration::Constant(1, draw.uniform(-1, 1));
      query.step().tree(0).move(from, to);
      const SegmentVerdict verdict = checker.named(query.first_contact(), query.step());
      EXPECT_EQ(judge(world, {{from}, {to}}, verdict, {.step_m = 5e-3}, sum), "") << story(draw.seed(), k, q);
    }
  }
  EXPECT_GT(sum.free, worlds / 4);
  EXPECT_GT(sum.contacts, worlds / 4);
}

Problem turning(const std::vector<Collider>& bodies, std::vector<SceneObject> objects) {
  return problem_of(chain({{JointType::continuous, Pose{}, Vector3::UnitZ(), bodies}}), std::move(objects));
}

/// Surfaces are apart: each grain is a solid of its own, and one alone may be inside.
TEST(Clouds, AGrainInsideAClosedMeshIsAContact) {
  const MeshPointer shell = box_mesh(Vector3::Constant(1.0));
  std::vector<Vector3> outside;
  for (int i = 0; i < 1000; ++i) outside.emplace_back(3.0 + 0.01 * i, 0.1 * (i % 7), 0.0);
  const auto cloud_with = [&](const Vector3& one, bool boxes) {
    std::vector<Vector3> points = outside;
    points.insert(points.begin() + 500, one);
    std::vector<std::uint8_t> sizes(points.size(), 0);
    return boxes ? std::make_shared<const Cloud>(points, std::vector<Vector3>{Vector3::Constant(0.02)}, sizes)
                 : std::make_shared<const Cloud>(points, 0.02);
  };
  const Configuration zero = Configuration::Zero(1), some = Configuration::Constant(1, 0.1);
  for (const bool boxes : {false, true}) {
    for (const bool inside : {false, true}) {
      const CloudPointer cloud = cloud_with(inside ? Vector3(0.2, 0.1, -0.3) : Vector3(2.0, 0.0, 0.0), boxes);
      const Problem still = turning({{Pose{}, shell}}, {object("cloud", Pose{}, cloud)});
      const Problem moving = turning({{Pose{}, cloud}}, {object("shell", Pose{}, shell)});
      Problem carried =
          turning({{at(0, 0, 5), Sphere{0.1}}}, {object("cloud", Pose{}, cloud), object("shell", Pose{}, shell)});
      carried.attached.push_back({0, 1, 0});
      const Problem* const problems[] = {&still, &moving, &carried};
      for (const Problem* problem : problems) {
        for (const Strategy strategy : {Strategy::tube, Strategy::bisect, Strategy::interval}) {
          const Checker checker(*problem, settings_of(strategy));
          Query query = checker.query();
          query.step().tree(0).move(zero, some);
          if (problem == &carried) query.step().attach(0, 0, 1, Pose{});
          const Answer found = query.first_contact();
          EXPECT_EQ(found.outcome, inside ? Outcome::contact : Outcome::free);
          EXPECT_EQ(found.initial, inside);
          EXPECT_EQ(query.any_contact().outcome, inside ? Outcome::contact : Outcome::free);
          EXPECT_EQ(query.static_contact(0.5).outcome, inside ? Outcome::contact : Outcome::free);
          EXPECT_EQ(query.free_at(0.5), !inside);
          const Nearest near = query.distance(0.5);
          EXPECT_EQ(near.lower == 0.0, inside);
        }
      }
    }
  }
}

TEST(Clouds, DistancesAreThoseOfTheirGrains) {
  Draw draw;
  int apart = 0;
  for (int k = 0; k < cases(40, 2'000); ++k) {
    Problem problem = draw_clutter(draw, draw.integer(1, 3), 0, 1.0);
    problem.scene.objects.push_back(object("cloud", draw.pose(0.5), draw_cloud(draw, draw.integer(1, 100), 0.5)));
    const Problem plain = grain_by_grain(problem);
    const Checker checker(problem);
    Query query = checker.query();
    JudgedWorld world(plain);
    const Configuration q =
        draw_step(draw, problem.robots[0].robot.tree, problem.robots[0].robot.tree.zero_configuration(), 180);
    query.step().tree(0).rest(q);
    const Nearest near = query.distance(0.0);
    if (checker.model().name(near.body_b) != "cloud" && checker.model().name(near.body_a) != "cloud") continue;
    world.place(0, q);
    const DistanceBounds truth = world.plain({checker.model().name(near.body_a), checker.model().name(near.body_b)});
    SCOPED_TRACE(story(draw.seed(), k, near.lower, near.upper, truth.lower, truth.upper));
    EXPECT_LE(near.lower, truth.upper + 1e-12);
    EXPECT_GE(near.upper, truth.lower - 1e-12);
    EXPECT_LE(near.upper - near.lower, 1e-6);
    apart += truth.lower > 0.0;
  }
  EXPECT_GT(apart, 10);
}

TEST(Clouds, PenetrationIsRefused) {
  const CloudPointer cloud = std::make_shared<const Cloud>(std::vector<Vector3>{{1, 0, 0}}, 0.1);
  Problem problem = turning({{Pose{}, Sphere{0.1}}}, {object("cloud", Pose{}, cloud)});
  problem.clearance.pairs.push_back({"link_1", "cloud", -0.01});
  EXPECT_THROW(Checker{problem}, InputError);
}

Vector3 vector(const json& v) { return {v[0].get<double>(), v[1].get<double>(), v[2].get<double>()}; }

/// Points on the surface of a box or a cylinder.
std::vector<Vector3> scanned(Draw& draw, const json& from, int count) {
  const json& q = from["quat_xyzw"];
  const Pose pose = Pose::from_quaternion(vector(from["position"]), q[0], q[1], q[2], q[3]);
  std::vector<Vector3> points;
  for (int i = 0; i < count; ++i) {
    Vector3 p = draw.vector(0.5);
    if (from["type"] == "box") {
      p[draw.integer(0, 2)] = 0.5 * draw.sign();
      p = p.cwiseProduct(vector(from["size_xyz"]));
    } else {
      const double angle = draw.uniform(0.0, 6.2832), radius = from["radius"];
      p = {radius * std::cos(angle), radius * std::sin(angle), p.z() * from["length_z"].get<double>()};
    }
    points.push_back(pose * p);
  }
  return points;
}

/// A real arm among scanned furniture.
TEST(Clouds, APandaTouchesThemWhereItTouchesTheSpheres) {
  TOCCA_NEED_MODELS();
  Draw draw;
  const json set = json::parse(std::ifstream(models() / "problems" / "panda_bookshelf_small.json"));
  Warnings warnings;
  const Robot robot = load_robot(models() / "robots" / "panda" / "robot.urdf",
                                 {.srdf = models() / "robots" / "panda" / "robot.srdf"}, warnings);
  JudgeLog sum;
  const Tally tally(sum);
  int differ = 0;
  for (int k = 0; k < cases(2, 30); ++k) {
    const json& from = set["problems"][static_cast<std::size_t>(k)];
    std::vector<Vector3> points;
    for (const json& one : from["obstacles"]) {
      for (const Vector3& p : scanned(draw, one, 250)) points.push_back(p);
    }
    const Problem problem = problem_of(robot, {object("scan", Pose{}, std::make_shared<const Cloud>(points, 0.01))});
    CloudTrial trial(problem, Strategy::tube, campaign() ? 1e-3 : 1e-2);
    Configuration start = robot.tree.zero_configuration(), goal = start;
    for (std::size_t j = 0; j < set["joints"].size(); ++j) {
      const int joint = robot.tree.find_joint(set["joints"][j].get<std::string>());
      const auto at = robot.tree.joints()[static_cast<std::size_t>(joint)].first_coordinate;
      start[at] = from["start"][j].get<double>();
      goal[at] = from["goal"][j].get<double>();
    }
    for (int q = 0; q < 6; ++q) {
      const Configuration near = draw_step(draw, robot.tree, q % 2 == 0 ? start : goal, 10.0);
      trial.ask(near, draw_step(draw, robot.tree, near, draw.log_uniform(10.0, 150.0)), story(draw.seed(), k, q));
    }
    sum += trial.log();
    differ += trial.differ();
  }
  EXPECT_GT(sum.free, 0);
  EXPECT_GT(sum.contacts, 0);
  EXPECT_EQ(differ, 0);
}

}  // namespace
}  // namespace tocca::testing::clouds_tests
