#pragma once

#include "model/part.hpp"

namespace tocca {

/// One item of a part, placed: what the elementary tests work on. A solid, or a triangle; all convex. Plain data, cheap
/// to copy, nothing allocated. Members that its kind does not name are not initialised.
///
///   core (point, segment, triangle)  all points within `radius` of the hull of point[0 .. count - 1]
///   box                              {centre + sum x_i axis_i : |x_i| <= 1}, axis_i = half size times direction
///   cylinder                         centre, axis[2] = half length times direction, `radius`
///   cone                             likewise; apex at centre + axis[2], base disc at centre - axis[2]
///   hull                             {centre + sum v_i axis_i}, v over the hull (its own coordinates)
struct ConvexPiece {
  enum class Kind : std::uint8_t { core, box, cylinder, cone, hull };
  Kind kind = Kind::core;
  int count = 0;  ///< points of a core
  double radius = 0.0;
  Vector3 point[3];  ///< core
  Vector3 centre;    ///< box, cylinder, cone, hull
  Vector3 axis[3];
  const ConvexHull* hull = nullptr;

  static ConvexPiece triangle(const Vector3& a, const Vector3& b, const Vector3& c) {
    ConvexPiece piece;
    piece.count = 3;
    piece.point[0] = a, piece.point[1] = b, piece.point[2] = c;
    return piece;
  }

  bool is_triangle() const { return kind == Kind::core && count == 3; }
  const Vector3& some_point() const { return kind == Kind::core ? point[0] : centre; }
};

/// Item `item` of `part`, placed by X (rounded: see placing_error).
ConvexPiece placed(const Part& part, Index item, const Pose& X);
/// A primitive (never a mesh or a cloud) placed by X X_PB.
ConvexPiece placed(const Geometry& geometry, const Pose& X_PB, const Pose& X);

/// No point of a part that lies in `lss` is moved by more than this when placed() computes its place in doubles, the
/// stored part and pose taken as exact.
///
/// Requires    The poses of the part's primitives are rotations to 2^-45 (as Pose's makers and their products leave them).
double placing_error(const Pose& X, const Lss& lss);
/// The same from what it rests on: no point of the part is farther from its frame's origin than reach_m, |R^T R - I| (in
/// the Frobenius norm) is at most defect < 1, and the translation at most `distance_m` long.
double placing_error(double reach_m, double defect, double distance_m);

/// max of direction . x over the piece, and how far the computed number may be from the true one.
struct Support {
  double value, error;
};
Support support(const ConvexPiece& piece, const Vector3& direction);

/// The gap of two pieces along a direction, which is some unit vector n up to rounding; rounded down. Negative where their
/// shadows overlap.
double gap_along(const Vector3& n, const ConvexPiece& a, const ConvexPiece& b);

}  // namespace tocca
