// First contact with the second stage of redon-2004 in OpenGL, as the paper has it, beside tocca's on the processor: what OpenGL leaves
// out is not proven. On a machine without graphics hardware Mesa renders in software, with threads of its own, so the time
// is of the processor and of all threads; the notes name the renderer.
//
//   bench_opengl_stage [--edges N]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "peers/edge_list.hpp"
#include "results/results.hpp"
#include "sweep/gl/gl_culling.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/sweep/gl_culling.hpp"

namespace tocca::bench {
namespace {

struct List {
  const char* label;
  const char* file;
};

const List lists[] = {{"1 degree", "edges-1deg.csv"},
                      {"1 degree near contact", "edges-1deg-near.csv"},
                      {"5 degrees", "edges-5deg.csv"},
                      {"15 degrees", "edges-15deg.csv"},
                      {"30 degrees", "edges-30deg.csv"}};

double process_ms() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

CheckSettings settings_with(bool opengl) {
  CheckSettings settings;
  settings.strategy = Strategy::interval;
  if (opengl) settings.stages.culling = make_gl_culling;
  return settings;
}

/// Mean milliseconds of the questions that meet something, and of the others.
struct Means {
  double contact_ms = 0.0, free_ms = 0.0;
  int contacts = 0, frees = 0;
};

Means measure(Query& query, const std::vector<Edge>& edges) {
  Means means;
  for (const Edge& edge : edges) {
    query.step().tree(0).move(edge.from, edge.to);
    const double start = process_ms();
    const bool touches = query.first_contact().outcome == Outcome::contact;
    (touches ? means.contact_ms : means.free_ms) += process_ms() - start;
    ++(touches ? means.contacts : means.frees);
  }
  means.contact_ms /= std::max(means.contacts, 1);
  means.free_ms /= std::max(means.frees, 1);
  return means;
}

void run(Results& results, std::size_t most_edges, const std::string& renderer) {
  const EdgeScene scene("puma-pipes");
  const Checker in_opengl(scene.problem, settings_with(true), {.self_collision = false}),
      on_processor(scene.problem, settings_with(false), {.self_collision = false});
  Query gl = in_opengl.query(), processor = on_processor.query();
  ResultTable& table = results.table("puma-pipes, second stage in OpenGL (not proven)",
                                     "mean of a query, processor time of all threads");
  for (const List& list : lists) {
    std::vector<Edge> edges = scene.edges(list.file);
    const std::size_t stride = std::max<std::size_t>(1, edges.size() / most_edges);
    for (std::size_t k = 0; k * stride < edges.size(); ++k) edges[k] = edges[k * stride];
    edges.resize(std::min(edges.size(), most_edges));
    const Means a = measure(gl, edges), b = measure(processor, edges);
    const auto add = [&](const char* outcome, int count, double ms, double other_ms) {
      if (count == 0) return;
      results.add(table, {std::string(list.label) + outcome,
                          ms,
                          "ms",
                          {{"tocca, on the processor, proven", other_ms, {}}},
                          {},
                          std::to_string(count) + " queries; " + renderer});
    };
    add(", colliding", a.contacts, a.contact_ms, b.contact_ms);
    add(", free", a.frees, a.free_ms, b.free_ms);
  }
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** arguments) {
  tocca::bench::Results results(count, arguments);
  std::size_t edges = results.quick() ? 5 : 50;
  for (int k = 1; k + 1 < count; ++k) {
    if (std::string(arguments[k]) == "--edges") edges = static_cast<std::size_t>(std::atol(arguments[k + 1]));
  }
  std::string renderer;
  try {
    renderer = tocca::GlCulling({}).renderer();
  } catch (const tocca::InputError& none) {
    std::fprintf(stderr, "%s\n", none.what());
    return tocca::bench::exit_left_out;
  }
  const tocca::ThreadLimit one_thread(1);
  tocca::bench::run(results, edges, renderer);
}
