// What a robot among sensed things asks: the edges of bench_real_edges, with the furniture of the planning problems as it is, and as a scan of
// 100,000 points on its surfaces; how long the same questions take in both (goal: twice as long at most), and in FCL, which is given one
// sphere for each point. Then how long a cloud takes to build, with all that questions need (goal: well under 33 ms, so that it can be
// replaced 30 times a second). One thread for questions, all for building. TOCCA_MODELS names the folder of the models.
//
//   bench_sensed_world [SET ...]     such as panda_box
#include <cmath>
#include <cstdio>
#include <numbers>
#include <set>

#include "check/model/model_body.hpp"
#include "contact/containment.hpp"
#include "contact/rss_tree.hpp"
#include "core/seeded_random.hpp"
#include "peers/fcl_world.hpp"
#include "peers/planner_edges.hpp"
#include "peers/real_problems.hpp"
#include "results/results.hpp"
#include "sweep/ball_cover.hpp"
#include "sweep/box_tree.hpp"
#include "testing/cloud_problem.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca::bench {
namespace {

constexpr double radius_m = 0.005;

double area_of(const Geometry& geometry) {
  if (const auto* box = std::get_if<Box>(&geometry)) {
    const Vector3& s = box->size;
    return 2.0 * (s.x() * s.y() + s.y() * s.z() + s.z() * s.x());
  }
  if (const auto* cylinder = std::get_if<Cylinder>(&geometry)) {
    return 2.0 * std::numbers::pi * cylinder->radius * (cylinder->length + cylinder->radius);
  }
  const double radius = std::get<Sphere>(geometry).radius;
  return 4.0 * std::numbers::pi * radius * radius;
}

/// A point of the surface, drawn in by the radius of points: what is free of the furniture is free of its scan.
Vector3 surface_point(const Geometry& geometry, SeededRandom& random) {
  const auto between = [&](double half) { return half * (2.0 * random.unit() - 1.0); };
  if (const auto* box = std::get_if<Box>(&geometry)) {
    const Vector3 half = (0.5 * box->size - Vector3::Constant(radius_m)).cwiseMax(0.0);
    const Vector3 faces(half.y() * half.z(), half.z() * half.x(), half.x() * half.y());
    double left = random.unit() * (faces.sum() + 1e-12);
    int axis = 0;
    while (axis < 2 && left > faces[axis]) left -= faces[axis++];
    Vector3 p(between(half.x()), between(half.y()), between(half.z()));
    p[axis] = p[axis] < 0.0 ? -half[axis] : half[axis];
    return p;
  }
  const double angle = random.unit() * 2.0 * std::numbers::pi;
  if (const auto* cylinder = std::get_if<Cylinder>(&geometry)) {
    const double radius = std::max(0.0, cylinder->radius - radius_m),
                 half = std::max(0.0, 0.5 * cylinder->length - radius_m);
    const bool side = random.unit() * (2.0 * half + radius) < 2.0 * half;
    const double r = side ? radius : radius * std::sqrt(random.unit());
    return {r * std::cos(angle), r * std::sin(angle), side ? between(half) : random.unit() < 0.5 ? -half : half};
  }
  const double z = 2.0 * random.unit() - 1.0, r = std::sqrt(1.0 - z * z);
  return std::max(0.0, std::get<Sphere>(geometry).radius - radius_m) *
         Vector3(r * std::cos(angle), r * std::sin(angle), z);
}

CloudPointer scan_of(const Scene& scene, std::size_t count) {
  double area = 0.0;
  for (const SceneObject& object : scene.objects) area += area_of(object.colliders[0].geometry);
  SeededRandom random(7);
  std::vector<Vector3> points;
  for (const SceneObject& object : scene.objects) {
    const Geometry& geometry = object.colliders[0].geometry;
    const auto own = static_cast<std::size_t>(std::lround(static_cast<double>(count) * area_of(geometry) / area));
    for (std::size_t k = 0; k < own; ++k) points.push_back(object.pose * surface_point(geometry, random));
  }
  return std::make_shared<const Cloud>(std::move(points), radius_m);
}

/// Microseconds of questions that are free in both worlds, and of those that are so in neither.
struct Sample {
  std::vector<double> free, not_free;

  void add(const TimedAnswer& answer) { (answer.free ? free : not_free).push_back(answer.micros); }
};

struct Questions {
  Sample any, first, configuration;
};

void ask(const Checker& checker, const PlannerEdge& edge, int runs, Questions& to) {
  Query query = checker.query();
  query.step().tree(0).move(edge.from, edge.to);
  to.any.add(best_of(runs, [&] { return query.any_contact().outcome == Outcome::free; }));
  to.first.add(best_of(runs, [&] { return query.first_contact().outcome == Outcome::free; }));
  query.step().tree(0).move(edge.to, edge.to);
  to.configuration.add(best_of(runs, [&] { return query.free_at(); }));
}

bool is_free(const Checker& checker, const PlannerEdge& edge) {
  Query query = checker.query();
  query.step().tree(0).move(edge.from, edge.to);
  return query.any_contact().outcome == Outcome::free;
}

void measure(Results& results, const std::filesystem::path& models, const std::string& set) {
  const ThreadLimit one(1);
  const bool quick = results.quick();
  const int runs = quick ? 1 : 5;
  const std::size_t count = 100'000;
  Questions boxes, cloud;
  Sample fcl;
  std::size_t asked = 0, differ = 0;
  std::uint64_t seed = 1;
  for (const ProblemSet::Case& own : ProblemSet(models, set, "panda", quick ? 2 : 10).cases) {
    Problem sensed = own.problem;
    sensed.scene.objects = {{"scan", Pose{}, {{Pose{}, scan_of(own.problem.scene, count)}}}};
    const Checker with_boxes(own.problem), with_cloud(sensed);
    const Problem spheres = testing::grain_by_grain(sensed);
    FclWorld peer(spheres, with_cloud.model());
    for (const PlannerEdge& edge : planner_edges(with_boxes, own, seed++, quick ? 10 : 40)) {
      ++asked;
      if (is_free(with_cloud, edge) != edge.free) {  // inside the furniture, of which a scan has the skin alone
        ++differ;
        continue;
      }
      ask(with_boxes, edge, runs, boxes);
      ask(with_cloud, edge, runs, cloud);
      if (asked % 8 == 0) {
        fcl.add(best_of(1, [&] { return !peer.overlaps(edge.from, edge.to, peer.samples(edge.from, edge.to, 0.01)); }));
      }
    }
  }
  ResultTable& table = results.table(set, "median of a question; of " + std::to_string(asked) + " edges, " +
                                              std::to_string(differ) + " touch the furniture and not its skin");
  const auto add = [&](const std::string& name, const std::vector<double>& own, const std::vector<double>& other) {
    char note[96];
    std::snprintf(note, sizeof note, "%zu asked, mean %.1f us; boxes %.1f us, mean %.1f us: %.2f times", own.size(),
                  mean(own), median(other), mean(other), median(own) / median(other));
    results.add(table, {name, median(own), "us", {}, {}, note});
  };
  const auto add_both = [&](const std::string& name, const Sample& own, const Sample& other) {
    add(name + ", free", own.free, other.free);
    add(name + ", colliding", own.not_free, other.not_free);
    std::vector<double> all = own.free, all_other = other.free;
    all.insert(all.end(), own.not_free.begin(), own.not_free.end());
    all_other.insert(all_other.end(), other.not_free.begin(), other.not_free.end());
    add(name + ", all", all, all_other);
  };
  add_both("any contact", cloud.any, boxes.any);
  add_both("first contact", cloud.first, boxes.first);
  add_both("configuration", cloud.configuration, boxes.configuration);
  results.add(table, {"FCL, one sphere each, at steps of 10 mm, free", median(fcl.free), "us", {}, {}, ""});
  results.add(table, {"FCL, one sphere each, at steps of 10 mm, colliding", median(fcl.not_free), "us", {}, {}, ""});
}

template <class Make>
double millis(const Make& make) {
  return best_of(7, [&] { return make(), true; }).micros / 1000.0;
}

void measure_builds(Results& results, const std::filesystem::path& models) {
  const ProblemSet::Case own = ProblemSet(models, "panda_bookshelf_small", "panda", 1).cases.front();
  ResultTable& table = results.table("building a cloud of 100,000 points", "best of some runs, all cores");
  const CloudPointer cloud = scan_of(own.problem.scene, 100'000);
  const Pose X = Pose::from_rpy({0.1, 0.2, 0.3}, {0.1, 0.2, 0.3});
  const Collider body{{}, cloud};
  const Part part({&body, 1}, X);
  const Part* const parts[] = {&part};
  const auto add = [&](const std::string& name, double ms) { results.add(table, {name, ms, "ms", {}, {}, ""}); };
  std::vector<Vector3> points = cloud->centres();
  add("cloud from its points", millis([&] { return Cloud(points, radius_m); }));
  add("part", millis([&] { return Part({&body, 1}, X); }));
  add("boxes, eight a node", millis([&] { return BoxTree(parts); }));
  add("boxes of lanes", millis([&] { return StillVolumes(parts, Vector3::Zero()); }));
  add("index of solids", millis([&] { return SolidIndex(parts); }));
  add("balls, for a body that moves", millis([&] { return BodyBalls(part); }));
  add("swept spheres, for distances", millis([&] { return RssTree(parts); }));
  Problem sensed = own.problem;
  sensed.scene.objects = {{"scan", X, {body}}};
  add("whole checker of the Panda", millis([&] { return Checker(sensed); }));
}

int run(Results& results, const std::set<std::string>& wanted) {
  const std::filesystem::path models = real_models("problems");
  if (models.empty()) return exit_left_out;
  measure_builds(results, models);
  for (const char* scene : {"panda_bookshelf_small", "panda_box", "panda_table_pick"}) {
    if (wanted.empty() || wanted.contains(scene)) measure(results, models, scene);
  }
  return 0;
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** words) {
  tocca::bench::Results results(count, words);
  return tocca::bench::run(results, {words + 1, words + count});
}
