#include "tocca/broad/sweep_and_prune.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>

namespace tocca {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::size_t at(int i) { return static_cast<std::size_t>(i); }
bool is_maximum(std::uint32_t tag) { return (tag & 1u) != 0; }
std::uint32_t minimum_of(int thing) { return 2u * static_cast<std::uint32_t>(thing); }
ThingPair pair_of(std::uint32_t tag_a, std::uint32_t tag_b) {
  const int a = static_cast<int>(tag_a / 2), b = static_cast<int>(tag_b / 2);
  return {std::min(a, b), std::max(a, b)};
}

}  // namespace

bool SweepAndPrune::overlap_now(std::size_t a, std::size_t b) const {
  for (const std::vector<double>& end : ends_) {
    if (end[2 * a + 1] < end[2 * b] || end[2 * b + 1] < end[2 * a]) return false;
  }
  return true;
}

void SweepAndPrune::set_ends(int thing, const Aabb& box) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double lower = box.lower[static_cast<int>(axis)], upper = box.upper[static_cast<int>(axis)];
    assert(!(lower > upper));
    // An end that is no number counts as everywhere, as in overlap(): sorting needs numbers.
    ends_[axis][2 * at(thing)] = lower == lower ? lower : -infinity;
    ends_[axis][2 * at(thing) + 1] = upper == upper ? upper : infinity;
  }
}

void SweepAndPrune::add(int thing, const Aabb& box) {
  if (at(thing) >= standing_.size()) {
    standing_.resize(at(thing) + 1, Standing{});
    for (std::vector<double>& end : ends_) end.resize(2 * standing_.size());
  }
  assert(!standing_[at(thing)].present);
  standing_[at(thing)].present = true;
  fresh_.push_back(thing);
  set_ends(thing, box);
}

void SweepAndPrune::update(int thing, const Aabb& box) {
  assert(at(thing) < standing_.size() && standing_[at(thing)].present);
  set_ends(thing, box);
  any_moved_ = true;
}

void SweepAndPrune::remove(int thing) {
  assert(at(thing) < standing_.size() && standing_[at(thing)].present);
  Standing& standing = standing_[at(thing)];
  standing.present = false;
  if (standing.listed) standing.gone = any_gone_ = true;
}

void SweepAndPrune::drop_gone() {
  for (std::vector<Endpoint>& list : lists_) {
    std::erase_if(list, [&](const Endpoint& e) { return &e != list.data() && standing_[e.tag / 2].gone; });
  }
}

void SweepAndPrune::end_pairs(std::vector<ThingPair>& ended) {
  std::erase_if(pairs_, [&](const ThingPair& pair) {
    const bool stays =
        !standing_[at(pair.a)].gone && !standing_[at(pair.b)].gone && overlap_now(at(pair.a), at(pair.b));
    if (!stays) ended.push_back(pair);
    return !stays;
  });
}

/// Puts the new ones at the ends of the lists, from where sorting takes them to their places.
std::size_t SweepAndPrune::list_fresh() {
  std::size_t count = 0;
  for (const int thing : fresh_) {
    Standing& standing = standing_[at(thing)];
    if (!standing.present || standing.listed) continue;  // removed again, or seen already
    standing.listed = true;
    ++count;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      std::vector<Endpoint>& list = lists_[axis];
      if (list.empty()) list.push_back({-infinity, 0});  // as a minimum it stops whatever is sorted
      list.push_back({0.0, minimum_of(thing)});
      list.push_back({0.0, minimum_of(thing) + 1});
    }
  }
  fresh_.clear();
  return count;
}

/// A minimum has come before a maximum: on this axis the two may have begun to overlap (a jump may have led past).
void SweepAndPrune::begin_with(std::size_t axis, std::uint32_t minimum, std::uint32_t maximum,
                               std::vector<ThingPair>& begun) const {
  for (std::size_t i = 1; i <= 3; ++i) {  // this axis last
    const std::vector<double>& end = ends_[(axis + i) % 3];
    if (end[maximum] < end[minimum] || end[minimum + 1] < end[maximum - 1]) return;
  }
  begun.push_back(pair_of(minimum, maximum));
}

/// Sorts by insertion, and notes which pairs begin to overlap. Gives up, unsorted, after about `most_swaps`.
///
/// Which pairs are found: two boxes that overlap now and did not at the last step were apart on some axis: a minimum behind the
/// other's maximum there. Now it is before it (or equal: minima stand first among equals), so this pair of
/// endpoints is an inversion of the old list, and insertion sort swaps each inversion once, and nothing else.
bool SweepAndPrune::sort_axis(std::size_t axis, std::uint64_t most_swaps, OverlapChanges& changes) {
  Endpoint* const list = lists_[axis].data();
  const double* const end = ends_[axis].data();
  const std::size_t size = lists_[axis].size();
  for (std::size_t i = 1; i < size; ++i) {
    const Endpoint e{end[list[i].tag], list[i].tag};
    std::size_t j = i;
    if (is_maximum(e.tag)) {
      for (; list[j - 1].value > e.value; --j) list[j] = list[j - 1];
    } else {
      for (; list[j - 1].value >= e.value; --j) {
        if (is_maximum(list[j - 1].tag)) {
          begin_with(axis, e.tag, list[j - 1].tag, changes.begun);
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

/// All pairs anew, by a tree, and the lists by an ordinary sort.
void SweepAndPrune::start_over(OverlapChanges& changes) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::vector<Endpoint>& list = lists_[axis];
    for (std::size_t i = 1; i < list.size(); ++i) list[i].value = ends_[axis][list[i].tag];
    std::sort(list.begin() + 1, list.end(), [](const Endpoint& a, const Endpoint& b) {
      if (a.value != b.value) return a.value < b.value;
      if (is_maximum(a.tag) != is_maximum(b.tag)) return is_maximum(b.tag);
      return a.tag < b.tag;
    });
  }
  present_.clear();
  boxes_.clear();
  for (std::size_t thing = 0; thing < standing_.size(); ++thing) {
    if (!standing_[thing].present) continue;
    const std::size_t m = 2 * thing;
    present_.push_back(static_cast<int>(thing));
    boxes_.push_back({{ends_[0][m], ends_[1][m], ends_[2][m]}, {ends_[0][m + 1], ends_[1][m + 1], ends_[2][m + 1]}});
  }
  tree_.place(boxes_);
  joined_.clear();
  for_each_overlap(tree_, [&](int a, int b) {
    joined_.push_back(pair_of(minimum_of(present_[at(a)]), minimum_of(present_[at(b)])));
  });
  std::sort(joined_.begin(), joined_.end());
  changes.begun.clear();
  std::set_difference(joined_.begin(), joined_.end(), pairs_.begin(), pairs_.end(), std::back_inserter(changes.begun));
  pairs_.swap(joined_);
}

void SweepAndPrune::join_begun(std::vector<ThingPair>& begun) {
  std::sort(begun.begin(), begun.end());  // a pair may begin on several axes
  begun.erase(std::unique(begun.begin(), begun.end()), begun.end());
  joined_.resize(pairs_.size() + begun.size());
  std::merge(pairs_.begin(), pairs_.end(), begun.begin(), begun.end(), joined_.begin());
  pairs_.swap(joined_);
}

void SweepAndPrune::step(OverlapChanges& changes) {
  changes.begun.clear();
  changes.ended.clear();
  changes.work = 0;
  if (!any_gone_ && !any_moved_ && fresh_.empty()) return;
  if (any_gone_) drop_gone();
  end_pairs(changes.ended);
  if (any_gone_) {
    for (Standing& standing : standing_) {
      if (standing.gone) standing.gone = standing.listed = false;
    }
  }
  const std::size_t fresh = list_fresh();
  any_gone_ = any_moved_ = false;

  // A new thing swaps its way through half of each list; sorting anew with the tree costs about as much as 40 n log n swaps.
  const std::uint64_t size = lists_[0].size(),
                      most_swaps = 20 * size * static_cast<std::uint64_t>(std::bit_width(size));
  if (3 * size * fresh > most_swaps) {
    start_over(changes);
    return;
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (!sort_axis(axis, most_swaps, changes)) {
      start_over(changes);
      return;
    }
  }
  join_begun(changes.begun);
}

std::size_t SweepAndPrune::bytes() const noexcept {
  std::size_t sum = sizeof(*this) + standing_.capacity() * sizeof(Standing) +
                    (fresh_.capacity() + present_.capacity()) * sizeof(int) +
                    (pairs_.capacity() + joined_.capacity()) * sizeof(ThingPair) + boxes_.capacity() * sizeof(Aabb) +
                    tree_.bytes();
  for (std::size_t axis = 0; axis < 3; ++axis) {
    sum += ends_[axis].capacity() * sizeof(double) + lists_[axis].capacity() * sizeof(Endpoint);
  }
  return sum;
}

}  // namespace tocca
