// Plans of the real models' planning problems, timed by the joints' limits: how long a robot takes for them, beside stopping at
// each waypoint as textbooks do it, and what timing with its proofs costs. One thread. TOCCA_MODELS names the folder of the models.
//
//   bench_timed_paths [SET ...]     such as panda_box
#include <cmath>
#include <cstdio>
#include <set>

#include "core/stopwatch.hpp"
#include "peers/planner_edges.hpp"
#include "peers/real_problems.hpp"
#include "results/results.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/plan/planner.hpp"
#include "tocca/plan/smoother.hpp"

namespace tocca::bench {
namespace {

constexpr double acceleration = 5.0;  // rad/s2; velocities are those of the URDF

/// Trapezoids of velocity from rest to rest, leg by leg, without any limit of jerk.
double stopping_s(const WaypointMatrix& rows, const MotionLimits& limits) {
  double sum = 0.0;
  for (Eigen::Index k = 1; k < rows.rows(); ++k) {
    const Eigen::ArrayXd way = (rows.row(k) - rows.row(k - 1)).transpose().array().abs();
    const double speed = 1.0 / (way / limits.velocity.array()).maxCoeff();
    const double rate = 1.0 / (way / limits.acceleration.array()).maxCoeff();
    sum += speed * speed >= rate ? 2.0 / std::sqrt(rate) : 1.0 / speed + speed / rate;
  }
  return sum;
}

void measure(Results& results, const std::filesystem::path& models, const std::string& set, const std::string& robot) {
  int plans = 0, proven = 0, corners = 0, stops = 0;
  std::vector<double> seconds, of_stopping, of_blend, micros, questions;
  for (const ProblemSet::Case& own : ProblemSet(models, set, robot, results.quick() ? 3 : 50).cases) {
    const Checker checker(own.problem);
    const Plan plan = Planner(checker).plan(own.start, own.goal);
    if (plan.end != PlanEnd::found) continue;
    ++plans;
    Warnings unread;
    CurveSettings settings;
    LimitSettings given;
    given.acceleration = acceleration;
    settings.limits = motion_limits(checker.model(), given, unread);
    const Stopwatch watch;
    const tocca::Curve curve = curve_of(checker, plan.waypoints, settings);
    micros.push_back(1e6 * watch.seconds());
    if (!curve.proven) continue;
    ++proven;
    corners += curve.corners;
    stops += curve.stops;
    questions.push_back(static_cast<double>(curve.questions));
    seconds.push_back(curve.paths[0].time_s.back());
    of_stopping.push_back(100.0 * seconds.back() / stopping_s(plan.waypoints, *settings.limits));
    settings.blend_m = 0.05;
    const tocca::Curve blended = curve_of(checker, plan.waypoints, settings);
    if (blended.proven)
      of_blend.push_back(100.0 * blended.paths[0].time_s.back() / stopping_s(plan.waypoints, *settings.limits));
  }
  ResultTable& table = results.table(set, "plans timed by the joints' limits");
  char note[160];
  std::snprintf(note, sizeof note, "of %d plans; %d corners, %d of them stops", plans, corners, stops);
  results.add(table, {"proven", static_cast<double>(proven), "plans", {}, {}, note});
  results.add(table, {"duration", mean(seconds), "s", {}, {}, "mean"});
  std::snprintf(note, sizeof note, "of trapezoids that stop at each waypoint; mean");
  results.add(table, {"duration, widest corners", mean(of_stopping), "%", {}, {}, note});
  results.add(table, {"duration, blends of 50 mm", mean(of_blend), "%", {}, {}, note});
  std::snprintf(note, sizeof note, "median; mean %.0f us, %.1f motions proven", mean(micros), mean(questions));
  results.add(table, {"timing and proofs", median(micros), "us", {}, {}, note});
}

int run(Results& results, const std::set<std::string>& wanted) {
  const std::filesystem::path models = real_models("problems");
  if (models.empty()) return exit_left_out;
  const ThreadLimit one(1);
  for (const auto& [robot, folder] : {std::pair("panda", "panda"), std::pair("ur5", "ur5_robotiq85")}) {
    for (const char* scene : {"bookshelf_small", "bookshelf_thin", "box", "cage", "table_pick"}) {
      const std::string set = std::string(robot) + "_" + scene;
      if (!is_regular_file(models / "problems" / (set + ".json"))) continue;
      if (wanted.empty() || wanted.contains(set)) measure(results, models, set, folder);
    }
  }
  return 0;
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** words) {
  tocca::bench::Results results(count, words);
  return tocca::bench::run(results, {words + 1, words + count});
}
