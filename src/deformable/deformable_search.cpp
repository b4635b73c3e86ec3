#include "deformable/deformable_search.hpp"

#include <algorithm>
#include <cmath>

#include "core/exact_sign.hpp"
#include "core/vectors.hpp"
#include "shape/axis_ray.hpp"

namespace tocca {
namespace {

using PlacedCorners = std::array<Vector3, 3>;

/// A coordinate too small for exact signs counts as 0.
PlacedCorners in_range(PlacedCorners corners) {
  for (Vector3& p : corners) p = (p.array().abs() < 0x1p-306).select(0.0, p);
  return corners;
}

int orientation(const Vector3& a, const Vector3& b, const Vector3& c, const Vector3& d) {
  return orient3d(a.data(), b.data(), c.data(), d.data());
}

/// Edges of a through b, where the sides of a's corners from b's plane are known.
bool pierces_with(const PlacedCorners& a, const std::array<int, 3>& side, const PlacedCorners& b) {
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t k = i == 2 ? 0 : i + 1;
    if (side[i] * side[k] >= 0) continue;
    const int first = orientation(a[i], a[k], b[0], b[1]);
    const int second = orientation(a[i], a[k], b[1], b[2]), third = orientation(a[i], a[k], b[2], b[0]);
    // One of them may be 0: the edge passes through one of the other's edges.
    if ((first >= 0 && second >= 0 && third >= 0) || (first <= 0 && second <= 0 && third <= 0)) return true;
  }
  return false;
}

std::array<int, 3> sides(const PlacedCorners& of, const PlacedCorners& plane) {
  std::array<int, 3> side;
  for (std::size_t i = 0; i < 3; ++i) side[i] = orientation(plane[0], plane[1], plane[2], of[i]);
  return side;
}

bool all_on_one_side(const std::array<int, 3>& side) {
  return (side[0] > 0 && side[1] > 0 && side[2] > 0) || (side[0] < 0 && side[1] < 0 && side[2] < 0);
}

/// Four vertices at a time, as the two features that they make.
ConvexPiece feature_piece(const FourVertices& four, std::size_t first, std::size_t count, double t) {
  ConvexPiece piece;
  piece.count = static_cast<int>(count);
  for (std::size_t i = 0; i < count; ++i) {
    piece.point[i] = (1.0 - t) * vector_of(four.from[first + i]) + t * vector_of(four.to[first + i]);
  }
  return piece;
}

}  // namespace

bool pierces(const PlacedCorners& given_a, const PlacedCorners& given_b) {
  const PlacedCorners a = in_range(given_a), b = in_range(given_b);
  const std::array<int, 3> side_a = sides(a, b);
  if (all_on_one_side(side_a)) return false;
  const std::array<int, 3> side_b = sides(b, a);
  if (all_on_one_side(side_b)) return false;
  return pierces_with(a, side_a, b) || pierces_with(b, side_b, a);
}

/// True: nothing can come before this.
bool DeformableSearch::triangles(Index place_a, Index place_b) {
  ++statistics_.triangle_pairs;
  if (!meshes_.boxes_a().triangle(place_a).overlaps(meshes_.boxes_b().triangle(place_b))) return false;
  const DeformableMesh &a = meshes_.a(), &b = meshes_.b();
  const Index number_a = a.tree().triangle(place_a), number_b = b.tree().triangle(place_b);
  if (pierces(a.triangle(number_a).from, b.triangle(number_b).from)) {
    pierced_ = touches_ = true;
    best_.time.lo = best_.time.hi = 0.0;
    best_.kind = ContactKind::overlap;
    best_.triangles = {number_a, number_b};
    return true;
  }
  FeaturePairs(meshes_).of_triangles(place_a, place_b, [&](const FeatureNumbers& pair) {
    ++statistics_.solver_calls;
    const LinearAnswer answer = linear_contact(pair.linear_kind(), vertices_of(a, b, pair));
    if (answer.outcome == Outcome::free || (touches_ && answer.time.lo > best_.time.hi)) return;
    // The first contact is not before the least lo and not after the least hi, of those that touch.
    const double lo = touches_ ? std::min(best_.time.lo, answer.time.lo) : answer.time.lo;
    if (!touches_ || answer.time.hi < best_.time.hi) {
      best_.time.hi = answer.time.hi;
      best_.kind = pair.kind;
      best_.triangles = {number_a, number_b};
      features_ = pair;
    }
    best_.time.lo = lo;
    touches_ = true;
  });
  return false;
}

bool DeformableSearch::finish(const DeformableMesh& a, const DeformableMesh& b, DeformableContact& found) {
  if (!touches_) return false;
  Distance near;
  if (pierced_) {
    const PlacedCorners x = a.triangle(static_cast<Index>(best_.triangles[0])).from,
                        y = b.triangle(static_cast<Index>(best_.triangles[1])).from;
    near = closest(ConvexPiece::triangle(x[0], x[1], x[2]), ConvexPiece::triangle(y[0], y[1], y[2]));
  } else {
    const FourVertices four = vertices_of(a, b, features_);
    const std::size_t count = features_.kind == ContactKind::edge_edge ? 2 : 1;
    near = closest(feature_piece(four, 0, count, best_.time.hi), feature_piece(four, count, 4 - count, best_.time.hi));
    if (features_.kind == ContactKind::face_vertex) near.normal = -near.normal;
  }
  ++statistics_.static_tests;
  best_.point = near.point_b + 0.5 * (near.point_a - near.point_b);
  best_.normal = near.normal;
  found = best_;
  return true;
}

bool DeformableSearch::surfaces(const DeformableMesh& a, const DeformableMesh& b, DeformableContact& found) {
  touches_ = pierced_ = false;
  meshes_.set(a, b);
  meshes_.for_each_triangles([&](Index i, Index k) {
    if (!pierced_) triangles(i, k);
  });
  return finish(a, b, found);
}

bool DeformableSearch::self(const DeformableMesh& mesh, DeformableContact& found) {
  statistics_ = {};
  return surfaces(mesh, mesh, found);
}

bool DeformableSearch::pair(const DeformableMesh& a, const DeformableMesh& b, DeformableContact& found) {
  statistics_ = {};
  if (!a.tree().root().overlaps(b.tree().root())) return false;  // nor is one inside the other
  if (surfaces(a, b, found) && found.initial()) return true;
  return component_inside(a, b, found) || component_inside(b, a, found) || touches_;
}

bool DeformableSearch::inside(const DeformableMesh& mesh, const Vector3& point, double t) {
  const FloatBox& root = mesh.tree().root();
  Vector3 lower, upper;
  for (int i = 0; i < 3; ++i) {
    lower[i] = static_cast<double>(root.lower(i)), upper[i] = static_cast<double>(root.upper(i));
    if (point[i] < lower[i] || point[i] > upper[i]) return false;
  }
  // The shortest way out meets fewest boxes.
  int axis = 0;
  double sense = 1.0, least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 3; ++i) {
    if (upper[i] - point[i] < least) least = upper[i] - point[i], axis = i, sense = 1.0;
    if (point[i] - lower[i] < least) least = point[i] - lower[i], axis = i, sense = -1.0;
  }
  const AxisRay ray(point, axis, sense);
  Vector3 beam_lower = point, beam_upper = point;
  (sense > 0.0 ? beam_upper : beam_lower)[axis] = (sense > 0.0 ? upper : lower)[axis];
  const TriangleMesh& topology = mesh.topology();
  crossed_.clear();
  for_each_overlap(mesh.tree(), FloatBox::around(beam_lower, beam_upper), [&](Index place) {
    const Index number = mesh.tree().triangle(place);
    const auto crossings = topology.crossings(number);
    if (crossings.empty()) return;
    const PlacedCorners at = mesh.triangle(number).at(t);
    if (ray.crosses(at[0], at[1], at[2])) crossed_.insert(crossed_.end(), crossings.begin(), crossings.end());
  });
  std::sort(crossed_.begin(), crossed_.end(), [](const auto& x, const auto& y) { return x.solid < y.solid; });
  for (std::size_t i = 0, end = 0; i < crossed_.size(); i = end) {
    std::uint64_t ways = 0;
    for (end = i; end < crossed_.size() && crossed_[end].solid == crossed_[i].solid; ++end) ways ^= crossed_[end].ways;
    if (ways != 0) return true;
  }
  return false;
}

/// A component of which no surface touches is inside as a whole or not at all.
bool DeformableSearch::component_inside(const DeformableMesh& inner, const DeformableMesh& outer,
                                        DeformableContact& found) {
  for (const TriangleMesh::Component& component : inner.topology().components()) {
    const Vector3& point = inner.from()[inner.triangles()[component.triangle][0]];
    if (!inside(outer, point, 0.0)) continue;
    found = {};
    found.kind = ContactKind::inside;
    found.point = point;
    return true;
  }
  return false;
}

}  // namespace tocca
