// Planning and smoothing in the layout of schwarzer-2002's Tables 4 and 5, with the paper's figures (a 1 GHz Pentium III) beside.
//
//   bench_planning [--runs N] [--limit SECONDS] [--steps N] [plan|walk|NAME ...]
//
// Table 4: SBL is the same planner with FCL in place of the exact checker, at the paper's resolution, and at the first half,
// quarter, ... of it at which all runs return paths that the exact checker finds free (so did the paper choose its own).
// Ends are the first and last waypoints of the scene's own path where both are free and the straight way is barred; else the
// first draw of a goal for which that is so. Table 5: random walks of the linkages until all are below the lowest obstacle,
// then so many steps of smoothing as the paper took (or --steps).
//
// Times are of the processor, one thread: others on the same machine count little.
#include <cstdio>
#include <ctime>
#include <set>
#include <string>

#include "peers/edge_list.hpp"
#include "peers/fcl_judge.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/plan/plan_space.hpp"
#include "tocca/plan/random_walk.hpp"
#include "tocca/plan/sbl.hpp"
#include "tocca/plan/smoother.hpp"
#include "tocca/query/path_checker.hpp"

namespace tocca::bench {
namespace {

struct Options {
  int runs = 10;
  double limit_s = 120.0;
  std::int64_t steps = 0;
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
    const auto row = rows.row(last ? rows.rows() - 1 : 0);
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
  const char *figure, *name;
  double epsilon, sbl_s, exact_s;  ///< as printed
};

const Table4Row table_4[] = {{"6(a)", "irb-cage", 0.0120, 83, 44},
                             {"6(b)", "fanuc-cage", 0.0060, 17, 4.80},
                             {"7(a)", "fanuc-machine", 0.0012, 3.20, 2.10},
                             {"7(b)", "irb-workshop", 0.0120, 1.20, 0.81},
                             {"7(c)", "six-irb-car", 0.0120, 85, 52}};

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

void run_table_4(const Options& options) {
  std::printf(
      "\nTable 4: mean seconds of %d runs\n\n| Example | | eps | SBL printed | A-SBL printed | SBL at eps | its paths "
      "in "
      "contact | eps that served | SBL there | A-SBL | x SBL | x printed | found | milestones | segments "
      "|\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
      options.runs);
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
    std::printf(
        "| Fig. %s | %s | %.4f | %.3g | %.3g | %.3g | %d | %.4f | %.3g | %.3g | %.1f | %.0f | %d | %.0f | %.0f |\n",
        row.figure, row.name, row.epsilon, row.sbl_s, row.exact_s, printed.seconds / n, printed.wrong, epsilon,
        served.seconds / n, exact.seconds / n, served.seconds / exact.seconds, row.exact_s * n / exact.seconds,
        exact.found, static_cast<double>(exact.milestones) / n, static_cast<double>(exact.segments) / n);
    std::fflush(stdout);
  }
}

struct Table5Row {
  const char *figure, *name;
  double below_m;  ///< just below the lowest obstacle
  int segments;    ///< as printed, this and what follows
  double walk_s;
  int steps;
  double smooth_s, sigma;
};

const Table5Row table_5[] = {{"1", "arms-tori", 0.25, 85'784, 898, 10'000, 735, 7},
                             {"8", "linkage-lattice", 0.29, 6'795, 95, 2'000, 83, 17},
                             {"(*)", "nine-linkages", 0.29, 27'596, 8'079, 20'000, 8'891, 22}};

void run_table_5(const Options& options) {
  std::printf(
      "\nTable 5: random walks and smoothing, printed / here (seed 1)\n\n| Example | | segments | t [s] | ms a "
      "segment, x "
      "printed | steps | t [s] | ms a step, x printed | sigma [%%] |\n|---|---|---|---|---|---|---|---|---|\n");
  for (const Table5Row& row : table_5) {
    if (!options.wants("walk", row.name)) continue;
    const EdgeScene scene(row.name);
    const Checker checker(scene.problem);
    WalkSettings walking;
    walking.time_limit_s = 20.0 * options.limit_s;
    const CpuClock walk_clock;
    const Plan plan =
        RandomWalk(checker, walking).walk(waypoints(scene.problem, false), {Vector3::UnitZ(), row.below_m});
    const double walk_s = walk_clock.seconds(), segments = static_cast<double>(plan.statistics.segments);
    const double walk_ms = 1e3 * walk_s / segments, walk_printed_ms = 1e3 * row.walk_s / row.segments;
    std::printf("| Fig. %s | %s | %d / %.0f | %.0f / %.3g | %.3g, x %.0f |", row.figure, row.name, row.segments,
                segments, row.walk_s, walk_s, walk_ms, walk_printed_ms / walk_ms);
    std::fflush(stdout);
    if (plan.end != PlanEnd::found) {
      std::printf(" not below %.2f m in time |\n", row.below_m);
      continue;
    }
    SmoothSettings smoothing;
    smoothing.most_steps = options.steps > 0 ? options.steps : row.steps;
    smoothing.time_limit_s = 20.0 * options.limit_s;
    smoothing.converged_at = 0.0;
    const CpuClock smooth_clock;
    const SmoothResult result = Smoother(checker, smoothing).smooth(plan.waypoints);
    const double smooth_s = smooth_clock.seconds(), steps = static_cast<double>(result.statistics.steps);
    const double smooth_ms = 1e3 * smooth_s / steps, smooth_printed_ms = 1e3 * row.smooth_s / row.steps;
    std::printf(" %d / %.0f | %.0f / %.3g | %.3g, x %.0f | %.0f / %.3g |\n", row.steps, steps, row.smooth_s, smooth_s,
                smooth_ms, smooth_printed_ms / smooth_ms, row.sigma,
                100.0 * result.statistics.length_m / result.statistics.length_before_m);
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** arguments) {
  tocca::bench::Options options;
  for (int k = 1; k < count; ++k) {
    const std::string text = arguments[k];
    const auto value = [&] { return k + 1 < count ? std::atof(arguments[++k]) : 0.0; };
    if (text == "--runs") {
      options.runs = static_cast<int>(value());
    } else if (text == "--limit") {
      options.limit_s = value();
    } else if (text == "--steps") {
      options.steps = static_cast<std::int64_t>(value());
    } else {
      options.parts.insert(text);
    }
  }
  const tocca::ThreadLimit one_thread(1);
  tocca::bench::run_table_4(options);
  tocca::bench::run_table_5(options);
  return 0;
}
