#include "world/sweep_and_prune.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace tocca {
namespace {

bool is_maximum(std::uint32_t tag) { return (tag & 1u) != 0; }
std::uint32_t minimum_of(int thing) { return 2u * static_cast<std::uint32_t>(thing); }
int thing_of(std::uint32_t tag) { return static_cast<int>(tag / 2); }

/// Where BoxTable::all_ends() has the end of this tag.
std::size_t place_of(std::uint32_t tag, std::size_t axis) { return 3 * static_cast<std::size_t>(tag) + axis; }

/// A minimum has come before a maximum on some axis: their boxes may have begun to overlap. A jump may have led past it, so
/// this axis is looked at as well, last.
void begin(const double* ends, std::size_t axis, std::uint32_t minimum, std::uint32_t maximum,
           std::vector<BodyPair>& begun) {
  const double *a = ends + place_of(minimum, 0), *b = ends + place_of(maximum - 1, 0);
  for (const std::size_t i : {axis == 0 ? 1u : 0u, axis == 2 ? 1u : 2u, static_cast<unsigned>(axis)}) {
    if (apart(a[i], a[i + 3], b[i], b[i + 3])) return;
  }
  const int first = thing_of(minimum), second = thing_of(maximum);
  begun.push_back({std::min(first, second), std::max(first, second)});
}

}  // namespace

/// Sorts one list by insertion.
///
/// Which pairs are found: two boxes that overlap now and did not at the last step were apart on some axis, a minimum behind the
/// other's maximum. Now it is before it (or equal: minima stand first among equals), so this pair of endpoints is an
/// inversion of the old list. Insertion sort swaps each inversion once, and nothing else.
bool EndpointLists::sort(std::size_t axis, const BoxTable& table, std::uint64_t most_swaps, OverlapChanges& changes) {
  double* const values = lists_[axis].values.data();
  std::uint32_t* const tags = lists_[axis].tags.data();
  const double* const ends = table.all_ends();
  const std::size_t size = lists_[axis].tags.size();
  for (std::size_t i = 1; i < size; ++i) {
    const std::uint32_t tag = tags[i];
    const double value = ends[place_of(tag, axis)];
    std::size_t j = i;
    if (is_maximum(tag)) {
      for (; values[j - 1] > value; --j) {
        values[j] = values[j - 1];
        tags[j] = tags[j - 1];
      }
    } else {
      for (; values[j - 1] >= value; --j) {
        const std::uint32_t passed = tags[j - 1];
        if (is_maximum(passed)) {
          begin(ends, axis, tag, passed, changes.begun);
        } else if (values[j - 1] == value) {
          break;  // before an equal minimum there is no equal maximum
        }
        values[j] = values[j - 1];
        tags[j] = passed;
      }
    }
    values[j] = value;
    tags[j] = tag;
    changes.work += i - j;
    if (changes.work > most_swaps) return false;
  }
  return true;
}

bool EndpointLists::follow(const BoxTable& table, OverlapChanges& changes) {
  const std::uint64_t size = lists_[0].tags.size() + 2 * table.fresh().size();
  // A new thing swaps its way through half of each list. Sorting anew with the tree costs about as much as 4 n log n swaps.
  const std::uint64_t most_swaps = 4 * size * static_cast<std::uint64_t>(std::bit_width(size));
  if (lists_[0].tags.empty() || 3 * size * table.fresh().size() > most_swaps) return false;
  for (List& list : lists_) {
    if (!table.gone().empty()) {
      std::size_t kept = 1;
      for (std::size_t i = 1; i < list.tags.size(); ++i) {
        if (table.is_gone(thing_of(list.tags[i]))) continue;
        list.values[kept] = list.values[i];
        list.tags[kept++] = list.tags[i];
      }
      list.values.resize(kept);
      list.tags.resize(kept);
    }
    for (const int thing : table.fresh()) {
      list.tags.push_back(minimum_of(thing));
      list.tags.push_back(minimum_of(thing) + 1);
    }
    list.values.resize(list.tags.size());
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (!sort(axis, table, most_swaps, changes)) return false;
  }
  return true;
}

void EndpointLists::adopt(const BoxTable& table) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    ends_.clear();
    for (std::size_t i = 0; i < table.number_count(); ++i) {
      const int thing = static_cast<int>(i);
      if (!table.is_present(thing)) continue;
      ends_.emplace_back(table.ends(thing)[axis], minimum_of(thing));
      ends_.emplace_back(table.ends(thing)[axis + 3], minimum_of(thing) + 1);
    }
    std::sort(ends_.begin(), ends_.end(), [](const auto& a, const auto& b) {
      if (a.first != b.first) return a.first < b.first;
      if (is_maximum(a.second) != is_maximum(b.second)) return is_maximum(b.second);
      return a.second < b.second;
    });
    List& list = lists_[axis];
    list.values.assign(1, -std::numeric_limits<double>::infinity());
    list.tags.assign(1, 0);  // as a minimum it stops whatever is sorted
    for (const auto& [value, tag] : ends_) {
      list.values.push_back(value);
      list.tags.push_back(tag);
    }
  }
}

std::size_t EndpointLists::bytes() const noexcept {
  std::size_t sum = ends_.capacity() * sizeof(ends_[0]);
  for (const List& list : lists_) {
    sum += list.values.capacity() * sizeof(double) + list.tags.capacity() * sizeof(std::uint32_t);
  }
  return sum;
}

void ListsThenHierarchy::find(const BoxTable& table, OverlapChanges& changes) {
  changes.by_lists = lists_.follow(table, changes);
  if (changes.by_lists) return;
  changes.begun.clear();
  changes.work = 0;
  lists_.adopt(table);
  hierarchy_.forget();
  hierarchy_.find(table, changes);
}

}  // namespace tocca
