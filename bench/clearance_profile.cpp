// The clearance profile beside the plain check of the same segments: how many times as long it takes, one thread, each segment by
// itself.
//
//   bench_clearance_profile [--segments N]
#include <cstdlib>
#include <string>

#include "peers/contest.hpp"
#include "results/results.hpp"
#include "tocca/check/clearance_search.hpp"
#include "tocca/check/path_checker.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca::bench {
namespace {

struct List {
  const char* scene;
  const char* file;
};

const List lists[] = {{"puma-pipes", "edges-1deg-near.csv"},
                      {"puma-pipes", "edges-5deg.csv"},
                      {"puma-pipes", "edges-15deg.csv"},
                      {"puma-pipes", "edges-30deg.csv"}};

/// The edges of a list, or the path of the scene cut into so many pieces where it has no list.
std::vector<WaypointMatrix> segments_of(const EdgeScene& scene, const char* file, std::size_t most) {
  std::vector<WaypointMatrix> segments;
  const auto add = [&](const Configuration& from, const Configuration& to) {
    WaypointMatrix& rows = segments.emplace_back(2, from.size());
    rows.row(0) = from;
    rows.row(1) = to;
  };
  if (file) {
    const std::vector<Edge> edges = scene.edges(file);
    for (std::size_t k = 0; k < std::min(most, edges.size()); ++k) {
      const Edge& edge = edges[k * edges.size() / std::min(most, edges.size())];
      add(edge.from, edge.to);
    }
    return segments;
  }
  const WaypointMatrix& path = scene.problem.robots.front().path.waypoints;
  constexpr int pieces = 12;
  for (Eigen::Index leg = 0; leg + 1 < path.rows(); ++leg) {
    for (int k = 0; k < pieces; ++k) {
      const auto at = [&](int i) {
        return Configuration(path.row(leg) + (path.row(leg + 1) - path.row(leg)) * (static_cast<double>(i) / pieces));
      };
      add(at(k), at(k + 1));
    }
  }
  return segments;
}

void measure(Results& results, const char* name, const char* file, std::size_t most) {
  const EdgeScene scene(name);
  const Checker checker(scene.problem);
  const std::vector<WaypointMatrix> segments = segments_of(scene, file, most);
  Query query = checker.query();
  ClearanceSearch least(checker, {.curve = false}), curve(checker),
      rough(checker, {.tolerance_m = 1e-4, .curve = false});
  const auto profile = [&](ClearanceSearch& search, std::size_t k) {
    return search.profile(ConfigurationSteps(checker.model(), segments[k])).lower == 0.0;
  };
  const std::vector<Times> t = contest({{"plain",
                                         [&](std::size_t k) {
                                           ConfigurationSteps(checker.model(), segments[k]).set(0, 0, query.step());
                                           return query.first_contact().outcome == Outcome::contact;
                                         }},
                                        {"least", [&](std::size_t k) { return profile(least, k); }},
                                        {"curve", [&](std::size_t k) { return profile(curve, k); }},
                                        {"rough", [&](std::size_t k) { return profile(rough, k); }}},
                                       segments.size());
  const std::string label = file ? std::string(name) + " " + file : name;
  const auto add = [&](const char* title, const char* what, double colliding, double free, const char* unit) {
    ResultTable& table = results.table(title, what);
    const auto number = [](int count) { return std::to_string(count) + " segments"; };
    results.add(table, {label + ", colliding", colliding, unit, {}, {}, number(t[0].contacts)});
    results.add(table, {label + ", free", free, unit, {}, {}, number(t[0].frees)});
  };
  add("plain check", "mean of a segment", 1e3 * t[0].contact_ms, 1e3 * t[0].free_ms, "us");
  const std::pair<const char*, std::size_t> profiles[] = {
      {"minimum", 1}, {"minimum to 0.1 mm", 3}, {"with the curve", 2}};
  for (const auto& [title, c] : profiles) {
    add(title, "times the plain check", t[c].contact_ms / t[0].contact_ms, t[c].free_ms / t[0].free_ms, "x");
  }
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** arguments) {
  tocca::bench::Results results(count, arguments);
  std::size_t most = results.quick() ? 5 : 100;
  if (count > 2 && std::string(arguments[1]) == "--segments") most = static_cast<std::size_t>(std::atol(arguments[2]));
  const tocca::ThreadLimit one_thread(1);
  for (const auto& [scene, file] : tocca::bench::lists) tocca::bench::measure(results, scene, file, most);
  for (const char* scene : {"irb-workshop", "irb-cage", "fanuc-machine"}) {
    tocca::bench::measure(results, scene, nullptr, most);
  }
}
