#include "contact/tree_distance.hpp"

#include <algorithm>

#include "core/vectors.hpp"

namespace tocca {

/// What makes a pair of volumes need no further look: a bound above `accept`, or above (1 - relative) times the best.
struct TreeSearch::Rule {
  double accept, keep_of_best;
  double level = -infinity;  ///< whatever the best: nothing below it is enough
  /// Some pair of items not farther apart than this, and one not proven to keep the level, end the search. Were the first to do so
  /// alone, its margin, above the level, would stand for pairs that nobody has looked at.
  double stop = -infinity;

  double enough(const TreeDistance& best) const {
    return std::max(level, std::min(accept, best.upper > 0.0 ? keep_of_best * best.upper : best.upper));
  }
};

TreeDistance TreeSearch::greedy(const TreePair& pair, double level_m, double reach_m, Statistics& statistics) {
  return search(pair, {level_m, infinity, level_m, reach_m}, statistics);
}

TreeDistance TreeSearch::halfway(const TreePair& pair, double level_m, double wanted_m, double reach_m,
                                 Statistics& statistics) {
  return search(pair, {std::max(level_m, wanted_m), 0.5, level_m, reach_m}, statistics);
}

TreeDistance TreeSearch::nearest(const TreePair& pair, double relative, Statistics& statistics) {
  return search(pair, {infinity, 1.0 - relative}, statistics);
}

TreeDistance TreeSearch::search(const TreePair& pair, const Rule& rule, Statistics& statistics) {
  pair_ = &pair;
  statistics_ = &statistics;
  best_ = {};
  has_a_ = false;
  depth_ = 0;
  if (pair.a->empty() || pair.b->empty()) return best_;
  double enough = rule.enough(best_);
  look(0, 0, pair.clearance_m, enough);
  while (depth_ > 0) {
    const Entry entry = stack_[--depth_];
    enough = rule.enough(best_);
    if (entry.bound > enough) {  // the best has come nearer since
      best_.margin = std::min(best_.margin, entry.bound);
    } else if (!pair.a->nodes()[entry.a].is_leaf || !pair.b->nodes()[entry.b].is_leaf) {
      open(entry, enough);
    } else if (items(entry, rule)) {
      break;
    }
  }
  return best_;
}

const PlacedRss& TreeSearch::placed_a(Index node) {
  if (!has_a_ || seen_a_ != node) {
    volume_a_ = PlacedRss(pair_->a->nodes()[node].volume, *pair_->X_a);
    seen_a_ = node;
    has_a_ = true;
  }
  return volume_a_;
}

/// Tests one pair of volumes: it is settled, or waits on the stack.
void TreeSearch::look(Index a, Index b, double clearance_m, double enough) {
  const RssTree::Node& node_b = pair_->b->nodes()[b];
  if (node_b.is_root && pair_->clearances) {
    clearance_m = pair_->clearances[node_b.part];
    if (clearance_m < 0.0) return;
  }
  ++statistics_->volumes;
  const double lost = clearance_m + pair_->error_m;
  const PlacedRss volume_b = pair_->X_b ? PlacedRss(node_b.volume, *pair_->X_b) : PlacedRss(node_b.volume);
  const double bound = rss_gap(placed_a(a), volume_b, enough + lost).lower;
  // A difference of doubles is rounded relative to itself and to what is taken away.
  const double margin = bound - lost - 0x1p-50 * lost;
  if (margin > enough) {
    best_.margin = std::min(best_.margin, margin);
  } else {
    stack_[depth_++] = {a, b, clearance_m, margin};
  }
}

/// Opens the larger of the two; the nearer child is looked at first.
void TreeSearch::open(const Entry& entry, double enough) {
  const RssTree::Node &a = pair_->a->nodes()[entry.a], &b = pair_->b->nodes()[entry.b];
  const std::size_t before = depth_;
  if (b.is_leaf || (!a.is_leaf && a.size >= b.size)) {
    look(entry.a + 1, entry.b, entry.clearance_m, enough);
    look(entry.a + a.link, entry.b, entry.clearance_m, enough);
  } else {
    look(entry.a, entry.b + 1, entry.clearance_m, enough);
    look(entry.a, entry.b + b.link, entry.clearance_m, enough);
  }
  if (depth_ == before + 2 && stack_[depth_ - 2].bound < stack_[depth_ - 1].bound) {
    std::swap(stack_[depth_ - 2], stack_[depth_ - 1]);
  }
}

/// All pairs of two leaves. True: the search is over.
bool TreeSearch::items(const Entry& entry, const Rule& rule) {
  const RssTree::Node &a = pair_->a->nodes()[entry.a], &b = pair_->b->nodes()[entry.b];
  const Part &part_a = pair_->a->part(a.part), &part_b = pair_->b->part(b.part);
  const Pose X_b = pair_->X_b ? *pair_->X_b : Pose{};
  const double lost = (entry.clearance_m + pair_->error_m) * (1.0 + 0x1p-50);
  for (const Index item_a : pair_->a->items(a)) {
    const ConvexPiece piece_a = placed(part_a, item_a, *pair_->X_a);
    for (const Index item_b : pair_->b->items(b)) {
      ++statistics_->triangle_pairs;
      const double enough = rule.enough(best_);
      const Distance near = closest(piece_a, placed(part_b, item_b, X_b), enough + lost);
      const double margin = near.lower - lost;
      best_.margin = std::min(best_.margin, margin);
      if (margin > enough) continue;
      const double upper = near.upper - entry.clearance_m + pair_->error_m * (1.0 + 0x1p-50);
      if (upper < best_.upper) {
        best_.upper = upper + 0x1p-50 * (near.upper + entry.clearance_m);
        best_.part_b = b.part;
        best_.item_a = item_a;
        best_.item_b = item_b;
      }
      if (margin <= rule.level && best_.upper <= rule.stop) return true;
    }
  }
  return false;
}

}  // namespace tocca
