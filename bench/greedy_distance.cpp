// GREEDY-DIST against exact and half-exact distances, in the layout of schwarzer-2002's Table 1: mean numbers of pairs of
// volumes and of triangles tested for one link and one obstacle at random configurations, and how much of the exact
// distance the bounds reach where the two are apart.
//
//   bench_greedy_distance [--configurations N] [SCENE ...]
#include <cmath>
#include <cstdio>
#include <deque>
#include <set>
#include <string>

#include "peers/edge_list.hpp"
#include "peers/random_segments.hpp"
#include "tocca/contact/tree_distance.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/query/checker.hpp"

namespace tocca::bench {
namespace {

struct Printed {
  const char* scene;
  const char* figure;
  const char* counts;   ///< Coll, New, Dist, 0.5-Dist: pairs of volumes / triangles
  double greedy, half;  ///< mu, mu' in percent
};

const Printed scenes[] = {{"arms-tori", "1", "2.1/0.03, 2.1/0.03, 822/226, 8.0/0.17", 78, 59},
                          {"irb-cage", "6(a)", "11/0.12, 13/0.15, 502/51, 29/0.66", 91, 64},
                          {"fanuc-cage", "6(b)", "4.8/0.17, 4.7/0.14, 466/47, 23/0.78", 88, 63},
                          {"fanuc-machine", "7(a)", "14/0.52, 14/0.45, 2342/458, 69/2.4", 65, 60},
                          {"irb-workshop", "7(b)", "73/2.1, 85/2.2, 1363/216, 174/6.6", 52, 57},
                          {"six-irb-car", "7(c)", "44/0.52, 52/0.66, 1845/215, 172/4.2", 58, 59}};

struct Tally {
  Statistics work;
  double share = 0.0;  ///< of the exact distance, summed
};

void table_1(const Printed& printed, std::size_t count) {
  const EdgeScene scene(printed.scene);
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
  Tally greedy, exact, half;
  std::size_t pairs = 0, apart = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const Configuration q = random.free_configuration();
    move_robots(model, q, q, query.step());
    for (std::size_t i = 0; i < links.size(); ++i) {
      const int body = model.movable()[i];
      if (model.greatest_clearance(body) < 0.0) continue;
      const Pose X = query.step().mover(body).pose(0.0);
      for (const RssTree& obstacle : obstacles) {
        const TreePair pair{.a = &links[i], .b = &obstacle, .X_a = &X};
        ++pairs;
        const TreeDistance by_greedy = search.greedy(pair, 0.0, 0.0, greedy.work);
        const TreeDistance by_half = search.nearest(pair, 0.5, half.work);
        const TreeDistance truth = search.nearest(pair, 0.0, exact.work);
        if (!(truth.excess > 1e-9)) continue;
        ++apart;
        greedy.share += by_greedy.excess / truth.upper;
        half.share += by_half.excess / truth.upper;
      }
    }
  }
  const auto each = [&](std::uint64_t sum) { return static_cast<double>(sum) / static_cast<double>(pairs); };
  std::printf("| %s | %s |", printed.figure, printed.scene);
  for (const Tally* tally : {&greedy, &exact, &half}) {
    std::printf(" %.3g/%.2g |", each(tally->work.volumes), each(tally->work.triangle_pairs));
  }
  std::printf(" %.0f | %.0f | %s | %.0f | %.0f |\n", 100.0 * greedy.share / static_cast<double>(apart),
              100.0 * half.share / static_cast<double>(apart), printed.counts, printed.greedy, printed.half);
  std::fflush(stdout);
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** arguments) {
  std::size_t configurations = 1000;
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
  std::printf(
      "| Fig. | scene | New | Dist | 0.5-Dist | mu %% | mu' %% | printed Coll, New, Dist, 0.5-Dist | printed mu | "
      "printed mu' |\n|---|---|---|---|---|---|---|---|---|---|\n");
  for (const auto& printed : tocca::bench::scenes) {
    if (wanted.empty() || wanted.contains(printed.scene)) tocca::bench::table_1(printed, configurations);
  }
  return 0;
}
