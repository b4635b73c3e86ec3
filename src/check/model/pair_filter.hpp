// Which pairs of bodies a question is about.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

namespace tocca {

/// Only these pairs, or all but these.
class PairFilter {
 public:
  static PairFilter only(int a, int b) {
    PairFilter filter;
    filter.only_ = true;
    filter.add(a, b);
    return filter;
  }

  void add(int a, int b) {
    const std::pair<int, int> pair = std::minmax(a, b);
    pairs_.insert(std::lower_bound(pairs_.begin(), pairs_.end(), pair), pair);
  }
  bool is_only() const { return only_; }
  /// Does it admit everything?
  bool empty() const { return !only_ && pairs_.empty(); }
  bool admits(int a, int b) const {
    return only_ == std::binary_search(pairs_.begin(), pairs_.end(), std::pair<int, int>(std::minmax(a, b)));
  }
  /// Does it treat the pairs of this body differently from each other?
  bool concerns(int body) const {
    return std::any_of(pairs_.begin(), pairs_.end(),
                       [body](const auto& pair) { return pair.first == body || pair.second == body; });
  }

 private:
  bool only_ = false;
  std::vector<std::pair<int, int>> pairs_;  // the lower body first, ascending
};

}  // namespace tocca
