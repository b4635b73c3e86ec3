#pragma once

#include <vector>

#include "contact/convex_piece.hpp"
#include "tocca/verdict/contact.hpp"

namespace tocca {

/// The places where two placed items are at most `reach` apart, appended to `places` (which may allocate). Points lie midway between both
/// surfaces; triangles are not set.
///
/// Two items with flat faces (triangles, boxes, hulls), each pair of features once, the least features first:
///   vertex, vertex   within reach: vertex_face or face_vertex
///   vertex, edge     within reach, and the vertex of neither of the edge's ends: vertex_face or face_vertex
///   vertex, face     within reach, the foot in the face, and the vertex of none of its edges: likewise
///   edge, edge       within reach, and no end of one of the other: edge_edge. Edges that lie along each other give both
///                    ends of the stretch that they share.
/// Of triangles only features that they own (TriangleMesh::owned_features) are reported, so that each pair of features of two
/// meshes is reported by one pair of triangles; it may be that two items are within reach and nothing is appended. Boxes
/// and hulls own all of theirs.
/// Items that would have to move by more than reach to come apart: one `overlap`, whatever they own.
/// With a curved item (sphere, capsule, cylinder, cone): one `round` place, wherever it is touched, even at the flat
/// end of a cylinder.
/// The same places for (b, a), bit for bit, with normals reversed and vertex_face for face_vertex (unless both pieces
/// have the same first point or centre).
void append_touching(const ConvexPiece& a, std::uint8_t owned_a, const ConvexPiece& b, std::uint8_t owned_b,
                     double reach, std::vector<Contact>& places);

/// Every feature of a triangle is its own: for pieces that are not part of a mesh.
inline constexpr std::uint8_t owns_all = 0x3f;

/// How far one of two overlapping pieces must be moved to come apart (an upper bound, within a few per cent of the least
/// one nearby), and the way: `a` is to be moved along the normal. Depth 0 where they do not overlap.
struct Penetration {
  double depth;
  Vector3 normal;  ///< unit
};
Penetration penetration(const ConvexPiece& a, const ConvexPiece& b);

}  // namespace tocca
