// Plans of real robots, timed by the joints' limits: how long a robot takes for them, beside stopping at each waypoint as textbooks
// do it and beside the least time that the joints' speeds allow; and what timing with its proofs costs. One thread. Panda and UR5 have
// the planning problems of the real models; other robots go between drawn configurations among drawn boxes. TOCCA_MODELS names the
// folder of the models.
//
//   bench_timed_paths [SET ...]     such as panda_box, abb_yumi
#include <cmath>
#include <cstdio>
#include <ctime>
#include <numbers>
#include <set>

#include "core/seeded_random.hpp"
#include "peers/planner_edges.hpp"
#include "peers/real_problems.hpp"
#include "results/results.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/plan/planner.hpp"
#include "tocca/plan/smoother.hpp"

namespace tocca::bench {
namespace {

constexpr double acceleration = 5.0;  // rad/s2; velocities are those of the URDF
constexpr int drawn_motions = 20;

/// Of the processor: others on the same machine count little.
double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// From row to row without speeding up or slowing down, and with trapezoids of velocity from rest to rest, without any limit of
/// jerk.
struct OtherDurations {
  double least_s = 0.0, stopping_s = 0.0;

  OtherDurations(const WaypointMatrix& rows, const MotionLimits& limits) {
    for (Eigen::Index k = 1; k < rows.rows(); ++k) {
      const Eigen::ArrayXd way = (rows.row(k) - rows.row(k - 1)).transpose().array().abs();
      const double speed = 1.0 / (way / limits.velocity.array()).maxCoeff();
      const double rate = 1.0 / (way / limits.acceleration.array()).maxCoeff();
      least_s += 1.0 / speed;
      stopping_s += speed * speed >= rate ? 2.0 / std::sqrt(rate) : 1.0 / speed + speed / rate;
    }
  }
};

void measure(Results& results, const std::string& set, const std::vector<ProblemSet::Case>& cases) {
  int plans = 0, proven = 0, corners = 0, stops = 0;
  std::vector<double> seconds, of_stopping, of_least, of_blend, micros, questions;
  for (const ProblemSet::Case& own : cases) {
    const Checker checker(own.problem);
    PlannerSettings search;
    search.time_limit_s = 10.0;
    const Plan plan = Planner(checker, search).plan(own.start, own.goal);
    if (plan.end != PlanEnd::found || plan.waypoints.rows() < 2) continue;
    ++plans;
    Warnings unread;
    CurveSettings settings;
    LimitSettings given;
    given.acceleration = acceleration;
    settings.limits = motion_limits(checker.model(), given, unread);
    const OtherDurations others(plan.waypoints, *settings.limits);
    const double before_s = cpu_seconds();
    const tocca::Curve curve = curve_of(checker, plan.waypoints, settings);
    micros.push_back(1e6 * (cpu_seconds() - before_s));
    if (!curve.proven) continue;
    ++proven;
    corners += curve.corners;
    stops += curve.stops;
    questions.push_back(static_cast<double>(curve.questions));
    seconds.push_back(curve.paths[0].time_s.back());
    of_stopping.push_back(100.0 * seconds.back() / others.stopping_s);
    of_least.push_back(100.0 * seconds.back() / others.least_s);
    settings.blend_m = 0.05;
    const tocca::Curve blended = curve_of(checker, plan.waypoints, settings);
    if (blended.proven) of_blend.push_back(100.0 * blended.paths[0].time_s.back() / others.stopping_s);
  }
  ResultTable& table = results.table(set, "plans timed by the joints' limits");
  char note[160];
  std::snprintf(note, sizeof note, "of %d plans; %d corners, %d of them stops", plans, corners, stops);
  results.add(table, {"proven", static_cast<double>(proven), "plans", {}, {}, note});
  results.add(table, {"duration", mean(seconds), "s", {}, {}, "mean"});
  results.add(table, {"duration, of never slowing down", mean(of_least), "%", {}, {}, "along the straight path; mean"});
  std::snprintf(note, sizeof note, "of trapezoids that stop at each waypoint; mean");
  results.add(table, {"duration, widest corners", mean(of_stopping), "%", {}, {}, note});
  results.add(table, {"duration, blends of 50 mm", mean(of_blend), "%", {}, {}, note});
  std::snprintf(note, sizeof note, "median; mean %.0f us, %.1f motions proven", mean(micros), mean(questions));
  results.add(table, {"timing and proofs", median(micros), "us", {}, {}, note});
}

/// A robot between configurations of its whole range, among twelve boxes around it. Its own links are checked only where an SRDF
/// says which of them always touch.
std::vector<ProblemSet::Case> drawn_cases(const Robot& robot, bool has_srdf, int count) {
  SeededRandom random(1);
  std::vector<ProblemSet::Case> cases;
  Problem problem;
  problem.robots.emplace_back().robot = robot;
  for (int k = 0; k < 12; ++k) {
    const double angle = random.between(-std::numbers::pi, std::numbers::pi), distance = random.between(0.6, 1.2);
    const Vector3 place(distance * std::cos(angle), distance * std::sin(angle), random.between(0.1, 1.5));
    problem.scene.objects.push_back(
        {"box " + std::to_string(k), Pose{Pose().rotation, place}, {{Pose(), Box{Vector3(0.1, 0.1, 0.3)}}}});
  }
  if (!has_srdf) {
    const std::vector<Link>& links = robot.tree.links();
    for (std::size_t a = 0; a < links.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) problem.allowed.push_back({links[a].name, links[b].name, "no SRDF"});
    }
  }
  const Checker checker(problem);
  const auto draw = [&] {
    for (;;) {
      Configuration q = robot.tree.zero_configuration();
      for (const Joint& joint : robot.tree.joints()) {
        if (joint.first_coordinate < 0) continue;
        const Limits range = joint.limits.value_or(Limits{-std::numbers::pi, std::numbers::pi});
        q[joint.first_coordinate] = random.between(range.lower, range.upper);
      }
      if (checker.check(q).outcome == Outcome::free) return q;
    }
  };
  for (int k = 0; k < count; ++k) {
    const Configuration start = draw();
    problem.robots[0].rest = start;
    cases.push_back({problem, start, draw()});
  }
  return cases;
}

int run(Results& results, const std::set<std::string>& wanted) {
  const std::filesystem::path models = real_models("problems");
  if (models.empty()) return exit_left_out;
  const ThreadLimit one(1);
  for (const auto& [robot, folder] : {std::pair("panda", "panda"), std::pair("ur5", "ur5_robotiq85")}) {
    for (const char* scene : {"bookshelf_small", "bookshelf_thin", "box", "cage", "table_pick"}) {
      const std::string set = std::string(robot) + "_" + scene;
      if (!is_regular_file(models / "problems" / (set + ".json"))) continue;
      if (!wanted.empty() && !wanted.contains(set)) continue;
      measure(results, set, ProblemSet(models, set, folder, results.quick() ? 3 : 50).cases);
    }
  }
  for (const char* robot : {"kuka_kr16_2", "motoman_sia20d_car_seat_cell", "abb_yumi"}) {
    if (!wanted.empty() && !wanted.contains(robot)) continue;
    const bool has_srdf = is_regular_file(models / "robots" / robot / "robot.srdf");
    measure(results, robot, drawn_cases(real_robot(models, robot), has_srdf, results.quick() ? 2 : drawn_motions));
  }
  return 0;
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** words) {
  tocca::bench::Results results(count, words);
  return tocca::bench::run(results, {words + 1, words + count});
}
