// What one pair of features under a screw costs: its equation, one proven root, and the first touch, everything included.
//   window   how much of the turn the culling left
//   misses   no root in the window: what most pairs cost that the culling left
#include <benchmark/benchmark.h>

#include <numbers>
#include <vector>

#include "core/seeded_random.hpp"
#include "results/google_results.hpp"
#include "screw/screw_touch.hpp"

namespace tocca {
namespace {

/// Features of the size of the paper's blocks, and its screw: once around while it moves 6 m along.
struct Question {
  ScrewFeatures features;
  double from, to;
};

ScrewFrame paper_screw() {
  ScrewFrame frame;
  frame.angle_rad = 2.0 * std::numbers::pi;
  frame.translation_m = 6.0;
  return frame;
}

Vector3 drawn(SeededRandom& random, double size) {
  const double x = random.between(-size, size), y = random.between(-size, size);
  return {x, y, random.between(-size, size)};
}

/// B's feature is where A's passes at a time in the middle of a window; `aside` metres off for misses.
std::vector<Question> questions(ContactKind kind, double window, double aside) {
  const ScrewFrame frame = paper_screw();
  SeededRandom random(1);
  std::vector<Question> list(1024);
  for (Question& q : list) {
    const double t = random.between(0.0, 1.0);
    q.from = std::max(0.0, t - window * random.unit());
    q.to = std::min(1.0, q.from + window);
    q.features.kind = kind;
    Vector3(&a)[3] = q.features.a;
    Vector3(&b)[3] = q.features.b;
    a[0] = drawn(random, 2.5);
    for (int i = 1; i < 3; ++i) a[i] = a[0] + drawn(random, 1.0);
    const int corners = kind == ContactKind::vertex_face ? 1 : (kind == ContactKind::face_vertex ? 3 : 2);
    Vector3 middle = Vector3::Zero();
    for (int i = 0; i < corners; ++i) middle += frame.moved(a[i], t) / corners;
    for (Vector3& p : b) p = middle + drawn(random, 0.7);
    const Vector3 off =
        middle + Vector3(aside, aside, aside) -
        (kind == ContactKind::vertex_face ? Vector3((b[0] + b[1] + b[2]) / 3.0)
                                          : (kind == ContactKind::face_vertex ? b[0] : Vector3(0.5 * (b[0] + b[1]))));
    for (Vector3& p : b) p += off;
  }
  return list;
}

constexpr double level = 1e-13, tolerance = 1e-6;

void equation(benchmark::State& state, ContactKind kind) {
  const ScrewFrame frame = paper_screw();
  const std::vector<Question> list = questions(kind, 1.0, 0.0);
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(contact_equation(frame, list[i++ % list.size()].features));
}

/// The first root of the equation, coefficients included. `found`: how many had one.
void root(benchmark::State& state, ContactKind kind, double window, double aside) {
  const ScrewFrame frame = paper_screw();
  const std::vector<Question> list = questions(kind, window, aside);
  std::size_t i = 0, found = 0;
  for (auto _ : state) {
    const Question& q = list[i++ % list.size()];
    RootWindow at;
    found += first_root(contact_equation(frame, q.features), level, q.from, q.to, at);
    benchmark::DoNotOptimize(at);
  }
  state.counters["found"] = benchmark::Counter(static_cast<double>(found) / static_cast<double>(i));
}

void touch(benchmark::State& state, ContactKind kind, double window, double aside) {
  const ScrewFrame frame = paper_screw();
  const std::vector<Question> list = questions(kind, window, aside);
  std::size_t i = 0, found = 0;
  std::uint64_t roots = 0;
  for (auto _ : state) {
    const Question& q = list[i++ % list.size()];
    ScrewTouch at;
    found += first_touch(frame, q.features, level, tolerance, q.from, q.to, at, roots);
    benchmark::DoNotOptimize(at);
  }
  state.counters["found"] = benchmark::Counter(static_cast<double>(found) / static_cast<double>(i));
}

constexpr ContactKind face = ContactKind::vertex_face, vertex = ContactKind::face_vertex, edge = ContactKind::edge_edge;
BENCHMARK_CAPTURE(equation, vertex_face, face);
BENCHMARK_CAPTURE(equation, edge_edge, edge);
BENCHMARK_CAPTURE(root, vertex_face_window_18_deg, face, 0.05, 0.0);
BENCHMARK_CAPTURE(root, vertex_face_window_72_deg, face, 0.2, 0.0);
BENCHMARK_CAPTURE(root, vertex_face_window_360_deg, face, 1.0, 0.0);
BENCHMARK_CAPTURE(root, edge_edge_window_18_deg, edge, 0.05, 0.0);
BENCHMARK_CAPTURE(root, edge_edge_window_72_deg, edge, 0.2, 0.0);
BENCHMARK_CAPTURE(root, edge_edge_window_360_deg, edge, 1.0, 0.0);
BENCHMARK_CAPTURE(touch, vertex_face_window_18_deg, face, 0.05, 0.0);
BENCHMARK_CAPTURE(touch, face_vertex_window_18_deg, vertex, 0.05, 0.0);
BENCHMARK_CAPTURE(touch, edge_edge_window_18_deg, edge, 0.05, 0.0);
BENCHMARK_CAPTURE(touch, vertex_face_misses, face, 0.05, 1.0);
BENCHMARK_CAPTURE(touch, edge_edge_misses, edge, 0.05, 1.0);

}  // namespace
}  // namespace tocca

/// "root/edge_edge_window_18_deg" is the row "root, edge edge window 18 deg".
int main(int count, char** words) {
  const auto place = [](std::string name) {
    for (char& c : name) c = c == '_' ? ' ' : c;
    return tocca::bench::GooglePlace{"a pair of features on a screw", name.replace(name.find('/'), 1, ", "), {}, {}};
  };
  return tocca::bench::run_google_benchmarks(count, words, {"time of a call", "ns", place});
}
