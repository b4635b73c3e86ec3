// Table 1 of caby-crosnier, in its layout and beyond: selecting the triangles in the volume between two samples (box alone, box and
// clipping planes), and a whole sample of the monitor: contact, prediction over both horizons, every vertex moved. The paper's figures
// (866 MHz Pentium III, Table 1): 400 triangles 610 us (box) and 850 us (planes), 1,600 triangles 1,480 us and 2,210 us.
// A cylindrical tool (8 mm, 150 mm) glides over and presses into a hull (0.4 x 0.3 x 0.2 m), one sample a millisecond.
// "polyhedral tool" is the scene tool-hull-N: the paper's tool as a mesh, its log, and the hull pressed. Run it with real-time priority:
//   chrt -f 50 bench_tool_monitor --benchmark_filter=polyhedral
// Instructions of each sample, over the whole log: bench/sample_instructions.py.
#include "tocca/tool/tool_monitor.hpp"

#include <benchmark/benchmark.h>
#include <time.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "io/tool_samples.hpp"
#include "results/google_results.hpp"
#include "tocca/deformable/deformable_mesh.hpp"
#include "tocca/io/mesh.hpp"
#include "tocca/scenes/scenes.hpp"
#include "tool/tool_volume.hpp"
#include "tool/triangle_selection.hpp"

namespace tocca {
namespace {

constexpr double pi = 3.14159265358979323846;
const Vector3 half_axes(0.2, 0.15, 0.1);
constexpr Cylinder drill{0.008, 0.15};
constexpr int way_length = 2000;

/// An ellipsoid of `count` triangles, at rest and breathing.
struct Hull {
  std::vector<Vector3> rest, now[2];
  std::vector<Triangle> triangles;

  explicit Hull(int count) {
    const int rings = std::max(2, static_cast<int>(std::sqrt(count / 4.0))), sides = count / (2 * rings);
    for (int i = 0; i <= rings; ++i) {
      for (int j = 0; j < sides; ++j) {
        const double a = pi * i / rings, b = 2 * pi * j / sides;
        rest.push_back(
            half_axes.cwiseProduct(Vector3(std::sin(a) * std::cos(b), std::sin(a) * std::sin(b), std::cos(a))));
      }
    }
    for (int i = 0; i < rings; ++i) {
      for (int j = 0; j < sides; ++j) {
        const auto at = [&](int ring, int side) { return static_cast<Index>(ring * sides + side % sides); };
        triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
        triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
      }
    }
    now[0] = now[1] = rest;
  }
  /// The caller's own update, which is no part of what is measured: the surface as of sample k.
  void breathe(int k) {
    const double scale = 1.0 + 0.002 * std::sin(0.05 * k);
    for (std::size_t i = 0; i < rest.size(); ++i) now[k % 2][i] = scale * rest[i];
  }
  SurfaceStep step(int k) const { return {now[(k + 1) % 2], now[k % 2], triangles}; }
};

/// Sample k: to and fro over the hull, and twice a round down into it by 3 mm.
Pose sample_pose(int k) {
  const double round = 2 * pi * k / way_length, x = -0.04 - 0.1 * std::cos(round);
  const double height = half_axes.z() * std::sqrt(1 - x * x / (half_axes.x() * half_axes.x()));
  const double gap = 0.02 + 0.023 * std::cos(2 * round), tilt = 0.4 * std::sin(3 * round);
  const Matrix3 R = Eigen::AngleAxisd(tilt, Vector3::UnitY()).toRotationMatrix();
  return {R, Vector3(x, 0, height + gap) + R * Vector3(0, 0, 0.5 * drill.length)};
}

void select(benchmark::State& state, ToolVolume::Tightness tightness) {
  Hull hull(static_cast<int>(state.range(0)));
  const ToolOutline outline(drill, Pose());
  TriangleSelection selection;
  std::vector<Index> selected;
  std::size_t sum = 0;
  int k = 0;
  hull.breathe(1);
  for (auto _ : state) {
    k = k % (way_length - 2) + 1;
    selected.clear();
    selection.select(hull.step(1), {outline, sample_pose(k - 1), sample_pose(k), 1e-7, 1e-6, tightness}, selected);
    sum += selected.size();
  }
  state.counters["selected"] = benchmark::Counter(static_cast<double>(sum), benchmark::Counter::kAvgIterations);
}
void box_alone(benchmark::State& state) { select(state, ToolVolume::Tightness::box); }
void box_and_planes(benchmark::State& state) { select(state, ToolVolume::Tightness::planes); }

/// Of this thread: what others do on a busy machine is no part of a sample's time.
double thread_s() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

enum class Given { arrays, mesh };

void monitor(benchmark::State& state, bool predict, double least_rate_hz, Given given) {
  Hull hull(static_cast<int>(state.range(0)));
  DeformableMesh mesh(hull.rest, hull.triangles);
  ToolSettings settings;
  settings.predict = predict;
  settings.least_rate_hz = least_rate_hz;
  settings.clock_s = thread_s;
  const Collider body{Pose(), drill};
  ToolMonitor tool(std::span(&body, 1), settings);
  int k = 0, contacts = 0, warnings = 0, clear = 0, undecided = 0, way_undecided = 0;
  std::vector<double> micros;
  tool.sample(0.0, sample_pose(0), hull.step(0));
  for (auto _ : state) {
    hull.breathe(++k);
    const SurfaceStep step = hull.step(k);
    const double began = thread_s();
    if (given == Given::mesh) mesh.move(step.from, step.to);
    const ToolReport& report = given == Given::mesh ? tool.sample(1e-3 * k, sample_pose(k), mesh)
                                                    : tool.sample(1e-3 * k, sample_pose(k), step);
    micros.push_back(1e6 * (thread_s() - began));
    state.SetIterationTime(1e-6 * micros.back());
    contacts += report.contact.has_value();
    warnings += report.state == ToolState::warning;
    clear += report.state == ToolState::clear;
    undecided += report.state == ToolState::undecided;
    way_undecided += report.undecided_from_s.has_value();
  }
  std::sort(micros.begin(), micros.end());
  const auto part = [&](int count) { return benchmark::Counter(count, benchmark::Counter::kAvgIterations); };
  state.counters["contacts"] = part(contacts);
  state.counters["warnings"] = part(warnings);
  state.counters["clear"] = part(clear);
  state.counters["undecided"] = part(undecided);
  state.counters["way_undecided"] = part(way_undecided);
  state.counters["median_us"] = micros[micros.size() / 2];
  state.counters["p99_us"] = micros[micros.size() * 99 / 100];
  state.counters["slowest_us"] = micros.back();
}
/// The files of a scene tool-hull-N, read back.
struct ToolHull {
  MeshPointer tool, hull, pressed;
  std::vector<ToolSample> samples;

  explicit ToolHull(std::int64_t count) {
    const auto folder = std::filesystem::temp_directory_path() / ("tocca-tool-hull-" + std::to_string(count));
    const auto files =
        write_benchmark_scene("tool-hull-" + std::to_string(count), folder);  // tool, hull, samples, pressed
    Warnings warnings;
    tool = load_mesh(files[0], Vector3::Ones(), warnings);
    hull = load_mesh(files[1], Vector3::Ones(), warnings);
    pressed = load_mesh(files[3], Vector3::Ones(), warnings);
    SampleReader reader(files[2]);
    for (ToolSample sample; reader.next(sample);) samples.push_back(sample);
    std::filesystem::remove_all(folder);
  }
  void place(double time_s, std::vector<Vector3>& at) const {
    const double share = std::clamp((time_s - 2.0) / 0.4, 0.0, 1.0);
    at.resize(hull->vertices().size());
    for (std::size_t i = 0; i < at.size(); ++i) {
      at[i] = (1.0 - share) * hull->vertices()[i] + share * pressed->vertices()[i];
    }
  }
};

void follow(benchmark::State& state, double least_rate_hz) {
  const ToolHull scene(state.range(0));
  const Collider body{Pose(), scene.tool};
  ToolSettings settings;
  settings.least_rate_hz = least_rate_hz;
  settings.clock_s = thread_s;
  ToolMonitor monitor(std::span(&body, 1), settings);
  std::vector<Vector3> now[2];
  std::vector<double> micros;
  std::size_t k = 0, undecided = 0;
  for (auto _ : state) {
    if (k == scene.samples.size()) k = 0, monitor.reset();
    const ToolSample& sample = scene.samples[k];
    scene.place(sample.time_s, now[k % 2]);
    if (k == 0) now[1] = now[0], monitor.prepare({now[0], now[0], scene.hull->triangles()});
    const double began = thread_s();
    const ToolReport& report =
        monitor.sample(sample.time_s, sample.X_WT, {now[(k + 1) % 2], now[k % 2], scene.hull->triangles()});
    micros.push_back(1e6 * (thread_s() - began));
    state.SetIterationTime(1e-6 * micros.back());
    undecided += report.state == ToolState::undecided;
    ++k;
  }
  std::sort(micros.begin(), micros.end());
  const auto within_1_ms = std::upper_bound(micros.begin(), micros.end(), 1000.0) - micros.begin();
  state.counters["median_us"] = micros[micros.size() / 2];
  state.counters["p99_us"] = micros[micros.size() * 99 / 100];
  state.counters["p999_us"] = micros[micros.size() * 999 / 1000];
  state.counters["slowest_us"] = micros.back();
  state.counters["within_1_ms"] = 100.0 * static_cast<double>(within_1_ms) / static_cast<double>(micros.size());
  state.counters["undecided"] = benchmark::Counter(static_cast<double>(undecided), benchmark::Counter::kAvgIterations);
}
void polyhedral_tool(benchmark::State& state) { follow(state, 0.0); }
void polyhedral_tool_kept_at_1_khz(benchmark::State& state) { follow(state, 1000.0); }

void contact_only(benchmark::State& state) { monitor(state, false, 0.0, Given::arrays); }
void whole_sample(benchmark::State& state) { monitor(state, true, 0.0, Given::arrays); }
void kept_at_1_khz(benchmark::State& state) { monitor(state, true, 1000.0, Given::arrays); }
void mesh_with_its_tree(benchmark::State& state) { monitor(state, true, 0.0, Given::mesh); }

const std::vector<std::int64_t> sizes = {400, 1'600, 10'000, 100'000};
BENCHMARK(box_alone)->ArgsProduct({sizes})->Unit(benchmark::kMicrosecond);
BENCHMARK(box_and_planes)->ArgsProduct({sizes})->Unit(benchmark::kMicrosecond);
void whole_way(benchmark::internal::Benchmark* bench) {
  bench->ArgsProduct({sizes})->Unit(benchmark::kMicrosecond)->Iterations(2 * way_length)->UseManualTime();
}
BENCHMARK(contact_only)->Apply(whole_way);
BENCHMARK(whole_sample)->Apply(whole_way);
BENCHMARK(kept_at_1_khz)->Apply(whole_way);
BENCHMARK(mesh_with_its_tree)->Apply(whole_way);
void whole_log(benchmark::internal::Benchmark* bench) {
  bench->ArgsProduct({{400, 1'600, 100'000}})->Unit(benchmark::kMicrosecond)->Iterations(3'000)->UseManualTime();
}
BENCHMARK(polyhedral_tool)->Apply(whole_log);
BENCHMARK(polyhedral_tool_kept_at_1_khz)->Apply(whole_log);

}  // namespace
}  // namespace tocca

/// "box_alone/1600" is the row "1600 triangles" of the table "box alone"; "contact_only/1600/iterations:4000/manual_time" likewise.
int main(int count, char** words) {
  const auto place = [](const std::string& name) {
    std::string table = name.substr(0, name.find('/'));
    const std::string size = name.substr(table.size() + 1, name.find('/', table.size() + 1) - table.size() - 1);
    for (char& c : table) c = c == '_' ? ' ' : c;
    const std::string row = size + " triangles";
    return tocca::bench::GooglePlace{table,
                                     row,
                                     {},
                                     {{"median_us", row + ", median", "us"},
                                      {"p99_us", row + ", 99 %", "us"},
                                      {"p999_us", row + ", 99.9 %", "us"},
                                      {"within_1_ms", row + ", within 1 ms", "%"},
                                      {"slowest_us", row + ", slowest", "us"},
                                      {"selected", row + ", left", "triangles"}}};
  };
  return tocca::bench::run_google_benchmarks(count, words, {"time of a sample", "us", place, "-/100000"});
}
