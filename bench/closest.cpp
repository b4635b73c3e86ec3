// What one static test costs: the distance of two triangles and of primitives, a point in a closed mesh.
//   separation   of the middles, for triangles of size 1: at 0.3, one in four pairs crosses
//   enough       only the question whether they are more than 1e-6 apart
#include "contact/closest.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <numbers>
#include <random>

#include "contact/containment.hpp"
#include "results/google_results.hpp"

namespace tocca {
namespace {

class Draws {
 public:
  Vector3 vector(double size) { return size * Vector3(in_one_(engine_), in_one_(engine_), in_one_(engine_)); }
  Pose pose(double size) { return Pose::from_rpy(vector(size), vector(3.0)); }

 private:
  std::mt19937_64 engine_{1};
  std::uniform_real_distribution<double> in_one_{-1.0, 1.0};
};

constexpr std::size_t pairs = 2048;

template <class Make>
void run(benchmark::State& state, const Make& make, double enough = std::numeric_limits<double>::infinity()) {
  std::vector<std::pair<ConvexPiece, ConvexPiece>> pieces;
  for (std::size_t i = 0; i < pairs; ++i) pieces.push_back(make());
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(closest(pieces[i].first, pieces[i].second, enough));
    i = (i + 1) % pairs;
  }
}

void triangles(benchmark::State& state, double separation, double enough) {
  Draws draws;
  const auto triangle = [&](const Vector3& at) {
    return ConvexPiece::triangle(at + draws.vector(1), at + draws.vector(1), at + draws.vector(1));
  };
  run(
      state,
      [&] {
        const Vector3 at = draws.vector(1);
        const ConvexPiece first = triangle(at);
        return std::pair(first, triangle(at + draws.vector(separation)));
      },
      enough);
}
BENCHMARK_CAPTURE(triangles, far, 5.0, std::numeric_limits<double>::infinity());
BENCHMARK_CAPTURE(triangles, near, 1.0, std::numeric_limits<double>::infinity());
BENCHMARK_CAPTURE(triangles, mingled, 0.3, std::numeric_limits<double>::infinity());
BENCHMARK_CAPTURE(triangles, far_enough, 5.0, 1e-6);
BENCHMARK_CAPTURE(triangles, near_enough, 1.0, 1e-6);
BENCHMARK_CAPTURE(triangles, mingled_enough, 0.3, 1e-6);

void primitives(benchmark::State& state, const Geometry& a, const Geometry& b) {
  Draws draws;
  run(state, [&] { return std::pair(placed(a, Pose{}, draws.pose(1.5)), placed(b, Pose{}, draws.pose(1.5))); });
}
BENCHMARK_CAPTURE(primitives, capsule_capsule, Capsule{0.3, 1.0}, Capsule{0.3, 1.0});
BENCHMARK_CAPTURE(primitives, capsule_box, Capsule{0.3, 1.0}, Box{Vector3(1, 1, 1)});
BENCHMARK_CAPTURE(primitives, box_box, Box{Vector3(1, 1, 1)}, Box{Vector3(1, 1, 1)});
BENCHMARK_CAPTURE(primitives, cylinder_box, Cylinder{0.5, 1.0}, Box{Vector3(1, 1, 1)});
BENCHMARK_CAPTURE(primitives, cylinder_cone, Cylinder{0.5, 1.0}, Cone{0.5, 1.0});

/// A torus of 100,000 triangles, asked at points of its box.
void inside(benchmark::State& state) {
  const Index around = 500, across = 100;
  std::vector<Vector3> vertices;
  std::vector<Triangle> faces;
  for (Index i = 0; i < around; ++i) {
    for (Index j = 0; j < across; ++j) {
      const double a = 2.0 * std::numbers::pi * i / around, b = 2.0 * std::numbers::pi * j / across;
      const double out = 1.0 + 0.5 * std::cos(b);
      vertices.emplace_back(out * std::cos(a), out * std::sin(a), 0.5 * std::sin(b));
      const Index i1 = (i + 1) % around, j1 = (j + 1) % across;
      faces.push_back({i * across + j, i1 * across + j, i1 * across + j1});
      faces.push_back({i * across + j, i1 * across + j1, i * across + j1});
    }
  }
  const Collider body{Pose{}, std::make_shared<const TriangleMesh>(vertices, faces)};
  const Part part(std::span(&body, 1));
  Draws draws;
  std::vector<Vector3> points;
  for (std::size_t i = 0; i < pairs; ++i) points.push_back(draws.vector(1.5).cwiseProduct(Vector3(1, 1, 0.33)));
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(part.contains(points[i]));
    i = (i + 1) % pairs;
  }
}
BENCHMARK(inside);

}  // namespace
}  // namespace tocca

int main(int count, char** words) {
  const auto place = [](const std::string& name) { return tocca::bench::GooglePlace{"static tests", name, {}, {}}; };
  return tocca::bench::run_google_benchmarks(count, words, {"time of a call", "ns", place});
}
