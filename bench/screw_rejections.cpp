// Rejections of the screw scene (block and L-shape, one turn), level by level, beside the rates of kim-2003:
//   objects        volume against volume, all placements            50 % rejected there (larger objects for their cube)
//   features       every vertex/triangle and edge/edge pair         50.5 % and 66 %; 0.39 us a pair, extents included here
//   trees          the same features by way of the trees, nothing found on the way
// Features and trees are measured on placements that collide, over the whole turn.
#include <benchmark/benchmark.h>

#include <cmath>
#include <filesystem>
#include <numbers>

#include "core/seeded_random.hpp"
#include "results/google_results.hpp"
#include "screw/screw_culling.hpp"
#include "tocca/io/mesh.hpp"
#include "tocca/scenes/scenes.hpp"
#include "tocca/screw/screw_pair.hpp"

namespace tocca {
namespace {

constexpr int placement_count = 20'000;

struct Placements {
  MeshPointer meshes[2];
  std::vector<ScrewFrame> all, colliding;

  Placements() {
    const auto folder = std::filesystem::temp_directory_path() / "tocca_bench_screw_rejections";
    const auto files = write_benchmark_scene("blocks-screw", folder);
    Warnings warnings;
    for (std::size_t k = 0; k < 2; ++k) meshes[k] = load_mesh(files[k], Vector3::Ones(), warnings);
    std::filesystem::remove_all(folder);
    const Part a = part(0), b = part(1);
    ScrewPair pair(meshes[0], meshes[1]);
    SeededRandom random(2003);
    for (int k = 0; k < placement_count; ++k) {
      const ScrewParameters screw = draw(random);
      all.emplace_back(screw, a.lss(), b.lss());
      if (pair.first_contact(screw).outcome == Outcome::contact) colliding.push_back(all.back());
    }
  }

  Part part(std::size_t k) const {
    const Collider body{Pose{}, meshes[k]};
    return Part({&body, 1});
  }

  /// The L-shape anywhere in a cube of 15 m, but not in its middle of 5 m; seen from there, the block.
  static ScrewParameters draw(SeededRandom& random) {
    const auto any = [&](double half) {
      return Vector3(random.between(-half, half), random.between(-half, half), random.between(-half, half));
    };
    Vector3 at = any(7.5), q = any(1.0);
    while (at.cwiseAbs().maxCoeff() <= 2.5) at = any(7.5);
    ScrewParameters screw;
    screw.start = Pose::from_quaternion(at, q.x(), q.y(), q.z(), random.between(-1.0, 1.0)).inverse();
    screw.point = screw.start.translation;
    screw.direction = screw.start.rotation * Vector3::Ones().normalized();
    screw.angle_rad = 2.0 * std::numbers::pi;
    screw.translation_m = 6.0;
    return screw;
  }
};

const Placements& placements() {
  static const Placements drawn;
  return drawn;
}

struct Counter final : ScrewCulling::Visitor {
  std::uint64_t visited = 0;
  double visit(const ScrewFeaturePair&) override { return ++visited, 1.0; }
};

ScrewStatistics run_all(benchmark::State& state, const std::vector<ScrewFrame>& frames,
                        const ScrewRejections& rejections) {
  const Part a = placements().part(0), b = placements().part(1);
  ScrewCulling culling(a, b);
  ScrewStatistics statistics;
  Counter counter;
  for (auto _ : state) {
    for (const ScrewFrame& frame : frames) {
      culling.set(frame, frame.rounding_m, rejections);
      culling.run(1.0, counter, statistics);
    }
  }
  const double runs = static_cast<double>(state.iterations()) * static_cast<double>(frames.size());
  state.counters["each"] = benchmark::Counter(runs, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["left"] = static_cast<double>(counter.visited) / runs;
  return statistics;
}

double percent(const RejectionCounts& counts) {
  return 100.0 * static_cast<double>(counts.rejected()) / static_cast<double>(counts.tested);
}

void objects(benchmark::State& state) {
  const ScrewStatistics statistics = run_all(state, placements().all, {});
  state.counters["rejected_percent"] = percent(statistics.objects);
}

void features(benchmark::State& state) {
  const ScrewStatistics statistics = run_all(state, placements().colliding, {true, true, true, false});
  state.counters["vertex_face_percent"] = percent(statistics.vertex_face);
  state.counters["edge_edge_percent"] = percent(statistics.edge_edge);
  const auto pairs = static_cast<double>(statistics.vertex_face.tested + statistics.edge_edge.tested);
  state.counters["a_pair"] = benchmark::Counter(pairs, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void trees(benchmark::State& state) {
  const ScrewStatistics statistics = run_all(state, placements().colliding, {});
  const auto looked =
      static_cast<double>(statistics.volumes.tested + statistics.vertex_face.tested + statistics.edge_edge.tested);
  state.counters["tests"] = looked / static_cast<double>(statistics.objects.tested);
}

BENCHMARK(objects)->Unit(benchmark::kMillisecond);
BENCHMARK(features)->Unit(benchmark::kMillisecond);
BENCHMARK(trees)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tocca

int main(int count, char** words) {
  const auto place = [](const std::string& name) {
    using tocca::bench::CounterRow;
    const std::vector<CounterRow> counters{{"each", name + ", a placement", "ns", 1e9},
                                           {"a_pair", "rejection of a pair of features", "ns", 1e9},
                                           {"rejected_percent", "rejected objects", "%"},
                                           {"vertex_face_percent", "rejected vertex/triangle", "%"},
                                           {"edge_edge_percent", "rejected edge/edge", "%"}};
    return tocca::bench::GooglePlace{"rejections", {}, {}, counters, false};
  };
  return tocca::bench::run_google_benchmarks(count, words, {"time and rates", "ns", place});
}
