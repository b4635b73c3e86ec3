#pragma once

#include <array>
#include <cstdint>

#include "shape/polytope.hpp"
#include "tocca/verdict/contact.hpp"

namespace tocca {

/// A vertex, edge or face of a polytope.
struct Feature {
  enum class Kind : std::uint8_t { vertex, edge, face };
  Kind kind = Kind::vertex;
  Index index = 0;
  bool operator==(const Feature&) const = default;
};

/// Where a walk over two polytopes stands: their closest features, as far as it knows, and what showed that they were apart
/// or not. Kept from step to step.
struct FeaturePair {
  enum class State : std::uint8_t { unknown, apart, overlapping };
  Feature a, b;
  State state = State::unknown;
  /// apart: the normal, from b to a, in the world. overlapping: a common point, seen from a's centre, in a's frame.
  std::array<float, 3> witness{};
  bool operator==(const FeaturePair&) const = default;
};

/// A polytope where it is.
struct PlacedPolytope {
  const Polytope* shape;
  const Pose* X;  ///< X_WP
};

/// The distance between two placed polytopes, enclosed, with the points that show it.
///
/// Guarantee   lower <= true distance <= upper, for the polytopes' vertices and poses as stored. `lower` is the gap of the supports
///             along `normal`, rounding included, 0 where no gap is proven; `upper` the distance of two points of the polytopes, rounding
///             included; overlapping ones have upper within rounding of 0.
/// Tightness   upper - lower <= 1e-13 (distance of the frames' origins + both reaches); where polytopes overlap or degenerate, 1e-10 at
///             worst.
struct FeatureDistance : Distance {
  bool overlapping = false;  ///< a common point is known, within rounding
  bool walked = true;        ///< the walk found it; false: it needed help
  int steps = 0;             ///< features looked at
};

/// Lin-Canny: from the features of the step before, walks to neighbours whose Voronoi regions contain the other's closest
/// point, until both do. Inside, pseudo-Voronoi regions around the centres say when the two penetrate (cohen-1995, section
/// 3.3). `features` is left at the closest pair, or, overlapping, at the faces in whose inner regions the common point lies.
///
/// Requires    features of these polytopes (any: a bad start costs only time). Poses whose rotations are orthonormal to
///             2^-20.
/// Always ends Moves are counted; walks that circle or degenerate are handed to the iteration of closest().
/// Cost        Coherent motion: constant, about 100 ns. `enough`: for callers who only want to know whether the
///             distance exceeds it; work ends as soon as lower is greater; upper is then some upper bound, and the
///             points are not set.
/// Never throws, allocates nothing. docs/maths/closest_features.md has the proof.
FeatureDistance closest_features(const PlacedPolytope& a, const PlacedPolytope& b, FeaturePair& features,
                                 double enough);

}  // namespace tocca
