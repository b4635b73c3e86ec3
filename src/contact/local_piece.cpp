#include "contact/local_piece.hpp"

#include <Eigen/Geometry>
#include <cmath>

#include "core/rounding.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca {

using PieceKind = ConvexPiece::Kind;

namespace {

/// The unit vector across `axis` (unit) that is nearest to the direction; zero where the direction is along the axis to
/// rounding, when every vector across is as good: what is lost is below 16 u |direction|.
/// Subtracting the part along the axis twice leaves less than 4 u of it, however small the part across is.
Vector3 across(const Vector3& direction, const Vector3& axis) {
  Vector3 d = direction - direction.dot(axis) * axis;
  const double length = d.norm();
  if (!(length > 16.0 * unit_roundoff * direction.norm())) return Vector3::Zero();
  d /= length;
  d -= d.dot(axis) * axis;
  return d / d.norm();
}

}  // namespace

LocalPiece::LocalPiece(const ConvexPiece& piece, const Vector3& origin) : piece_(piece), reach_(0.0) {
  if (piece.kind == PieceKind::core) {
    for (int i = 0; i < piece.count; ++i) {
      piece_.point[i] -= origin;
      reach_ = std::max(reach_, piece_.point[i].norm());
    }
    return;
  }
  piece_.centre -= origin;
  reach_ = piece_.centre.norm();
  switch (piece.kind) {
    case PieceKind::core:
      break;
    case PieceKind::box:
      for (const Vector3& axis : piece.axis) reach_ += axis.norm();
      break;
    case PieceKind::cylinder:
    case PieceKind::cone: {
      const double half = piece.axis[2].norm();
      reach_ += half + piece.radius;
      piece_.axis[0] = piece.axis[2] / half;  // its direction
      break;
    }
    case PieceKind::hull: {
      double farthest = 0.0;
      for (const Vector3& v : piece.hull->vertices()) farthest = std::max(farthest, v.squaredNorm());
      reach_ += std::sqrt(farthest) * (piece.axis[0].norm() + piece.axis[1].norm() + piece.axis[2].norm());
      break;
    }
  }
}

Vector3 LocalPiece::middle() const {
  if (piece_.kind == PieceKind::core) {
    Vector3 sum = piece_.point[0];
    for (int i = 1; i < piece_.count; ++i) sum += piece_.point[i];
    return sum / piece_.count;
  }
  if (piece_.kind == PieceKind::hull) {
    const std::vector<Vector3>& vertices = piece_.hull->vertices();
    const Vector3 v = 0.5 * (vertices.front() + vertices.back());
    return piece_.centre + v.x() * piece_.axis[0] + v.y() * piece_.axis[1] + v.z() * piece_.axis[2];
  }
  return piece_.centre;
}

Vector3 LocalPiece::farthest(const Vector3& direction) const {
  const Vector3* axis = piece_.axis;
  switch (piece_.kind) {
    case PieceKind::core: {
      int best = 0;
      double most = direction.dot(piece_.point[0]);
      for (int i = 1; i < piece_.count; ++i) {
        const double along = direction.dot(piece_.point[i]);
        if (along > most) most = along, best = i;
      }
      return piece_.point[best];
    }
    case PieceKind::box: {
      Vector3 point = piece_.centre;
      for (int i = 0; i < 3; ++i) point += direction.dot(axis[i]) >= 0.0 ? axis[i] : Vector3(-axis[i]);
      return point;
    }
    case PieceKind::cylinder: {
      const Vector3 end = piece_.centre + (direction.dot(axis[2]) >= 0.0 ? 1.0 : -1.0) * axis[2];
      return end + piece_.radius * across(direction, axis[0]);
    }
    case PieceKind::cone: {
      const Vector3 out = piece_.radius * across(direction, axis[0]);
      // apex or rim: direction . (2 axis) against direction . out
      if (2.0 * direction.dot(axis[2]) >= direction.dot(out)) return piece_.centre + axis[2];
      return piece_.centre - axis[2] + out;
    }
    case PieceKind::hull: {
      const Vector3 own(direction.dot(axis[0]), direction.dot(axis[1]), direction.dot(axis[2]));
      const Vector3& v = piece_.hull->vertices()[piece_.hull->support(own)];
      return piece_.centre + v.x() * axis[0] + v.y() * axis[1] + v.z() * axis[2];
    }
  }
  return piece_.centre;
}

}  // namespace tocca
