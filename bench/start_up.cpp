// How long it takes until the first question can be asked: about 100,000 triangles are read from files, and a checker is built. Scenes come as one
// mesh, as scans and exports of whole plants do: pipes that are generated into a temporary folder, and the caves and floors of the real
// models; robots are the dense ones among them. Wall-clock time, best of some runs. TOCCA_MODELS names the folder of the models.
//
//   bench_start_up [SCENE ...]     such as pipes.stl
#include <unistd.h>

#include <Eigen/Geometry>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <numbers>
#include <set>

#include "core/seeded_random.hpp"
#include "core/stopwatch.hpp"
#include "model/part.hpp"
#include "results/results.hpp"
#include "shape/cell_labels.hpp"
#include "shape/tree.hpp"
#include "sweep/box_tree.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/io/mesh.hpp"
#include "tocca/io/robot.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::bench {
namespace {

constexpr int threads = 2;

/// Capped pipes that run askew through a room, cut into rings: closed, connected, and of even triangles.
class Pipes {
 public:
  explicit Pipes(int count) : random_(7) {
    for (int k = 0; k < count; ++k) add_pipe();
  }

  std::vector<Vector3> vertices;
  std::vector<Triangle> triangles;

 private:
  static constexpr Index sides = 20, rings = 25;

  Vector3 draw(double size) {
    const double x = random_.between(-size, size), y = random_.between(-size, size), z = random_.between(-size, size);
    return {x, y, z};
  }
  void add_pipe() {
    const Vector3 from = draw(5.0), axis = draw(1.0).normalized();
    const Vector3 u = axis.unitOrthogonal(), v = axis.cross(u);
    const auto first = static_cast<Index>(vertices.size());
    for (Index j = 0; j <= rings; ++j) {
      for (Index i = 0; i < sides; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / sides;
        vertices.emplace_back(from + 2.0 * j / rings * axis + 0.1 * (std::cos(angle) * u + std::sin(angle) * v));
      }
    }
    for (Index j = 0; j < rings; ++j) {
      for (Index i = 0; i < sides; ++i) {
        const Index a = first + j * sides + i, b = first + j * sides + (i + 1) % sides;
        triangles.push_back({a, b, b + sides});
        triangles.push_back({a, b + sides, a + sides});
      }
    }
    const Index last = first + rings * sides;
    for (Index i = 1; i + 1 < sides; ++i) {
      triangles.push_back({first, first + i + 1, first + i});
      triangles.push_back({last, last + i, last + i + 1});
    }
  }

  SeededRandom random_;
};

void write_stl(const std::filesystem::path& file, const Pipes& pipes) {
  std::ofstream out(file, std::ios::binary);
  const std::string header(80, ' ');
  const auto count = static_cast<std::uint32_t>(pipes.triangles.size());
  out.write(header.data(), 80);
  out.write(reinterpret_cast<const char*>(&count), sizeof count);
  for (const Triangle& triangle : pipes.triangles) {
    float facet[12] = {};  // the normal stays zero, which readers must do without
    for (std::size_t k = 0; k < 3; ++k) {
      const Vector3& p = pipes.vertices[triangle[k]];
      for (int c = 0; c < 3; ++c) facet[3 + 3 * k + static_cast<std::size_t>(c)] = static_cast<float>(p[c]);
    }
    constexpr char attribute[2] = {};
    out.write(reinterpret_cast<const char*>(facet), sizeof facet);
    out.write(attribute, 2);
  }
}

struct Cost {
  double ms = std::numeric_limits<double>::infinity(), processor_ms = ms;
};

/// What is measured in one table.
class Table {
 public:
  Table(Results& results, const std::string& title, const std::string& what)
      : results_(results), table_(results.table(title, what)), runs_(results.quick() ? 1 : 7) {}

  /// The fastest run, and the processor time of the run that took least of it: what other programs on the machine do changes the second less.
  template <class Work>
  Cost time(const Work& work) const {
    Cost least;
    for (int run = 0; run < runs_; ++run) {
      const Stopwatch watch;
      const std::clock_t start = std::clock();
      work();
      least.processor_ms =
          std::min(least.processor_ms, 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
      least.ms = std::min(least.ms, 1e-3 * watch.micros());
    }
    return least;
  }
  void add(const std::string& name, const Cost& cost) {
    char note[64];
    std::snprintf(note, sizeof note, "%.1f ms of processor time", cost.processor_ms);
    results_.add(table_, {name, cost.ms, "ms", {}, {}, note});
  }
  void add_share(const std::string& name, double share, const std::string& note) {
    results_.add(table_, {name, 100.0 * share, "%", {}, {}, note});
  }

 private:
  Results& results_;
  ResultTable& table_;
  int runs_;
};

Problem problem_of(const MeshPointer& mesh) {
  Problem problem;
  problem.scene.objects.push_back({"scene", Pose(), {{Pose(), mesh}}});
  return problem;
}

/// The grid alone: the part has made its own already, so that the same triangles are labelled again.
Cost time_of_cells(const Table& table, const Part& part) {
  if (!part.has_closed_mesh()) return {0.0, 0.0};
  std::vector<Triangle> bounding;
  for (Index t = 0; t < part.triangle_count(); ++t) {
    if (!part.crossings(t).empty()) bounding.push_back(part.triangles()[t]);
  }
  return table.time(
      [&] { const CellLabels cells(part.vertices(), bounding, [&](const Vector3& p) { return part.contains(p); }); });
}

void measure_mesh(Results& results, const std::filesystem::path& file) {
  Warnings warnings;
  MeshPointer mesh = load_mesh(file, Vector3::Ones(), warnings);
  char what[80];
  std::snprintf(what, sizeof what, "one mesh of %zu triangles, wall-clock time", mesh->triangles().size());
  Table table(results, file.filename().string(), what);
  const auto read = [&] { return load_mesh(file, Vector3::Ones(), warnings); };
  const auto build = [](const MeshPointer& of) { const Checker checker(problem_of(of)); };
  const ThreadLimit two(threads);
  table.add("reading", table.time(read));
  const Cost tree = table.time([&] { const Tree<Obb> boxes(*mesh); });
  table.add("tree of boxes", tree);
  const Collider collider{Pose(), mesh};
  const Part part(std::span(&collider, 1));
  const Cost cells = time_of_cells(table, part);
  table.add("cells inside and outside", cells);
  table.add_share("cells / tree", cells.processor_ms / tree.processor_ms,
                  part.has_closed_mesh() ? "processor time" : "no closed mesh: none are made");
  table.add("boxes in lanes", table.time([&] {
    const Part* const one = &part;
    const BoxTree lanes(std::span(&one, 1));
  }));
  table.add("building", table.time([&] { build(mesh); }));
  table.add("reading and building", table.time([&] { build(read()); }));
  const ThreadLimit one(1);
  table.add("reading and building, one thread", table.time([&] { build(read()); }));
}

std::size_t triangles_of(const Robot& robot) {
  std::size_t count = 0;
  for (const Link& link : robot.tree.links()) {
    for (const Collider& collider : link.colliders) {
      if (const MeshPointer* mesh = std::get_if<MeshPointer>(&collider.geometry)) count += (*mesh)->triangles().size();
    }
  }
  return count;
}

void measure_robot(Results& results, const std::filesystem::path& folder) {
  Warnings warnings;
  const auto read = [&] {
    const std::filesystem::path srdf = folder / "robot.srdf";
    return load_robot(folder / "robot.urdf", {is_regular_file(srdf) ? srdf : std::filesystem::path(), false}, warnings);
  };
  const auto build = [](const Robot& robot) {
    Problem problem;
    RobotTask& task = problem.robots.emplace_back();
    task.robot = robot;
    task.rest = robot.tree.zero_configuration();
    const Checker checker(problem);
  };
  const Robot robot = read();
  char what[80];
  std::snprintf(what, sizeof what, "a robot of %zu triangles, wall-clock time", triangles_of(robot));
  Table table(results, folder.filename().string(), what);
  const ThreadLimit two(threads);
  table.add("reading", table.time(read));
  table.add("building", table.time([&] { build(robot); }));
  table.add("reading and building", table.time([&] { build(read()); }));
  const ThreadLimit one(1);
  table.add("reading and building, one thread", table.time([&] { build(read()); }));
}

int run(Results& results, const std::filesystem::path& folder, const std::set<std::string>& wanted) {
  const auto wants = [&](const std::string& name) { return wanted.empty() || wanted.contains(name); };
  const Pipes pipes(results.quick() ? 20 : 97);
  if (wants("pipes.stl")) {
    write_stl(folder / "pipes.stl", pipes);
    measure_mesh(results, folder / "pipes.stl");
  }
  if (wants("pipes.obj")) {
    write_obj(folder / "pipes.obj", TriangleMesh(pipes.vertices, pipes.triangles));
    measure_mesh(results, folder / "pipes.obj");
  }
  const char* given = std::getenv("TOCCA_MODELS");
  const std::filesystem::path models = given ? given : "../shared/models";
  if (!is_directory(models / "robots")) {
    std::fprintf(stderr, "only generated scenes: set TOCCA_MODELS to the folder of real models\n");
    return 0;
  }
  for (const std::string name : {"cave_simplified", "container_floor"}) {
    const std::string file = name + ".stl";
    if (wants(file)) measure_mesh(results, models / "environments" / name / "meshes" / file);
  }
  for (const std::string name : {"panda_dense", "ur5_robotiq85", "abb_yumi"}) {
    if (wants(name)) measure_robot(results, models / "robots" / name);
  }
  return 0;
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** words) {
  tocca::bench::Results results(count, words);
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("tocca-bench-start-up-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const int code = tocca::bench::run(results, folder, {words + 1, words + count});
  std::filesystem::remove_all(folder);
  return code;
}
