#include "deformable/chord_contact.hpp"

#include <algorithm>
#include <bit>

#include "contact/chord_walk.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

/// A pair walks by itself once tubes are below this many times the tolerance, or after so many halvings: one chord then leaves about that
/// much.
constexpr double walk_tubes = 64.0;
constexpr int most_halvings = 8;

ConvexPiece piece_of(const std::array<Vector3, 3>& corners) {
  return ConvexPiece::triangle(corners[0], corners[1], corners[2]);
}

/// Where a time is remembered: the high bits of its bits times an odd number.
std::size_t slot(double t) {
  return static_cast<std::size_t>((std::bit_cast<std::uint64_t>(t) * 0x9e3779b97f4a7c15u) >> 32);
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

ChordContactSearch::Placed& ChordContactSearch::place(double t) {
  Placed& made = placed_[slot(t) % remembered];
  if (made.t == t) return made;
  made.t = t;
  made.X = mover_->pose(t);
  made.placing_m = rounding_m_ + placing_error(made.X, part_->lss());
  made.instant_m = -1.0;
  return made;
}

const ChordContactSearch::Placed& ChordContactSearch::at(double t) {
  Placed& here = place(t);
  if (here.instant_m < 0.0) {
    here.instant_m = closed_tube_ ? closed_tube_->over(0.0) : mover_->tube({t, t}, part_->lss());
  }
  return here;
}

double ChordContactSearch::tube(double from, double to) {
  if (closed_tube_) return closed_tube_->over(to - from);
  Tube& made = tubes_[(slot(from) + 5 * slot(to)) % remembered];
  if (made.from != from || made.to != to) made = {from, to, mover_->tube({from, to}, part_->lss())};
  return made.tube;
}

ChordContactSearch::Start ChordContactSearch::start(Index item, const DeformingTriangle& triangle, double from,
                                                    double to) {
  const double at_start = place(from).placing_m, at_end = place(to).placing_m;  // one may take the other's slot
  Start result{placed(*part_, item, place(from).X),
               piece_of(triangle.at(from)),
               {},
               std::max(at_start, at_end) + triangle.rounding_m()};
  result.near = closest(result.a, result.b);
  ++static_tests_;
  return result;
}

/// 2^-40 is far above the rounding of these sums of positive numbers. Without the pose's rounding, which costs more than the rest, most
/// are too far apart already.
bool ChordContactSearch::touches(double t, const Distance& near, double error_m) {
  const double reach_m = clearance_m_ + tolerance_m_;
  if (near.upper + error_m > reach_m) return false;
  return (near.upper + error_m + at(t).instant_m) * (1.0 + 0x1p-40) <= reach_m;
}

ChordContact ChordContactSearch::first(Index item, const DeformingTriangle& triangle, const Interval& window) {
  TOCCA_REQUIRE(item < part_->item_count(), "a part has no such item");
  TOCCA_REQUIRE(0.0 <= window.lo && window.lo <= window.hi && window.hi <= 1.0, "a window of time lies inside [0, 1]");
  return closed_tube_ ? walk(item, triangle, window)
                      : halves(item, triangle, window, 0);  // there, tubes cost next to nothing
}

/// The earlier half first. What the chord of the whole window proves about it is not asked again.
ChordContact ChordContactSearch::halves(Index item, const DeformingTriangle& triangle, const Interval& window,
                                        int depth) {
  const double middle = 0.5 * (window.lo + window.hi), tube = this->tube(window.lo, window.hi);
  const bool thin = tube <= walk_tubes * tolerance_m_, short_one = !(window.lo < middle && middle < window.hi);
  if (thin || short_one || depth == most_halvings) return walk(item, triangle, window);
  const Start here = start(item, triangle, window.lo, window.hi);
  if (touches(window.lo, here.near, here.error_m)) return {Outcome::contact, window.lo, window.lo, here.near};
  const double dilation = (clearance_m_ + 0.5 * tolerance_m_ + here.error_m + tube) * (1.0 + 0x1p-40);
  const double f0 = gap_along(here.near.normal, here.a, here.b) - dilation;
  double from = 0.0, to = 1.0;
  if (f0 > 0.0) {
    const double f1 =
        gap_along(here.near.normal, placed(*part_, item, place(window.hi).X), piece_of(triangle.at(window.hi))) -
        dilation;
    if (!clip(f0, f1, from, to)) return {Outcome::free, window.hi, window.hi, {}};
  }
  if (from < 0.5 + 0x1p-20) {  // the middle is rounded by less than this part of the window
    const ChordContact early = halves(item, triangle, {window.lo, middle}, depth + 1);
    if (early.outcome != Outcome::free) return early;
  }
  return halves(item, triangle, {middle, window.hi}, depth + 1);
}

ChordContact ChordContactSearch::walk(Index item, const DeformingTriangle& triangle, const Interval& window) {
  const double level = clearance_m_ + 0.5 * tolerance_m_;
  ChordWalk walk(window.lo, window.hi);
  while (walk.place(window.hi)) {
    const double from = walk.from(), end = walk.end();
    const Start here = start(item, triangle, from, end);
    if (touches(from, here.near, here.error_m)) return {Outcome::contact, from, from, here.near};
    const double tube = this->tube(from, end), dilation = (level + here.error_m + tube) * (1.0 + 0x1p-40);
    const auto gap_at_end = [&] {
      return gap_along(here.near.normal, placed(*part_, item, place(end).X), piece_of(triangle.at(end)));
    };
    const ChordWalk::Move move =
        walk.advance(gap_along(here.near.normal, here.a, here.b), gap_at_end, dilation, tube, 0.125 * tolerance_m_);
    if (move == ChordWalk::Move::apart) break;
    if (move == ChordWalk::Move::stuck) return {Outcome::contact, from, from, here.near};
  }
  return {Outcome::free, window.hi, window.hi, {}};
}

}  // namespace tocca
