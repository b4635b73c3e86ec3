#include "check/touch_list.hpp"

#include <algorithm>

#include "core/index.hpp"
#include "core/vectors.hpp"

namespace tocca {
PairInstant::PairInstant(const MovingPair& pair, double t) : moving_b(pair.task().mover_b >= 0) {
  const MovingPairs& pairs = pair.list();
  const SweepTask& task = pair.task();
  const auto fill = [&](int mover, Chord& chord) {
    chord.start = chord.end = pairs.movers()[at(mover)].pose(t);
    chord.tube = pairs.movers()[at(mover)].tube({t, t}, pairs.volumes()[at(mover)]);
    chord.finish();
  };
  fill(task.mover_a, a);
  if (moving_b) fill(task.mover_b, b);
  if (pair.frame() >= 0) X_WF = pairs.movers()[at(task.mover_a)].tree()->link(pair.frame()).pose(t);
}

void TouchList::list(const MovingPairs& pairs, double t, std::vector<Answer::Touch>& touches, Statistics& statistics) {
  touches_ = &touches;
  unproven_ = false;
  for (const MovingPair pair : pairs) {
    const PairInstant instant(pair, t);
    pair_ = pair;
    instant_ = &instant;
    closest_.upper = infinity;
    const std::size_t before = touches.size();
    items_.run(pair.task(), instant.a, instant.second(), *this, statistics);
    if (touches.size() == before && closest_.upper < infinity) add_closest();
  }
  std::sort(touches.begin(), touches.end(), Answer::in_order);
}

void TouchList::list(const TouchingItems& items, std::vector<Answer::Touch>& touches) {
  pair_ = items.pair;
  touches_ = &touches;
  const PairInstant instant(pair_, items.time);
  instant_ = &instant;
  const ConvexPiece a = placed(*pair_.task().a, items.item_a, instant.a.start);
  const ConvexPiece b = placed(pair_.part_b(items.part_b), items.item_b, instant.moving_b ? instant.b.start : Pose{});
  places_.clear();
  append_touching(a, owns_all, b, owns_all, pair_.clearance_m(items.part_b) + tolerance_m_, places_);
  if (!places_.empty()) return add(items.part_b, items.item_a, items.item_b, places_.front());
  closest_ = closest(a, b);
  closest_pair_ = {items.part_b, items.item_a, items.item_b};
  add_closest();
}

bool TouchList::all_apart(const MovingPairs& pairs, double t, Statistics& statistics) {
  unproven_ = false;
  asks_only_ = true;
  for (const MovingPair pair : pairs) {
    const PairInstant instant(pair, t);
    pair_ = pair;
    instant_ = &instant;
    items_.run(pair.task(), instant.a, instant.second(), *this, statistics);
    if (unproven_) break;
  }
  asks_only_ = false;
  return !unproven_;
}

void TouchList::visit(int part_b, Index item_a, Index item_b, double clearance_m) {
  if (asks_only_ && unproven_) return;
  const Part &a = *pair_.task().a, &b = pair_.part_b(part_b);
  const ConvexPiece piece_a = placed(a, item_a, instant_->a.start);
  const ConvexPiece piece_b = placed(b, item_b, instant_->moving_b ? instant_->b.start : Pose{});
  const double reach = clearance_m + tolerance_m_;
  const Distance near = closest(piece_a, piece_b);
  if (!(near.lower - error() > clearance_m)) unproven_ = true;
  if (near.lower > reach || asks_only_) return;
  places_.clear();
  append_touching(piece_a, a.owned_features(item_a), piece_b, b.owned_features(item_b), reach, places_);
  for (const Contact& place : places_) add(part_b, item_a, item_b, place);
  if (places_.empty() && near.upper <= reach && near.upper < closest_.upper) {
    closest_ = near;
    closest_pair_ = {part_b, item_a, item_b};
  }
}

/// How far the placed items may be from their true places, both together.
double TouchList::error() const {
  const SweepTask& task = pair_.task();
  const auto of = [&](int mover, const Chord& chord) {
    return chord.tube + placing_error(chord.start, pair_.list().volumes()[at(mover)]);
  };
  const double of_b = instant_->moving_b ? of(task.mover_b, instant_->b) : 0.0;
  return (task.rounding_m + of(task.mover_a, instant_->a) + of_b) * (1.0 + 0x1p-40);
}

void TouchList::add(int part_b, Index item_a, Index item_b, const Contact& place) {
  const Contact seen{instant_->X_WF * place.point,
                     instant_->X_WF.rotation * place.normal,
                     place.kind,
                     {pair_.task().a->triangle_in_mesh(item_a), pair_.part_b(part_b).triangle_in_mesh(item_b)}};
  const int body_a = pair_.body_a(), body_b = pair_.body_b(part_b);
  // Links before objects, lower before higher: the order in which the model lists them, whatever the pair's sides.
  touches_->push_back(body_a < body_b ? Answer::Touch{seen, body_a, body_b}
                                      : Answer::Touch{reversed(seen), body_b, body_a});
}

/// Rounding can leave a pair within reach whose features are all just beyond: then the closest points are listed.
void TouchList::add_closest() {
  const auto [part_b, item_a, item_b] = closest_pair_;
  add(part_b, item_a, item_b, {0.5 * (closest_.point_a + closest_.point_b), closest_.normal, ContactKind::edge_edge});
}

}  // namespace tocca
