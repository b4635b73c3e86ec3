#pragma once

#include <array>
#include <span>
#include <vector>

#include "contact/convex_piece.hpp"

namespace tocca {

/// A corner of a face, and whether the face reports what happens at it, and at the edge that leads to the next one.
struct FaceCorner {
  Vector3 at;
  bool owns_vertex, owns_edge;
};

/// A flat convex face: its corners in order around it, three or more.
struct Face {
  std::span<const FaceCorner> corners;
  Vector3 normal;     ///< unit; zero without area
  Vector3 low, high;  ///< a box around it

  int count() const { return static_cast<int>(corners.size()); }
  const FaceCorner& corner(int i) const { return corners[static_cast<std::size_t>(i < count() ? i : i - count())]; }
  const Vector3& point(int i) const { return corner(i).at; }
  Vector3 edge(int i) const { return point(i + 1) - point(i); }
  Vector3 foot_on_edge(int i, const Vector3& x) const;
  Vector3 foot(const Vector3& x) const;  ///< the nearest point of the face
};

/// What an item with only flat faces is made of, as seen from a point near it: a triangle is one face, with what it
/// owns of its mesh; a box has six; a hull those of its polytope. Each vertex and each edge of a solid is owned by one
/// of its faces.
/// Allocates only for a hull.
class ItemFaces {
 public:
  /// Is the item a triangle, a box or a hull? All others are curved.
  static bool are_all_of(const ConvexPiece& piece);

  /// Requires   are_all_of(piece). `owned`: as TriangleMesh::owned_features, of a triangle.
  ItemFaces(const ConvexPiece& piece, std::uint8_t owned, const Vector3& origin);
  ItemFaces(const ItemFaces&) = delete;
  ItemFaces& operator=(const ItemFaces&) = delete;

  std::span<const Face> faces() const { return faces_; }
  const Vector3& middle() const { return middle_; }

 private:
  void add_triangle(const ConvexPiece& piece, std::uint8_t owned, const Vector3& origin);
  void add_box(const ConvexPiece& piece, const Vector3& origin);
  void add_hull(const ConvexPiece& piece, const Vector3& origin);
  static Face face_of(std::span<const FaceCorner> corners);

  Vector3 middle_;
  std::array<FaceCorner, 24> few_corners_;  // enough for a box
  std::array<Face, 6> few_faces_;
  std::vector<FaceCorner> many_corners_;
  std::vector<Face> many_faces_;
  std::span<const Face> faces_;
};

}  // namespace tocca
