// What dense meshes cost a query: robots of 100,000 triangles beside their light ones, asked about the same edges of RRT-Connect. Rows are the ratio
// of both medians, over those questions to which both robots have the same answer. The Panda has a light version among the models (convex
// pieces, 3,472 triangles); that of the others is made here, the convex hull of each mesh, which touches more. One thread; best of some
// runs. TOCCA_MODELS names the folder of the models.
//
//   bench_dense_robots [SET ...]     such as panda_box
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <numbers>
#include <optional>
#include <set>

#include "core/seeded_random.hpp"
#include "peers/planner_edges.hpp"
#include "peers/real_problems.hpp"
#include "results/results.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/shape/convex_hull.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca::bench {
namespace {

Geometry hull_of(const Geometry& geometry) {
  const MeshPointer* mesh = std::get_if<MeshPointer>(&geometry);
  if (!mesh) return geometry;
  const ConvexHull hull((*mesh)->vertices());
  return std::make_shared<const TriangleMesh>(hull.vertices(), hull.triangles());
}

/// The same robot with the convex hull of each mesh.
Robot hulls_of(const Robot& robot) {
  std::vector<Link> links = robot.tree.links();
  for (Link& link : links) {
    for (Collider& collider : link.colliders) collider.geometry = hull_of(collider.geometry);
  }
  std::vector<KinematicTree::JointSpec> specs;
  const auto name = [&](int link) { return links[static_cast<std::size_t>(link)].name; };
  for (const Joint& joint : robot.tree.joints()) {
    KinematicTree::JointSpec& spec = specs.emplace_back(KinematicTree::JointSpec{joint.name,
                                                                                 joint.type,
                                                                                 name(joint.parent_link),
                                                                                 name(joint.child_link),
                                                                                 joint.origin,
                                                                                 joint.axis,
                                                                                 joint.limits,
                                                                                 {}});
    if (!joint.mimic) continue;
    const Joint& source = robot.tree.joints()[static_cast<std::size_t>(joint.mimic->joint)];
    spec.mimic = {source.name, joint.mimic->multiplier, joint.mimic->offset};
  }
  return {robot.name, KinematicTree::build(std::move(links), std::move(specs)), robot.allowed};
}

std::size_t triangles_of(const Robot& robot) {
  std::size_t count = 0;
  for (const Link& link : robot.tree.links()) {
    for (const Collider& collider : link.colliders) {
      if (const MeshPointer* mesh = std::get_if<MeshPointer>(&collider.geometry)) count += (*mesh)->triangles().size();
    }
  }
  return count;
}

/// Both robots' times, where their answers agree.
class Compared {
 public:
  void add(const TimedAnswer& dense, const TimedAnswer& light) {
    ++(dense.free == light.free ? agreed_ : disagreed_);
    if (dense.free != light.free) return;
    Times& times = of_[dense.free];
    times.dense.push_back(dense.micros);
    times.light.push_back(light.micros);
  }
  void show(Results& results, ResultTable& table, const std::string& question) const {
    for (const bool free : {true, false}) {
      const Times& times = of_[free];
      const double dense = median(times.dense), light = median(times.light);
      char note[128];
      std::snprintf(note, sizeof note, "%.1f and %.1f us, %zu asked; answers differ in %d of %d", dense, light,
                    times.dense.size(), disagreed_, agreed_ + disagreed_);
      results.add(table, {question + (free ? ", free" : ", colliding"), dense / light, "x", {}, {}, note});
    }
  }

 private:
  struct Times {
    std::vector<double> dense, light;
  };
  std::array<Times, 2> of_;  // colliding, free
  int agreed_ = 0, disagreed_ = 0;
};

using Cases = std::vector<ProblemSet::Case>;

void measure(Results& results, const std::string& title, const Cases& dense_cases, const Cases& light_cases) {
  const int runs = results.quick() ? 1 : 5;
  Compared any, first, configuration;
  for (std::size_t k = 0; k < dense_cases.size(); ++k) {
    const Checker dense(dense_cases[k].problem), light(light_cases[k].problem);
    Query of_dense = dense.query(), of_light = light.query();
    const auto compare = [&](Compared& compared, const Configuration& from, const Configuration& to, const auto& ask) {
      const auto timed = [&](Query& query) {
        query.step().tree(0).move(from, to);
        return best_of(runs, [&] { return ask(query); });
      };
      const TimedAnswer answer = timed(of_dense);
      compared.add(answer, timed(of_light));
    };
    for (const PlannerEdge& edge : planner_edges(light, light_cases[k], k + 1, results.quick() ? 10 : 40)) {
      compare(any, edge.from, edge.to, [](Query& q) { return q.any_contact().outcome == Outcome::free; });
      compare(first, edge.from, edge.to, [](Query& q) { return q.first_contact().outcome == Outcome::free; });
      compare(configuration, edge.to, edge.to, [](Query& q) { return q.free_at(); });
    }
  }
  char what[96];
  const auto count = [](const Cases& cases) { return triangles_of(cases[0].problem.robots[0].robot); };
  std::snprintf(what, sizeof what, "%zu triangles against %zu, ratio of medians", count(dense_cases),
                count(light_cases));
  ResultTable& table = results.table(title, what);
  any.show(results, table, "any contact");
  first.show(results, table, "first contact");
  configuration.show(results, table, "configuration");
}

/// Posts around a robot that has no problems of its own.
Scene posts() {
  Scene scene;
  for (int k = 0; k < 8; ++k) {
    const double angle = (k + 0.5) * std::numbers::pi / 4.0;
    Pose pose;
    pose.translation = {0.55 * std::cos(angle), 0.55 * std::sin(angle), 0.3};
    scene.objects.push_back({"post " + std::to_string(k), pose, {{Pose(), Box{{0.06, 0.06, 0.6}}}}});
  }
  return scene;
}

/// Allows what touches at rest, in either robot: there is no SRDF that says so.
void allow_at_rest(Robot& dense, Robot& light) {
  for (Robot* robot : {&dense, &light}) {
    for (bool touching = true; touching;) {
      Problem problem;
      problem.robots.emplace_back().robot = *robot;
      problem.robots[0].rest = robot->tree.zero_configuration();
      const Checker checker(problem);
      Query query = checker.query();
      query.step().tree(0).move(problem.robots[0].rest, problem.robots[0].rest);
      const SegmentVerdict verdict = checker.named(query.first_contact(), query.step());
      touching = !verdict.pairs.empty();
      for (const auto& [a, b] : verdict.pairs) {
        for (Robot* other : {&dense, &light}) other->allowed.push_back({a, b, "at rest"});
      }
    }
  }
}

/// Between configurations drawn at random, both free for the light robot.
Cases drawn_cases(const Robot& robot, std::size_t count) {
  SeededRandom random(5);
  Problem problem;
  RobotTask& task = problem.robots.emplace_back();
  task.robot = robot;
  task.rest = robot.tree.zero_configuration();
  problem.scene = posts();
  const Checker checker(problem);
  Query query = checker.query();
  const auto draw = [&] {
    Configuration q = robot.tree.zero_configuration();
    do {
      for (const Joint& joint : robot.tree.joints()) {
        if (joint.first_coordinate < 0 || !joint.limits) continue;
        q[joint.first_coordinate] = random.between(joint.limits->lower, joint.limits->upper);
      }
      query.step().tree(0).move(q, q);
    } while (!query.free_at());
    return q;
  };
  Cases cases;
  for (std::size_t k = 0; k < count; ++k) {
    const Configuration start = draw();
    cases.push_back({problem, start, draw()});
  }
  return cases;
}

int run(Results& results, const std::set<std::string>& wanted) {
  const std::filesystem::path models = real_models("problems");
  if (models.empty()) return exit_left_out;
  const auto wants = [&](const std::string& name) { return wanted.empty() || wanted.contains(name); };
  const std::size_t most = results.quick() ? 2 : 10;
  const ThreadLimit one(1);
  const Robot panda = real_robot(models, "panda"), panda_dense = real_robot(models, "panda_dense");
  const Robot ur5_dense = real_robot(models, "ur5_robotiq85"), ur5 = hulls_of(ur5_dense);
  for (const std::string scene : {"bookshelf_small", "box", "table_pick"}) {
    for (const auto& [name, dense, light] :
         {std::tuple("panda_", &panda_dense, &panda), std::tuple("ur5_", &ur5_dense, &ur5)}) {
      const std::string set = name + scene;
      if (!wants(set)) continue;
      measure(results, set, ProblemSet(models, set, *dense, most).cases, ProblemSet(models, set, *light, most).cases);
    }
  }
  if (!wants("abb_yumi")) return 0;
  Robot yumi_dense = real_robot(models, "abb_yumi"), yumi = hulls_of(yumi_dense);
  allow_at_rest(yumi_dense, yumi);
  const Cases light = drawn_cases(yumi, most);
  Cases dense = light;
  for (ProblemSet::Case& own : dense) own.problem.robots[0].robot = yumi_dense;
  measure(results, "abb_yumi", dense, light);
  return 0;
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** words) {
  tocca::bench::Results results(count, words);
  return tocca::bench::run(results, {words + 1, words + count});
}
