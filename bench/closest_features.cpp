// What tracked closest features cost a step, beside the same questions without memory (closest()) and FCL's GJK.
//   points    on a sphere; a polytope of n points has 2 n - 4 faces
//   turn      of each body a step, in thousandths of a radian
// Pairs fly towards each other, through and away: some overlap.
#include "world/closest_features.hpp"

#include <benchmark/benchmark.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <limits>

#include "contact/closest.hpp"
#include "core/seeded_random.hpp"
#include "results/google_results.hpp"

namespace tocca {
namespace {

constexpr int pair_count = 64, step_count = 128;
constexpr double infinity = std::numeric_limits<double>::infinity();

Vector3 direction(SeededRandom& random) {
  for (;;) {
    const Vector3 v(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1));
    if (v.squaredNorm() <= 1.0 && v.squaredNorm() > 0.01) return v.normalized();
  }
}

struct Collider {
  PolytopePointer shape;
  std::vector<Pose> poses;  ///< one a step
};

/// Two of them make a pair: 2.6 radii apart at first, 0.05 a step nearer than the middle of their passing by.
std::vector<Collider> bodies(int points, double turn) {
  SeededRandom random(1995);
  std::vector<Collider> list;
  for (int i = 0; i < 2 * pair_count; ++i) {
    std::vector<Vector3> cloud;
    for (int k = 0; k < points; ++k) cloud.push_back(direction(random));
    Collider body{std::make_shared<const Polytope>(cloud), {}};
    const Vector3 axis = direction(random), way = 0.04 * direction(random), aside = direction(random);
    Pose X{rotation_about(direction(random), random.between(0, 6)), Vector3::Zero()};
    for (int step = 0; step < step_count; ++step) {
      X.rotation = rotation_about(axis, turn) * X.rotation;
      X.translation = i % 2 == 0 ? Vector3(Vector3::Zero()) : Vector3(1.6 * aside + (step - step_count / 2) * way);
      body.poses.push_back(X);
    }
    list.push_back(std::move(body));
  }
  return list;
}

/// Asks all pairs of a step, step after step.
template <class Ask>
void run(benchmark::State& state, const std::vector<Collider>& list, const Ask& ask) {
  std::size_t step = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < list.size(); i += 2) ask(i / 2, list[i], list[i + 1], step);
    step = (step + 1) % step_count;
  }
  state.SetItemsProcessed(state.iterations() * pair_count);
  state.counters["pair"] = benchmark::Counter(
      static_cast<double>(pair_count), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void tracked(benchmark::State& state, double enough) {
  const std::vector<Collider> list =
      bodies(static_cast<int>(state.range(0)), 1e-3 * static_cast<double>(state.range(1)));
  std::vector<FeaturePair> memory(pair_count);
  double steps = 0.0, asked = 0.0;
  run(state, list, [&](std::size_t pair, const Collider& a, const Collider& b, std::size_t step) {
    if (step == 0) memory[pair] = {};
    const FeatureDistance d =
        closest_features({a.shape.get(), &a.poses[step]}, {b.shape.get(), &b.poses[step]}, memory[pair], enough);
    steps += d.steps, asked += 1.0;
    benchmark::DoNotOptimize(d.upper);
  });
  state.counters["features"] = steps / asked;
}

void without_memory(benchmark::State& state) {
  const std::vector<Collider> list =
      bodies(static_cast<int>(state.range(0)), 1e-3 * static_cast<double>(state.range(1)));
  const auto placed = [](const Collider& body, std::size_t step) {
    ConvexPiece piece;
    piece.kind = ConvexPiece::Kind::hull;
    piece.centre = body.poses[step].translation;
    for (int i = 0; i < 3; ++i) piece.axis[i] = body.poses[step].rotation.col(i);
    piece.hull = &body.shape->hull();
    return piece;
  };
  run(state, list, [&](std::size_t, const Collider& a, const Collider& b, std::size_t step) {
    benchmark::DoNotOptimize(closest(placed(a, step), placed(b, step)).upper);
  });
}

void fcl_gjk(benchmark::State& state, bool distances) {
  const std::vector<Collider> list =
      bodies(static_cast<int>(state.range(0)), 1e-3 * static_cast<double>(state.range(1)));
  std::vector<fcl::CollisionObjectd> objects;
  for (const Collider& body : list) {
    auto faces = std::make_shared<std::vector<int>>();
    const ConvexHull& hull = body.shape->hull();
    for (std::size_t f = 0; f < hull.face_count(); ++f) {
      faces->push_back(static_cast<int>(hull.face(f).size()));
      for (const Index corner : hull.face(f)) faces->push_back(static_cast<int>(corner));
    }
    auto vertices = std::make_shared<const std::vector<Vector3>>(hull.vertices());
    objects.emplace_back(
        std::make_shared<fcl::Convexd>(vertices, static_cast<int>(hull.face_count()), std::move(faces)));
  }
  run(state, list, [&](std::size_t pair, const Collider& a, const Collider& b, std::size_t step) {
    fcl::CollisionObjectd &first = objects[2 * pair], &second = objects[2 * pair + 1];
    first.setTransform(a.poses[step].rotation, a.poses[step].translation);
    second.setTransform(b.poses[step].rotation, b.poses[step].translation);
    if (distances) {
      fcl::DistanceRequestd request;
      fcl::DistanceResultd result;
      benchmark::DoNotOptimize(fcl::distance(&first, &second, request, result));
    } else {
      fcl::CollisionRequestd request;
      fcl::CollisionResultd result;
      benchmark::DoNotOptimize(fcl::collide(&first, &second, request, result));
    }
  });
}

void sizes(benchmark::internal::Benchmark* bench) {
  bench->ArgNames({"points", "turn"});
  for (const int points : {12, 27, 52, 252, 1002}) bench->Args({points, 10});
  for (const int turn : {0, 100, 500}) bench->Args({27, turn});
}

BENCHMARK_CAPTURE(tracked, distance, infinity)->Apply(sizes);
BENCHMARK_CAPTURE(tracked, apart, 1e-6)->Apply(sizes);
BENCHMARK(without_memory)->Apply(sizes);
BENCHMARK_CAPTURE(fcl_gjk, distance, true)->Apply(sizes);
BENCHMARK_CAPTURE(fcl_gjk, collide, false)->Apply(sizes);

}  // namespace
}  // namespace tocca

/// "tracked/apart/points:27/turn:10" is the row "27 corners, turned by 10 mrad" of the table "apart?"; FCL's stands beside it.
int main(int count, char** words) {
  const auto place = [](const std::string& name) {
    const auto number = [&](const char* before) {
      const std::size_t at = name.find(before) + std::string(before).size();
      return name.substr(at, name.find('/', at) - at);
    };
    const bool apart = name.find("apart") != name.npos || name.find("collide") != name.npos;
    const std::string peer = name.find("fcl") == 0 ? "FCL" : name.find("tracked") == 0 ? "" : "tocca, no memory";
    return tocca::bench::GooglePlace{apart ? "apart?" : "distance",
                                     number("points:") + " corners, turned by " + number("turn:") + " mrad",
                                     peer,
                                     {}};
  };
  return tocca::bench::run_google_benchmarks(count, words, {"closest features, time of a pair", "ns", place, "-1002"});
}
