// First contact of an articulated robot, in the layout of redon-2004's Tables 1 and 2: mean milliseconds of a query that
// meets something (COL) and of one that does not (NO-COL), one thread, robot against environment. Beside tocca's two
// strategies: FCL sampled so that no point moves more than 1 mm between samples, and Bullet's cast of convex pieces (what
// the paper printed: reference.json). Further: the mannequins with self-collision, and growth with triangles.
//
//   bench_first_contact [--no-interval] [--edges N] [pipes|one-mesh|amr|mannequins|growth ...]
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <optional>
#include <set>
#include <string>

#include "core/seeded_random.hpp"
#include "peers/bullet_cast.hpp"
#include "peers/contest.hpp"
#include "peers/fcl_sampling.hpp"
#include "results/results.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca::bench {
namespace {

struct Options {
  bool interval = true;
  std::size_t most_edges = 500;
  std::set<std::string> parts;

  bool wants(const char* part) const { return parts.empty() || parts.contains(part); }
};

struct List {
  const char* label;
  const char* file;
};

const List pipes_lists[] = {{"1 degree", "edges-1deg.csv"},
                            {"1 degree near contact", "edges-1deg-near.csv"},
                            {"5 degrees", "edges-5deg.csv"},
                            {"15 degrees", "edges-15deg.csv"},
                            {"30 degrees", "edges-30deg.csv"}};

const List room_lists[] = {{"1 degree", "edges-1deg.csv"},
                           {"1 degree near contact", "edges-1deg-near.csv"},
                           {"30 degrees", "edges-30deg.csv"},
                           {"60 degrees", "edges-60deg.csv"}};

struct StageRow {
  const char* name;
  IntervalStages stages;
};

const StageRow stage_rows[] = {{"1+2+3", {.dynamic_bvh = true, .swept_volume = true}},
                               {"1+3", {.dynamic_bvh = true, .swept_volume = false}},
                               {"2+3", {.dynamic_bvh = false, .swept_volume = true}},
                               {"3", {.dynamic_bvh = false, .swept_volume = false}}};

/// A checker of one strategy and the query that asks it.
struct Asker {
  Checker checker;
  Query query;

  Asker(const Problem& problem, const CheckSettings& settings, bool self_collision)
      : checker(problem, settings, {.self_collision = self_collision}), query(checker.query()) {}

  std::array<std::uint64_t, 3> stage_ns{};  // of the last question

  bool touches(const Edge& edge) {
    query.step().tree(0).move(edge.from, edge.to);
    const Answer& answer = query.first_contact();
    stage_ns = answer.statistics.stage_ns;
    return answer.outcome == Outcome::contact;
  }
};

CheckSettings interval(const IntervalStages& stages) {
  CheckSettings settings;
  settings.strategy = Strategy::interval;
  settings.stages = stages;
  return settings;
}

/// Where the paper's strategy spends its time (redon-2004's Tables 1 and 2, stage by stage): the mean over queries that meet
/// something, and over those that do not.
void add_stage_rows(Results& results, ResultTable& table, const std::string& label, Asker& asker,
                    const std::vector<Edge>& edges) {
  std::array<std::array<double, 3>, 2> sum_ms{};
  std::array<std::size_t, 2> count{};
  for (const Edge& edge : edges) {
    const std::size_t free = asker.touches(edge) ? 0 : 1;
    ++count[free];
    for (std::size_t stage = 0; stage < 3; ++stage) {
      sum_ms[free][stage] += 1e-6 * static_cast<double>(asker.stage_ns[stage]);
    }
  }
  const char* const outcome[] = {", colliding", ", free"};
  for (std::size_t stage = 0; stage < 3; ++stage) {
    for (const std::size_t free : {0u, 1u}) {
      if (count[free] == 0 || sum_ms[free][stage] == 0.0) continue;  // a stage that is switched off
      results.add(table, {label + ", stage " + std::to_string(stage + 1) + outcome[free],
                          sum_ms[free][stage] / static_cast<double>(count[free]),
                          "ms",
                          {},
                          {},
                          std::to_string(count[free]) + " queries"});
    }
  }
}

/// Two rows: queries that meet something, and those that do not. The first contestant is the one measured.
void add_rows(Results& results, ResultTable& table, const std::string& label,
              const std::vector<Contestant>& contestants, const std::vector<Times>& times) {
  ResultRow colliding{
      label + ", colliding", times[0].contact_ms, "ms", {}, {}, std::to_string(times[0].contacts) + " queries"};
  ResultRow free{label + ", free", times[0].free_ms, "ms", {}, {}, std::to_string(times[0].frees) + " queries"};
  for (std::size_t c = 1; c < contestants.size(); ++c) {
    colliding.peers.push_back({contestants[c].name, times[c].contact_ms, {times[c].missed, {}}});
    free.peers.push_back({contestants[c].name, times[c].free_ms, {{}, times[c].invented}});
  }
  results.add(table, std::move(colliding));
  results.add(table, std::move(free));
}

std::vector<Edge> some(std::vector<Edge> edges, std::size_t most) {
  if (edges.size() <= most) return edges;
  std::vector<Edge> chosen;
  for (std::size_t k = 0; k < most; ++k) chosen.push_back(edges[k * edges.size() / most]);
  return chosen;
}

/// `tube` and both peers on every list of a scene, then the paper's strategy. Returns the times of `tube`.
std::vector<Times> run_lists(Results& results, const char* scene_name, std::span<const List> lists,
                             const Options& options, SceneLayout layout = SceneLayout::objects) {
  const EdgeScene scene(scene_name, layout);
  const std::string title = std::string(scene_name) + (layout == SceneLayout::one_mesh ? " as one mesh" : "");
  const Robot& robot = scene.problem.robots.front().robot;
  Asker tube(scene.problem, {}, false);
  std::optional<Asker> paper;
  if (options.interval) paper.emplace(scene.problem, interval({}), false);
  FclSampling fcl(robot, scene.problem.scene, false);
  BulletCast bullet(robot, scene.problem.scene);
  ResultTable& table = results.table(title, "mean of a query");
  ResultTable& other = results.table(title + ", strategy interval", "mean of a query");
  ResultTable& stages = results.table(title + ", time in each stage", "mean of a query");
  std::vector<Times> result;
  for (const List& list : lists) {
    const std::vector<Edge> edges = some(scene.edges(list.file), options.most_edges);
    std::vector<int> samples;
    for (const Edge& edge : edges) samples.push_back(fcl.samples(edge.from, edge.to, 1e-3));
    const std::vector<Contestant> contestants{
        {"tube", [&](std::size_t k) { return tube.touches(edges[k]); }},
        {"FCL at 1 mm", [&](std::size_t k) { return fcl.overlaps(edges[k].from, edges[k].to, samples[k]); }},
        {"Bullet cast", [&](std::size_t k) { return bullet.hits(edges[k].from, edges[k].to); }}};
    const std::vector<Times> t = contest(contestants, edges.size());
    result.push_back(t[0]);
    add_rows(results, table, list.label, contestants, t);
    if (!paper) continue;
    const std::vector<Contestant> alone{{"interval", [&](std::size_t k) { return paper->touches(edges[k]); }, 5}};
    add_rows(results, other, list.label, alone, contest(alone, edges.size()));
    add_stage_rows(results, stages, list.label, *paper, edges);
  }
  return result;
}

/// The stages of the paper's pipeline, switched off in turn.
void run_stages(Results& results, const Options& options) {
  const EdgeScene scene("puma-amr");
  ResultTable& table = results.table("puma-amr, stages of interval", "mean of a query");
  ResultTable& times = results.table("puma-amr, stages of interval, time in each", "mean of a query");
  std::vector<std::unique_ptr<Asker>> askers;
  askers.push_back(std::make_unique<Asker>(scene.problem, CheckSettings{}, false));
  for (const StageRow& row : stage_rows) {
    askers.push_back(std::make_unique<Asker>(scene.problem, interval(row.stages), false));
  }
  const std::vector<const char*> files{"edges-1deg-near.csv", "edges-30deg.csv", "edges-60deg.csv"},
      names{"1 degree", "30 degrees", "60 degrees"};
  for (std::size_t list = 0; list < files.size(); ++list) {
    const std::vector<Edge> edges = some(scene.edges(files[list]), std::min<std::size_t>(options.most_edges, 50));
    std::vector<Contestant> contestants;
    for (const auto& asker : askers) {
      contestants.push_back({"", [&, a = asker.get()](std::size_t k) { return a->touches(edges[k]); }});
    }
    const std::vector<Times> t = contest(contestants, edges.size());
    for (std::size_t row = 0; row < 4; ++row) {
      const std::string label = std::string(names[list]) + ", stages " + stage_rows[row].name;
      add_rows(results, table, label, {contestants[row + 1]}, {t[row + 1]});
      add_stage_rows(results, times, label, *askers[row + 1], edges);
    }
  }
}

/// Two figures of 20,000 triangles each, self-collision on, both moving: frames of their paths, and random steps.
void run_mannequins(Results& results) {
  const EdgeScene scene("mannequins");
  Checker checker(scene.problem);
  Query query = checker.query();
  ResultTable& table = results.table("mannequins", "mean of a query, self-collision on");
  const auto touches = [&](const std::vector<Edge>& question) {
    for (std::size_t r = 0; r < question.size(); ++r) {
      query.step().tree(static_cast<int>(r)).move(question[r].from, question[r].to);
    }
    return query.first_contact().outcome == Outcome::contact;
  };
  const auto report = [&](const std::string& label, std::vector<std::vector<Edge>> questions) {
    // A step that begins in contact is no question of first contact.
    std::erase_if(questions, [&](const auto& question) {
      touches(question);
      return query.first_contact().initial;
    });
    const std::vector<Contestant> tube{{"tube", [&](std::size_t k) { return touches(questions[k]); }}};
    add_rows(results, table, label, tube, contest(tube, questions.size()));
  };
  const auto at = [&](std::size_t robot, double time) {  // along all legs of its path
    const WaypointMatrix& path = scene.problem.robots[robot].path.waypoints;
    const double on = time * static_cast<double>(path.rows() - 1);
    const auto leg = std::min<Eigen::Index>(static_cast<Eigen::Index>(on), path.rows() - 2);
    return Configuration(path.row(leg) + (on - static_cast<double>(leg)) * (path.row(leg + 1) - path.row(leg)));
  };
  constexpr std::size_t frames = 120;
  std::vector<std::vector<Edge>> questions(frames);
  for (std::size_t k = 0; k < frames; ++k) {
    for (std::size_t r = 0; r < scene.problem.robots.size(); ++r) {
      questions[k].push_back({at(r, static_cast<double>(k) / frames), at(r, static_cast<double>(k + 1) / frames)});
    }
  }
  report("frames of their paths", questions);
  SeededRandom random(7);
  for (const double degrees : {1.0, 5.0, 15.0, 30.0}) {
    for (std::size_t k = 0; k < frames; ++k) {
      for (std::size_t r = 0; r < scene.problem.robots.size(); ++r) {
        Edge& edge = questions[k][r];
        edge.from = at(r, 0.3 * static_cast<double>(k) / frames);
        edge.to = edge.from;
        for (double& q : edge.to) q += degrees * std::numbers::pi / 180 * random.between(-1.0, 1.0);
      }
    }
    report(std::to_string(std::lround(degrees)) + (degrees > 1.0 ? " degrees" : " degree"), questions);
  }
}

/// Every triangle cut into four, `times` times over: the same surfaces, more triangles.
Scene refined(const Scene& scene, int times) {
  Scene finer = scene;
  for (SceneObject& object : finer.objects) {
    for (Collider& body : object.colliders) {
      for (int k = 0; k < times; ++k) {
        const TriangleMesh& mesh = *std::get<MeshPointer>(body.geometry);
        std::vector<Vector3> vertices = mesh.vertices();
        std::vector<Triangle> triangles;
        const auto first = static_cast<Index>(vertices.size());
        for (const TriangleMesh::Edge& edge : mesh.edges()) {
          vertices.push_back(0.5 * (vertices[edge.vertices[0]] + vertices[edge.vertices[1]]));
        }
        for (Index t = 0; t < mesh.triangles().size(); ++t) {
          const auto& [a, b, c] = mesh.triangles()[t];
          const auto& e = mesh.triangle_edges(t);
          const Index ab = first + e[0], bc = first + e[1], ca = first + e[2];
          triangles.insert(triangles.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
        }
        body.geometry = std::make_shared<const TriangleMesh>(std::move(vertices), std::move(triangles));
      }
    }
  }
  return finer;
}

/// The pipes as they are and with each triangle cut into four: 38,000 and 152,000 triangles of the same shape.
void run_growth(Results& results, const Options& options) {
  const EdgeScene scene("puma-pipes");
  Problem finer = scene.problem;
  finer.scene = refined(scene.problem.scene, 1);
  Asker coarse(scene.problem, {}, false), fine(finer, {}, false);
  ResultTable& table = results.table("growth", "times the time, from 38,000 triangles");
  for (const List& list : pipes_lists) {
    const std::vector<Edge> edges = some(scene.edges(list.file), options.most_edges);
    const std::vector<Times> t = contest({{"coarse", [&](std::size_t k) { return coarse.touches(edges[k]); }},
                                          {"fine", [&](std::size_t k) { return fine.touches(edges[k]); }}},
                                         edges.size());
    const std::string label = std::string("152,000 of the same shape, ") + list.label;
    results.add(table, {label + ", colliding", t[1].contact_ms / t[0].contact_ms, "x", {}, {}, {}});
    results.add(table, {label + ", free", t[1].free_ms / t[0].free_ms, "x", {}, {}, {}});
  }
}

void run(Results& results, const Options& options) {
  const ThreadLimit one_thread(1);
  std::vector<Times> pipes, room;
  if (options.wants("pipes")) pipes = run_lists(results, "puma-pipes", pipes_lists, options);
  if (options.wants("one-mesh")) run_lists(results, "puma-pipes", pipes_lists, options, SceneLayout::one_mesh);
  if (options.wants("amr")) room = run_lists(results, "puma-amr", room_lists, options);
  if (!pipes.empty() && !room.empty()) {
    ResultTable& table = results.table("growth", "times the time, from 38,000 triangles");
    const auto growth = [&](std::size_t to, std::size_t from) { return room[to].free_ms / pipes[from].free_ms; };
    results.add(table, {"187,000 of the machine room, 1 degree, free", growth(0, 0), "x", {}, {}, {}});
    results.add(table, {"187,000 of the machine room, 30 degrees, free", growth(2, 4), "x", {}, {}, {}});
  }
  if (options.interval && options.wants("amr")) run_stages(results, options);
  if (options.wants("mannequins")) run_mannequins(results);
  if (options.wants("growth")) run_growth(results, options);
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** arguments) {
  tocca::bench::Results results(count, arguments);
  tocca::bench::Options options;
  if (results.quick()) options.most_edges = 25;
  for (int k = 1; k < count; ++k) {
    const std::string text = arguments[k];
    if (text == "--no-interval") {
      options.interval = false;
    } else if (text == "--edges" && k + 1 < count) {
      options.most_edges = static_cast<std::size_t>(std::atol(arguments[++k]));
    } else {
      options.parts.insert(text);
    }
  }
  if (results.quick() && options.parts.empty()) {
    options.interval = false;
    options.parts = {"pipes", "amr"};
  }
  tocca::bench::run(results, options);
}
