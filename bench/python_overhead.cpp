// What Python adds to a question: the same checker is asked from C++ and from an interpreter inside this program, in turns. One call of
// check(), by the call; 100,000 edges in one call of check_edges(), on all cores. Processor time of the whole process, which other programs disturb least; best of some runs. TOCCA_MODELS names the folder
// of the models; without it the small arm of the corpus stands in.
//
//   bench_python_overhead
#include <pybind11/embed.h>
#include <pybind11/numpy.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <limits>

#include "core/seeded_random.hpp"
#include "results/results.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/io/robot.hpp"
#include "tocca/io/scene.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::bench {
namespace {

namespace py = pybind11;
namespace fs = std::filesystem;

/// The same robot and scene on both sides.
struct Sides {
  std::string name;
  fs::path urdf, srdf, scene;
};

constexpr const char* python_side = R"(
import sys, time
sys.path.insert(0, package)
begin = time.perf_counter()
import tocca
import_ms = 1e3 * (time.perf_counter() - begin)
import numpy as np

def make(urdf, srdf, scene):
    global checker
    checker = tocca.Checker(tocca.load_robot(urdf, srdf=srdf or None), tocca.load_scene(scene))

def one_by_one(edges):
    """Seconds for a call of check() for each edge, the arrays being there."""
    check, pairs = checker.check, [(a, b) for a, b in edges]
    begin = time.process_time()
    for a, b in pairs:
        check(a, b)
    return time.process_time() - begin

def at_once(edges):
    begin = time.process_time()
    checker.check_edges(edges)
    return time.process_time() - begin
)";

double processor_s() {
  std::timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Short motions around the middle of the limits, where robots seldom touch themselves, (N, 2, columns), as Python sees them.
py::array_t<double> draw_edges(const KinematicTree& tree, py::ssize_t count) {
  SeededRandom random(11);
  const py::ssize_t columns = tree.coordinate_count();
  py::array_t<double> edges({count, py::ssize_t{2}, columns});
  auto rows = edges.mutable_unchecked<3>();
  for (py::ssize_t k = 0; k < count; ++k) {
    for (const Joint& joint : tree.joints()) {
      if (joint.first_coordinate < 0 || !joint.limits) continue;
      const double middle = 0.5 * (joint.limits->lower + joint.limits->upper);
      const double at = middle + 0.25 * random.between(joint.limits->lower - middle, joint.limits->upper - middle);
      rows(k, 0, joint.first_coordinate) = at;
      rows(k, 1, joint.first_coordinate) = at + random.between(-0.1, 0.1);
    }
  }
  return edges;
}

WaypointMatrix ends(const py::array_t<double>& edges, py::ssize_t end) {
  WaypointMatrix rows(edges.shape(0), edges.shape(2));
  for (py::ssize_t k = 0; k < edges.shape(0); ++k) {
    for (py::ssize_t j = 0; j < edges.shape(2); ++j) rows(k, j) = edges.at(k, end, j);
  }
  return rows;
}

double one_by_one(const Checker& checker, const WaypointMatrix& from, const WaypointMatrix& to) {
  std::vector<std::pair<Configuration, Configuration>> pairs;
  for (Eigen::Index k = 0; k < from.rows(); ++k) pairs.emplace_back(from.row(k), to.row(k));
  const double begin = processor_s();
  for (const auto& [a, b] : pairs) checker.check(a, b);
  return processor_s() - begin;
}

double at_once(const Checker& checker, const WaypointMatrix& from, const WaypointMatrix& to) {
  const double begin = processor_s();
  checker.check_edges(from, to);
  return processor_s() - begin;
}

void measure(Results& results, const py::dict& python, const Sides& sides) {
  Warnings warnings;
  Problem problem;
  problem.robots.emplace_back().robot = load_robot(sides.urdf, {sides.srdf, false}, warnings);
  problem.scene = load_scene(sides.scene, warnings);
  const Checker checker(problem);
  python["make"](sides.urdf.string(), sides.srdf.string(), sides.scene.string());
  const KinematicTree& tree = problem.robots.front().robot.tree;
  const int runs = results.quick() ? 3 : 15;
  ResultTable& table = results.table(sides.name, "Python beside C++, the same questions");

  const py::array_t<double> few = draw_edges(tree, 500);
  const WaypointMatrix from = ends(few, 0), to = ends(few, 1);
  double cpp = std::numeric_limits<double>::infinity(), from_python = cpp;
  for (int run = 0; run < 4 * runs; ++run) {
    cpp = std::min(cpp, one_by_one(checker, from, to));
    from_python = std::min(from_python, python["one_by_one"](few).cast<double>());
  }
  const auto call_us = [&](double seconds) { return 1e6 * seconds / static_cast<double>(few.shape(0)); };
  results.add(table, {"check, C++", call_us(cpp), "us", {}, {}, "a call"});
  results.add(table, {"check, Python", call_us(from_python), "us", {}, {}, "a call"});
  results.add(table, {"check, added by Python", call_us(from_python - cpp), "us", {}, {}, "a call"});

  const py::array_t<double> many = draw_edges(tree, results.quick() ? 5'000 : 100'000);
  const WaypointMatrix starts = ends(many, 0), goals = ends(many, 1);
  double all_cpp = std::numeric_limits<double>::infinity(), all_python = all_cpp;
  for (int run = 0; run < runs; ++run) {
    all_cpp = std::min(all_cpp, at_once(checker, starts, goals));
    all_python = std::min(all_python, python["at_once"](many).cast<double>());
  }
  char note[64];
  std::snprintf(note, sizeof note, "%zd edges", many.shape(0));
  results.add(table, {"check_edges, C++", all_cpp, "s", {}, {}, note});
  results.add(table, {"check_edges, Python", all_python, "s", {}, {}, note});
  results.add(table, {"check_edges, added by Python", 100.0 * (all_python / all_cpp - 1.0), "%", {}, {}, note});
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** words) {
  using namespace tocca::bench;
  Results results(count, words);
  const py::scoped_interpreter interpreter;
  py::dict python;
  python["__builtins__"] = py::module_::import("builtins");
  python["package"] = TOCCA_PYTHON_PACKAGE;
  py::exec(python_side, python);
  results.add(results.table("import", "import tocca, once"),
              {"import tocca", python["import_ms"].cast<double>(), "ms", {}, {}, ""});
  const fs::path corpus = fs::path(TOCCA_SOURCE_DIR) / "corpus" / "two_link_arm";
  measure(results, python, {"two_link_arm", corpus / "robot.urdf", "", corpus / "scene.json"});
  const char* given = std::getenv("TOCCA_MODELS");
  const fs::path models = given ? given : fs::path(TOCCA_SOURCE_DIR).parent_path() / "shared" / "models";
  const fs::path panda = models / "robots" / "panda";
  if (fs::exists(panda)) {
    measure(results, python, {"panda", panda / "robot.urdf", panda / "robot.srdf", corpus / "scene.json"});
  }
}
