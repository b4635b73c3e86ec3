// Paths as controllers and planners export them: free motions of about a radian, sampled every few milliradians. Microseconds of a
// segment, one thread, processor time: the whole path at once, where consecutive segments share what they know, and each segment on its own.
// TOCCA_MODELS names the folder of the models.
//
//   bench_fine_paths [panda|pipes ...]
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <set>

#include "peers/edge_list.hpp"
#include "peers/planner_edges.hpp"
#include "peers/real_problems.hpp"
#include "results/results.hpp"
#include "tocca/check/path_checker.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca::bench {
namespace {

/// The largest move of a joint in a segment, in radians: as a servo loop, a controller and a careful planner have it.
constexpr double samplings[] = {1e-3, 5e-3, 2e-2};

struct Motion {
  Configuration from, to;
};

Path sampled(const Motion& motion, double most_rad) {
  const auto count = static_cast<Eigen::Index>(std::ceil((motion.to - motion.from).cwiseAbs().maxCoeff() / most_rad));
  Path path;
  path.waypoints.resize(count + 1, motion.from.size());
  for (Eigen::Index k = 0; k <= count; ++k) {
    const double t = static_cast<double>(k) / static_cast<double>(count);
    path.waypoints.row(k) = (1.0 - t) * motion.from + t * motion.to;
  }
  return path;
}

/// Of the processor, so that others on the same machine count little.
double cpu_micros() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e6 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_nsec);
}

/// The least of some runs; infinite where the path is not free.
template <class Check>
double micros_if_free(int runs, const Check& is_free) {
  double least = std::numeric_limits<double>::infinity();
  for (int run = 0; run < runs; ++run) {
    const double begin = cpu_micros();
    if (!is_free()) return std::numeric_limits<double>::infinity();
    least = std::min(least, cpu_micros() - begin);
  }
  return least;
}

/// Total microseconds, and segments.
struct Total {
  double shared = 0.0, alone = 0.0;
  std::size_t segments = 0;
};

void add(const Checker& checker, const Path& path, int runs, Total& total) {
  PathChecker paths(checker);
  const double shared = micros_if_free(runs, [&] { return paths.first(path).outcome == Outcome::free; });
  const double alone = micros_if_free(runs, [&] {
    bool free = true;
    for (int k = 0; k < path.segment_count(); ++k) free = checker.check(path, k).outcome == Outcome::free && free;
    return free;
  });
  if (!(shared + alone < std::numeric_limits<double>::infinity())) return;
  total.shared += shared;
  total.alone += alone;
  total.segments += static_cast<std::size_t>(path.segment_count());
}

void add_row(Results& results, const std::string& title, double most_rad, const Total& total) {
  const auto count = static_cast<double>(total.segments);
  char name[48];
  std::snprintf(name, sizeof name, "free, %g mrad a segment", 1e3 * most_rad);
  results.add(results.table(title, "mean of a segment"), {name,
                                                          total.shared / count,
                                                          "us",
                                                          {{"each segment on its own", total.alone / count, {}}},
                                                          {},
                                                          std::to_string(total.segments) + " segments"});
}

void panda(Results& results, const std::filesystem::path& models) {
  Total totals[std::size(samplings)];
  for (const ProblemSet::Case& own :
       ProblemSet(models, "panda_bookshelf_small", "panda", results.quick() ? 1 : 5).cases) {
    const Checker checker(own.problem);
    int taken = 0;
    for (const PlannerEdge& edge : planner_edges(checker, own, 1, 40)) {
      if (!edge.free || ++taken > (results.quick() ? 2 : 8)) continue;
      for (std::size_t k = 0; k < std::size(samplings); ++k)
        add(checker, sampled({edge.from, edge.to}, samplings[k]), results.quick() ? 1 : 3, totals[k]);
    }
  }
  for (std::size_t k = 0; k < std::size(samplings); ++k)
    add_row(results, "panda_bookshelf_small", samplings[k], totals[k]);
}

void pipes(Results& results) {
  Total totals[std::size(samplings)];
  const EdgeScene scene("puma-pipes", SceneLayout::one_mesh);
  const Checker checker(scene.problem, {}, {.self_collision = false});
  int taken = 0;
  for (const Edge& edge : scene.edges("edges-30deg.csv")) {
    if (taken >= (results.quick() ? 3 : 20)) break;
    if (checker.check(edge.from, edge.to).outcome != Outcome::free) continue;
    ++taken;
    for (std::size_t k = 0; k < std::size(samplings); ++k)
      add(checker, sampled({edge.from, edge.to}, samplings[k]), results.quick() ? 1 : 3, totals[k]);
  }
  for (std::size_t k = 0; k < std::size(samplings); ++k)
    add_row(results, "puma-pipes as one mesh", samplings[k], totals[k]);
}

int run(Results& results, const std::set<std::string>& wanted) {
  const char* given = std::getenv("TOCCA_MODELS");
  const std::filesystem::path models = given ? given : "../shared/models";
  const ThreadLimit one(1);
  if (wanted.empty() || wanted.contains("pipes")) pipes(results);
  if (!wanted.empty() && !wanted.contains("panda")) return 0;
  if (!is_directory(models / "problems")) {
    std::fprintf(stderr, "the planning problems are not here; set TOCCA_MODELS to the folder of real models\n");
    return exit_left_out;
  }
  panda(results, models);
  return 0;
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** words) {
  tocca::bench::Results results(count, words);
  return tocca::bench::run(results, {words + 1, words + count});
}
