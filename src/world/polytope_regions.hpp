#pragma once

#include <Eigen/Geometry>

#include "world/closest_features.hpp"

namespace tocca {

inline Index some_vertex(const Polytope& p, const Feature& feature) {
  switch (feature.kind) {
    case Feature::Kind::vertex:
      return feature.index;
    case Feature::Kind::edge:
      return p.edges()[feature.index].tail;
    case Feature::Kind::face:
      return p.hull().face(feature.index)[0];
  }
  return 0;
}

/// How far x lies out of a face across one of its edges, times the edge's length: the border between their Voronoi regions.
/// Computed from the edge as stored, for both of its faces alike, so that both see the same border.
inline double beyond_edge(const Polytope& p, Index edge, Index face, const Vector3& x) {
  const Polytope::Edge& e = p.edges()[edge];
  const Vector3& tail = p.vertices()[e.tail];
  const double beyond = (x - tail).dot((p.vertices()[e.head] - tail).cross(p.planes()[face].normal));
  return e.left == face ? beyond : -beyond;
}

/// The point of a face nearest to x, which lies in the face up to rounding: a convex combination of three of its
/// corners, whatever the rounding.
Vector3 within_face(const Polytope& p, Index face, const Vector3& x);

/// Where a ray from a point inside leaves a polytope.
struct RayExit {
  Index face;
  double ratio;  ///< the ray's vector is this many times as long as the way to the face
};

/// Climbs over neighbouring faces to the one through which the ray leaves: of all faces it has the greatest ratio. For rays from the centre these
/// are the inner pseudo-Voronoi regions, cones from the centre over the faces (cohen-1995, section 3.3); a point at ratio 1 is on the
/// surface, at less inside.
RayExit ray_exit(const Polytope& p, Index face, const Vector3& from, const Vector3& ray);

/// The point of the polytope where x is, or, x outside, where the ray from the centre leaves it; a convex combination of the centre and
/// three corners of the face, whatever the rounding. `face`: where to start; then the cone that contains x.
Vector3 drawn_inside(const Polytope& p, Index& face, const Vector3& x);

/// The vertex, edge or face on which x lies, which is on the surface to rounding.
Feature feature_at(const Polytope& p, Index start_face, const Vector3& x);

}  // namespace tocca
