#include "tocca/broad/sweep_and_prune.hpp"

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
           std::vector<ThingPair>& begun) {
  const double *a = ends + place_of(minimum, 0), *b = ends + place_of(maximum - 1, 0);
  for (const std::size_t i : {axis == 0 ? 1u : 0u, axis == 2 ? 1u : 2u, static_cast<unsigned>(axis)}) {
    if (b[i + 3] < a[i] || a[i + 3] < b[i]) return;
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
  Endpoint* const list = lists_[axis].data();
  const double* const ends = table.all_ends();
  const std::size_t size = lists_[axis].size();
  for (std::size_t i = 1; i < size; ++i) {
    const Endpoint e{ends[place_of(list[i].tag, axis)], list[i].tag};
    std::size_t j = i;
    if (is_maximum(e.tag)) {
      for (; list[j - 1].value > e.value; --j) list[j] = list[j - 1];
    } else {
      for (; list[j - 1].value >= e.value; --j) {
        if (is_maximum(list[j - 1].tag)) {
          begin(ends, axis, e.tag, list[j - 1].tag, changes.begun);
        } else if (list[j - 1].value == e.value) {
          break;  // before an equal minimum there is no equal maximum
        }
        list[j] = list[j - 1];
      }
    }
    list[j] = e;
    changes.work += i - j;
    if (changes.work > most_swaps) return false;
  }
  return true;
}

bool EndpointLists::follow(const BoxTable& table, OverlapChanges& changes) {
  const std::uint64_t size = lists_[0].size() + 2 * table.fresh().size();
  // A new thing swaps its way through half of each list. Sorting anew with the tree costs about as much as 20 n log n swaps.
  const std::uint64_t most_swaps = 20 * size * static_cast<std::uint64_t>(std::bit_width(size));
  if (lists_[0].empty() || 3 * size * table.fresh().size() > most_swaps) return false;
  for (std::vector<Endpoint>& list : lists_) {
    if (!table.gone().empty()) {
      const auto is_gone = [&](const Endpoint& e) { return table.is_gone(thing_of(e.tag)); };
      list.erase(std::remove_if(list.begin() + 1, list.end(), is_gone), list.end());
    }
    for (const int thing : table.fresh()) {
      list.push_back({0.0, minimum_of(thing)});
      list.push_back({0.0, minimum_of(thing) + 1});
    }
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (!sort(axis, table, most_swaps, changes)) return false;
  }
  return true;
}

void EndpointLists::adopt(const BoxTable& table) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::vector<Endpoint>& list = lists_[axis];
    list.assign(1, {-std::numeric_limits<double>::infinity(), 0});  // as a minimum it stops whatever is sorted
    for (std::size_t i = 0; i < table.number_count(); ++i) {
      const int thing = static_cast<int>(i);
      if (!table.is_present(thing)) continue;
      list.push_back({table.ends(thing)[axis], minimum_of(thing)});
      list.push_back({table.ends(thing)[axis + 3], minimum_of(thing) + 1});
    }
    std::sort(list.begin() + 1, list.end(), [](const Endpoint& a, const Endpoint& b) {
      if (a.value != b.value) return a.value < b.value;
      if (is_maximum(a.tag) != is_maximum(b.tag)) return is_maximum(b.tag);
      return a.tag < b.tag;
    });
  }
}

std::size_t EndpointLists::bytes() const noexcept {
  return (lists_[0].capacity() + lists_[1].capacity() + lists_[2].capacity()) * sizeof(Endpoint);
}

void ListsThenHierarchy::find(const BoxTable& table, OverlapChanges& changes) {
  if (lists_.follow(table, changes)) return;
  changes.begun.clear();
  lists_.adopt(table);
  hierarchy_.forget();
  hierarchy_.find(table, changes);
}

}  // namespace tocca
