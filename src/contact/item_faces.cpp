#include "contact/item_faces.hpp"

#include <Eigen/Geometry>
#include <algorithm>

#include "contact/local_piece.hpp"
#include "contact/triangle_features.hpp"
#include "core/index.hpp"
#include "tocca/core/require.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca {

using PieceKind = ConvexPiece::Kind;

Vector3 Face::foot_on_edge(int i, const Vector3& x) const {
  const Vector3 d = edge(i);
  const double along = (x - point(i)).dot(d);
  return point(i) + (along > 0.0 ? std::min(1.0, along / d.squaredNorm()) : 0.0) * d;
}

Vector3 Face::foot(const Vector3& x) const {
  Vector3 best = nearest_on_triangle(x, point(0), point(1), point(2));
  for (int i = 3; i < count(); ++i) {
    const Vector3 other = nearest_on_triangle(x, point(0), point(i - 1), point(i));
    if ((other - x).squaredNorm() < (best - x).squaredNorm()) best = other;
  }
  return best;
}

bool ItemFaces::are_all_of(const ConvexPiece& piece) {
  if (piece.kind == PieceKind::core) return piece.count == 3 && piece.radius == 0.0;
  return piece.kind == PieceKind::box || piece.kind == PieceKind::hull;
}

ItemFaces::ItemFaces(const ConvexPiece& piece, std::uint8_t owned, const Vector3& origin) {
  TOCCA_REQUIRE(are_all_of(piece), "only triangles, boxes and hulls consist of flat faces");
  if (piece.kind == PieceKind::core) {
    add_triangle(piece, owned, origin);
  } else if (piece.kind == PieceKind::box) {
    add_box(piece, origin);
  } else {
    add_hull(piece, origin);
  }
}

Face ItemFaces::face_of(std::span<const FaceCorner> corners) {
  Face face;
  face.corners = corners;
  const Vector3 across = face.edge(0).cross(-face.edge(face.count() - 1));
  const double length = across.norm();
  face.normal = length > 0.0 ? Vector3(across / length) : across;
  face.low = face.high = corners[0].at;
  for (const FaceCorner& corner : corners) {
    face.low = face.low.cwiseMin(corner.at);
    face.high = face.high.cwiseMax(corner.at);
  }
  return face;
}

void ItemFaces::add_triangle(const ConvexPiece& piece, std::uint8_t owned, const Vector3& origin) {
  const LocalTriangle local(piece, origin);
  for (int i = 0; i < 3; ++i) few_corners_[at(i)] = {local[i], ((owned >> i) & 1) != 0, ((owned >> (3 + i)) & 1) != 0};
  few_faces_[0] = face_of(std::span(few_corners_).first(3));
  faces_ = std::span(few_faces_).first(1);
  middle_ = local.middle();
}

/// The faces across axis 0 own their corners and edges, which are all corners and eight edges; those across axis 1 the four edges
/// that are left.
void ItemFaces::add_box(const ConvexPiece& piece, const Vector3& origin) {
  middle_ = piece.centre - origin;
  std::size_t next = 0;
  for (int across = 0; across < 3; ++across) {
    const Vector3 &u = piece.axis[(across + 1) % 3], &v = piece.axis[(across + 2) % 3];
    const Vector3 around[4] = {-u - v, u - v, u + v, v - u};
    for (const double side : {-1.0, 1.0}) {
      const Vector3 centre = middle_ + side * piece.axis[across];
      for (int i = 0; i < 4; ++i) {
        // Edges 0 and 2 lie along u, 1 and 3 along v, which is axis 0 where `across` is 1.
        few_corners_[next + at(i)] = {centre + around[i], across == 0, across == 0 || (across == 1 && i % 2 == 1)};
      }
      few_faces_[next / 4] = face_of(std::span(few_corners_).subspan(next, 4));
      next += 4;
    }
  }
  faces_ = few_faces_;
}

/// The first face at a vertex owns it; an edge is in two faces, one way and the other.
void ItemFaces::add_hull(const ConvexPiece& piece, const Vector3& origin) {
  const ConvexHull& hull = *piece.hull;
  middle_ = LocalPiece(piece, origin).middle();
  std::vector<char> seen(hull.vertices().size(), 0);
  std::vector<std::size_t> start;
  for (std::size_t f = 0; f < hull.face_count(); ++f) {
    const std::span<const Index> ring = hull.face(f);
    start.push_back(many_corners_.size());
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Vector3& own = hull.vertices()[ring[i]];
      const Vector3 at =
          piece.centre - origin + own.x() * piece.axis[0] + own.y() * piece.axis[1] + own.z() * piece.axis[2];
      many_corners_.push_back({at, !seen[ring[i]], ring[i] < ring[(i + 1) % ring.size()]});
      seen[ring[i]] = 1;
    }
  }
  start.push_back(many_corners_.size());
  for (std::size_t f = 0; f + 1 < start.size(); ++f) {
    many_faces_.push_back(face_of(std::span(many_corners_).subspan(start[f], start[f + 1] - start[f])));
  }
  faces_ = many_faces_;
}

}  // namespace tocca
