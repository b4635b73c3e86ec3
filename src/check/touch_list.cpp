#include "check/touch_list.hpp"

#include <algorithm>

#include "core/index.hpp"
#include "core/vectors.hpp"

namespace tocca {

Pose frame_of(const MovingPair& pair, double t) {
  if (pair.frame() < 0) return {};
  return pair.list().movers()[at(pair.task().mover_a)].tree()->link(pair.frame()).pose(t);
}

/// Poses are computed once for all pairs.
void TouchList::begin(const MovingPairs& pairs, double t) {
  instants_.begin(pairs.movers(), pairs.volumes(), pairs.reaches());
  slot_ = t == 0.0 ? 0 : instants_.add(t);
}

void TouchList::place(const MovingPair& pair) {
  pair_ = pair;
  a_ = &instants_.placed(slot_, pair.task().mover_a);
  b_ = pair.task().mover_b < 0 ? nullptr : &instants_.placed(slot_, pair.task().mover_b);
}

const Pose& TouchList::pose_b() const {
  static const Pose still;
  return b_ ? b_->X() : still;
}

void TouchList::list(const MovingPairs& pairs, double t, std::vector<Answer::Touch>& touches, Statistics& statistics) {
  touches_ = &touches;
  unproven_ = false;
  begin(pairs, t);
  for (const MovingPair pair : pairs) {
    place(pair);
    closest_.upper = infinity;
    const std::size_t before = touches.size();
    items_.run(pair.task(), a_->chord, b_ ? &b_->chord : nullptr, *this, statistics);
    if (touches.size() == before && closest_.upper < infinity) add_closest();
  }
  std::sort(touches.begin(), touches.end(), Answer::in_order);
}

void TouchList::list(const TouchingItems& items, std::vector<Answer::Touch>& touches) {
  touches_ = &touches;
  begin(items.pair.list(), items.time);
  place(items.pair);
  const ConvexPiece a = placed(*pair_.task().a, items.item_a, a_->X());
  const ConvexPiece b = placed(pair_.part_b(items.part_b), items.item_b, pose_b());
  places_.clear();
  append_touching(a, owns_all, b, owns_all, pair_.clearance_m(items.part_b) + tolerance_m_, places_);
  if (!places_.empty()) return add(items.part_b, items.item_a, items.item_b, places_.front());
  closest_ = closest(a, b);
  closest_pair_ = {items.part_b, items.item_a, items.item_b};
  add_closest();
}

void TouchList::visit(int part_b, Index item_a, Index item_b, double clearance_m) {
  const Part &a = *pair_.task().a, &b = pair_.part_b(part_b);
  const ConvexPiece piece_a = placed(a, item_a, a_->X());
  const ConvexPiece piece_b = placed(b, item_b, pose_b());
  const double reach = clearance_m + tolerance_m_;
  const Distance near = closest(piece_a, piece_b);
  if (!(near.lower - error() > clearance_m)) unproven_ = true;
  if (near.lower > reach) return;
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
  return (pair_.task().rounding_m + a_->error_m + (b_ ? b_->error_m : 0.0)) * (1.0 + 0x1p-40);
}

void TouchList::add(int part_b, Index item_a, Index item_b, const Contact& place) {
  const Pose X_WF = frame_of(pair_, instants_.time(slot_));
  const Contact seen{X_WF * place.point,
                     X_WF.rotation * place.normal,
                     place.kind,
                     {pair_.task().a->triangle_in_mesh(item_a), pair_.part_b(part_b).triangle_in_mesh(item_b)},
                     place.distance_m};
  const int body_a = pair_.body_a(), body_b = pair_.body_b(part_b);
  // Links before objects, lower before higher: the order in which the model lists them, whatever the pair's sides.
  touches_->push_back(body_a < body_b ? Answer::Touch{seen, body_a, body_b}
                                      : Answer::Touch{reversed(seen), body_b, body_a});
}

/// Rounding can leave a pair within reach whose features are all just beyond: then the closest points are listed.
void TouchList::add_closest() {
  const auto [part_b, item_a, item_b] = closest_pair_;
  add(part_b, item_a, item_b,
      {0.5 * (closest_.point_a + closest_.point_b),
       closest_.normal,
       ContactKind::edge_edge,
       {-1, -1},
       closest_.lower > 0.0 ? closest_.upper : 0.0});
}

}  // namespace tocca
