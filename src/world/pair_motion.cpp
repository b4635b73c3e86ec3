#include "world/pair_motion.hpp"

#include <algorithm>
#include <utility>

#include "contact/touching.hpp"
#include "core/rounding.hpp"
#include "core/tolerance.hpp"
#include "core/vectors.hpp"
#include "world/body_piece.hpp"

namespace tocca {
namespace {

using Meeting = HullMeeting::Kind;

/// After every time of a step.
constexpr double never = 2.0;

}  // namespace

bool PairMotion::first_contact(int a, int b, TimedContact& contact) {
  if (motion_.deformable(a) || motion_.deformable(b)) return deformable_.first_contact(motion_, a, b, contact);
  shapes_a_ = motion_.shapes(a);
  shapes_b_ = motion_.shapes(b);
  work_left_ = budget_;
  first_ = {{never, never}, Undecided::no};
  candidates_.clear();
  memory_.forget();
  for (Index i = 0; i < shapes_a_.size(); ++i) {
    for (Index j = 0; j < shapes_b_.size(); ++j) shapes_meet(i, j);
  }
  if (!candidates_.empty()) search_pieces(a, b);
  if (first_.time.hi == never) return false;
  contact = {};
  contact.body_a = a;
  contact.body_b = b;
  contact.time = first_.time;
  contact.why = first_.why;
  contact.initial = first_.why != Undecided::budget && first_.time.hi == 0.0;
  witness(a, b, first_.why == Undecided::no ? first_.time.hi : first_.time.lo, contact);
  return true;
}

void PairMotion::shapes_meet(Index a, Index b) {
  const PassingBalls balls = passing_balls(shapes_a_[a], shapes_b_[b], HullWalk::contact_share * tolerance_m_);
  if (balls.apart) return;
  pair_ = {a, 0, b, 0};
  walk_.follow(shape_a(), shape_b());
  if (!walk_.apart_along(balls.direction, 0, 0)) descend(0, 0, 0.0);
}

/// Nodes that are proven apart before `from`.
void PairMotion::descend(Index a, Index b, double from) {
  if (from >= first_.time.hi) return;
  const BodyShape::Node &node_a = shape_a().shape().nodes()[a], &node_b = shape_b().shape().nodes()[b];
  const bool exact = node_a.is_leaf() && node_b.is_leaf() && node_a.exact && node_b.exact;
  const NodePair nodes{pair_.shape_a, a, pair_.shape_b, b};
  FeaturePair features = memory_.recall(nodes);
  const HullMeeting met =
      walk_.first(a, b, from, std::min(1.0, first_.time.hi),
                  exact ? HullWalk::Until::touching : HullWalk::Until::looking, features, work_left_);
  memory_.keep(nodes, features);
  if (met.kind == Meeting::apart) return;
  if (met.kind == Meeting::exhausted) return keep({{met.time, 1.0}, Undecided::budget});
  if (exact) return keep({{met.time, met.time}, met.kind == Meeting::near ? Undecided::no : Undecided::resolution});
  if (node_a.is_leaf() && node_b.is_leaf()) {
    candidates_.push_back({shape_a().first_piece + node_a.piece, shape_b().first_piece + node_b.piece, 0.0});
    return;
  }
  const bool open_a = node_b.is_leaf() || (!node_a.is_leaf() && node_a.hull->radius() >= node_b.hull->radius());
  descend(open_a ? a + 1 : a, open_a ? b : b + 1, met.time);
  descend(open_a ? a + node_a.link : a, open_a ? b : b + node_b.link, met.time);
}

/// Both are proven apart only until the earlier lo; what is not decided there stays so, whatever comes later.
void PairMotion::keep(const Event& event) {
  if (event.time.lo >= first_.time.hi) return;
  const double lo = std::min(first_.time.lo, event.time.lo);
  if (event.time.hi < first_.time.hi || event.why == Undecided::budget) first_ = event;
  first_.time.lo = lo;
}

/// Pieces that are no polytopes, and whose hulls come near each other.
void PairMotion::search_pieces(int a, int b) {
  motion_.place(a, 0.0, placed_a_);
  motion_.place(b, 0.0, placed_b_);
  NarrowWork work;
  BodySearch start(placed_a_, placed_b_, memory_, work);
  const double level = level_of(tolerance_m_);
  // Farther apart than both can travel together: no need to look at times. Rounded up as a sum of two.
  const double way = rounded_up(motion_.travel(a) + motion_.travel(b) + level, 3);
  if (start.apart(way, way)) return;
  if (!start.apart(level, tolerance_m_)) return keep({{0.0, 0.0}, Undecided::no});
  // Neither is inside the other at the start, so that a contact begins with one of surfaces.
  const std::span<const MovingPart> parts_a = motion_.parts(a), parts_b = motion_.parts(b);
  cast_.assign(parts_a.begin(), parts_a.end());
  cast_.insert(cast_.end(), parts_b.begin(), parts_b.end());
  for (IntervalSearch::Candidate& candidate : candidates_) {
    candidate.b += static_cast<int>(parts_a.size());
    candidate.clearance_m = motion_.rounding(a) + motion_.rounding(b);
  }
  Statistics statistics;
  const IntervalSearch::Result found = search_.first_contact(cast_, candidates_, work_left_, statistics);
  using Kind = IntervalSearch::Result::Kind;
  if (found.kind == Kind::contact) keep({found.time, Undecided::no});
  if (found.kind == Kind::unresolved) keep({found.time, Undecided::resolution});
  if (found.kind == Kind::exhausted) keep({{found.time.lo, 1.0}, Undecided::budget});
}

/// Where the two touch at t, or are nearest to each other.
void PairMotion::witness(int a, int b, double t, TimedContact& contact) {
  motion_.place(a, t, placed_a_);
  motion_.place(b, t, placed_b_);
  NarrowWork work;
  const BodyDistance near = BodySearch(placed_a_, placed_b_, memory_, work).nearest();
  contact.point = near.point_b + 0.5 * (near.point_a - near.point_b);
  contact.normal = near.normal;
  if (near.lower > 0.0) return;
  const auto piece = [](const std::vector<PlacedShape>& placed, const BodyPlace& place) {
    const auto found =
        std::find_if(placed.begin(), placed.end(), [&](const PlacedShape& x) { return x.link == place.link; });
    return std::pair(&found->shape->piece(place.piece).part, &found->X);
  };
  const auto [part_a, X_a] = piece(placed_a_, near.a);
  const auto [part_b, X_b] = piece(placed_b_, near.b);
  const auto is_one_solid = [](const Part& part) { return part.item_count() == 1 && part.triangle_count() == 0; };
  if (!is_one_solid(*part_a) || !is_one_solid(*part_b)) return;
  const Penetration out = penetration(placed(*part_a, 0, *X_a), placed(*part_b, 0, *X_b));
  if (out.depth > 0.0) contact.normal = out.normal;
}

}  // namespace tocca
