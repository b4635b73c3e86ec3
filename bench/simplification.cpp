// Raw paths of RRT-Connect through the planning problems of the real models, and what simplification leaves of them: length and
// time for several budgets of motions to check, beside what long smoothing reaches. One thread. TOCCA_MODELS names the folder of
// the models.
//
//   bench_simplification [SET ...]     such as panda_box
#include <array>
#include <cstdio>
#include <ctime>
#include <memory>
#include <set>

#include "peers/planner_edges.hpp"
#include "peers/real_problems.hpp"
#include "plan/shortener.hpp"
#include "results/results.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca::bench {
namespace {

constexpr std::size_t most_questions_of_planner = 20'000;
constexpr std::array<std::int64_t, 6> budgets = {8, 12, 16, 32, 64, 128};

/// Of the processor: others on the same machine count little.
double cpu_micros() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e6 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_nsec);
}

/// A raw path and the shortest one known in its place.
struct RawPath {
  Checker checker;
  PlanSpace space;
  WaypointMatrix rows;
  double length_m, best_m;

  RawPath(const ProblemSet::Case& own, std::uint64_t seed)
      : checker(own.problem),
        space(checker.model(), std::array{own.start, own.goal}),
        rows(planner_path(checker, own, seed, most_questions_of_planner)),
        length_m(space.length(rows)),
        best_m(length_m) {
    for (std::uint64_t k = 1; k <= 4 && found(); ++k) {
      SmoothSettings settings;
      settings.seed = k;
      settings.most_steps = 1500;
      settings.converged_at = 0.0;
      best_m = std::min(best_m, Smoother(checker, settings).smooth(rows).statistics.length_m);
    }
  }
  bool found() const { return rows.rows() > 1; }
};

void measure(Results& results, const std::filesystem::path& models, const std::string& set, const std::string& robot) {
  std::vector<std::unique_ptr<RawPath>> paths;
  std::uint64_t seed = 1;
  for (const ProblemSet::Case& own : ProblemSet(models, set, robot, results.quick() ? 2 : 20).cases) {
    auto path = std::make_unique<RawPath>(own, seed++);
    if (path->found()) paths.push_back(std::move(path));
  }
  ResultTable& table = results.table(set, "length after simplification, by how many motions were checked");
  char note[128];
  std::vector<double> best, corners;
  for (const auto& path : paths) {
    best.push_back(100.0 * path->best_m / path->length_m);
    corners.push_back(static_cast<double>(path->rows.rows()));
  }
  std::snprintf(note, sizeof note, "mean; raw paths: %zu, of %.1f waypoints", paths.size(), mean(corners));
  results.add(table, {"long smoothing, length left", mean(best), "%", {}, {}, note});
  for (const std::int64_t budget : budgets) {
    std::vector<double> left, beyond, micros, asked;
    for (const auto& path : paths) {
      Query query = path->checker.query();
      for (std::uint64_t run = 1; run <= 5; ++run) {
        SmoothSettings settings = SmoothSettings::quick();
        settings.most_questions = budget;
        settings.seed = run;
        Shortener shortener(path->checker.model(), path->space, settings, query, path->rows);
        const double begin = cpu_micros();
        shortener.run();
        micros.push_back(cpu_micros() - begin);
        left.push_back(100.0 * shortener.statistics().length_m / path->length_m);
        beyond.push_back(shortener.statistics().length_m / path->best_m);
        asked.push_back(static_cast<double>(shortener.statistics().questions));
      }
    }
    const std::string name = std::to_string(budget) + " motions";
    std::snprintf(note, sizeof note, "mean; %.2f times the shortest known, %.1f asked", mean(beyond), mean(asked));
    results.add(table, {name + ", length left", mean(left), "%", {}, {}, note});
    std::snprintf(note, sizeof note, "median; mean %.0f us", mean(micros));
    results.add(table, {name + ", time", median(micros), "us", {}, {}, note});
  }
}

int run(Results& results, const std::set<std::string>& wanted) {
  const std::filesystem::path models = real_models("problems");
  if (models.empty()) return exit_left_out;
  const ThreadLimit one(1);
  for (const auto& [robot, folder] : {std::pair("panda", "panda"), std::pair("ur5", "ur5_robotiq85")}) {
    for (const char* scene : {"bookshelf_small", "bookshelf_thin", "box", "table_pick"}) {
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
