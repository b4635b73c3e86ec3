// OMPL's RRTConnect with proven edges (tocca::ompl) beside the default planner, on the planning problems of the real models: search
// alone, no simplification, a clearance of 1 mm, one thread. TOCCA_MODELS names the folder of the models.
#include <ompl/base/ScopedState.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/RandomNumbers.h>

#include "core/stopwatch.hpp"
#include "peers/planner_edges.hpp"
#include "peers/real_problems.hpp"
#include "results/results.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/ompl/state_map.hpp"
#include "tocca/ompl/state_space.hpp"
#include "tocca/ompl/validity.hpp"
#include "tocca/plan/planner.hpp"

namespace tocca::bench {
namespace {

constexpr double clearance_m = 1e-3, limit_s = 10.0;

/// Milliseconds, or the limit where nothing is found.
double by_ompl(const Checker& checker, const ProblemSet::Case& own) {
  namespace ob = ::ompl::base;
  const tocca::ompl::StateMap map(checker.model(), tocca::ompl::make_space(checker.model()));
  ::ompl::geometric::SimpleSetup setup(map.space());
  tocca::ompl::use(checker, setup.getSpaceInformation());
  setup.setPlanner(std::make_shared<::ompl::geometric::RRTConnect>(setup.getSpaceInformation()));
  ob::ScopedState<> start(map.space()), goal(map.space());
  map.write(own.start, start.get());
  map.write(own.goal, goal.get());
  setup.setStartAndGoalStates(start, goal);
  setup.setup();
  const Stopwatch watch;
  const bool found = setup.solve(limit_s) == ob::PlannerStatus::EXACT_SOLUTION;
  return found ? 1e3 * watch.seconds() : 1e3 * limit_s;
}

void measure(Results& results, const std::filesystem::path& models, const std::string& set, const std::string& robot) {
  std::vector<double> ours, ompls;
  for (const ProblemSet::Case& own : ProblemSet(models, set, robot, results.quick() ? 2 : 20).cases) {
    Problem problem = own.problem;
    problem.clearance.default_m = clearance_m;
    const Checker checker(problem);
    PlannerSettings settings;
    settings.time_limit_s = limit_s;
    settings.simplify = false;
    Planner planner(checker, settings);
    planner.plan(own.start, own.goal);  // its memory grows
    ours.push_back(1e3 * planner.plan(own.start, own.goal).statistics.seconds);
    ompls.push_back(by_ompl(checker, own));
  }
  ResultTable& table = results.table(set, "search and proof, no simplification");
  const auto add = [&](const char* name, double own, double theirs) {
    ResultRow row{name, own, "ms", {}, {}, std::to_string(ours.size()) + " problems"};
    row.peers = {{"OMPL RRTConnect, edges proven by tocca", theirs, {}}};
    results.add(table, std::move(row));
  };
  add("median", median(ours), median(ompls));
  add("mean", mean(ours), mean(ompls));
}

int run(Results& results) {
  const std::filesystem::path models = real_models("problems");
  if (models.empty()) return exit_left_out;
  ::ompl::RNG::setSeed(1);
  ::ompl::msg::setLogLevel(::ompl::msg::LOG_ERROR);
  const ThreadLimit one(1);
  for (const char* scene : {"bookshelf_small", "box", "table_pick"}) {
    measure(results, models, std::string("panda_") + scene, "panda");
    measure(results, models, std::string("ur5_") + scene, "ur5_robotiq85");
  }
  return 0;
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** words) {
  tocca::bench::Results results(count, words);
  return tocca::bench::run(results);
}
