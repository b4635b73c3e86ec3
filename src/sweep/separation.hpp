//
// Are two convex sets farther apart than some distance? The direction that shows it is searched for in plain doubles
// (Gilbert, Johnson and Keerthi's walk) and then verified with a bound on the rounding; the search need not be right.
#pragma once

#include <span>

#include "shape/obb.hpp"

namespace tocca::separation {

/// The hull of some points.
struct Points {
  std::span<const Vector3> points;

  Vector3 farthest(const Vector3& direction) const;
  Vector3 inside() const { return points.front(); }
  /// >= direction . x for every x of the set.
  double most(const Vector3& direction) const;
};

struct Box {
  const Obb& box;

  Vector3 farthest(const Vector3& direction) const { return box.support(direction); }
  Vector3 inside() const { return box.center; }
  double most(const Vector3& direction) const { return box.extent(direction).hi; }
};

/// Proven: every point of `a` is farther than `distance` from every point of `b`. False if that is not proven.
/// `direction`: where to look first (zero: anywhere); the direction that decided, for the next question.
template <class Shape>
bool apart(const Points& a, const Shape& b, double distance, Vector3& direction);

extern template bool apart<Points>(const Points&, const Points&, double, Vector3&);
extern template bool apart<Box>(const Points&, const Box&, double, Vector3&);

}  // namespace tocca::separation
