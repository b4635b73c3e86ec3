// One continuous overlap test of two oriented boxes over an interval of time (redon-2004, sections 5.1 and 6), once the motion's bounds
// are computed: what is timed is the walk down the trees of a link and of an obstacle, in which each box that is opened is placed,
// and each pair of boxes tested. The paper: about one microsecond, on the same scene.
//
//   bench_box_tests [--edges N]
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <string>
#include <vector>

#include "check/model/model_body.hpp"
#include "motion/mover.hpp"
#include "peers/edge_list.hpp"
#include "results/results.hpp"
#include "sweep/interval_obb.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca::bench {
namespace {

struct List {
  const char* label;
  const char* file;
};

const List lists[] = {{"1 degree", "edges-1deg.csv"},
                      {"5 degrees", "edges-5deg.csv"},
                      {"15 degrees", "edges-15deg.csv"},
                      {"30 degrees", "edges-30deg.csv"}};

/// Processor time of this thread.
double nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

/// Tests of all links against all obstacles during one step.
std::uint64_t walk(const CollisionModel& model, const std::vector<std::pair<int, LinearEnclosure>>& links) {
  std::uint64_t tested = 0;
  for (const auto& [body, X] : links) {
    const Part& link = model.bodies()[static_cast<std::size_t>(body)].part;
    for (const int other : model.still()) {
      const Part& obstacle = model.bodies()[static_cast<std::size_t>(other)].part;
      for_each_near_pair(link, X, obstacle, nullptr, 0.0, tested, [](Index, Index) { return true; });
    }
  }
  return tested;
}

void run(Results& results, std::size_t most_edges) {
  const EdgeScene scene("puma-pipes");
  const Checker checker(scene.problem, {}, {.self_collision = false});
  const CollisionModel& model = checker.model();
  Query query = checker.query();
  ResultTable& table =
      results.table("a box test", "mean over the trees of links and pipes, bounds of the motion known");
  std::vector<std::pair<int, LinearEnclosure>> links;
  for (const List& list : lists) {
    const std::vector<Edge> edges = scene.edges(list.file);
    double ns = 0.0;
    std::uint64_t tested = 0;
    for (std::size_t k = 0; k < std::min(most_edges, edges.size()); ++k) {
      query.step().tree(0).move(edges[k].from, edges[k].to);
      links.clear();
      for (const int body : model.movable()) {
        if (model.greatest_clearance(body) < 0.0) continue;
        links.emplace_back(body, query.step().mover(body).linear_enclosure({0.0, 1.0}));
      }
      double least = std::numeric_limits<double>::infinity();
      for (int round = 0; round < 3; ++round) {
        const double start = nanoseconds();
        const std::uint64_t count = walk(model, links);
        least = std::min(least, nanoseconds() - start);
        if (round == 0) tested += count;
      }
      ns += least;
    }
    results.add(table, {list.label, ns / static_cast<double>(tested), "ns", {}, {}, std::to_string(tested) + " tests"});
  }
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** arguments) {
  tocca::bench::Results results(count, arguments);
  std::size_t edges = results.quick() ? 10 : 200;
  for (int k = 1; k + 1 < count; ++k) {
    if (std::string(arguments[k]) == "--edges") edges = static_cast<std::size_t>(std::atol(arguments[k + 1]));
  }
  const tocca::ThreadLimit one_thread(1);
  tocca::bench::run(results, edges);
}
