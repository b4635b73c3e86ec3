// What it costs to change a scene while it is asked: each kind of change, the first question after it, questions while another thread changes the
// scene, and questions after many changes, beside a checker made anew. A Panda among a thousand objects. TOCCA_MODELS names the folder of the models.
//
//   bench_live_scene
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "core/seeded_random.hpp"
#include "core/stopwatch.hpp"
#include "results/results.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/io/robot.hpp"
#include "tocca/model/problem.hpp"
#include "tocca/shape/cloud.hpp"

namespace tocca::bench {
namespace {

constexpr int object_count = 1000;

Pose draw_place(SeededRandom& random) {
  Pose pose = Pose::from_rpy({random.between(-2, 2), random.between(-2, 2), random.between(0, 2)},
                             {random.between(-3, 3), random.between(-1, 1), random.between(-3, 3)});
  while (pose.translation.norm() < 0.5) pose.translation *= 2.0;  // not inside the robot
  return pose;
}

/// A bent plate of so many triangles.
MeshPointer sheet(int side, double size) {
  std::vector<Vector3> vertices;
  std::vector<Triangle> triangles;
  for (int i = 0; i <= side; ++i) {
    for (int j = 0; j <= side; ++j) {
      const double x = size * i / side, y = size * j / side;
      vertices.emplace_back(x, y, 0.1 * std::sin(20.0 * x) * std::cos(20.0 * y));
    }
  }
  const auto at = [&](int i, int j) { return static_cast<Index>(i * (side + 1) + j); };
  for (int i = 0; i < side; ++i) {
    for (int j = 0; j < side; ++j) {
      triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return std::make_shared<const TriangleMesh>(std::move(vertices), std::move(triangles));
}

Geometry draw_geometry(SeededRandom& random, int k) {
  const double size = random.between(0.02, 0.12);
  if (k % 5 == 0) return sheet(8, size);  // 128 triangles
  if (k % 5 == 1) return Cylinder{0.3 * size, size};
  if (k % 5 == 2) return Sphere{0.5 * size};
  return Box{{size, 0.7 * size, 1.3 * size}};
}

Problem draw_problem(const Robot& robot, SeededRandom& random, int objects) {
  Problem problem;
  problem.robots.emplace_back().robot = robot;
  for (int k = 0; k < objects; ++k) {
    problem.scene.objects.push_back({"o" + std::to_string(k), draw_place(random), {{{}, draw_geometry(random, k)}}});
  }
  return problem;
}

struct Edge {
  Configuration from, to;
};

std::vector<Edge> draw_edges(const KinematicTree& tree, SeededRandom& random, int count) {
  std::vector<Edge> edges;
  for (int k = 0; k < count; ++k) {
    Edge edge{Configuration::Zero(tree.coordinate_count()), Configuration::Zero(tree.coordinate_count())};
    for (const Joint& joint : tree.joints()) {
      if (joint.first_coordinate < 0 || !joint.limits) continue;
      const double lower = joint.limits->lower, upper = joint.limits->upper;
      const double at = random.between(lower + 0.2 * (upper - lower), upper - 0.2 * (upper - lower));
      edge.from[joint.first_coordinate] = at;
      edge.to[joint.first_coordinate] = at + random.between(-0.1, 0.1);
    }
    edges.push_back(edge);
  }
  return edges;
}

/// Mean microseconds of work(k), k from 0.
template <class Work>
double mean_micros(int count, const Work& work) {
  const Stopwatch watch;
  for (int k = 0; k < count; ++k) work(k);
  return watch.micros() / count;
}

double question(const Checker& checker, const std::vector<Edge>& edges, int turns = 5) {
  double best = std::numeric_limits<double>::infinity();
  for (int turn = 0; turn < turns; ++turn) {
    best = std::min(best, mean_micros(static_cast<int>(edges.size()), [&](int k) {
                      const Edge& edge = edges[static_cast<std::size_t>(k)];
                      checker.check(edge.from, edge.to);
                    }));
  }
  return best;
}

/// Of this process, in MB.
double resident_mb() {
  std::ifstream status("/proc/self/statm");
  double all = 0, resident = 0;
  status >> all >> resident;
  return resident * 4096.0 / 1e6;
}

/// What a camera sees of a table with things on it: points of 5 mm.
Geometry draw_scan(SeededRandom& random, int points) {
  std::vector<Vector3> places;
  for (int k = 0; k < points; ++k) {
    const double x = random.between(0.3, 1.3), y = random.between(-0.8, 0.8);
    places.emplace_back(x, y, 0.1 + 0.05 * std::sin(9.0 * x) * std::cos(7.0 * y) + random.between(-0.005, 0.005));
  }
  return std::make_shared<const Cloud>(std::move(places), 0.005);
}

void measure_clouds(Results& results, const Robot& robot) {
  SeededRandom random(29);
  Checker checker(draw_problem(robot, random, 50));
  const std::vector<Edge> edges = draw_edges(robot.tree, random, 64);
  const int count = results.quick() ? 3 : 30;
  std::vector<Geometry> scans;
  for (int k = 0; k < count; ++k) scans.push_back(draw_scan(random, 100'000));
  checker.add({"scan", {}, {{{}, scans[0]}}});
  ResultTable& table = results.table("clouds", "a scan of 100,000 points, seen anew");
  double replacing = 0.0, asking = 0.0;
  for (int k = 0; k < count; ++k) {
    const Stopwatch watch;
    checker.replace({"scan", {}, {{{}, scans[static_cast<std::size_t>(k)]}}});
    replacing += watch.micros() / 1e3 / count;
    const Edge& edge = edges[static_cast<std::size_t>(k) % edges.size()];
    checker.check(edge.from, edge.to);
    asking += watch.micros() / 1e3 / count;
  }
  results.add(table, {"replacing it", replacing, "ms", {}, {}, "goal 33 ms"});
  results.add(table, {"replacing it, and the first question", asking, "ms", {}, {}, ""});
  const double live = question(checker, edges);
  checker.compact();
  results.add(table, {"a question", live / 1e3, "ms", {{"compact", question(checker, edges) / 1e3, {}}}, {}, ""});
}

std::string name(int k) { return "o" + std::to_string(k); }

void measure_changes(Results& results, const Robot& robot) {
  SeededRandom random(25);
  const int count = results.quick() ? 100 : 2000;
  const Problem problem = draw_problem(robot, random, object_count);
  Checker checker(problem);
  ResultTable& table =
      results.table("changes", "one of 1,000 objects; mean, with a root made in the background where it comes to that");
  const double anew = mean_micros(3, [&](int) { Checker(problem).model(); });
  const auto add = [&](const char* what, double micros, const char* note = "") {
    results.add(table, {what, micros, "us", {{"a checker made anew", anew, {}}}, {}, note});
  };
  add("move, one and the same", mean_micros(count, [&](int) { checker.move("o1", draw_place(random)); }), "goal 20 us");
  add("first move of each", mean_micros(object_count, [&](int k) { checker.move(name(k), draw_place(random)); }),
      "makes its trees in its own frame, once");
  add("move, any of 1,000",
      mean_micros(
          count,
          [&](int) { checker.move(name(static_cast<int>(random.between(0, object_count - 1))), draw_place(random)); }),
      "goal 20 us");
  checker.compact();
  int next = 0;
  add("add a box", mean_micros(count / 4, [&](int) {
        checker.add({"b" + std::to_string(next++), draw_place(random), {{{}, Box{{0.1, 0.1, 0.1}}}}});
      }));
  add("remove it", mean_micros(count / 4, [&](int) { checker.remove("b" + std::to_string(--next)); }));
  const MeshPointer mesh = sheet(50, 0.4);
  add("add a mesh of 5,000 triangles", mean_micros(10, [&](int) {
        checker.add({"m" + std::to_string(next++), draw_place(random), {{{}, mesh}}});
      }));
  add("move that mesh", mean_micros(count, [&](int) { checker.move("m3", draw_place(random)); }));
  checker.compact();
  const Pose grasp = Pose::from_rpy({0, 0, 0.15}, {0, 0, 0});
  add("attach and detach", mean_micros(count / 4, [&](int k) {
        if (k % 2 == 0) {
          checker.attach("o7", "panda_hand", grasp);
        } else {
          checker.detach("o7", draw_place(random));
        }
      }));
  add("allow a link and an object",
      mean_micros(count / 4, [&](int k) { checker.allow("panda_hand", "o9", k % 2 == 0); }));
  add("set a clearance", mean_micros(count / 4, [&](int k) { checker.set_clearance("panda_hand", "o11", 1e-4 * k); }));
  const std::vector<Edge> edges = draw_edges(robot.tree, random, 64);
  checker.compact();
  const double at_rest = question(checker, edges);
  add("a question of a scene at rest", at_rest);
  add("move, then the first question", mean_micros(count, [&](int k) {
        checker.move("o1", draw_place(random));
        const Edge& edge = edges[static_cast<std::size_t>(k) % edges.size()];
        checker.check(edge.from, edge.to);
      }));
}

void measure_after_changes(Results& results, const Robot& robot) {
  SeededRandom random(26);
  Checker checker(draw_problem(robot, random, object_count));
  const std::vector<Edge> edges = draw_edges(robot.tree, random, 200);
  ResultTable& table = results.table("after changes", "mean of a question, 1,000 objects");
  const auto compare = [&](const char* what, int turns = 5) {
    const double own = question(checker, edges, turns);
    const Checker anew(checker.problem());
    const double fresh = question(anew, edges, turns);
    results.add(table, {what, own, "us", {{"a checker made anew", fresh, {}}}, {}, ""});
  };
  compare("before any change");
  const double before_mb = resident_mb();
  for (int k = 0; k < 16; ++k) checker.move(name(k), draw_place(random));
  compare("16 objects elsewhere");
  const int changes = results.quick() ? 500 : 10'000;
  for (int k = 0; k < changes; ++k) {
    const int one = static_cast<int>(random.between(0, object_count - 1));
    if (k % 10 == 9) {
      checker.remove(name(one));
      checker.add({name(one), draw_place(random), {{{}, draw_geometry(random, one)}}});
    } else {
      checker.move(name(one), draw_place(random));
    }
  }
  compare("right after 10,000 changes", 1);  // a second try may find another root
  std::this_thread::sleep_for(std::chrono::seconds(1));
  compare("a second later");
  results.add(table, {"memory that it took", resident_mb() - before_mb, "MB", {}, {}, ""});
}

void measure_beside_a_writer(Results& results, const Robot& robot) {
  SeededRandom random(27);
  Checker checker(draw_problem(robot, random, object_count));
  const std::vector<Edge> edges = draw_edges(robot.tree, random, 200);
  ResultTable& table =
      results.table("beside a writer", "questions per second of one thread while another one moves objects");
  const auto run = [&](const char* what, double changes_per_second) {
    std::atomic<bool> ended = false;
    std::atomic<long> changes = 0;
    std::thread writer([&] {
      SeededRandom own(28);
      const Stopwatch watch;
      while (!ended && changes_per_second > 0.0) {
        if (static_cast<double>(changes) > changes_per_second * watch.seconds()) {
          std::this_thread::sleep_for(std::chrono::microseconds(50));
          continue;
        }
        checker.move(name(static_cast<int>(own.between(0, 8))), draw_place(own));
        ++changes;
      }
    });
    const Stopwatch watch;
    long questions = 0;
    const double seconds = results.quick() ? 0.2 : 2.0;
    while (watch.seconds() < seconds) {
      const Edge& edge = edges[static_cast<std::size_t>(questions) % edges.size()];
      checker.check(edge.from, edge.to);
      ++questions;
    }
    const double took = watch.seconds();
    ended = true;
    writer.join();
    char note[64];
    std::snprintf(note, sizeof note, "%.0f changes per second", static_cast<double>(changes) / took);
    results.add(table, {what, static_cast<double>(questions) / took, "1/s", {}, {}, note});
  };
  run("nobody changes it", 0.0);
  run("30 changes per second", 30.0);
  run("1,000 changes per second", 1000.0);
  run("as many as there can be", 1e9);
}

int run(Results& results) {
  const char* given = std::getenv("TOCCA_MODELS");
  const std::filesystem::path models = given ? given : "../shared/models";
  const std::filesystem::path panda = models / "robots" / "panda";
  if (!is_directory(panda)) {
    std::fprintf(stderr, "the Panda is not here; set TOCCA_MODELS to the folder of real models\n");
    return exit_left_out;
  }
  const Robot robot = load_robot(panda / "robot.urdf", {panda / "robot.srdf", false});
  measure_changes(results, robot);
  measure_after_changes(results, robot);
  measure_beside_a_writer(results, robot);
  measure_clouds(results, robot);
  return 0;
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** words) {
  tocca::bench::Results results(count, words);
  return tocca::bench::run(results);
}
