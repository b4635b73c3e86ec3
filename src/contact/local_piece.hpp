#pragma once

#include "contact/convex_piece.hpp"

namespace tocca {

/// A piece as seen from a point near it, without the radius of a core. Differences of doubles are rounded relative to
/// themselves, so what follows is as exact far from the world's origin as near it.
class LocalPiece {
 public:
  LocalPiece(const ConvexPiece& piece, const Vector3& origin);

  /// A point of the piece, to 16 u reach(), whose product with the direction is the greatest one to 32 u |d| reach().
  Vector3 farthest(const Vector3& direction) const;
  /// Some point well inside.
  Vector3 middle() const;
  /// No point is farther from the origin; numbers met on the way are no larger.
  double reach() const { return reach_; }

 private:
  ConvexPiece piece_;
  double reach_;
};

/// The same for a triangle alone: the most frequent case.
class LocalTriangle {
 public:
  LocalTriangle(const ConvexPiece& piece, const Vector3& origin)
      : point_{piece.point[0] - origin, piece.point[1] - origin, piece.point[2] - origin} {}

  Vector3 farthest(const Vector3& direction) const {
    const double x = direction.dot(point_[0]), y = direction.dot(point_[1]), z = direction.dot(point_[2]);
    return point_[x >= y ? (x >= z ? 0 : 2) : (y >= z ? 1 : 2)];
  }
  Vector3 middle() const { return (point_[0] + point_[1] + point_[2]) * (1.0 / 3.0); }
  double reach() const {
    return std::sqrt(std::max({point_[0].squaredNorm(), point_[1].squaredNorm(), point_[2].squaredNorm()}));
  }
  const Vector3& operator[](int i) const { return point_[i]; }

 private:
  Vector3 point_[3];
};

}  // namespace tocca
