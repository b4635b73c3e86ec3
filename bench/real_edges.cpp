// What planners ask of a checker, on robots and scenes that users have: the edges and configurations that RRT-Connect asks about on
// its way through the planning problems of the real models. One thread; each question the best of some runs; medians of the
// questions that are free and of those that are not. TOCCA_MODELS names the folder of the models.
//
//   bench_real_edges [SET ...]     such as panda_box
#include <cstdio>
#include <set>

#include "peers/planner_edges.hpp"
#include "peers/real_problems.hpp"
#include "results/results.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca::bench {
namespace {

/// Microseconds of questions that are free, and of those that are not.
struct Sample {
  std::vector<double> free, not_free;

  void add(const TimedAnswer& answer) { (answer.free ? free : not_free).push_back(answer.micros); }
};

void measure(Results& results, const std::filesystem::path& models, const std::string& set, const std::string& robot) {
  const bool quick = results.quick();
  const int runs = quick ? 1 : 5;
  Sample any, first, first_place, configuration, in_lanes, any_cells, first_cells;
  std::uint64_t seed = 1;
  for (const ProblemSet::Case& own : ProblemSet(models, set, robot, quick ? 2 : 20).cases) {
    const Checker checker(own.problem);
    const Checker with_cells(own.problem, {}, {.joint_cells = true});
    Query query = checker.query(), by_cells = with_cells.query();
    for (const PlannerEdge& edge : planner_edges(checker, own, seed++, quick ? 10 : 40)) {
      query.step().tree(0).move(edge.from, edge.to);
      any.add(best_of(runs, [&] { return query.any_contact().outcome == Outcome::free; }));
      first.add(best_of(runs, [&] { return query.first_contact().outcome == Outcome::free; }));
      first_place.add(best_of(runs, [&] { return query.first_contact(Query::Touches::one).outcome == Outcome::free; }));
      TimedAnswer eight = best_of(runs, [&] { return query.free_at(1.0 / 8.0, 1.0 / 8.0) == 0xffu; });
      eight.micros /= Query::instants_at_once;
      in_lanes.add(eight);
      by_cells.step().tree(0).move(edge.from, edge.to);
      any_cells.add(best_of(runs, [&] { return by_cells.any_contact().outcome == Outcome::free; }));
      first_cells.add(best_of(runs, [&] { return by_cells.first_contact().outcome == Outcome::free; }));
      query.step().tree(0).move(edge.to, edge.to);
      configuration.add(best_of(runs, [&] { return query.free_at(); }));
    }
  }
  ResultTable& table = results.table(set, "median of a question");
  const auto add = [&](const std::string& name, const std::vector<double>& micros) {
    char note[64];
    std::snprintf(note, sizeof note, "%zu asked, mean %.1f us", micros.size(), mean(micros));
    results.add(table, {name, median(micros), "us", {}, {}, note});
  };
  const auto add_both = [&](const std::string& name, const Sample& sample) {
    add(name + ", free", sample.free);
    add(name + ", colliding", sample.not_free);
  };
  add_both("any contact", any);
  add_both("first contact", first);
  add_both("first contact, one touching place", first_place);
  add_both("any contact, cells of joints known", any_cells);
  add_both("first contact, cells of joints known", first_cells);
  add_both("configuration", configuration);
  add_both("each of eight configurations of an edge", in_lanes);
}

int run(Results& results, const std::set<std::string>& wanted) {
  const std::filesystem::path models = real_models("problems");
  if (models.empty()) return exit_left_out;
  const ThreadLimit one(1);
  for (const auto& [robot, folder] : {std::pair("panda", "panda"), std::pair("ur5", "ur5_robotiq85")}) {
    for (const char* scene : {"bookshelf_small", "box", "table_pick"}) {
      const std::string set = std::string(robot) + "_" + scene;
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
