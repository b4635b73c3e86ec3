#pragma once

#include "shape/obb.hpp"

namespace tocca {

/// A ray from a point along a coordinate axis, one way or the other, that crosses surfaces of triangles: the point is inside a closed
/// surface if the ray crosses it an odd number of times.
///
/// Guarantee   crosses() is exact for the doubles given, except that coordinates below 2^-306 in size count as 0, for
///             every triangle alike, so that a closed surface stays closed. What the ray meets exactly (edges,
///             vertices) is decided as if the point were moved by an infinitesimal step, the same for all triangles
///             (simulation of simplicity): exactly one of two triangles at an edge, or an odd number of a fan about a
///             vertex, is hit. Triangles without area are never hit.
class AxisRay {
 public:
  AxisRay(const Vector3& from, int axis, double sense);

  /// May the ray meet the box? Never false if it does.
  bool may_meet(const Obb& box) const;
  /// Does the ray start before the box, as seen along its way, whatever the box is aside? Then it crosses what is in the box if and only if
  /// any ray does that starts before it on the same line.
  bool starts_before(const Obb& box) const;
  bool may_meet(const Vector3& lower, const Vector3& upper) const {
    const auto aside = [&](double x, int k) { return x < lower[k] - 0x1p-300 || x > upper[k] + 0x1p-300; };
    const double end = sense_ > 0.0 ? upper[axis_] : -lower[axis_];
    return !aside(from_.across, across_) && !aside(from_.up, up_) && !(from_.ahead > end + 0x1p-300);
  }

  bool crosses(const Vector3& p, const Vector3& q, const Vector3& r) const { return crossing(p, q, r) != 0; }
  /// 0 if it does not cross; otherwise 1 if it comes out of the side from which the triangle is seen counter-clockwise,
  /// or -1. The sum over the triangles of an oriented closed surface is the winding number of the ray's start.
  int crossing(const Vector3& p, const Vector3& q, const Vector3& r) const;

  /// The three coordinates as the ray sees them: `ahead` along it, growing; `across` and `up` to its sides.
  struct Seen {
    double ahead, across, up;
  };

 private:
  Seen see(const Vector3& x) const;
  static double reach(const Obb& box, int k);

  int axis_, across_, up_;
  double sense_;
  Seen from_;
};

}  // namespace tocca
