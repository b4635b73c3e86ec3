// ToolSearch: one item of the tool against one triangle, on its way or at an instant.
#include <algorithm>
#include <cmath>

#include "contact/chord_walk.hpp"
#include "tool/tool_search.hpp"

namespace tocca {
namespace {

/// A slide is tried up to this share of the time that is left until a contact at the present rate, if that is more than so much of the chord.
constexpr double safe_share = 0.8, least_slide = 0.02;

}  // namespace

/// True: found_.place has a direction that may keep other triangles apart.
bool ToolSearch::visit(Index item, const Window& window, Index triangle) {
  if (is_found_ && (aim_ == Aim::any || (aim_ == Aim::first && window.from >= found_.time.hi))) return false;
  if (aim_ != Aim::first) {
    if (!touches(item, triangle, window.from, found_)) return found_.place.lower > dilation_m_;
    if (aim_ == Aim::all) all_->push_back(found_);
    is_found_ = true;
    return false;
  }
  const double latest = is_found_ ? std::min(window.to, found_.time.hi) : window.to;
  const ChordContact contact = first_contact(item, triangle_of(triangle), {window.from, latest});
  if (contact.outcome == Outcome::free) return false;
  // No pair touches before the least of all lower ends; the earliest witness is never later than the one that end came with.
  const double lo = is_found_ ? std::min(found_.time.lo, contact.time.lo) : contact.time.lo;
  const bool is_earlier = !is_found_ || contact.time.hi < found_.time.hi;
  if (is_earlier) found_ = {{lo, contact.time.hi}, item, triangle, contact.near};
  found_.time.lo = lo;
  is_found_ = true;
  return is_earlier;
}

ChordContact ToolSearch::first_contact(Index item, const DeformingTriangle& triangle, const Interval& window) {
  const Index node = leaves_[item];
  return node == no_index ? contacts_->first(item, triangle, window) : walk(node, triangle, window);
}

/// ChordContactSearch::first for a polytope, with its proof: the gaps are those of planes across directions that need not be the best. First
/// the direction that is known, then the one between the nearest points, and where that one turns, as it does beside a tool that
/// slides past, one for both ends of a chord. 2^-40 is far above the rounding of sums of positive numbers.
ChordContact ToolSearch::walk(Index node, const DeformingTriangle& triangle, const Interval& window) {
  const double error = tool_.rounding_m() + triangle.rounding_m();
  const ChordLevel level{clearance_m_ + 0.5 * tolerance_m_, error};
  Vector3 direction = axes_[node];
  bool is_of_use = direction.squaredNorm() > 0.0;
  double known_at = -1.0;
  Distance near;
  ChordWalk walk(window.lo, window.hi);
  while (walk.place(window.hi)) {
    const Window chord = this->window(walk.from(), walk.end());
    double lower = near.lower;
    if (known_at != chord.from && is_of_use) {
      lower = gap(node, direction, chord.start, triangle.at(chord.from));
      is_of_use = lower > level.dilation(chord.tube) + chord.tube;
    }
    if (known_at != chord.from && !is_of_use) {
      const double before_at = known_at, before = near.upper;
      near = distance_between(shapes_, node, chord.start, triangle.at(chord.from), direction, 0.05 * tolerance_m_,
                              std::numeric_limits<double>::infinity());
      known_at = chord.from, direction = near.normal, lower = near.lower;
      const double instant = motion_->tube ? motion_->tube->over(0.0) : contacts_->tube(chord.from, chord.from);
      if ((near.upper + error + instant) * (1.0 + 0x1p-40) <= clearance_m_ + tolerance_m_) {
        return {Outcome::contact, {chord.from, chord.from}, near};
      }
      const double rate = before_at < 0.0 ? 0.0 : (before - near.upper) / (known_at - before_at);
      if (const double to = before_at < 0.0 ? known_at : slide(node, triangle, chord, level, near, rate);
          to > known_at) {
        if (to >= window.hi) break;
        walk.proven(to);
        continue;
      }
    }
    const auto gap_at_end = [&] { return gap(node, direction, chord.end, triangle.at(chord.to)); };
    const ChordWalk::Move move =
        walk.advance(lower, gap_at_end, level.dilation(chord.tube), chord.tube, 0.125 * tolerance_m_);
    if (move == ChordWalk::Move::apart) break;
    if (move == ChordWalk::Move::stuck && known_at == chord.from) {
      return {Outcome::contact, {chord.from, chord.from}, near};
    }
    is_of_use = false;
  }
  return {Outcome::free, {window.hi, window.hi}, {}};
}

/// How far from a triangle a plane across the direction shows the node's shape to be.
double ToolSearch::gap(Index node, const Vector3& direction, const Pose& X,
                       const std::array<Vector3, 3>& corners) const {
  SeparatingPlane plane(shapes_, node, direction, 0.0);
  plane.include(X);
  return plane.margin(corners);
}

/// Up to when one direction keeps the node's shape apart from a triangle, from the start of a chord on; its start: none was found. Distances
/// that fall at this rate say where a contact may be: it is not searched beyond. The proof does not need it: along one direction, gaps at both
/// ends of a chord that exceed the dilation do so on all of it, as in ChordWalk.
double ToolSearch::slide(Index node, const DeformingTriangle& triangle, const Window& chord, const ChordLevel& level,
                         const Distance& near, double rate) {
  if (!(near.lower > level.dilation(chord.tube) + chord.tube)) return chord.from;
  const double until = rate > 0.0 ? chord.from + safe_share * (near.lower - level.level_m) / rate : chord.to;
  if (!(until > chord.from + least_slide * (chord.to - chord.from))) return chord.from;
  const Window part = until < chord.to ? this->window(chord.from, until) : chord;
  const double dilation = level.dilation(part.tube);
  const auto p = triangle.at(part.from), q = triangle.at(part.to);
  const std::array<Vector3, 6> points{p[0], p[1], p[2], q[0], q[1], q[2]};
  const std::array<Pose, 2> ends{part.start, part.end};
  const Vector3 n = direction_between(shapes_, node, ends, std::span(points).first(near_->surface.still() ? 3 : 6),
                                      dilation, near.normal);
  const bool is_apart =
      n.squaredNorm() > 0.0 && gap(node, n, part.start, p) > dilation && gap(node, n, part.end, q) > dilation;
  return is_apart ? part.to : chord.from;
}

DeformingTriangle ToolSearch::triangle_of(Index triangle) const {
  const SurfaceStep& surface = near_->surface;
  const Triangle& v = surface.triangles[triangle];
  const auto &from = surface.from, &to = surface.to;
  return {{from[v[0]], from[v[1]], from[v[2]]}, {to[v[0]], to[v[1]], to[v[2]]}};
}

/// A corner well inside of a cylinder needs no search: 2^-20 of the sizes is far above the rounding of a difference, of dot products
/// and of their quotient, and what the coordinates lose in the difference is compared with the sizes.
bool ToolSearch::is_well_inside(const ConvexPiece& piece, const Vector3& p) {
  if (piece.kind != ConvexPiece::Kind::cylinder) return false;
  constexpr double share = 1.0 - 0x1p-20;
  const double length_sq = piece.axis[2].squaredNorm(), radius_sq = piece.radius * piece.radius;
  const Vector3 away = p - piece.centre;
  if (!(p.squaredNorm() + piece.centre.squaredNorm() < 0x1p40 * std::min(length_sq, radius_sq))) return false;
  const double along = away.dot(piece.axis[2]);
  return std::abs(along) < share * length_sq &&
         away.squaredNorm() * length_sq - along * along < share * radius_sq * length_sq;
}

/// 2^-40 is far above the rounding of these sums of positive numbers. The distance may stop where the pieces are farther apart.
bool ToolSearch::touches(Index item, Index triangle, double t, ToolTouch& touch) {
  const DeformingTriangle corners = triangle_of(triangle);
  const auto p = corners.at(t);
  const double level = clearance_m_ + tolerance_m_;
  touch.time.lo = touch.time.hi = t;
  touch.item = item, touch.triangle = triangle;
  if (const Index node = leaves_[item]; node != no_index) {
    const double instant = motion_->tube ? motion_->tube->over(0.0) : contacts_->tube(t, t);
    // Lists need no places: it is enough to know on which side of the level it is.
    const double fine = 0.05 * tolerance_m_, infinite = std::numeric_limits<double>::infinity();
    const bool is_place = aim_ == Aim::first;
    touch.place =
        distance_between(shapes_, node, pose(t), p, axes_[node], fine, is_place ? infinite : dilation_m_ + fine,
                         is_place ? 0.0 : clearance_m_ + 0.5 * tolerance_m_);
    return (touch.place.upper + tool_.rounding_m() + corners.rounding_m() + instant) * (1.0 + 0x1p-40) <= level;
  }
  const ChordContactSearch::Placed& here = contacts_->at(t);
  const double error = here.placing_m + here.instant_m + corners.rounding_m();
  const ConvexPiece piece = placed(tool_, item, here.X);
  if (aim_ != Aim::first && error * (1.0 + 0x1p-40) <= level) {
    for (const Vector3& corner : p) {
      if (is_well_inside(piece, corner)) return true;
    }
  }
  touch.place = closest(piece, ConvexPiece::triangle(p[0], p[1], p[2]), level);
  return (touch.place.upper + error) * (1.0 + 0x1p-40) <= level;
}

}  // namespace tocca
