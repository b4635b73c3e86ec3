#include "deformable/chord_contact.hpp"

#include <algorithm>

#include "contact/chord_walk.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

ConvexPiece piece_of(const std::array<Vector3, 3>& corners) {
  return ConvexPiece::triangle(corners[0], corners[1], corners[2]);
}

}  // namespace

ChordContactSearch::ChordContactSearch(const Part& part, const Mover& mover, double clearance_m, double tolerance_m,
                                       double rounding_m, const InBetweenTube* closed_tube)
    : part_(&part),
      mover_(&mover),
      closed_tube_(closed_tube),
      clearance_m_(clearance_m),
      tolerance_m_(tolerance_m),
      rounding_m_(rounding_m + part.rounding_m()) {
  TOCCA_REQUIRE(clearance_m >= 0.0, "a clearance from a deforming triangle must not be negative");
  TOCCA_REQUIRE(tolerance_m > 0.0, "a tolerance must be positive");
}

const ChordContactSearch::Placed& ChordContactSearch::at(double t) {
  for (const Placed& known : placed_) {
    if (known.t == t) return known;
  }
  Placed& made = placed_[next_placed_];
  next_placed_ = (next_placed_ + 1) % placed_.size();
  made.t = t;
  made.X = mover_->pose(t);
  made.placing_m = rounding_m_ + placing_error(made.X, part_->lss());
  made.instant_m = closed_tube_ ? closed_tube_->over(0.0) : mover_->tube({t, t}, part_->lss());
  return made;
}

double ChordContactSearch::tube(double from, double to) {
  if (closed_tube_) return closed_tube_->over(to - from);
  for (const Tube& known : tubes_) {
    if (known.from == from && known.to == to) return known.tube;
  }
  Tube& made = tubes_[next_tube_];
  next_tube_ = (next_tube_ + 1) % tubes_.size();
  made = {from, to, mover_->tube({from, to}, part_->lss())};
  return made.tube;
}

/// 2^-40 is far above the rounding of these sums of positive numbers.
bool ChordContactSearch::touches(const Placed& start, const Distance& near, double error_m) const {
  return (near.upper + error_m + start.instant_m) * (1.0 + 0x1p-40) <= clearance_m_ + tolerance_m_;
}

ChordContact ChordContactSearch::first(Index item, const DeformingTriangle& triangle, const Interval& window) {
  TOCCA_REQUIRE(item < part_->item_count(), "a part has no such item");
  TOCCA_REQUIRE(0.0 <= window.lo && window.lo <= window.hi && window.hi <= 1.0, "a window of time lies inside [0, 1]");
  const double level = clearance_m_ + 0.5 * tolerance_m_, corner_rounding = triangle.rounding_m();
  ChordWalk walk(window.lo, window.hi);
  while (walk.place(window.hi)) {
    const double from = walk.from(), end = walk.end();
    const Placed start = at(from), last = at(end);  // copies: the memory may turn over
    const double error = std::max(start.placing_m, last.placing_m) + corner_rounding;
    const double tube = this->tube(from, end);
    const ConvexPiece a = placed(*part_, item, start.X), b = piece_of(triangle.at(from));
    const Distance near = closest(a, b);
    ++static_tests_;
    if (touches(start, near, error)) return {Outcome::contact, from, from, near};
    const double dilation = (level + error + tube) * (1.0 + 0x1p-40);
    const auto gap_at_end = [&] {
      return gap_along(near.normal, placed(*part_, item, last.X), piece_of(triangle.at(end)));
    };
    const ChordWalk::Move move =
        walk.advance(gap_along(near.normal, a, b), gap_at_end, dilation, tube, 0.125 * tolerance_m_);
    if (move == ChordWalk::Move::apart) break;
    if (move == ChordWalk::Move::stuck) return {Outcome::contact, from, from, near};
  }
  return {Outcome::free, window.hi, window.hi, {}};
}

}  // namespace tocca
