// A roadmap of 10,000 edges for the arm of the real models: how long it takes to build, and then, problem by problem, a path from it,
// the same path again, and a path after one object has moved. TOCCA_MODELS names the folder of the models.
//
//   bench_roadmap [SET ...]     such as panda_box
#include "tocca/plan/roadmap.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>

#include "core/seeded_random.hpp"
#include "core/stopwatch.hpp"
#include "peers/planner_edges.hpp"
#include "peers/real_problems.hpp"
#include "results/results.hpp"
#include "tocca/check/path_checker.hpp"

namespace tocca::bench {
namespace {

/// Milliseconds of one kind of question.
struct Times {
  std::vector<double> all;
  int found = 0;
  std::int64_t believed = 0, checked = 0, again = 0, beyond = 0;

  void add(double millis, const RoadmapPlan& plan) {
    all.push_back(millis);
    found += plan.end == PlanEnd::found;
    believed += plan.believed;
    checked += plan.statistics.segments;
    again += plan.proven_again;
    beyond += plan.beyond;
  }
};

/// Somewhere else nearby: up to 10 cm and some degrees away.
void move(SceneObject& object, SeededRandom& random) {
  for (double& x : object.pose.translation) x += random.between(-0.1, 0.1);
  object.pose.rotation = rotation_about(Vector3::UnitZ(), random.between(-0.3, 0.3)) * object.pose.rotation;
}

RoadmapPlan ask(const Problem& problem, const Configuration& start, const Configuration& goal, Roadmap& roadmap,
                Times& whole, Times& alone) {
  RoadmapQuerySettings settings;
  settings.time_limit_s = 10.0;
  const Stopwatch all;
  const RoadmapPlanner planner(problem);
  const Stopwatch query;
  RoadmapPlan plan = planner.query(roadmap, start, goal, settings);
  alone.add(1e3 * query.seconds(), plan);
  whole.add(1e3 * all.seconds(), plan);
  if (plan.end == PlanEnd::found && PathChecker(planner.checker()).any_outcome(plan.waypoints) != Outcome::free) {
    std::printf("a path is not free\n");
    std::exit(1);
  }
  return plan;
}

void measure(Results& results, const std::filesystem::path& models, const std::string& set, const std::string& robot) {
  const bool quick = results.quick();
  std::vector<double> build, renewal;
  Times first, first_alone, again, again_alone, moved, moved_alone;
  SeededRandom random(1);
  std::int64_t outdated = 0, moves = 0;
  for (const ProblemSet::Case& own : ProblemSet(models, set, robot, quick ? 2 : 10).cases) {
    Problem problem = own.problem;
    RoadmapSettings settings;
    settings.time_limit_s = 60.0;
    Stopwatch watch;
    Roadmap roadmap = RoadmapPlanner(problem).build(settings);
    build.push_back(1e3 * watch.seconds());
    if (ask(problem, own.start, own.goal, roadmap, first, first_alone).end != PlanEnd::found) continue;
    ask(problem, own.start, own.goal, roadmap, again, again_alone);
    for (int round = 0; round < (quick ? 2 : 10); ++round) {
      Problem other = problem;
      move(other.scene.objects[random.bits() % other.scene.objects.size()], random);
      const Checker checker(other);
      if (checker.check(own.start).outcome != Outcome::free || checker.check(own.goal).outcome != Outcome::free)
        continue;
      Roadmap copy = roadmap;
      for (const RoadmapChange& change : RoadmapPlanner(other).update(copy).changes) outdated += change.outdated;
      ++moves;
      copy = roadmap;
      ask(other, own.start, own.goal, copy, moved, moved_alone);
      const RoadmapPlanner planner(other);
      watch = {};
      planner.prove(copy);
      renewal.push_back(1e3 * watch.seconds());
    }
  }
  ResultTable& table = results.table(set, "median");
  const auto add = [&](const char* name, const Times& times) {
    char note[160];
    std::snprintf(note, sizeof note,
                  "%zu asked, %d found, %lld beyond the roadmap; mean %.3g ms, greatest %.3g ms; %lld motions checked",
                  times.all.size(), times.found, static_cast<long long>(times.beyond), mean(times.all),
                  times.all.empty() ? 0.0 : *std::max_element(times.all.begin(), times.all.end()),
                  static_cast<long long>(times.checked));
    results.add(table, {name, median(times.all), "ms", {}, {}, note});
  };
  results.add(table, {"building, all edges proven", median(build), "ms", {}, {}, "1,000 milestones, 10,000 edges"});
  add("first path", first_alone);
  add("first path, with a checker for the scene", first);
  add("the same path again", again_alone);
  add("an object has moved: a path", moved_alone);
  add("an object has moved: a path, with a checker for the scene", moved);
  char note[120];
  std::snprintf(note, sizeof note, "%lld moves, %lld proofs outdated by each", static_cast<long long>(moves),
                static_cast<long long>(moves > 0 ? outdated / moves : 0));
  results.add(table, {"an object has moved: all edges renewed", median(renewal), "ms", {}, {}, note});
}

int run(int count, char** words) {
  Results results(count, words);
  const char* folder = std::getenv("TOCCA_MODELS");
  const std::filesystem::path models = folder ? folder : "../shared/models";
  if (!std::filesystem::exists(models / "problems")) {
    std::printf("no models in %s: set TOCCA_MODELS\n", models.string().c_str());
    return exit_left_out;
  }
  const std::set<std::string> wanted(words + 1, words + count);
  for (const char* set : {"panda_box", "panda_bookshelf_small", "panda_table_pick"}) {
    if (wanted.empty() || wanted.contains(set)) measure(results, models, set, "panda");
  }
  return 0;
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** words) { return tocca::bench::run(count, words); }
