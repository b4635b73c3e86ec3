// Which pairs of bodies a question is about.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

namespace tocca {

/// Only these pairs, or all but these.
struct PairFilter {
  bool only = false;
  std::vector<std::pair<int, int>> pairs;  ///< bodies, the lower first

  bool admits(int a, int b) const {
    return only == (std::find(pairs.begin(), pairs.end(), std::pair<int, int>(std::minmax(a, b))) != pairs.end());
  }
  /// Does it treat the pairs of this body differently from each other?
  bool concerns(int body) const {
    return std::any_of(pairs.begin(), pairs.end(),
                       [body](const auto& p) { return p.first == body || p.second == body; });
  }
};

}  // namespace tocca
