// GREEDY-DIST against collision tests, exact and half-exact distances, in the layout of schwarzer-2002's Table 1: mean numbers of pairs of
// volumes and of triangles tested for one link and one obstacle at random configurations, and how much of the exact
// distance the bounds reach where the two are apart. Collision tests walk oriented boxes, as the paper's do, until two triangles meet.
//
//   bench_greedy_distance [--configurations N] [SCENE ...]
#include <cstdlib>
#include <deque>
#include <set>
#include <string>

#include "check/model/model_body.hpp"
#include "contact/closest.hpp"
#include "contact/tree_distance.hpp"
#include "motion/mover.hpp"
#include "peers/edge_list.hpp"
#include "peers/random_segments.hpp"
#include "results/results.hpp"
#include "sweep/interval_obb.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca::bench {
namespace {

const char* const scenes[] = {"arms-tori", "irb-cage", "fanuc-cage", "fanuc-machine", "irb-workshop", "six-irb-car"};

struct Tally {
  Statistics work;
  double share = 0.0;  ///< of the exact distance, summed
};

/// Do two parts meet? Counts boxes and triangles.
void collide(const Part& a, const Pose& X, const Part& b, Statistics& work) {
  for_each_near_pair(a, LinearEnclosure(X), b, nullptr, 0.0, work.volumes, [&](Index item_a, Index item_b) {
    ++work.triangle_pairs;
    return closest(placed(a, item_a, X), placed(b, item_b, Pose{})).lower > 0.0;
  });
}

void table_1(Results& results, const std::string& name, std::size_t count) {
  const EdgeScene scene(name);
  const Checker checker(scene.problem);
  const CollisionModel& model = checker.model();
  std::deque<RssTree> links, obstacles;
  const auto tree_of = [&](int body) {
    const Part* part = &model.bodies()[static_cast<std::size_t>(body)].part;
    return RssTree(std::span(&part, 1));
  };
  for (const int body : model.movable()) links.push_back(tree_of(body));
  for (const int body : model.still()) obstacles.push_back(tree_of(body));
  Query query = checker.query();
  RandomSegments random(scene.problem, 17, 1.0, [](const Configuration&) { return true; });
  TreeSearch search;
  Tally collision, greedy, exact, half;
  std::size_t pairs = 0, apart = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const Configuration q = random.free_configuration();
    move_robots(model, q, q, query.step());
    for (std::size_t i = 0; i < links.size(); ++i) {
      const int body = model.movable()[i];
      if (model.greatest_clearance(body) < 0.0) continue;
      const Pose X = query.step().mover(body).pose(0.0);
      for (std::size_t j = 0; j < obstacles.size(); ++j) {
        const TreePair pair{.a = &links[i], .b = &obstacles[j], .X_a = &X};
        ++pairs;
        collide(links[i].part(0), X, obstacles[j].part(0), collision.work);
        const TreeDistance by_greedy = search.greedy(pair, 0.0, 0.0, greedy.work);
        const TreeDistance by_half = search.nearest(pair, 0.5, half.work);
        const TreeDistance truth = search.nearest(pair, 0.0, exact.work);
        if (!(truth.margin > 1e-9)) continue;
        ++apart;
        greedy.share += by_greedy.margin / truth.upper;
        half.share += by_half.margin / truth.upper;
      }
    }
  }
  const auto each = [&](std::uint64_t sum) { return static_cast<double>(sum) / static_cast<double>(pairs); };
  ResultTable& volumes = results.table("pairs of volumes", "tested for one link and one obstacle");
  ResultTable& triangles = results.table("pairs of triangles", "tested for one link and one obstacle");
  ResultTable& shares = results.table("share of the exact distance", "mean, where the two are apart");
  const std::pair<const char*, const Tally*> ways[] = {
      {", collision", &collision}, {", greedy", &greedy}, {", exact", &exact}, {", half exact", &half}};
  for (const auto& [way, tally] : ways) {
    results.add(volumes, {name + way, each(tally->work.volumes), "pairs", {}, {}, {}});
    results.add(triangles, {name + way, each(tally->work.triangle_pairs), "pairs", {}, {}, {}});
    if (tally == &exact || tally == &collision) continue;
    results.add(shares, {name + way, 100.0 * tally->share / static_cast<double>(apart), "%", {}, {}, {}});
  }
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** arguments) {
  tocca::bench::Results results(count, arguments);
  std::size_t configurations = results.quick() ? 3 : 1000;
  std::set<std::string> wanted;
  for (int k = 1; k < count; ++k) {
    const std::string text = arguments[k];
    if (text == "--configurations" && k + 1 < count) {
      configurations = static_cast<std::size_t>(std::atol(arguments[++k]));
    } else {
      wanted.insert(text);
    }
  }
  const tocca::ThreadLimit one_thread(1);
  for (const char* scene : tocca::bench::scenes) {
    if (wanted.empty() || wanted.contains(scene)) tocca::bench::table_1(results, scene, configurations);
  }
}
