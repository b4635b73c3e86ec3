#include "world/box_choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tocca {
namespace {

/// The lists cost about 40 ns a thing and 9 ns a swap, the hierarchy some 70 ns a thing (docs/decisions/0016-moving-boxes.md).
constexpr double swaps_too_many = 4.0, swaps_few = 2.0;  // for each thing
constexpr int least_patience = 4, most_patience = 1024;

/// How many swaps the lists would have made in this step, for each thing: in a list of 2 n ends that are spread over a length L and
/// move by d on average, independently, each passes 2 n d / L others. From a sample of the things that moved.
double expected_swaps(const BoxTable& table) {
  constexpr std::size_t sample = 64;
  const std::size_t moved = table.moved().size(), stride = moved / sample + 1;
  BoxTable::Ends least, most;
  std::array<double, 3> way{};
  least.fill(std::numeric_limits<double>::infinity());
  most.fill(-std::numeric_limits<double>::infinity());
  std::size_t count = 0;
  for (std::size_t k = 0; k < moved; k += stride) {
    const int thing = table.moved()[k];
    if (!table.is_known(thing) || table.is_gone(thing)) continue;
    const BoxTable::Ends &now = table.ends(thing), &before = table.ends_before(thing);
    ++count;
    for (std::size_t i = 0; i < 6; ++i) {
      least[i] = std::min(least[i], now[i]);
      most[i] = std::max(most[i], now[i]);
      way[i % 3] += std::abs(now[i] - before[i]);
    }
  }
  if (count < 2) return 0.0;
  double swaps = 0.0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double length = most[axis + 3] - least[axis], mean = way[axis] / (2.0 * static_cast<double>(count));
    swaps += static_cast<double>(moved) * 2.0 * mean / length;
  }
  return swaps;
}

}  // namespace

void ListsOrHierarchy::leave_lists() {
  uses_lists_ = false;
  coherent_steps_ = 0;
  patience_ = std::min(2 * patience_, most_patience);
  hierarchy_.forget();
}

void ListsOrHierarchy::find(const BoxTable& table, OverlapChanges& changes) {
  changes.by_lists = false;
  if (uses_lists_) {
    if (lists_.follow(table, changes)) {
      changes.by_lists = true;
      const double things = static_cast<double>(table.number_count());
      if (static_cast<double>(changes.work) > swaps_too_many * things) {
        leave_lists();
      } else if (++coherent_steps_ >= 2 * most_patience) {
        patience_ = least_patience;
      }
      return;
    }
    changes.begun.clear();
    changes.work = 0;
    leave_lists();
  }
  hierarchy_.find(table, changes);
  coherent_steps_ = expected_swaps(table) < swaps_few ? coherent_steps_ + 1 : 0;
  if (coherent_steps_ < patience_) return;
  lists_.adopt(table);
  uses_lists_ = true;
  coherent_steps_ = 0;
}

}  // namespace tocca
