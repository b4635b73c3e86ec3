#include "world/body_features.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "shape/polytope.hpp"
#include "world/body_piece.hpp"
#include "world/closest_features.hpp"

namespace tocca {
namespace {

double distance_sq_to_segment(const Vector3& x, const Vector3& p, const Vector3& q) {
  const Vector3 way = q - p;
  const double length_sq = way.squaredNorm();
  const double along = length_sq > 0.0 ? std::clamp((x - p).dot(way) / length_sq, 0.0, 1.0) : 0.0;
  return (x - p - along * way).squaredNorm();
}

void put(Feature::Kind kind, std::int64_t index, BodyPlace& place) {
  place.feature_kind = static_cast<int>(kind);
  place.feature = index;
}

void name_on_triangle(const Part& part, Index item, const Vector3& point, BodyPlace& place) {
  const Triangle& triangle = part.triangles()[item];
  const auto corner = [&](std::size_t k) -> const Vector3& { return part.vertices()[triangle[k % 3]]; };
  double size_sq = 0.0;
  for (std::size_t k = 0; k < 3; ++k) size_sq = std::max(size_sq, (corner(k + 1) - corner(k)).squaredNorm());
  const double near_sq = near_feature * near_feature * size_sq;
  for (std::size_t k = 0; k < 3; ++k) {
    if ((point - corner(k)).squaredNorm() <= near_sq) return put(Feature::Kind::vertex, triangle[k], place);
  }
  for (std::size_t k = 0; k < 3; ++k) {
    if (distance_sq_to_segment(point, corner(k), corner(k + 1)) > near_sq) continue;
    return put(Feature::Kind::edge, 3 * std::int64_t{item} + static_cast<std::int64_t>(k), place);
  }
  put(Feature::Kind::face, item, place);
}

/// How far a point of a face's plane is outside of the face: negative within it.
double beyond_face(const Polytope& polytope, Index face, const Vector3& point) {
  double most = -std::numeric_limits<double>::infinity();
  const auto corners = polytope.hull().face(face);
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const Vector3& corner = polytope.vertices()[corners[k]];
    const Vector3 along = polytope.vertices()[corners[(k + 1) % corners.size()]] - corner;
    most = std::max(most, (point - corner).dot(along.cross(polytope.planes()[face].normal)) / along.norm());
  }
  return most;
}

/// All features are looked at: rounding makes two triangles of a placed box's face, which only their edges tell apart.
void name_on_polytope(const Polytope& polytope, const Vector3& point, BodyPlace& place) {
  const std::vector<Vector3>& vertices = polytope.vertices();
  const double near = near_feature * polytope.radius();
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    if ((point - vertices[v]).squaredNorm() <= near * near) {
      return put(Feature::Kind::vertex, static_cast<std::int64_t>(v), place);
    }
  }
  for (std::size_t e = 0; e < polytope.edges().size(); ++e) {
    const Polytope::Edge& edge = polytope.edges()[e];
    if (distance_sq_to_segment(point, vertices[edge.tail], vertices[edge.head]) > near * near) continue;
    return put(Feature::Kind::edge, static_cast<std::int64_t>(e), place);
  }
  double least = std::numeric_limits<double>::infinity();
  for (Index f = 0; f < polytope.planes().size(); ++f) {
    const Polytope::Plane& plane = polytope.planes()[f];
    const double off = std::abs(plane.normal.dot(point) - plane.offset);
    const double away = std::max(off, beyond_face(polytope, f, point));
    if (away >= least) continue;
    least = away;
    put(Feature::Kind::face, f, place);
  }
}

/// The leaf that holds a piece.
const BodyShape::Node& leaf_of(const BodyShape& shape, int piece) {
  const auto& nodes = shape.nodes();
  const auto found =
      std::ranges::find_if(nodes, [&](const auto& node) { return node.is_leaf() && node.piece == piece; });
  TOCCA_REQUIRE(found != nodes.end(), "a shape has no such piece");
  return *found;
}

std::vector<Vector3> corners_of(const Polytope& polytope, const Feature& feature) {
  const std::vector<Vector3>& vertices = polytope.vertices();
  if (feature.kind == Feature::Kind::vertex) return {vertices[feature.index]};
  if (feature.kind == Feature::Kind::edge) {
    const Polytope::Edge& edge = polytope.edges()[feature.index];
    return {vertices[edge.tail], vertices[edge.head]};
  }
  std::vector<Vector3> corners;
  for (const Index v : polytope.hull().face(feature.index)) corners.push_back(vertices[v]);
  return corners;
}

std::vector<Vector3> corners_of(const Part& part, const Feature& feature) {
  const std::vector<Vector3>& vertices = part.vertices();
  if (feature.kind == Feature::Kind::vertex) return {vertices[feature.index]};
  if (feature.kind == Feature::Kind::edge) {
    const Triangle& t = part.triangles()[feature.index / 3];
    const Index k = feature.index % 3;
    return {vertices[t[k]], vertices[t[(k + 1) % 3]]};
  }
  const Triangle& t = part.triangles()[feature.index];
  return {vertices[t[0]], vertices[t[1]], vertices[t[2]]};
}

}  // namespace

const char* name_of_feature(const BodyPlace& place) {
  if (place.feature < 0) return "none";
  static constexpr std::array names{"vertex", "edge", "face"};
  return names[static_cast<std::size_t>(place.feature_kind)];
}

void name_feature(const BodyShape& shape, Index leaf, Index item, const Vector3& point, BodyPlace& place) {
  const BodyShape::Node& node = shape.nodes()[leaf];
  const Part& part = shape.piece(node.piece).part;
  if (node.exact) return name_on_polytope(*node.hull, point, place);
  if (item < part.triangle_count()) name_on_triangle(part, item, point, place);
}

std::vector<Vector3> BodyShape::corners(const BodyPlace& place) const {
  if (place.feature < 0) return {};
  const Feature feature{static_cast<Feature::Kind>(place.feature_kind), static_cast<Index>(place.feature)};
  const Node& leaf = leaf_of(*this, place.piece);
  return leaf.exact ? corners_of(*leaf.hull, feature) : corners_of(piece(place.piece).part, feature);
}

}  // namespace tocca
