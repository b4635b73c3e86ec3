// A roadmap of 10,000 edges for the arm of the real models: how long it takes to build, and then, problem by problem, a path from it,
// the same path again, and a path after one object has moved. TOCCA_MODELS names the folder of the models. Times are of the
// processor, one thread: others on the same machine count little.
//
//   bench_roadmap [SET ...]     such as panda_box
#include "tocca/plan/roadmap.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <set>

#include "core/seeded_random.hpp"
#include "peers/planner_edges.hpp"
#include "peers/real_problems.hpp"
#include "results/results.hpp"
#include "tocca/check/path_checker.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca::bench {
namespace {

class CpuClock {
 public:
  double millis() const { return now() - start_; }

 private:
  static double now() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
  }
  double start_ = now();
};

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

/// Puts an object into a path, so that the path touches it and its ends do not; false if some tries find no such place.
bool bar(const WaypointMatrix& path, SeededRandom& random, Problem& problem) {
  for (int attempt = 0; attempt < 50; ++attempt) {
    Problem other = problem;
    SceneObject& object = other.scene.objects[random.bits() % other.scene.objects.size()];
    for (int round = 0; round < 3; ++round) move(object, random);
    const Checker checker(other);
    const Configuration start = path.row(0), goal = path.row(path.rows() - 1);
    if (checker.check(start).outcome != Outcome::free || checker.check(goal).outcome != Outcome::free) continue;
    if (PathChecker(checker).any_outcome(path) == Outcome::free) continue;
    problem = other;
    return true;
  }
  return false;
}

RoadmapPlan ask(const Problem& problem, const Configuration& start, const Configuration& goal, Roadmap& roadmap,
                Times& whole, Times& alone) {
  RoadmapQuerySettings settings;
  settings.time_limit_s = 10.0;
  const CpuClock all;
  const RoadmapPlanner planner(problem);
  const CpuClock query;
  RoadmapPlan plan = planner.query(roadmap, start, goal, settings);
  alone.add(query.millis(), plan);
  whole.add(all.millis(), plan);
  if (plan.end == PlanEnd::found && PathChecker(planner.checker()).any_outcome(plan.waypoints) != Outcome::free) {
    std::printf("a path is not free\n");
    std::exit(1);
  }
  return plan;
}

void measure(Results& results, const std::filesystem::path& models, const std::string& set, const std::string& robot) {
  const bool quick = results.quick();
  std::vector<double> build, renewal;
  Times first, first_alone, again, again_alone, moved, moved_alone, barred, barred_alone;
  SeededRandom random(1);
  std::int64_t outdated = 0, moves = 0;
  for (const ProblemSet::Case& own : ProblemSet(models, set, robot, quick ? 2 : 10).cases) {
    Problem problem = own.problem;
    RoadmapSettings settings;
    settings.time_limit_s = 60.0;
    CpuClock watch;
    Roadmap roadmap = RoadmapPlanner(problem).build(settings);
    build.push_back(watch.millis());
    if (ask(problem, own.start, own.goal, roadmap, first, first_alone).end != PlanEnd::found) continue;
    const WaypointMatrix path = ask(problem, own.start, own.goal, roadmap, again, again_alone).waypoints;
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
      renewal.push_back(watch.millis());
    }
    for (int round = 0; round < (quick ? 1 : 3); ++round) {
      Problem other = problem;
      if (!bar(path, random, other)) continue;
      Roadmap copy = roadmap;
      ask(other, own.start, own.goal, copy, barred, barred_alone);
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
  add("an object is put into the path: another path", barred_alone);
  add("an object is put into the path: another path, with a checker for the scene", barred);
  char note[120];
  std::snprintf(note, sizeof note, "%lld moves, %lld proofs outdated by each", static_cast<long long>(moves),
                static_cast<long long>(moves > 0 ? outdated / moves : 0));
  results.add(table, {"an object has moved: all edges renewed", median(renewal), "ms", {}, {}, note});
}

int run(int count, char** words) {
  Results results(count, words);
  const ThreadLimit one(1);
  const std::filesystem::path models = real_models("problems");
  if (models.empty()) return exit_left_out;
  const std::set<std::string> wanted(words + 1, words + count);
  for (const char* set : {"panda_box", "panda_bookshelf_small", "panda_table_pick"}) {
    if (wanted.empty() || wanted.contains(set)) measure(results, models, set, "panda");
  }
  return 0;
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** words) { return tocca::bench::run(count, words); }
