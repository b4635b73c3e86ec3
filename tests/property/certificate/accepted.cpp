// Free and colliding motions of real robots and benchmark scenes: the auditor accepts every certificate that is written, and where
// none is written the writer says why.
#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <sstream>

#include "testing/certificate_file.hpp"
#include "testing/draw.hpp"
#include "testing/scene_problem.hpp"
#include "tocca/certificate/certificate_writer.hpp"
#include "tocca/check/checker.hpp"

namespace tocca::testing {
namespace {

using audit::AuditResult;

struct Count {
  int free = 0, contacts = 0, undecided = 0, passed_over = 0, certificates = 0;
  std::map<std::string, int> refused;  ///< by reason; a contact that is passed over is not certified, to save time

  int refusals() const {
    int sum = 0;
    for (const auto& entry : refused) sum += entry.second;
    return sum;
  }
  void add(const Count& other) {
    free += other.free, contacts += other.contacts, undecided += other.undecided, passed_over += other.passed_over;
    certificates += other.certificates;
    for (const auto& [why, times] : other.refused) refused[why] += times;
  }
  void refuse(const std::string& why) {  // names and times are not reasons
    const std::size_t colon = why.find(": "), time = why.find(" at t = ");
    ++refused[why.substr(colon == std::string::npos ? 0 : colon + 2,
                         time == std::string::npos || time < colon ? std::string::npos : time - colon - 2)];
  }
  void print(const std::string& name) const {
    std::printf("%-32s %5d free, %4d contacts, %d refused, %d undecided; %4d certificates; %d more contacts\n",
                name.c_str(), free, contacts, refusals(), undecided, certificates, passed_over);
    for (const auto& [why, count] : refused) std::printf("    %d: %s\n", count, why.c_str());
    std::fflush(stdout);
  }
};

void expect_valid(const std::string& bytes, bool free, const std::string& story, Count& count) {
  const AuditResult result = audit_bytes(bytes);
  EXPECT_EQ(result.outcome, AuditResult::Outcome::valid) << story << ": " << result.reason;
  EXPECT_EQ(result.free, free) << story;
  ++count.certificates;
}

/// One certificate of all free segments, which are separate edges, and one of each of a few contacts.
void certify_all(const std::string& name, const Problem& problem, const Checker& checker, const StepSequence& steps,
                 int most, int most_contacts, Count& count) {
  std::ostringstream stream;
  CertificateWriter writer(problem, checker, stream, {}, false);
  int written = 0;
  for (int i = 0; i < steps.segment_count() && i < most; ++i) {
    const SegmentVerdict verdict = checker.check(steps, i);
    const std::string story = name + ", segment " + std::to_string(i);
    if (verdict.outcome == Outcome::free) {
      ++count.free;
      if (const auto why = writer.add(steps, i, verdict)) {
        count.refuse(*why);
      } else {
        ++written;
      }
    } else if (verdict.outcome == Outcome::contact && most_contacts-- > 0) {
      ++count.contacts;
      std::ostringstream own;
      CertificateWriter touching(problem, checker, own, {}, false);
      if (const auto why = touching.add(steps, i, verdict)) {
        count.refuse(*why);
      } else {
        touching.finish();
        expect_valid(own.str(), false, story, count);
      }
    } else {
      ++(verdict.outcome == Outcome::contact ? count.passed_over : count.undecided);
    }
  }
  if (written == 0) return;
  const CertificateWriter::Written end = writer.finish();
  EXPECT_EQ(end.bytes, stream.str().size());
  expect_valid(stream.str(), true, name, count);
}

Configuration drawn(const KinematicTree& tree, Draw& draw) {
  Configuration q = tree.zero_configuration();
  for (const Joint& joint : tree.joints()) {
    if (joint.first_coordinate < 0 || !is_simple(joint.type)) continue;
    const Limits limits = joint.limits.value_or(Limits{-2.0, 2.0});
    q[joint.first_coordinate] = draw.uniform(std::max(limits.lower, -3.0), std::min(limits.upper, 3.0));
  }
  return q;
}

Scene clutter(Draw& draw) {
  Scene scene;
  for (int i = 0; i < 8; ++i) {
    const Vector3 place = draw.direction() * draw.uniform(0.5, 1.6);
    const double size = draw.uniform(0.05, 0.3);
    Pose pose = draw.pose(1.0);
    pose.translation = place;
    const Geometry shapes[] = {Box{{size, 0.5 * size, size}}, Sphere{0.5 * size}, Cylinder{0.3 * size, size},
                               Capsule{0.3 * size, size}, Cone{0.3 * size, size}};
    scene.objects.push_back({"object" + std::to_string(i), pose, {{Pose(), shapes[draw.integer(0, 4)]}}});
  }
  return scene;
}

TEST(Certificates, OfRealRobotsAreAccepted) {
  TOCCA_NEED_MODELS();
  Draw draw;
  Count sum;
  for (const auto& entry : std::filesystem::directory_iterator(models() / "robots")) {
    const std::string name = entry.path().filename().string();
    if (!campaign() && name == "panda_dense") continue;  // minutes
    Count count;
    Warnings warnings;
    RobotOptions files;
    if (std::filesystem::exists(entry.path() / "robot.srdf")) files.srdf = entry.path() / "robot.srdf";
    Problem problem;
    problem.robots.push_back({load_robot(entry.path() / "robot.urdf", files, warnings), Pose(), {}});
    problem.scene = clutter(draw);
    const Checker checker(problem);
    const KinematicTree& tree = problem.robots[0].robot.tree;
    const int edges = cases(12, 600);
    WaypointMatrix from(edges, tree.coordinate_count()), to(edges, tree.coordinate_count());
    for (int i = 0; i < edges; ++i) {
      Configuration q = drawn(tree, draw);
      for (int k = 0; k < 20 && checker.check(q).outcome != Outcome::free; ++k) q = drawn(tree, draw);
      from.row(i) = q.transpose();
      const double way = draw.log_uniform(0.01, 1.0);
      to.row(i) = (q + way * (drawn(tree, draw) - q)).transpose();
    }
    certify_all(name, problem, checker, EdgeSteps(checker.model(), from, to), edges, campaign() ? 20 : 1, count);
    count.print(name);
    sum.add(count);
  }
  sum.print("all robots");
  EXPECT_GT(sum.free, 20);
  EXPECT_LE(sum.refusals(), (sum.free + sum.contacts) / 50);
}

/// Edges of all robots at once, which begin somewhere along their paths, a little off them.
void draw_edges(Draw& draw, const Problem& problem, WaypointMatrix& from, WaypointMatrix& to) {
  const auto anywhere = [&](double size) {
    Eigen::Index columns = 0;
    for (const RobotTask& task : problem.robots) columns += task.path.waypoints.cols();
    return Eigen::RowVectorXd(Eigen::RowVectorXd::NullaryExpr(columns, [&] { return draw.uniform(-size, size); }));
  };
  for (Eigen::Index i = 0; i < from.rows(); ++i) {
    Eigen::Index column = 0;
    const double when = draw.uniform(0.0, 1.0);  // the same for all: together they are free more often
    for (const RobotTask& task : problem.robots) {
      const WaypointMatrix& path = task.path.waypoints;
      const double place = when * static_cast<double>(path.rows() - 1);
      const auto leg = std::min(static_cast<Eigen::Index>(place), path.rows() - 2);
      from.row(i).segment(column, path.cols()) =
          path.row(leg) + (place - static_cast<double>(leg)) * (path.row(leg + 1) - path.row(leg));
      column += path.cols();
    }
    from.row(i) += anywhere(draw.log_uniform(1e-4, 0.1));
    to.row(i) = from.row(i) + anywhere(draw.log_uniform(1e-3, 1.0));
  }
}

TEST(Certificates, OfBenchmarkScenesAreAccepted) {
  Draw draw;
  Count sum;
  for (const SceneName& scene : benchmark_scenes()) {
    Problem problem;
    try {
      problem = scene_problem(scene.name);
    } catch (const std::exception&) {
      continue;  // a scene of screws, worlds or deforming bodies
    }
    if (problem.robots.empty() && problem.moving.empty()) continue;
    Count count;
    const Checker checker(problem);
    const auto steps = steps_of(problem, checker.model());
    certify_all(scene.name, problem, checker, *steps, cases(3, 400), campaign() ? 5 : 1, count);
    Eigen::Index coordinates = 0;
    for (const RobotTask& task : problem.robots) coordinates += task.path.waypoints.cols();
    if (coordinates > 0) {
      const int edges = cases(3, 300);
      WaypointMatrix from(edges, coordinates), to(edges, coordinates);
      draw_edges(draw, problem, from, to);
      certify_all(std::string(scene.name) + ", drawn", problem, checker, EdgeSteps(checker.model(), from, to), edges,
                  campaign() ? 10 : 1, count);
    }
    count.print(scene.name);
    sum.add(count);
  }
  sum.print("all scenes");
  EXPECT_GT(sum.free, 5);
  EXPECT_LE(sum.refusals(), (sum.free + sum.contacts) / 50);
}

}  // namespace
}  // namespace tocca::testing
