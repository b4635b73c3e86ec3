// Which pairs of a world are examined.
#pragma once

#include <algorithm>
#include <set>
#include <utility>

namespace tocca {

/// Stores only what was switched off.
class ActivePairs {
 public:
  bool active(int a, int b, int group_a, int group_b) const {
    return (bodies_.empty() || !bodies_.contains({a, b})) &&
           (groups_.empty() || !groups_.contains(std::minmax(group_a, group_b)));
  }
  /// Two bodies, or a deformable one and itself.
  void activate(int a, int b, bool active) {
    for (const Names& names : {Names{a, b}, Names{b, a}}) set(bodies_, names, active);
  }
  void activate_groups(int a, int b, bool active) { set(groups_, std::minmax(a, b), active); }
  /// The number will refer to another body.
  void forget(int body) {
    const auto first = bodies_.lower_bound({body, 0});
    auto last = first;
    for (; last != bodies_.end() && last->first == body; ++last) {
      if (last->second != body) bodies_.erase({last->second, body});  // that of a body and itself goes below
    }
    bodies_.erase(first, last);
  }

 private:
  using Names = std::pair<int, int>;
  static void set(std::set<Names>& off, const Names& names, bool active) {
    if (active) {
      off.erase(names);
    } else {
      off.insert(names);
    }
  }

  std::set<Names> bodies_;  // both ways round, so that those of one body are together
  std::set<Names> groups_;  // the least first
};

}  // namespace tocca
