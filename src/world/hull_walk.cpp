#include "world/hull_walk.hpp"

#include <cmath>
#include <limits>

#include "core/tolerance.hpp"
#include "core/vectors.hpp"
#include "world/polytope_pair.hpp"

namespace tocca {
namespace {

using Kind = HullMeeting::Kind;

/// Hulls are opened after so many chords: what is in them knows more than they do.
constexpr int most_chords = 4;
/// A chord that aims at a contact is this much longer than the way to it seems.
constexpr double overshoot = 1.5;
/// Shorter chords are not tried: only rounding leads here.
constexpr double shortest = 0x1p-46;
/// Room for the rounding of a sum of a few positive numbers.
constexpr double room = 1.0 + 0x1p-40;

/// A chord of which nothing is proven yet, since its tube takes too much of the gap: it falls with the square of the length.
double shortened(double length, double gap, double tube) {
  if (!(gap > 0.0) || !(tube < 1e300)) return 0.25 * length;
  return length * std::clamp(0.7 * std::sqrt(0.5 * gap / tube), 0.05, 0.5);
}

}  // namespace

bool HullWalk::apart_along(const Vector3& direction, Index node_a, Index node_b) {
  node_a_ = node_a;
  node_b_ = node_b;
  const Vector3 unit = direction.normalized();
  const double apart =
      (contact_share * tolerance_m_ + rounding() + a_.moving().whole.along(unit) + b_.moving().whole.along(unit)) *
      room;
  return gap_at(0.0, direction, {}) > apart && gap_at(1.0, direction, {}) > apart;
}

double HullWalk::needed() const { return (level_of(tolerance_m_) + rounding()) * room; }

double HullWalk::gap_at(double t, const Vector3& direction, const FeaturePair& features) {
  const Pose X_a = a_.pose(t), X_b = b_.pose(t);
  Feature on_a = features.a, on_b = features.b;
  return PolytopePair(hull(a_, node_a_, X_a), hull(b_, node_b_, X_b)).gap(direction, direction.norm(), on_a, on_b);
}

/// The gap is measured again along the normal as it is stored: both ends of a chord need the very same direction.
void HullWalk::look(Start& start, FeaturePair& features) {
  start.X_a = a_.pose(start.time);
  start.X_b = b_.pose(start.time);
  start.near = closest_features(hull(a_, node_a_, start.X_a), hull(b_, node_b_, start.X_b), features, infinity);
  start.gap = gap_at(start.time, start.near.normal, features) - needed();
}

/// The tube of an instant is the rounding of the pose there.
bool HullWalk::touches(const Start& start) {
  if (!(start.near.upper <= contact_share * tolerance_m_)) return false;
  const double poses = a_.tube(start.time, start.time).tube + b_.tube(start.time, start.time).tube;
  return (start.near.upper + poses + rounding()) * room <= tolerance_m_;
}

HullMeeting HullWalk::first(Index node_a, Index node_b, double from, double to, Until until, FeaturePair& features,
                            std::uint64_t& work_left) {
  node_a_ = node_a;
  node_b_ = node_b;
  Start start{};
  start.time = from;
  length_ = to - from;
  closing_ = 0.0;
  Move move = Move::on;
  for (int chords = 0; start.time <= to; ++chords) {
    if (work_left == 0) return {Kind::exhausted, start.time};
    --work_left;
    if (move == Move::on) {
      look(start, features);
      if (touches(start)) return {Kind::near, start.time};
      if (closing_ > 0.0) length_ = overshoot * start.gap / closing_;
    }
    if (until == Until::looking && (chords == most_chords || !(start.gap > 0.0))) return {Kind::near, start.time};
    move = advance(start, to, features);
    if (move == Move::stuck) return {Kind::stuck, start.time};
    if (move == Move::apart) break;
  }
  return {Kind::apart, to};
}

HullWalk::Move HullWalk::advance(Start& start, double to, const FeaturePair& features) {
  if (!(start.gap > 0.0)) return Move::stuck;
  const double end = length_ < to - start.time ? start.time + length_ : to;
  const double length = end - start.time;
  const Vector3& normal = start.near.normal;
  const double tube = (a_.tube(start.time, end).along(normal) + b_.tube(start.time, end).along(normal)) * room;
  const double first = start.gap - tube;
  const double last = first > 0.0 ? gap_at(end, normal, features) - needed() - tube : 0.0;
  if (last > 0.0) {
    if (end >= to) return Move::apart;
    start.time = end;
    length_ = 4.0 * length;
    closing_ = 0.0;
    return Move::on;
  }
  if (!(tube <= first)) {
    length_ = shortened(length, start.gap, tube);
    return length_ > shortest ? Move::shorter : Move::stuck;
  }
  // A quotient of positive numbers and a difference err by 2 u: 2^-50 covers it, and 2^-52 the sum.
  const double next = start.time + first / (first - last) * (1.0 - 0x1p-50) * length - 0x1p-52;
  if (!(next > start.time)) return Move::stuck;
  start.time = next;
  closing_ = (first - last) / length;
  return Move::on;
}

}  // namespace tocca
