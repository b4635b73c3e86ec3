#include "peers/fcl_judge.hpp"

#include <algorithm>
#include <numeric>

namespace tocca::bench {

std::optional<std::size_t> FclJudge::refuted(std::span<const Motion> motions, std::vector<bool>& free) {
  free.assign(motions.size(), false);
  std::vector<double> steps;  // how many of at most epsilon each motion has
  for (const Motion& motion : motions) steps.push_back(space_.separation(*motion.from, *motion.to) / epsilon_);
  std::vector<std::size_t> order(motions.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return steps[a] > steps[b]; });
  for (int pieces = 2, open = 1; open > 0; pieces *= 2) {
    open = 0;
    for (const std::size_t k : order) {
      if (steps[k] <= 0.5 * pieces) {
        free[k] = true;
        continue;
      }
      ++open;
      for (int i = 1; i < pieces; i += 2) {
        const Configuration q = space_.between(*motions[k].from, *motions[k].to, static_cast<double>(i) / pieces);
        if (!is_free(q)) return k;
      }
    }
  }
  return std::nullopt;
}

}  // namespace tocca::bench
