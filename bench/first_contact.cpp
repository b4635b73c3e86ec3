// First contact of an articulated robot, in the layout of redon-2004's Tables 1 and 2: mean milliseconds of a query that
// meets something (COL) and of one that does not (NO-COL), one thread, robot against environment. Beside tocca's two
// strategies: FCL sampled so that no point moves more than 1 mm between samples, Bullet's cast of convex pieces, and what
// the paper printed (on a 2.4 GHz Pentium). Further: the mannequins with self-collision, and growth with triangles.
//
//   bench_first_contact [--no-interval] [--edges N] [pipes|amr|mannequins|growth ...]
//
// Ratios of one run are what matters: "x FCL" is how many times faster than FCL the strategy `tube` is.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <numbers>
#include <optional>
#include <set>
#include <string>

#include "peers/bullet_cast.hpp"
#include "peers/contest.hpp"
#include "peers/fcl_sampling.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/core/seeded_random.hpp"
#include "tocca/query/checker.hpp"

namespace tocca::bench {
namespace {

struct Options {
  bool interval = true;
  std::size_t most_edges = 500;
  std::set<std::string> parts;

  bool wants(const char* part) const { return parts.empty() || parts.contains(part); }
};

struct Printed {
  double contact_ms, free_ms;
};

struct List {
  const char* label;
  const char* file;
  Printed paper;  ///< total of the table, all stages
};

const List pipes_lists[] = {{"1", "edges-1deg.csv", {23.7566, 6.2936}},
                            {"1, near", "edges-1deg-near.csv", {23.7566, 6.2936}},
                            {"5", "edges-5deg.csv", {32.3713, 8.0184}},
                            {"15", "edges-15deg.csv", {52.7193, 9.4291}},
                            {"30", "edges-30deg.csv", {104.1125, 23.2251}}};

const List room_lists[] = {{"1", "edges-1deg.csv", {48.92, 19.04}},
                           {"1, near", "edges-1deg-near.csv", {48.92, 19.04}},
                           {"30", "edges-30deg.csv", {147.58, 48.31}},
                           {"60", "edges-60deg.csv", {523.92, 40.91}}};

struct StageRow {
  const char* name;
  IntervalStages stages;
};

const StageRow stage_rows[] = {{"1+2+3", {.dynamic_bvh = true, .swept_volume = true}},
                               {"1+3", {.dynamic_bvh = true, .swept_volume = false}},
                               {"2+3", {.dynamic_bvh = false, .swept_volume = true}},
                               {"3", {.dynamic_bvh = false, .swept_volume = false}}};

/// Totals of Table 2 by angle (1, 30, 60) and stages.
const Printed table_2[3][4] = {{{48.92, 19.04}, {7.67, 1.24}, {70.89, 43.53}, {82.24, 75.05}},
                               {{147.58, 48.31}, {122.26, 115.40}, {203.14, 98.90}, {190.79, 98.41}},
                               {{523.92, 40.91}, {578.05, 36.79}, {581.62, 70.08}, {649.48, 107.29}}};

/// A checker of one strategy and the query that asks it.
struct Asker {
  Checker checker;
  Query query;

  Asker(const Problem& problem, const CheckSettings& settings, bool self_collision)
      : checker(problem, settings, {.self_collision = self_collision}), query(checker.query()) {}

  bool touches(const Edge& edge) {
    query.step().tree(0).move(edge.from, edge.to);
    return query.first_contact().outcome == Outcome::contact;
  }
};

CheckSettings interval(const IntervalStages& stages) {
  CheckSettings settings;
  settings.strategy = Strategy::interval;
  settings.stages = stages;
  return settings;
}

std::string number(double value, const char* format = "%.3g") {
  if (std::isnan(value)) return "-";
  char text[32];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string pair(double contact, double free, const char* format = "%.3g") {
  return number(contact, format) + " / " + number(free, format);
}

std::vector<Edge> some(std::vector<Edge> edges, std::size_t most) {
  if (edges.size() <= most) return edges;
  std::vector<Edge> chosen;
  for (std::size_t k = 0; k < most; ++k) chosen.push_back(edges[k * edges.size() / most]);
  return chosen;
}

/// Both strategies and both peers on every list of a scene. Returns the times of `tube`.
std::vector<Times> run_lists(const char* title, const char* scene_name, std::span<const List> lists,
                             const Options& options) {
  const EdgeScene scene(scene_name);
  const Robot& robot = scene.problem.robots.front().robot;
  Asker tube(scene.problem, {}, false);
  std::optional<Asker> paper;
  if (options.interval) paper.emplace(scene.problem, interval({}), false);
  FclSampling fcl(robot, scene.problem.scene, false);
  BulletCast bullet(robot, scene.problem.scene);

  std::printf("\n%s: mean ms, COL / NO-COL\n\n", title);
  std::printf(
      "| degrees | queries | tube | interval | FCL at 1 mm | Bullet cast | printed | x FCL | x Bullet | x printed | "
      "FCL sees, tube not | Bullet missed, invented |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  std::vector<Times> result;
  for (const List& list : lists) {
    const std::vector<Edge> edges = some(scene.edges(list.file), options.most_edges);
    std::vector<int> samples;
    for (const Edge& edge : edges) samples.push_back(fcl.samples(edge.from, edge.to, 1e-3));
    std::vector<Contestant> contestants{
        {"tube", [&](std::size_t k) { return tube.touches(edges[k]); }},
        {"FCL", [&](std::size_t k) { return fcl.overlaps(edges[k].from, edges[k].to, samples[k]); }},
        {"Bullet", [&](std::size_t k) { return bullet.hits(edges[k].from, edges[k].to); }}};
    if (paper) contestants.push_back({"interval", [&](std::size_t k) { return paper->touches(edges[k]); }, 5});
    const std::vector<Times> t = contest(contestants, edges.size());
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const Times last = paper ? t[3] : Times{none, none};
    std::printf("| %s | %d / %d | %s | %s | %s | %s | %s | %s | %s | %s | %d | %d, %d |\n", list.label, t[0].contacts,
                t[0].frees, pair(t[0].contact_ms, t[0].free_ms).c_str(), pair(last.contact_ms, last.free_ms).c_str(),
                pair(t[1].contact_ms, t[1].free_ms).c_str(), pair(t[2].contact_ms, t[2].free_ms).c_str(),
                pair(list.paper.contact_ms, list.paper.free_ms).c_str(),
                pair(t[1].contact_ms / t[0].contact_ms, t[1].free_ms / t[0].free_ms, "%.1f").c_str(),
                pair(t[2].contact_ms / t[0].contact_ms, t[2].free_ms / t[0].free_ms, "%.1f").c_str(),
                pair(list.paper.contact_ms / t[0].contact_ms, list.paper.free_ms / t[0].free_ms, "%.0f").c_str(),
                t[1].invented, t[2].missed, t[2].invented);
    std::fflush(stdout);
    result.push_back(t[0]);
  }
  return result;
}

/// The stages of the paper's pipeline, switched off in turn.
void run_stages(const Options& options) {
  const EdgeScene scene("puma-amr");
  std::printf("\nTable 2, stages of `interval` in puma-amr: mean ms, COL / NO-COL\n\n");
  std::printf("| degrees | stages | measured | printed | x printed |\n|---|---|---|---|---|\n");
  std::vector<std::unique_ptr<Asker>> askers;
  askers.push_back(std::make_unique<Asker>(scene.problem, CheckSettings{}, false));
  for (const StageRow& row : stage_rows) {
    askers.push_back(std::make_unique<Asker>(scene.problem, interval(row.stages), false));
  }
  const std::vector<const char*> files{"edges-1deg-near.csv", "edges-30deg.csv", "edges-60deg.csv"},
      names{"1", "30", "60"};
  for (std::size_t list = 0; list < files.size(); ++list) {
    const std::vector<Edge> edges = some(scene.edges(files[list]), std::min<std::size_t>(options.most_edges, 50));
    std::vector<Contestant> contestants;
    for (const auto& asker : askers) {
      contestants.push_back({"", [&, a = asker.get()](std::size_t k) { return a->touches(edges[k]); }});
    }
    const std::vector<Times> t = contest(contestants, edges.size());
    for (std::size_t row = 0; row < 4; ++row) {
      const Printed& printed = table_2[list][row];
      const Times& own = t[row + 1];
      std::printf("| %s | %s | %s | %s | %s |\n", names[list], stage_rows[row].name,
                  pair(own.contact_ms, own.free_ms).c_str(), pair(printed.contact_ms, printed.free_ms).c_str(),
                  pair(printed.contact_ms / own.contact_ms, printed.free_ms / own.free_ms, "%.1f").c_str());
      std::fflush(stdout);
    }
  }
}

/// Two figures of 20,000 triangles each, self-collision on, both moving: frames of their paths, and random steps.
void run_mannequins() {
  const EdgeScene scene("mannequins");
  Checker checker(scene.problem);
  Query query = checker.query();
  std::printf(
      "\nMannequins, self-collision on: mean ms a query, COL / NO-COL\n\n| step | queries | tube |\n|---|---|---|\n");
  const auto touches = [&](const std::vector<Edge>& question) {
    for (std::size_t r = 0; r < question.size(); ++r) {
      query.step().tree(static_cast<int>(r)).move(question[r].from, question[r].to);
    }
    return query.first_contact().outcome == Outcome::contact;
  };
  const auto report = [&](const char* label, std::vector<std::vector<Edge>> questions) {
    // A step that begins in contact is no question of first contact.
    std::erase_if(questions, [&](const auto& question) {
      touches(question);
      return query.first_contact().initial;
    });
    const std::vector<Times> t =
        contest({{"tube", [&](std::size_t k) { return touches(questions[k]); }}}, questions.size());
    std::printf("| %s | %d / %d | %s |\n", label, t[0].contacts, t[0].frees,
                pair(t[0].contact_ms, t[0].free_ms).c_str());
    std::fflush(stdout);
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
    report((number(degrees) + " degrees").c_str(), questions);
  }
}

/// Every triangle cut into four, `times` times over: the same surfaces, more triangles.
Scene refined(const Scene& scene, int times) {
  Scene finer = scene;
  for (SceneObject& object : finer.objects) {
    for (Body& body : object.bodies) {
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
void run_growth(const Options& options) {
  const EdgeScene scene("puma-pipes");
  Problem finer = scene.problem;
  finer.scene = refined(scene.problem.scene, 1);
  Asker coarse(scene.problem, {}, false), fine(finer, {}, false);
  std::printf(
      "\nGrowth: pipes of 38,000 and of 152,000 triangles, mean ms, COL / NO-COL\n\n"
      "| degrees | 38,000 | 152,000 | growth |\n|---|---|---|---|\n");
  for (const List& list : pipes_lists) {
    const std::vector<Edge> edges = some(scene.edges(list.file), options.most_edges);
    const std::vector<Times> t = contest({{"coarse", [&](std::size_t k) { return coarse.touches(edges[k]); }},
                                          {"fine", [&](std::size_t k) { return fine.touches(edges[k]); }}},
                                         edges.size());
    std::printf("| %s | %s | %s | %s |\n", list.label, pair(t[0].contact_ms, t[0].free_ms).c_str(),
                pair(t[1].contact_ms, t[1].free_ms).c_str(),
                pair(t[1].contact_ms / t[0].contact_ms, t[1].free_ms / t[0].free_ms, "%.2f").c_str());
  }
}

int run(const Options& options) {
  const ThreadLimit one_thread(1);
  std::vector<Times> pipes, room;
  if (options.wants("pipes")) pipes = run_lists("Table 1, puma-pipes", "puma-pipes", pipes_lists, options);
  if (options.wants("amr")) room = run_lists("Table 2, puma-amr", "puma-amr", room_lists, options);
  if (!pipes.empty() && !room.empty()) {
    std::printf(
        "\nFrom 38,000 (pipes) to 187,000 triangles (machine room), tube, NO-COL: 1 degree x %.2f, 30 degrees x %.2f\n",
        room[0].free_ms / pipes[0].free_ms, room[2].free_ms / pipes[4].free_ms);
  }
  if (options.interval && options.wants("amr")) run_stages(options);
  if (options.wants("mannequins")) run_mannequins();
  if (options.wants("growth")) run_growth(options);
  return 0;
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** arguments) {
  tocca::bench::Options options;
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
  return tocca::bench::run(options);
}
