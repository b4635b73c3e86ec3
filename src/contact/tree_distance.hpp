#pragma once

#include <array>
#include <limits>

#include "contact/closest.hpp"
#include "contact/rss_gap.hpp"
#include "contact/rss_tree.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca {

/// Two trees in one frame at one instant.
struct TreePair {
  const RssTree* a = nullptr;
  const RssTree* b = nullptr;
  const Pose* X_a = nullptr;
  const Pose* X_b = nullptr;  ///< null: b is where it is stored
  /// What is to be kept between a and each part of b, negative where the pair is not checked; null: `clearance_m`.
  const double* clearances = nullptr;
  double clearance_m = 0.0;  ///< the greatest of them
  /// How far stored volumes and items, placed in doubles, may be from the true places, both sides together.
  double error_m = 0.0;
};

/// Distances of trees. The margin of a pair of items is its true distance less its clearance.
struct TreeDistance {
  double margin = std::numeric_limits<double>::infinity();  ///< lower bound of the least margin of all checked pairs
  double upper = std::numeric_limits<double>::infinity();   ///< some pair's margin is at most this: of the two below
  int part_b = -1;
  Index item_a = 0, item_b = 0;
};

/// Searches two trees, without recursion or allocation; one object per thread.
class TreeSearch {
 public:
  /// GREEDY-DIST (schwarzer-2002, section 3.2). Opens volumes only where they do not prove a margin above `level_m`, so
  /// the cost is about that of a collision test.
  ///
  /// Result   margin > level_m: proven, no pair is nearer. Otherwise a pair of items not proven to keep the level is
  ///          named, with `upper`; the search ends at the first one whose upper <= `reach_m`, and `margin` is then that
  ///          pair's alone.
  TreeDistance greedy(const TreePair& pair, double level_m, double reach_m, Statistics& statistics);
  /// GREEDY-DIST that goes on where a better bound serves. As greedy(), but a margin above level_m is also above `wanted_m`, or at
  /// least half the true one: no more than `wanted_m` is of use.
  TreeDistance halfway(const TreePair& pair, double level_m, double wanted_m, double reach_m, Statistics& statistics);
  /// margin <= least margin <= upper, with upper - margin <= rounding where `relative` is 0; else
  /// margin >= (1 - relative) upper as far as upper is positive: the approximate distance of the paper's Table 1.
  TreeDistance nearest(const TreePair& pair, double relative, Statistics& statistics);

 private:
  struct Entry {
    Index a, b;
    double clearance_m, bound;
  };
  struct Rule;

  TreeDistance search(const TreePair& pair, const Rule& rule, Statistics& statistics);
  void look(Index a, Index b, double clearance_m, double enough);
  void open(const Entry& entry, double enough);
  bool items(const Entry& entry, const Rule& rule);
  const PlacedRss& placed_a(Index node);

  const TreePair* pair_ = nullptr;
  Statistics* statistics_ = nullptr;
  TreeDistance best_;
  Index seen_a_ = 0;
  bool has_a_ = false;
  PlacedRss volume_a_;
  std::size_t depth_ = 0;
  // Each opened pair leaves one sibling behind, and is one level deeper in one of the two trees.
  std::array<Entry, 2 * RssTree::most_depth + 4> stack_;
};

}  // namespace tocca
