#include <Eigen/Geometry>
#include <array>
#include <cmath>

#include "contact/closest.hpp"
#include "contact/local_piece.hpp"
#include "contact/touching.hpp"

namespace tocca {
namespace {

void move(ConvexPiece& piece, const Vector3& by) {
  if (piece.kind == ConvexPiece::Kind::core) {
    for (int i = 0; i < piece.count; ++i) piece.point[i] += by;
  } else {
    piece.centre += by;
  }
}

/// Directions in which a piece is flat: its faces' normals and, for want of better, its edges'.
struct PenetrationDirections {
  std::array<Vector3, 6> at;
  int count = 0;

  void add(const Vector3& d) {
    const double length = d.norm();
    if (length > 0.0) at[static_cast<std::size_t>(count++)] = d / length;
  }
  explicit PenetrationDirections(const ConvexPiece& piece) {
    if (piece.kind == ConvexPiece::Kind::core) {
      const Vector3* p = piece.point;
      if (piece.count == 3) add((p[1] - p[0]).cross(p[2] - p[0]));
      for (int i = 0; piece.count > 1 && i < piece.count; ++i) add(p[(i + 1) % piece.count] - p[i]);
      return;
    }
    for (int i = piece.kind == ConvexPiece::Kind::box ? 0 : 2; i < 3; ++i) add(piece.axis[i]);
    if (piece.kind == ConvexPiece::Kind::hull) add(piece.axis[0]), add(piece.axis[1]);
  }
};

/// How far a must move along unit n to leave b.
double depth_along(const ConvexPiece& a, const ConvexPiece& b, const Vector3& n) {
  return support(b, n).value + support(a, -n).value;
}

Vector3 middle(const ConvexPiece& piece) { return LocalPiece(piece, Vector3::Zero()).middle(); }

}  // namespace

Penetration penetration(const ConvexPiece& a, const ConvexPiece& b) {
  const Distance touch = closest(a, b);
  Penetration best{std::numeric_limits<double>::infinity(), touch.normal};
  const auto offer = [&](const Vector3& n) {
    for (const Vector3& side : {n, Vector3(-n)}) {
      const double depth = depth_along(a, b, side);
      if (depth < best.depth) best = {depth, side};
    }
  };
  offer(touch.normal);
  const Vector3 apart = middle(a) - middle(b);
  if (apart.norm() > 0.0) offer(apart.normalized());
  const PenetrationDirections of_a(a), of_b(b);
  const auto offer_across = [&](const Vector3& e) {  // a segment has no face: any way across it may do
    const Vector3 across = e.unitOrthogonal(), leaning = apart - apart.dot(e) * e;
    offer(across);
    offer(e.cross(across));
    if (leaning.norm() > 1e-9 * apart.norm()) offer(leaning.normalized());
  };
  for (int i = 0; i < of_a.count; ++i) offer_across(of_a.at[static_cast<std::size_t>(i)]);
  for (int i = 0; i < of_b.count; ++i) offer_across(of_b.at[static_cast<std::size_t>(i)]);
  for (int i = 0; i < of_a.count; ++i) offer(of_a.at[static_cast<std::size_t>(i)]);
  for (int i = 0; i < of_b.count; ++i) {
    const Vector3& e = of_b.at[static_cast<std::size_t>(i)];
    offer(e);
    for (int j = 0; j < of_a.count; ++j) {
      const Vector3 n = of_a.at[static_cast<std::size_t>(j)].cross(e);
      if (n.norm() > 1e-6) offer(n.normalized());
    }
  }
  // Pull a out by twice the depth and look back: the direction to the nearest points of b is one in which less may do.
  for (int round = 0; round < 8 && best.depth > 0.0; ++round) {
    ConvexPiece pulled = a;
    move(pulled, 2.0 * best.depth * best.normal);
    const Penetration before = best;
    const Distance c = closest(pulled, b);
    if (c.lower > 0.0) offer(c.normal);
    if (!(best.depth < 0.99 * before.depth)) break;
  }
  best.depth = std::max(best.depth, 0.0);
  return best;
}

}  // namespace tocca
