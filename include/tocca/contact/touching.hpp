// Layer: contact.  May include: motion, verdict and what they use.  Checked by tools/check_layers.py.
#pragma once

#include <vector>

#include "tocca/contact/convex_piece.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca {

/// One touching place of two items.
struct TouchingPlace {
  Vector3 point, normal;  ///< the point lies midway between both surfaces; the normal points from b to a, unit
  ContactKind kind;
};

/// The places where two placed items are at most `reach` apart, appended to `places` (which may allocate).
///
/// Two triangles: each vertex of one that lies within reach of the other's face (its foot inside the face), each pair of
/// edges within reach (feet inside both edges; parallel edges give both ends of the stretch they share); a vertex near
/// a vertex or an edge is reported once, as vertex/face of the triangle it belongs to. Only features that the triangle
/// owns (TriangleMesh::owned_features) are looked at, so that each pair of features of two meshes is reported once.
/// Triangles that cross each other by more than reach: one `overlap`. With a primitive: one `round` place, `overlap`
/// where they share more than their surfaces.
/// Where two items are within reach, but all features within reach are owned by neighbours, nothing is appended.
void append_touching(const ConvexPiece& a, std::uint8_t owned_a, const ConvexPiece& b, std::uint8_t owned_b,
                     double reach, std::vector<TouchingPlace>& places);

}  // namespace tocca
