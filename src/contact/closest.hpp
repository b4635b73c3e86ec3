#pragma once

#include <limits>

#include "contact/convex_piece.hpp"
#include "tocca/verdict/contact.hpp"

namespace tocca {

/// The distance between two placed pieces, enclosed, with the points that show it.
///
/// Guarantee   lower <= true distance <= upper, for the pieces as given (real arithmetic on their doubles). `upper` is
///             the distance of two points of the pieces, its rounding included; `lower` is the gap between the supports
///             along `normal`, its rounding included; 0 where no gap is proven.
/// Tightness   upper - lower <= 1e-10 * (size of the pieces + distance) for cores, boxes and hulls. Cylinders and cones: the
///             same for all but a few in a thousand nearly parallel ones, 1e-7 for those whose radius and length differ a
///             thousandfold. Overlapping pieces: lower = 0 and upper within the same of 0.
/// Always ends, never throws, allocates nothing. docs/maths/closest.md has the proof.
///
/// To learn only whether the distance exceeds a number, pass it as `enough`: the work ends as soon as lower is greater,
/// and upper may then be any upper bound.
Distance closest(const ConvexPiece& a, const ConvexPiece& b, double enough = std::numeric_limits<double>::infinity());

}  // namespace tocca
