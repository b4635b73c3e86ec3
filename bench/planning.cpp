// Planning and smoothing, as in schwarzer-2002's Tables 4 and 5 (what it printed: reference.json).
//
//   bench_planning [--runs N] [--limit SECONDS] [--steps N] [--judge] [plan|walk|NAME ...]
//
// Table 4: SBL is the same planner with FCL in place of the exact checker, at the paper's resolution, and at the first half,
// quarter, ... of it at which all runs return paths that the exact checker finds free (so did the paper choose its own).
// Ends are the first and last waypoints of the scene's own path where both are free and the straight way is barred; else the
// first draw of a goal for which that is so. Table 5: random walks of the linkages until all are below the lowest obstacle,
// then so many steps of smoothing as the paper took (or --steps); --judge: FCL looks at the walk as well, every half
// millimetre, and says how many of its segments touch.
//
// Times are of the processor, one thread: others on the same machine count little.
#include <cstdlib>
#include <ctime>
#include <set>
#include <string>

#include "peers/edge_list.hpp"
#include "peers/fcl_judge.hpp"
#include "plan/plan_space.hpp"
#include "plan/sbl.hpp"
#include "results/results.hpp"
#include "tocca/check/path_checker.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/plan/random_walk.hpp"
#include "tocca/plan/smoother.hpp"

namespace tocca::bench {
namespace {

struct Options {
  int runs = 10;
  double limit_s = 120.0;
  std::int64_t steps = 0;
  bool judge = false;
  std::set<std::string> parts;

  bool wants(const char* table, const char* name) const {
    return parts.empty() || parts.contains(table) || parts.contains(name);
  }
};

class CpuClock {
 public:
  double seconds() const { return now() - start_; }

 private:
  static double now() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }
  double start_ = now();
};

Configuration waypoints(const Problem& problem, bool last) {
  std::vector<double> all;
  for (const RobotTask& task : problem.robots) {
    const WaypointMatrix& rows = task.path.waypoints;
    const Configuration row = last && rows.rows() > 0 ? Configuration(rows.row(rows.rows() - 1)) : task.start();
    all.insert(all.end(), row.begin(), row.end());
  }
  return Eigen::Map<Configuration>(all.data(), static_cast<Eigen::Index>(all.size()));
}

struct Ends {
  Configuration start, goal;
};

/// A question that is none where the straight way is free.
Ends ends_of(const Problem& problem, const Checker& checker) {
  Ends ends{waypoints(problem, false), waypoints(problem, true)};
  const PlanSpace space(checker.model(), std::array{ends.start, ends.goal});
  SeededRandom random(1);
  const auto good = [&] {
    return checker.check(ends.goal).outcome == Outcome::free &&
           checker.check(ends.start, ends.goal).outcome == Outcome::contact;
  };
  for (int k = 0; k < 10'000 && !good(); ++k) space.draw_near(ends.start, 0.5, random, ends.goal);
  return ends;
}

struct Table4Row {
  const char* name;
  double epsilon;  ///< the paper's resolution
};

const Table4Row table_4[] = {{"irb-cage", 0.0120},
                             {"fanuc-cage", 0.0060},
                             {"fanuc-machine", 0.0012},
                             {"irb-workshop", 0.0120},
                             {"six-irb-car", 0.0120}};

struct Tally {
  double seconds = 0.0;
  std::int64_t milestones = 0, segments = 0;
  int found = 0, wrong = 0;

  void add(const Plan& plan, double cpu_s, const Checker& checker) {
    seconds += cpu_s;
    milestones += plan.statistics.milestones;
    segments += plan.statistics.segments;
    if (plan.end != PlanEnd::found) return;
    ++found;
    wrong += PathChecker(checker).any_outcome(plan.waypoints) != Outcome::free;
  }
};

Tally run_sbl(const Options& options, const Checker& checker, const Ends& ends, MotionJudge* judge) {
  Tally tally;
  for (int run = 1; run <= options.runs; ++run) {
    SblSettings settings;
    settings.seed = static_cast<std::uint64_t>(run);
    settings.time_limit_s = options.limit_s;
    settings.judge = judge;
    const CpuClock clock;
    const Plan plan = Sbl(checker, settings).plan(ends.start, ends.goal);
    tally.add(plan, clock.seconds(), checker);
  }
  return tally;
}

void run_table_4(Results& results, const Options& options) {
  ResultTable& table = results.table("planning", "mean of some runs");
  for (const Table4Row& row : table_4) {
    if (!options.wants("plan", row.name)) continue;
    const EdgeScene scene(row.name);
    const Checker checker(scene.problem);
    const Ends ends = ends_of(scene.problem, checker);
    const PlanSpace space(checker.model(), std::array{ends.start, ends.goal});
    const auto sample = [&](double epsilon) {
      FclJudge judge(scene.problem, checker.model(), space, epsilon);
      return run_sbl(options, checker, ends, &judge);
    };
    const Tally exact = run_sbl(options, checker, ends, nullptr), printed = sample(row.epsilon);
    // As the paper did: a resolution at which all paths of all runs are free, found by trying.
    double epsilon = row.epsilon;
    Tally served = printed;
    while (served.wrong > 0 && epsilon > 1e-4) served = sample(epsilon *= 0.5);
    const double n = options.runs;
    ResultRow found{row.name, exact.seconds / n, "s", {}, {exact.wrong, {}}, {}};
    found.peers = {{"SBL, FCL at the paper's epsilon", printed.seconds / n, {printed.wrong, {}}},
                   {"SBL, FCL at one that served", served.seconds / n, {served.wrong, {}}}};
    found.note = std::to_string(exact.found) + " of " + std::to_string(options.runs) + " runs found a path";
    results.add(table, std::move(found));
  }
}

struct Table5Row {
  const char* name;
  double below_m;  ///< just below the lowest obstacle
  int steps;       ///< of smoothing, as in the paper
};

const Table5Row table_5[] = {
    {"arms-tori", 0.25, 10'000}, {"linkage-lattice", 0.29, 2'000}, {"nine-linkages", 0.29, 20'000}};

/// Segments in which FCL finds something that touches.
int touching(const EdgeScene& scene, const Checker& checker, const WaypointMatrix& rows) {
  constexpr double resolution_m = 5e-4;
  FclWorld world(scene.problem, checker.model());
  int count = 0;
  for (Eigen::Index k = 1; k < rows.rows(); ++k) {
    const Configuration from = rows.row(k - 1), to = rows.row(k);
    count += world.overlaps_by_bisection(from, to, world.samples(from, to, resolution_m));
  }
  return count;
}

void run_table_5(Results& results, const Options& options) {
  ResultTable& walks = results.table("random walks", "until all are below the lowest obstacle");
  ResultTable& smooth = results.table("smoothing", "of the walk");
  for (const Table5Row& row : table_5) {
    if (!options.wants("walk", row.name)) continue;
    const std::string name = row.name;
    const EdgeScene scene(row.name);
    const Checker checker(scene.problem);
    WalkSettings walking;
    walking.time_limit_s = 20.0 * options.limit_s;
    const CpuClock walk_clock;
    const Plan plan =
        RandomWalk(checker, walking).walk(waypoints(scene.problem, false), {Vector3::UnitZ(), row.below_m});
    const double walk_s = walk_clock.seconds(), segments = static_cast<double>(plan.statistics.segments);
    const bool out = plan.end == PlanEnd::found;
    ResultRow walked{name, walk_s, "s", {}, {}, out ? "" : "not below in time"};
    if (out && options.judge) walked.wrong = {touching(scene, checker, plan.waypoints), {}};
    results.add(walks, std::move(walked));
    results.add(walks, {name + ", segments", segments, "segments", {}, {}, {}});
    results.add(walks, {name + ", a segment", 1e3 * walk_s / segments, "ms", {}, {}, {}});
    if (!out) continue;
    SmoothSettings smoothing;
    smoothing.most_steps = options.steps > 0 ? options.steps : row.steps;
    smoothing.time_limit_s = 20.0 * options.limit_s;
    smoothing.converged_at = 0.0;
    const CpuClock smooth_clock;
    const SmoothResult result = Smoother(checker, smoothing).smooth_proven(plan.waypoints);
    const double smooth_s = smooth_clock.seconds(), steps = static_cast<double>(result.statistics.steps);
    results.add(smooth, {name, smooth_s, "s", {}, {}, std::to_string(result.statistics.steps) + " steps"});
    results.add(smooth, {name + ", a step", 1e3 * smooth_s / steps, "ms", {}, {}, {}});
    const double left = result.statistics.length_m / result.statistics.length_before_m;
    results.add(smooth, {name + ", length left", 100.0 * left, "%", {}, {}, {}});
  }
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** arguments) {
  tocca::bench::Results results(count, arguments);
  tocca::bench::Options options;
  if (results.quick()) options = {.runs = 2, .limit_s = 5.0, .steps = 200};
  for (int k = 1; k < count; ++k) {
    const std::string text = arguments[k];
    const auto value = [&] { return k + 1 < count ? std::atof(arguments[++k]) : 0.0; };
    if (text == "--runs") {
      options.runs = static_cast<int>(value());
    } else if (text == "--limit") {
      options.limit_s = value();
    } else if (text == "--judge") {
      options.judge = true;
    } else if (text == "--steps") {
      options.steps = static_cast<std::int64_t>(value());
    } else {
      options.parts.insert(text);
    }
  }
  if (results.quick() && options.parts.empty()) {
    options.parts = {"fanuc-cage", "fanuc-machine", "irb-workshop", "arms-tori"};
  }
  const tocca::ThreadLimit one_thread(1);
  tocca::bench::run_table_4(results, options);
  tocca::bench::run_table_5(results, options);
}
