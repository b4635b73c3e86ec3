// How long meshes and trees take to build, and how many bytes a triangle they hold: 200,000 triangles each.
//   torus     even triangles          pipes    many cylinders of long thin triangles, askew
//   slivers   random needles, 1:1000
// Counters: bytes_per_triangle (mesh + adjacency + tree), nodes_per_triangle, and `overlap`, the surface of all leaves
// and inner nodes relative to the root's (the surface-area heuristic's cost of a tree; lower is better).
#include <benchmark/benchmark.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <random>

#include "results/google_results.hpp"
#include "shape/aabb.hpp"
#include "shape/obb.hpp"
#include "shape/rss.hpp"
#include "shape/tree.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/shape/lss.hpp"

namespace tocca {
namespace {

struct Soup {
  std::vector<Vector3> vertices;
  std::vector<Triangle> triangles;
};

/// A grid of quads around a ring: `around` by `along`, closed both ways or open along.
void add_grid(Soup& soup, Index around, Index along, bool closed, const auto& place) {
  const auto first = static_cast<Index>(soup.vertices.size());
  const Index rows = closed ? along : along + 1;
  for (Index j = 0; j < rows; ++j) {
    for (Index i = 0; i < around; ++i) soup.vertices.push_back(place(i, j));
  }
  for (Index j = 0; j < along; ++j) {
    for (Index i = 0; i < around; ++i) {
      const Index next = (i + 1) % around, above = (j + 1) % rows;
      const Index a = first + j * around + i, b = first + j * around + next;
      const Index c = first + above * around + next, d = first + above * around + i;
      soup.triangles.push_back({a, b, c});
      soup.triangles.push_back({a, c, d});
    }
  }
}

Soup torus(Index around, Index along) {
  Soup soup;
  add_grid(soup, around, along, true, [&](Index i, Index j) {
    const double u = 2 * std::numbers::pi * i / around, v = 2 * std::numbers::pi * j / along;
    return Vector3((1 + 0.3 * std::cos(u)) * std::cos(v), (1 + 0.3 * std::cos(u)) * std::sin(v), 0.3 * std::sin(u));
  });
  return soup;
}

Soup pipes(int count, Index sides) {
  std::mt19937_64 engine(7);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  Soup soup;
  for (int k = 0; k < count; ++k) {
    const auto draw = [&] {
      const double x = uniform(engine), y = uniform(engine), z = uniform(engine);
      return Vector3(x, y, z);
    };
    const Vector3 from = 5.0 * draw(), axis = draw().normalized();
    const Vector3 u = axis.unitOrthogonal(), v = axis.cross(u);
    add_grid(soup, sides, 1, false, [&](Index i, Index j) {
      const double angle = 2 * std::numbers::pi * i / sides;
      return Vector3(from + 2.0 * j * axis + 0.05 * (std::cos(angle) * u + std::sin(angle) * v));
    });
  }
  return soup;
}

Soup slivers(Index count) {
  std::mt19937_64 engine(8);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  Soup soup;
  for (Index k = 0; k < count; ++k) {
    const auto draw = [&] {
      const double x = uniform(engine), y = uniform(engine), z = uniform(engine);
      return Vector3(x, y, z);
    };
    const Vector3 at = 5.0 * draw(), side = draw();
    soup.vertices.push_back(at);
    soup.vertices.push_back(at + side);
    soup.vertices.push_back(at + 0.5 * side + 1e-3 * draw());
    soup.triangles.push_back({3 * k, 3 * k + 1, 3 * k + 2});
  }
  return soup;
}

Soup scene(int which) { return which == 0 ? torus(250, 400) : which == 1 ? pipes(5000, 20) : slivers(200'000); }
const char* scene_name(int which) { return which == 0 ? "torus" : which == 1 ? "pipes" : "slivers"; }

void mesh_build(benchmark::State& state) {
  const Soup soup = scene(static_cast<int>(state.range(0)));
  std::size_t bytes = 0;
  for (auto _ : state) {
    state.PauseTiming();
    Soup copy = soup;
    state.ResumeTiming();
    const TriangleMesh mesh(std::move(copy.vertices), std::move(copy.triangles));
    bytes = mesh.bytes();
  }
  state.SetLabel(scene_name(static_cast<int>(state.range(0))));
  state.counters["bytes_per_triangle"] = static_cast<double>(bytes) / static_cast<double>(soup.triangles.size());
}

template <class V>
void tree_build(benchmark::State& state) {
  Soup soup = scene(static_cast<int>(state.range(0)));
  const TriangleMesh mesh(std::move(soup.vertices), std::move(soup.triangles));
  const ThreadLimit limit(static_cast<int>(state.range(1)));
  const auto triangles = static_cast<double>(mesh.triangles().size());
  for (auto _ : state) {
    const Tree<V> tree(mesh);
    state.PauseTiming();
    double surface = 0.0;
    for (const auto& node : tree.nodes()) surface += node.volume.surface();
    state.counters["bytes_per_triangle"] = static_cast<double>(mesh.bytes() + tree.bytes()) / triangles;
    state.counters["nodes_per_triangle"] = static_cast<double>(tree.nodes().size()) / triangles;
    state.counters["overlap"] = surface / tree.nodes()[0].volume.surface();
    state.ResumeTiming();
  }
  state.SetLabel(scene_name(static_cast<int>(state.range(0))));
}

void scenes(benchmark::internal::Benchmark* bench) {
  bench->Unit(benchmark::kMillisecond)->UseRealTime()->ArgNames({"scene", "threads"});
  for (const int which : {0, 1, 2}) {
    for (const int threads : {1, 2}) bench->Args({which, threads});
  }
}

BENCHMARK(mesh_build)->Unit(benchmark::kMillisecond)->UseRealTime()->ArgName("scene")->DenseRange(0, 2);
BENCHMARK_TEMPLATE(tree_build, Aabb)->Apply(scenes);
BENCHMARK_TEMPLATE(tree_build, Obb)->Apply(scenes);
BENCHMARK_TEMPLATE(tree_build, Rss)->Apply(scenes);
BENCHMARK_TEMPLATE(tree_build, Lss)->Apply(scenes);

}  // namespace
}  // namespace tocca

/// "tree_build<Obb>/scene:0/threads:2/real_time" is the row "Obb tree of the torus, 2 threads".
int main(int count, char** words) {
  const auto place = [](const std::string& name) {
    const std::string scene = tocca::scene_name(name[name.find("scene:") + 6] - '0');
    const std::size_t open = name.find('<'), threads = name.find("threads:");
    if (open == name.npos) return tocca::bench::GooglePlace{"meshes", "mesh of the " + scene, {}, {}};
    const std::string volume = name.substr(open + 1, name.find('>') - open - 1), number = name.substr(threads + 8, 1);
    const std::string what = volume + " tree of the " + scene;
    tocca::bench::GooglePlace place{"trees", what + ", " + number + (number == "1" ? " thread" : " threads"), {}, {}};
    if (number == "1") {
      place.counters = {{"bytes_per_triangle", what + ", of a triangle", "bytes"},
                        {"overlap", what + ", surface of all boxes", "roots"}};
    }
    return place;
  };
  return tocca::bench::run_google_benchmarks(
      count, words, {"200,000 triangles, wall-clock time", "ms", place, "-Aabb|Rss|Lss|tree_build.*scene:2"});
}
