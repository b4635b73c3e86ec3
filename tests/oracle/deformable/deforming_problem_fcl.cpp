// What is proven here: on a problem's clock, with frames and waypoints at times of their own, no contact of a robot with a mesh that deforms is
// missed, told late or told where there is none; clearances and paddings included.
// Oracle: FCL at many instants of every segment. Robots are placed by kinematics written anew, vertices by interpolation written anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "judged_surface.hpp"
#include "testing/draw.hpp"
#include "testing/plain_kinematics.hpp"
#include "testing/sheets.hpp"
#include "tocca/check/path_checker.hpp"
#include "tocca/io/robot.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::testing::deforming_problem_tests {
namespace {

/// Three links where no model is at hand.
Robot plain_arm() {
  const auto joint = [](const std::string& name, const std::string& parent, const std::string& child, double z,
                        const Vector3& axis) {
    KinematicTree::JointSpec spec;
    spec.name = name;
    spec.type = JointType::continuous;
    spec.parent_link = parent;
    spec.child_link = child;
    spec.origin.translation = {0, 0, z};
    spec.axis = axis;
    return spec;
  };
  const auto up = [](double z) { return Pose{Matrix3::Identity(), {0, 0, z}}; };
  return {"arm",
          KinematicTree::build(
              {{"base", {}},
               {"upper", {{up(0.2), Box{Vector3(0.1, 0.1, 0.4)}}}},
               {"lower", {{up(0.2), Capsule{0.05, 0.3}}}},
               {"hand", {{up(0.1), Cylinder{0.04, 0.2}}}}},
              {joint("a", "base", "upper", 0.0, Vector3::UnitY()), joint("b", "upper", "lower", 0.45, Vector3::UnitY()),
               joint("c", "lower", "hand", 0.45, Vector3::UnitX())}),
          {}};
}

/// Where the vertices are at a time of the clock.
std::vector<Vector3> places(const DeformingMesh& mesh, double time) {
  const auto& frames = mesh.frames;
  if (time <= frames.front().time) return frames.front().vertices;
  for (std::size_t k = 1; k < frames.size(); ++k) {
    if (time > frames[k].time) continue;
    const double share = (time - frames[k - 1].time) / (frames[k].time - frames[k - 1].time);
    std::vector<Vector3> result;
    for (std::size_t v = 0; v < frames[k].vertices.size(); ++v) {
      result.push_back((1.0 - share) * frames[k - 1].vertices[v] + share * frames[k].vertices[v]);
    }
    return result;
  }
  return frames.back().vertices;
}

/// A curtain in front of the robot, blown about from frame to frame; some begin after the path does, some end before it.
std::shared_ptr<const DeformingMesh> draw_curtain(Draw& draw, int cells, double away_m) {
  const Sheet sheet = flat_sheet(cells, 2.0);
  auto mesh = std::make_shared<DeformingMesh>();
  mesh->triangles = sheet.triangles;
  const int count = draw.integer(2, 6);
  const double x = away_m * draw.uniform(1.0, 2.0);
  double time = draw.uniform(0.0, 0.5);
  for (int k = 0; k < count; ++k) {
    const double phase = draw.uniform(0, 6), waves = draw.uniform(3, 12), wave = draw.uniform(0, 0.15),
                 away = draw.uniform(-0.3, 0.3);
    mesh->frames.push_back(
        {time, moved(sheet.vertices, [&](const Vector3& v) {
           return Vector3(x + away + wave * std::sin(waves * v.x() + phase) * std::cos(waves * v.y()), v.x(), v.y());
         })});
    time = std::min(3.0, time + draw.log_uniform(1e-3, 1.0));
    if (time == 3.0) break;
  }
  if (mesh->frames.size() < 2) {
    mesh->frames.push_back(mesh->frames[0]);
    mesh->frames.back().time = 3.0;
  }
  return mesh;
}

Problem draw_problem(Draw& draw, const Robot& robot, int cells, double away_m) {
  Problem problem;
  RobotTask& task = problem.robots.emplace_back();
  task.robot = robot;
  const int dof = robot.tree.coordinate_count();
  task.path.waypoints.resize(4, dof);
  for (Eigen::Index k = 0; k < 4; ++k) {
    for (Eigen::Index i = 0; i < dof; ++i) {
      task.path.waypoints(k, i) =
          k == 0 ? draw.uniform(-0.6, 0.6) : task.path.waypoints(k - 1, i) + draw.uniform(-0.7, 0.7);
    }
  }
  task.path.interpolation.assign(static_cast<std::size_t>(dof), Interpolation::linear);
  task.path.time_s = {0.0, draw.uniform(0.3, 1.2), draw.uniform(1.4, 2.5), 3.0};
  problem.deforming.push_back({"curtain", draw_curtain(draw, cells, away_m)});
  if (draw.coin(0.3)) problem.clearance.default_m = draw.log_uniform(1e-3, 0.05);
  if (draw.coin(0.3)) problem.padding.push_back({"curtain", draw.log_uniform(1e-3, 0.05)});
  return problem;
}

/// Every segment with its first contact.
std::vector<SegmentVerdict> verdicts(const Problem& problem, Strategy strategy) {
  CheckSettings settings;
  settings.strategy = strategy;
  const Checker checker(problem, settings, {.self_collision = false});
  const auto steps = steps_of(problem, checker.model());
  std::vector<SegmentVerdict> found;
  for (int segment = 0; segment < steps->segment_count(); ++segment) {
    found.push_back(checker.check(*steps, segment));
    // Whoever asks for any contact gets the same answer.
    const Outcome any = checker.check(*steps, segment, Find::any).outcome;
    EXPECT_TRUE(any == found.back().outcome) << "segment " << segment;
  }
  return found;
}

void expect_judged(const Robot& robot, int count, int cells, double away_m, int samples, Seen& seen) {
  Draw draw;
  std::vector<Judged> bodies;
  for (std::size_t link = 0; link < robot.tree.links().size(); ++link) {
    for (const Collider& body : robot.tree.links()[link].colliders) bodies.emplace_back(body, link);
  }
  for (int k = 0; k < count; ++k) {
    const Problem problem = draw_problem(draw, robot, cells, away_m);
    const Path& path = problem.robots[0].path;
    const DeformingMesh& mesh = *problem.deforming[0].mesh;
    const double kept = problem.clearance.default_m + (problem.padding.empty() ? 0.0 : problem.padding[0].metres);
    const auto strategy = static_cast<Strategy>(draw.integer(0, 2));
    const std::vector<SegmentVerdict> found = verdicts(problem, strategy);
    ASSERT_EQ(found.size(), 3u);
    for (std::size_t segment = 0; segment < found.size(); ++segment) {
      const SegmentVerdict& verdict = found[segment];
      const auto row = static_cast<Eigen::Index>(segment);
      const Configuration from = path.waypoints.row(row).transpose(), to = path.waypoints.row(row + 1).transpose();
      std::vector<Eigen::Isometry3d> links;
      const auto place = [&](double t) {
        place_links(robot.tree, Pose(), between(robot.tree, from, to, t), links);
        return links;
      };
      const auto surface = [&](double t) {
        return places(mesh, path.time_s[segment] + t * (path.time_s[segment + 1] - path.time_s[segment]));
      };
      if (verdict.outcome == Outcome::contact) {
        ASSERT_FALSE(verdict.pairs.empty());
        EXPECT_EQ(verdict.pairs[0].second, "curtain");
        ASSERT_FALSE(verdict.contacts.empty());
        EXPECT_GE(verdict.contacts[0].triangles[1], 0);
      }
      const Told told{verdict.outcome, verdict.time.lo, verdict.time.hi, kept};
      ASSERT_EQ(judge(told, bodies, place, surface, mesh.triangles, samples, seen), "")
          << robot.name << ' ' << story(draw.seed(), k, segment, kept, static_cast<int>(strategy));
    }
  }
}

TEST(DeformingProblemByFcl, AnArmAndACurtainOfSeveralFrames) {
  Seen seen;
  const int count = cases(40, 1'000);
  expect_judged(plain_arm(), count, 9, 0.5, 40, seen);
  EXPECT_GT(seen.contacts, count / 8);
  EXPECT_GT(seen.free, count / 3);
  EXPECT_GT(seen.meets, count);
  EXPECT_LT(seen.fcl_wrong, seen.samples / 20);
}

TEST(DeformingProblemByFcl, APandaAndASheetOfTwoThousandTriangles) {
  if (models().empty()) GTEST_SKIP() << "no models at hand";
  Warnings warnings;
  const Robot panda = load_robot(models() / "robots" / "panda" / "robot.urdf", {}, warnings);
  Seen seen;
  const int count = cases(8, 60);
  expect_judged(panda, count, 32, 0.4, 15, seen);
  EXPECT_GT(seen.contacts + seen.initial, 0);
  EXPECT_GT(seen.free, 0);
  EXPECT_LT(seen.fcl_wrong, seen.samples / 20);
}

}  // namespace
}  // namespace tocca::testing::deforming_problem_tests
