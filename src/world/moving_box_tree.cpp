#include "world/moving_box_tree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace tocca {
namespace {

/// At most x. Rounding to single precision errs by a unit in the last place at most, 2^-23 of the result or, where that
/// underflows, less than the least normal number; the last subtraction errs by as much. 2^-21 is more than both.
float float_below(double x) {
  const float nearest = std::min(static_cast<float>(x), std::numeric_limits<float>::max());
  return nearest - (std::abs(nearest) * 0x1p-21f + std::numeric_limits<float>::min());
}

Aabb box_of(const BoxTable::Ends& ends) { return {{ends[0], ends[1], ends[2]}, {ends[3], ends[4], ends[5]}}; }

void note(const BoxTable& table, int a, int b, OverlapChanges& changes) {
  if (table.overlap_now(a, b) && !table.overlapped(a, b)) changes.begun.push_back({std::min(a, b), std::max(a, b)});
}

/// In looks at a pair of boxes, 3 for each thing and level of the tree; measured.
double build_cost(double count) { return 3.0 * count * std::log2(count + 1.0); }

}  // namespace

inline void BoxHierarchy::set_box(Node& node, const BoxTable::Ends& ends) {
  for (std::size_t i = 0; i < 3; ++i) {
    node.lower[i] = float_below(ends[i]);
    node.upper[i] = -float_below(-ends[i + 3]);
  }
}

/// Best without branches: which way it goes cannot be foreseen.
inline bool BoxHierarchy::meet(const Node& a, const Node& b) {
#ifdef __SSE2__
  const __m128 a_lower = _mm_load_ps(a.lower.data()), a_upper = _mm_load_ps(a.upper.data());
  const __m128 b_lower = _mm_load_ps(b.lower.data()), b_upper = _mm_load_ps(b.upper.data());
  const __m128 apart = _mm_or_ps(_mm_cmplt_ps(a_upper, b_lower), _mm_cmplt_ps(b_upper, a_lower));
  return (_mm_movemask_ps(apart) & 7) == 0;  // the fourth lane holds no coordinate
#else
  return overlap(a.lower.data(), a.upper.data(), b.lower.data(), b.upper.data());
#endif
}

void BoxHierarchy::build(const BoxTable& table) {
  things_.clear();
  loose_.clear();
  boxes_.clear();
  nodes_.clear();
  for (std::size_t i = 0; i < table.number_count(); ++i) {
    const int thing = static_cast<int>(i);
    if (!table.is_present(thing)) continue;
    things_.push_back(thing);
    boxes_.push_back(box_of(table.ends(thing)));
  }
  order_.place(boxes_);
  for (const AabbTree::Node& node : order_.nodes()) {
    nodes_.push_back({{}, node.link, {}, things_[static_cast<std::size_t>(node.thing)]});
  }
  moved_.resize(nodes_.size());
  removed_ = 0;
  lost_looks_ = 0.0;
  is_built_ = true;
}

/// Brings the boxes up to date with who there is and where. A removed thing leaves a box without a point, which only
/// boxes from end to end seem to overlap.
void BoxHierarchy::refit(const BoxTable& table, bool everything) {
  constexpr float float_infinity = std::numeric_limits<float>::infinity();
  for (std::size_t i = nodes_.size(); i-- > 0;) {  // children come after their parents
    Node& node = nodes_[i];
    if (node.link != 0) {
      const std::size_t left = i + 1, right = i + static_cast<std::size_t>(node.link);
      moved_[i] = moved_[left] | moved_[right];
      if (moved_[i] == 0) continue;
      for (std::size_t k = 0; k < 3; ++k) {
        node.lower[k] = std::min(nodes_[left].lower[k], nodes_[right].lower[k]);
        node.upper[k] = std::max(nodes_[left].upper[k], nodes_[right].upper[k]);
      }
    } else if (node.thing < 0) {
      moved_[i] = 0;
    } else if (!everything && table.is_gone(node.thing)) {
      node = {
          {float_infinity, float_infinity, float_infinity}, 0, {-float_infinity, -float_infinity, -float_infinity}, -1};
      moved_[i] = 1;
      ++removed_;
    } else {
      moved_[i] = everything || table.is_moved(node.thing);
      if (moved_[i] != 0) set_box(node, table.ends(node.thing));
    }
  }
}

/// All pairs of leaves that overlap and are not both where they were, into found_: first the two children of every node, then of every pair
/// that overlaps the one with more below it opened. A block of pairs is opened at a time, each is written down and stays where it
/// overlaps: there is no branch to be guessed wrong, and no look waits for the one before. The blocks opened last come first, so
/// that a level of the tree leaves no more than one block behind: what is open never takes more than levels * block.
/// Returns how many pairs were looked at; where these are more than `most_looks`, it has given up.
std::uint64_t BoxHierarchy::search(double most_looks) {
  constexpr std::size_t block = 512;
  const Node* const nodes = nodes_.data();
  const unsigned char* const moved = moved_.data();
  std::array<NodePair, block> opening;
  NodePair *open = nullptr, *found = nullptr;
  std::size_t open_count = 0, found_count = 0;
  const auto make_room = [&](std::size_t more) {
    open_.resize(std::max(open_.size(), open_count + more + 1));
    found_.resize(std::max(found_.size(), found_count + more + 1));
    open = open_.data();
    found = found_.data();
  };
  const auto look = [&](int a, int b) {
    const bool both = meet(nodes[a], nodes[b]) & ((moved[a] | moved[b]) != 0);
    const bool leaves = (nodes[a].link | nodes[b].link) == 0;
    open[open_count] = {a, b};
    found[found_count] = {a, b};
    open_count += both & !leaves;
    found_count += both & leaves;
  };
  std::uint64_t looks = nodes_.size() / 2;  // inner nodes
  for (std::size_t from = 0; from < nodes_.size(); from += block) {
    const std::size_t until = std::min(nodes_.size(), from + block);
    make_room(until - from);
    for (int i = static_cast<int>(from); i < static_cast<int>(until); ++i) {
      if (nodes[i].link != 0) look(i + 1, i + nodes[i].link);
    }
    while (open_count > 0) {
      const std::size_t count = std::min(block, open_count);
      open_count -= count;
      std::copy_n(open + open_count, count, opening.begin());
      make_room(2 * count);
      looks += 2 * count;
      if (static_cast<double>(looks) > most_looks) return looks;
      for (std::size_t k = 0; k < count; ++k) {
        const NodePair pair = opening[k];
        const bool swap = nodes[pair.b].link > nodes[pair.a].link;
        const int wide = swap ? pair.b : pair.a, other = swap ? pair.a : pair.b;
        look(wide + 1, other);
        look(wide + nodes[wide].link, other);
      }
    }
  }
  found_count_ = found_count;
  return looks;
}

/// Each with each other, and with everything in the tree.
void BoxHierarchy::search_loose(const BoxTable& table, OverlapChanges& changes) const {
  for (std::size_t i = 0; i < loose_.size(); ++i) {
    const int thing = loose_[i];
    for (std::size_t j = i + 1; j < loose_.size(); ++j) note(table, thing, loose_[j], changes);
    Node box;
    set_box(box, table.ends(thing));
    const unsigned char own = table.is_moved(thing);
    std::array<int, 40> open{0};
    for (std::size_t open_count = nodes_.empty() ? 0 : 1; open_count > 0;) {
      const int at = open[--open_count];
      const Node& node = nodes_[static_cast<std::size_t>(at)];
      ++changes.work;
      if ((own | moved_[static_cast<std::size_t>(at)]) == 0 || !meet(box, node)) continue;
      if (node.link != 0) {
        open[open_count++] = at + 1;
        open[open_count++] = at + node.link;
      } else if (node.thing >= 0) {
        note(table, thing, node.thing, changes);
      }
    }
  }
}

/// From the first search after building. Every inner node is looked at; beyond that, pairs of which one has moved: of n things m moved in,
/// these are 1 - (1 - m / n)^2 < 2 m / n of all.
double BoxHierarchy::expected_looks(const BoxTable& table) const {
  const double inner = leaves() - 1.0, moved = 2.0 * static_cast<double>(table.moved().size());
  return inner + (first_looks_ - inner) * std::min(1.0, moved / leaves());
}

/// Each loose thing is compared with all others, so a few times the root of the count costs no more than the search.
bool BoxHierarchy::is_worn(const BoxTable& table) const {
  const double outside = static_cast<double>(loose_.size() + table.fresh().size()), count = leaves() + outside;
  return outside > 2.0 * std::sqrt(count) || 2.0 * static_cast<double>(removed_) > leaves() ||
         lost_looks_ > build_cost(count);
}

/// Searches the tree there is. False if that loses more than building it anew costs.
bool BoxHierarchy::follow(const BoxTable& table, OverlapChanges& changes) {
  if (!is_built_ || is_worn(table)) return false;
  refit(table, false);
  std::erase_if(loose_, [&](int thing) { return table.is_gone(thing); });
  loose_.insert(loose_.end(), table.fresh().begin(), table.fresh().end());
  const double expected = expected_looks(table), most = expected + build_cost(leaves());
  const std::uint64_t looks = search(most);
  changes.work += looks;
  lost_looks_ += std::max(0.0, static_cast<double>(looks) - expected);
  return static_cast<double>(looks) <= most;
}

void BoxHierarchy::find(const BoxTable& table, OverlapChanges& changes) {
  if (!follow(table, changes)) {
    build(table);
    refit(table, true);
    const std::uint64_t looks = search(std::numeric_limits<double>::infinity());
    changes.work += looks;
    first_looks_ = static_cast<double>(looks);
  }
  for (std::size_t k = 0; k < found_count_; ++k) {
    const int a = nodes_[static_cast<std::size_t>(found_[k].a)].thing;
    const int b = nodes_[static_cast<std::size_t>(found_[k].b)].thing;
    if (a >= 0 && b >= 0) note(table, a, b, changes);
  }
  search_loose(table, changes);
}

std::size_t BoxHierarchy::bytes() const noexcept {
  return nodes_.capacity() * sizeof(Node) + moved_.capacity() +
         (found_.capacity() + open_.capacity()) * sizeof(NodePair) + order_.bytes() +
         (things_.capacity() + loose_.capacity()) * sizeof(int) + boxes_.capacity() * sizeof(Aabb);
}

}  // namespace tocca
