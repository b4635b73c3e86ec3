// The graphs of cohen-1995: what a step of many flying polytopes costs, over their number, faces, density, spin and
// speed, with both kinds of boxes, beside FCL's broad-phase managers with GJK and Bullet's world; and what a continuous step of them costs.
// One thread; all see the same motions.
//   bench_polytopes [count faces density spin speed continuous] [--plots FOLDER] [--steps N] [--rounds N] [--most N] [--alone]
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

#include "peers/many_bodies.hpp"
#include "plots/line_plot.hpp"
#include "results/results.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca::bench {
namespace {

struct Options {
  std::vector<std::string> graphs;
  std::filesystem::path plots;
  int steps = 40, rounds = 3, most = 10'000;
  bool alone = false;  ///< without peers
};

struct Graph {
  std::string name, title, x_label;
  std::vector<double> values;
  std::function<void(PolytopeWorld&, double)> set;
  bool log_x = false;
};

std::vector<Graph> all_graphs() {
  return {{"count",
           "Number of polytopes",
           "polytopes",
           {100, 200, 500, 1000, 2000, 5000, 10'000},
           [](PolytopeWorld& world, double value) { world.count = static_cast<int>(value); },
           true},
          {"faces",
           "Faces of a polytope",
           "faces",
           {12, 20, 50, 100, 200, 500, 1000},
           [](PolytopeWorld& world, double value) { world.faces = static_cast<int>(value); },
           true},
          {"density",
           "Density",
           "share of the box that the polytopes fill, %",
           {1, 2, 4, 5, 6, 8, 10},
           [](PolytopeWorld& world, double value) { world.density_percent = value; }},
          {"spin",
           "Spin",
           "turn in a step, degrees",
           {1, 5, 10, 20, 30, 45, 60},
           [](PolytopeWorld& world, double value) { world.spin_degrees = value; }},
          {"speed",
           "Speed",
           "way in a step, % of the radius",
           {1, 5, 10, 20, 40, 60, 100},
           [](PolytopeWorld& world, double value) { world.speed_percent = value; }}};
}

/// Processor time of this thread, milliseconds.
double now_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

struct Run {
  double ms = std::numeric_limits<double>::quiet_NaN();  ///< a step, mean over steps of the least of the rounds
  std::vector<std::vector<BodyPair>> colliding;          ///< of each step
};

/// The first steps are left out of the times: nothing is coherent with what was before them.
Run run(const ManyBodiesKind& kind, const RecordedMotion& motion, int rounds) {
  constexpr std::size_t first = 5;
  Run result;
  std::vector<double> least(motion.steps.size(), std::numeric_limits<double>::infinity());
  for (int round = 0; round < rounds; ++round) {
    const std::unique_ptr<ManyBodies> bodies = kind.make(motion);
    result.colliding.assign(motion.steps.size(), {});
    for (std::size_t s = 0; s < motion.steps.size(); ++s) {
      const double start = now_ms();
      bodies->step(motion.steps[s], result.colliding[s]);
      least[s] = std::min(least[s], now_ms() - start);
    }
  }
  double sum = 0.0;
  for (std::size_t s = first; s < least.size(); ++s) sum += least[s];
  result.ms = sum / static_cast<double>(least.size() - first);
  for (std::vector<BodyPair>& pairs : result.colliding) {
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  }
  return result;
}

/// Pairs and steps that are in `a` and not in `b`.
std::size_t missing(const Run& a, const Run& b) {
  std::size_t count = 0;
  for (std::size_t s = 0; s < a.colliding.size(); ++s) {
    std::vector<BodyPair> rest;
    std::set_difference(a.colliding[s].begin(), a.colliding[s].end(), b.colliding[s].begin(), b.colliding[s].end(),
                        std::back_inserter(rest));
    count += rest.size();
  }
  return count;
}

/// All contestants on one motion: a row for each kind of boxes, with all peers beside it.
void measure(Results& results, const Graph& graph, double value, const std::vector<ManyBodiesKind>& kinds,
             const Options& options, std::vector<Curve>& curves) {
  PolytopeWorld world;
  world.faces = 50;
  graph.set(world, value);
  const int steps = std::max(15, std::min(options.steps, 400'000 / world.count));
  const RecordedMotion motion(world, steps);
  Run truth;
  std::vector<ResultRow> own;
  std::vector<PeerFigure> peers;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    if (motion.body_count() > kinds[k].most) continue;
    Run found = run(kinds[k], motion, options.rounds);
    if (k == 0) truth = found;
    const WrongAnswers wrong{static_cast<long long>(missing(truth, found)),
                             static_cast<long long>(missing(found, truth))};
    if (k < tocca_kinds().size()) {
      own.push_back({fmt::format("{:g}, {}", value, kinds[k].name.substr(kinds[k].name.find(" ") + 1)),
                     found.ms,
                     "ms",
                     {},
                     wrong,
                     {}});
    } else {
      peers.push_back({kinds[k].name, found.ms, wrong});
    }
    curves[k].x.push_back(value);
    curves[k].y.push_back(found.ms);
  }
  ResultTable& table = results.table(graph.title, "a step; " + graph.x_label);
  for (ResultRow& row : own) {
    row.peers = peers;
    results.add(table, std::move(row));
  }
}

void draw(Results& results, const Graph& graph, const Options& options) {
  std::vector<ManyBodiesKind> kinds = tocca_kinds();
  if (!options.alone) {
    for (const auto& peers : {fcl_kinds(), bullet_kinds()}) kinds.insert(kinds.end(), peers.begin(), peers.end());
  }
  LinePlot plot{graph.title + ": time of a step", graph.x_label, "milliseconds a step, one thread", graph.log_x, {}};
  for (const ManyBodiesKind& kind : kinds)
    plot.curves.push_back({kind.name, {}, {}, kind.name.find("fixed") != kind.name.npos});
  for (const double value : graph.values) {
    if (graph.name == "count" && value > options.most) continue;
    measure(results, graph, value, kinds, options, plot.curves);
  }
  if (graph.name == "count") {
    ResultTable& growth = results.table("growth", "with the number of polytopes");
    for (const Curve& curve : plot.curves) {
      if (curve.x.size() < 2) continue;
      const double power = std::log(curve.y.back() / curve.y.front()) / std::log(curve.x.back() / curve.x.front());
      if (curve.name.find("tocca") == 0) results.add(growth, {curve.name, power, "power of N", {}, {}, {}});
    }
  }
  results.add(plot);
  if (!options.plots.empty()) write_svg(plot, options.plots / ("polytopes-" + graph.name + ".svg"));
}

struct ContinuousRun {
  double ms = 0.0;        ///< a step, mean over steps of the least of the rounds
  double contacts = 0.0;  ///< a step
};

/// First contacts of all bodies on their ways from each recorded step to the next; handing over the motions is not timed.
ContinuousRun run_continuous(const RecordedMotion& motion, int rounds) {
  World world;
  std::vector<BodyShapePointer> shapes;
  for (const MeshPointer& mesh : motion.meshes) {
    const Collider body{Pose{}, mesh};
    shapes.push_back(std::make_shared<const BodyShape>(std::span(&body, 1)));
  }
  for (std::size_t i = 0; i < motion.body_count(); ++i)
    world.add(shapes[static_cast<std::size_t>(motion.mesh_of[i])], motion.steps.front()[i]);
  ContinuousRun result;
  const std::size_t steps = motion.steps.size() - 1;
  std::vector<World::Moving> moving;
  for (std::size_t s = 0; s < steps; ++s) {
    moving.clear();
    for (std::size_t i = 0; i < motion.body_count(); ++i) {
      world.move(static_cast<int>(i), motion.steps[s][i]);
      moving.push_back({static_cast<int>(i), InBetweenMotion(motion.steps[s][i], motion.steps[s + 1][i]), {}});
    }
    double least = std::numeric_limits<double>::infinity();
    std::size_t contacts = 0;
    for (int round = 0; round < rounds; ++round) {
      const double start = now_ms();
      contacts = world.first_contacts(moving).size();
      least = std::min(least, now_ms() - start);
    }
    result.ms += least / static_cast<double>(steps);
    result.contacts += static_cast<double>(contacts) / static_cast<double>(steps);
  }
  return result;
}

/// A drum of 1,000 sides that rolls along a plate at this distance.
double drum_ms(double gap, int rounds) {
  constexpr int sides = 1000;
  std::vector<Vector3> corners;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / sides;
    for (const double y : {-0.5, 0.5}) corners.emplace_back(0.5 * std::sin(angle), y, -0.5 * std::cos(angle));
  }
  const Collider plate{Pose{}, Box{{10.0, 10.0, 1.0}}}, drum{Pose{}, std::make_shared<const ConvexHull>(corners)};
  const Pose X{Matrix3::Identity(), {-1.0, 0.0, 0.5 + gap}};
  World world;
  world.add(std::make_shared<const BodyShape>(std::span(&plate, 1)), {Matrix3::Identity(), {0.0, 0.0, -0.5}});
  world.add(std::make_shared<const BodyShape>(std::span(&drum, 1)), X);
  const World::Moving moving{1, InBetweenMotion(X, {1.0, 0.0, 0.5 + gap}, Vector3::UnitY(), 4.0), {}};
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    const double start = now_ms();
    world.first_contacts(std::span(&moving, 1));
    least = std::min(least, now_ms() - start);
  }
  return least;
}

void measure_continuous(Results& results, const Options& options) {
  ResultTable& table = results.table("continuous steps", "first contacts of all polytopes within a step");
  const auto measure_one = [&](const std::string& name, int count, double spin, double speed) {
    if (count > options.most) return;
    PolytopeWorld world;
    world.faces = 50;
    world.count = count;
    world.spin_degrees = spin;
    world.speed_percent = speed;
    const int steps = std::max(5, std::min(options.steps, 20'000 / count));
    const ContinuousRun run = run_continuous(RecordedMotion(world, steps), options.rounds);
    results.add(table, {name, run.ms, "ms", {}, {}, fmt::format("{:.1f} contacts a step", run.contacts)});
  };
  for (const int count : {100, 1000, 10'000}) measure_one(fmt::format("{}", count), count, 10.0, 10.0);
  measure_one("1000, fast", 1000, 30.0, 100.0);
  results.add(table,
              {"a pair that grazes", drum_ms(1.1e-6, options.rounds), "ms", {}, {}, "a drum rolls along a plate"});
}

Options read(int count, char** words, bool quick) {
  Options options;
  if (quick) options = {.graphs = {}, .plots = {}, .steps = 15, .rounds = 1, .most = 1000};
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const auto next = [&] { return i + 1 < count ? words[++i] : ""; };
    if (word == "--plots") {
      options.plots = next();
    } else if (word == "--steps") {
      options.steps = std::stoi(next());
    } else if (word == "--rounds") {
      options.rounds = std::stoi(next());
    } else if (word == "--most") {
      options.most = std::stoi(next());
    } else if (word == "--alone") {
      options.alone = true;
    } else {
      options.graphs.push_back(word);
    }
  }
  if (quick && options.graphs.empty()) options.graphs = {"count", "density", "continuous"};
  return options;
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** words) {
  using namespace tocca::bench;
  const tocca::ThreadLimit one(1);
  Results results(count, words);
  const Options options = read(count, words, results.quick());
  if (!options.plots.empty()) std::filesystem::create_directories(options.plots);
  for (const Graph& graph : all_graphs()) {
    const auto& wanted = options.graphs;
    if (wanted.empty() || std::find(wanted.begin(), wanted.end(), graph.name) != wanted.end())
      draw(results, graph, options);
  }
  const auto& wanted = options.graphs;
  if (wanted.empty() || std::find(wanted.begin(), wanted.end(), "continuous") != wanted.end())
    measure_continuous(results, options);
}
