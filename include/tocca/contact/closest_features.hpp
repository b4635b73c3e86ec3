// Layer: contact.  May include: motion, verdict and what they use.  Checked by tools/check_layers.py.
#pragma once

#include <cstdint>

#include "tocca/shape/polytope.hpp"

namespace tocca {

/// A vertex, edge or face of a polytope.
struct Feature {
  enum class Kind : std::uint8_t { vertex, edge, face };
  Kind kind = Kind::vertex;
  Index index = 0;
  bool operator==(const Feature&) const = default;
};

/// Where a walk over two polytopes stands: their closest features, as far as it knows. Kept from step to step.
struct FeaturePair {
  Feature a, b;
  bool operator==(const FeaturePair&) const = default;
};

/// A polytope where it is.
struct PlacedPolytope {
  const Polytope* shape;
  const Pose* X;  ///< X_WP
};

/// The distance of two placed polytopes, enclosed, with what shows it.
///
/// Guarantee   lower <= true distance <= upper, for the polytopes' vertices and poses as stored. `lower` is the gap of the supports
///             along `normal`, rounding included, 0 where no gap is proven; `upper` the distance of two points of the polytopes, rounding
///             included; overlapping ones have upper within rounding of 0.
struct FeatureDistance {
  double lower = 0.0, upper = 0.0;
  Vector3 point_a, point_b;  ///< in the world
  Vector3 normal;            ///< unit (to rounding), from b to a; some direction where they overlap
  bool overlapping = false;  ///< a common point is known, within rounding
  int steps = 0;             ///< features looked at
};

/// Lin-Canny: from the features of the step before, walks to neighbours whose Voronoi regions contain the other's closest
/// point, until both do. Inside, pseudo-Voronoi regions around the centres say when the two penetrate (cohen-1995, section
/// 3.3). `features` is left at the closest pair.
///
/// Requires    features of these polytopes (any: a bad start costs time alone).
/// Always ends Each move must lessen the distance by more than rounding, and moves are counted; what walks in circles or
///             degenerates goes to closest().
/// Cost        Coherent motion: constant, about 100 ns. `enough`: whoever only wants to know whether the distance exceeds it;
///             work ends as soon as lower is greater, and upper may then be any upper bound.
/// Never throws, allocates nothing.
FeatureDistance closest_features(const PlacedPolytope& a, const PlacedPolytope& b, FeaturePair& features,
                                 double enough);

}  // namespace tocca
