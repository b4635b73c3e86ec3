// Planning on the problems that planners of this field are compared on (MotionBenchMaker's, of the real models): search, proof and
// simplification with a clearance of 1 mm. One thread. TOCCA_MODELS names the folder of the models.
//
//   bench_planning_problems [SET ...]     such as panda_box
//
// Every problem is planned in a planner of its own, whose first plan is left out (its memory grows). Medians and means are of the
// problems that were solved within 10 s. Distances of the paths are not measured: tests/oracle judges paths by FCL.
#include <algorithm>
#include <cstdio>
#include <set>

#include "peers/planner_edges.hpp"
#include "peers/real_problems.hpp"
#include "results/results.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/plan/planner.hpp"

namespace tocca::bench {
namespace {

constexpr double clearance_m = 1e-3, limit_s = 10.0;

struct Tally {
  std::vector<double> milliseconds, first, search, proof, simplification, glimpses, proofs, shorter;
  double refuted = 0.0, proven = 0.0;

  void add(const Plan& plan, double first_ms) {
    const PlanStatistics& s = plan.statistics;
    proven += static_cast<double>(s.segments);
    refuted += static_cast<double>(s.segments_refuted);
    if (plan.end != PlanEnd::found) return;
    first.push_back(first_ms);
    milliseconds.push_back(1e3 * s.seconds);
    search.push_back(1e3 * s.search_s);
    proof.push_back(1e3 * s.proof_s);
    simplification.push_back(1e3 * s.simplification_s);
    glimpses.push_back(static_cast<double>(s.glimpses));
    proofs.push_back(static_cast<double>(s.segments));
    shorter.push_back(plan.length_m / plan.raw_length_m);
  }
};

void measure(Results& results, const std::filesystem::path& models, const std::string& set, const std::string& robot) {
  Tally tally;
  std::size_t count = 0;
  for (const ProblemSet::Case& own : ProblemSet(models, set, robot, results.quick() ? 3 : 50).cases) {
    Problem problem = own.problem;
    problem.clearance.default_m = clearance_m;
    const Checker checker(problem);
    PlannerSettings settings;
    settings.time_limit_s = limit_s;
    Planner planner(checker, settings);
    const double first_ms = 1e3 * planner.plan(own.start, own.goal).statistics.seconds;
    tally.add(planner.plan(own.start, own.goal), first_ms);
    ++count;
  }
  ResultTable& table = results.table(set, "plan, proof and simplification");
  char note[160];
  std::snprintf(
      note, sizeof note, "%zu of %zu solved; slowest %.2f ms; first plan of a planner: median %.3f ms",
      tally.milliseconds.size(), count,
      tally.milliseconds.empty() ? 0.0 : *std::max_element(tally.milliseconds.begin(), tally.milliseconds.end()),
      median(tally.first));
  results.add(table, {"plan, median", median(tally.milliseconds), "ms", {}, {}, note});
  results.add(table, {"plan, mean", mean(tally.milliseconds), "ms", {}, {}, {}});
  results.add(table, {"search, median",
                      median(tally.search),
                      "ms",
                      {},
                      {},
                      std::to_string(static_cast<int>(median(tally.glimpses))) + " glimpses"});
  results.add(table, {"proof, median",
                      median(tally.proof),
                      "ms",
                      {},
                      {},
                      std::to_string(static_cast<int>(median(tally.proofs))) + " motions"});
  results.add(table, {"simplification, median", median(tally.simplification), "ms", {}, {}, {}});
  results.add(table, {"length left, mean", 100.0 * mean(tally.shorter), "%", {}, {}, {}});
  results.add(table, {"glimpses refuted by a proof", 100.0 * tally.refuted / tally.proven, "%", {}, {}, {}});
}

int run(Results& results, const std::set<std::string>& wanted) {
  const std::filesystem::path models = real_models("problems");
  if (models.empty()) return exit_left_out;
  const ThreadLimit one(1);
  for (const auto& [robot, folder] : {std::pair("panda", "panda"), std::pair("ur5", "ur5_robotiq85")}) {
    for (const char* scene :
         {"bookshelf_small", "bookshelf_thin", "bookshelf_tall", "box", "cage", "table_pick", "table_under_pick"}) {
      const std::string set = std::string(robot) + "_" + scene;
      if (!exists(models / "problems" / (set + ".json"))) continue;
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
