#pragma once

#include "contact/convex_piece.hpp"
#include "tocca/verdict/contact.hpp"

namespace tocca {

/// The signed distance of two placed pieces: their distance where they are apart; where they overlap, minus the length of
/// the shortest translation that takes them apart.
///
/// Guarantee   lower <= true signed distance <= upper, for the pieces as given (real arithmetic on their doubles). `lower`
///             is the gap of the supports along `normal`, rounding included; `upper` the distance of two points, or minus
///             the radius of a ball around the origin inside a polytope of points of the Minkowski difference.
/// Always ends, never throws. Allocates for overlapping pieces. docs/maths/penetration.md has the proof.
/// The points are not set.
///
/// Goes on until upper - lower <= tolerance or an eighth of how far lower is above `near`, or until upper < near:
/// callers want to know on which side of `near` the two are. Where rounding, or an overlap of round pieces that needs
/// thousands of points, prevents that, the bracket stays wider; the same goes for two overlapping triangles in one
/// plane.
Distance signed_distance(const ConvexPiece& a, const ConvexPiece& b, double tolerance, double near);

}  // namespace tocca
