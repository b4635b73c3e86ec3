#include "contact/convex_piece.hpp"

#include <Eigen/Geometry>
#include <cmath>

#include "core/rounding.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca {
namespace {

using PieceKind = ConvexPiece::Kind;

/// Fills a piece with a geometry in its own frame, through the rounded rotation R and translation t.
struct Place {
  const Matrix3& R;
  const Vector3& t;
  ConvexPiece& piece;

  void operator()(const Sphere& sphere) const {
    piece.count = 1;
    piece.radius = sphere.radius;
    piece.point[0] = t;
  }
  void operator()(const Capsule& capsule) const {
    const Vector3 half = R.col(2) * (0.5 * capsule.length);
    piece.count = 2;
    piece.radius = capsule.radius;
    piece.point[0] = t - half;
    piece.point[1] = t + half;
  }
  void operator()(const Box& box) const {
    piece.kind = PieceKind::box;
    piece.centre = t;
    for (int i = 0; i < 3; ++i) piece.axis[i] = R.col(i) * (0.5 * box.size[i]);
  }
  void operator()(const Cylinder& cylinder) const { round(PieceKind::cylinder, cylinder.radius, cylinder.length); }
  void operator()(const Cone& cone) const { round(PieceKind::cone, cone.radius, cone.length); }
  void operator()(const std::shared_ptr<const ConvexHull>& hull) const {
    piece.kind = PieceKind::hull;
    piece.hull = hull.get();
    piece.centre = t;
    for (int i = 0; i < 3; ++i) piece.axis[i] = R.col(i);
  }
  void operator()(const MeshPointer&) const {}  // a part's primitive is never a mesh, nor a cloud
  void operator()(const CloudPointer&) const {}

  void round(PieceKind kind, double radius, double length) const {
    piece.kind = kind;
    piece.radius = radius;
    piece.centre = t;
    piece.axis[2] = R.col(2) * (0.5 * length);
  }
};

}  // namespace

ConvexPiece placed(const Geometry& geometry, const Pose& X_PB, const Pose& X) {
  ConvexPiece piece;
  const Matrix3 R = X.rotation * X_PB.rotation;
  const Vector3 t = X * X_PB.translation;
  std::visit(Place{R, t, piece}, geometry);
  return piece;
}

ConvexPiece placed(const Part& part, Index item, const Pose& X) {
  if (item < part.triangle_count()) {
    const Triangle& corners = part.triangles()[item];
    const Vector3* vertices = part.vertices().data();
    return ConvexPiece::triangle(X * vertices[corners[0]], X * vertices[corners[1]], X * vertices[corners[2]]);
  }
  const Part::Primitive primitive = part.primitive(item);
  return placed(primitive.geometry, primitive.pose, X);
}

double placing_error(double reach_m, double defect, double distance_m) {
  // M = reach_m: no point of the part is farther from its frame's origin. What is placed is made of three kinds of numbers:
  //  - R p + t for a point p: a coordinate errs by 4 u (sum |R_ij p_j| + |t_i|), the point by 4 u (|R|_F M + |t|);
  //  - the axes of a primitive, h_i (R R_PB) e_i, sum of all |h_i| <= sqrt(3) M: products, sums and the half size's product
  //    make at most 5 u |R|_F |R_PB|_F |h_i| each, so 5 u sqrt(3) sqrt(3) |R|_F M < 16 u |R|_F M together (a hull's axes
  //    likewise, with |v| in the place of the half sizes; a capsule's ends: one more sum, 2 u M);
  //  - radii and right angles, which are kept though R and R_PB are not quite rotations: with singular values in
  //    [1 - d, 1 + d], d <= |R'R - I|_F, a ball of radius r becomes an ellipsoid within d r of the ball, and a disc or a
  //    cylinder's section leans by at most 2 d: within 4 d M. R_PB has d <= 2^-45 = 256 u.
  // u is unit_roundoff. Constants doubled where they stand for first-order terms; |R|_F <= 2 |R|.
  // |R|_F^2 = trace(R'R) <= 3 + sqrt(3) defect.
  const double size = std::sqrt(3.0 + 2.0 * defect) * reach_m;
  return rounded_up(
      (48.0 * size + 8.0 * distance_m) * unit_roundoff + 4.0 * (defect + 512.0 * unit_roundoff) * (reach_m + size), 32);
}

double placing_error(const Pose& X, const Lss& lss) {
  const Matrix3& R = X.rotation;
  const double defect =
      (R.transpose() * R - Matrix3::Identity()).norm() + 16.0 * unit_roundoff * (1.0 + R.squaredNorm());
  return placing_error(std::max(lss.a.norm(), lss.b.norm()) + lss.radius, defect, X.translation.norm());
}

Support support(const ConvexPiece& piece, const Vector3& direction) {
  // A dot product of three terms errs by at most 3 u |d| |p|; every value below is a sum of at most five of them, with
  // sizes that add up to `size`. Across the axis of a cylinder or cone, |d x axis| / |axis| errs by 5 u |d|: three
  // products and differences of 2 u |d| |axis| each, two norms and a quotient. 32 u |d| size covers all of it.
  const double length = direction.norm();
  double value = 0.0, size = 0.0;
  switch (piece.kind) {
    case PieceKind::core: {
      value = direction.dot(piece.point[0]);
      size = piece.point[0].norm();
      for (int i = 1; i < piece.count; ++i) {
        value = std::max(value, direction.dot(piece.point[i]));
        size = std::max(size, piece.point[i].norm());
      }
      value += piece.radius * length;
      size += piece.radius;
      break;
    }
    case PieceKind::box: {
      value = direction.dot(piece.centre);
      size = piece.centre.norm();
      for (const Vector3& axis : piece.axis) value += std::abs(direction.dot(axis)), size += axis.norm();
      break;
    }
    case PieceKind::cylinder:
    case PieceKind::cone: {
      const Vector3& axis = piece.axis[2];
      const double half = axis.norm(), along = direction.dot(axis);
      const double rim = piece.radius * (direction.cross(axis).norm() / half);
      value = piece.kind == PieceKind::cylinder ? std::abs(along) + rim : std::max(along, rim - along);
      value += direction.dot(piece.centre);
      size = piece.centre.norm() + half + piece.radius;
      break;
    }
    case PieceKind::hull: {
      // d . A v = (A'd) . v: A'd errs by 3 u |d| |axis_i| in each coordinate
      const Vector3 own(direction.dot(piece.axis[0]), direction.dot(piece.axis[1]), direction.dot(piece.axis[2]));
      const double stretch = piece.axis[0].norm() + piece.axis[1].norm() + piece.axis[2].norm();
      double most = -std::numeric_limits<double>::infinity(), farthest = 0.0;
      for (const Vector3& v : piece.hull->vertices()) {
        most = std::max(most, own.dot(v));
        farthest = std::max(farthest, v.cwiseAbs().maxCoeff());
      }
      value = most + direction.dot(piece.centre);
      size = piece.centre.norm() + 2.0 * stretch * farthest;
      break;
    }
  }
  return {value, rounded_up(32.0 * unit_roundoff * length * size, 8)};
}

double gap_along(const Vector3& n, const ConvexPiece& a, const ConvexPiece& b) {
  const Support lowest = support(a, -n), highest = support(b, n);
  const double gap = -lowest.value - highest.value;
  const double size = std::fabs(lowest.value) + std::fabs(highest.value);
  return gap - lowest.error - highest.error - 4.0 * 0x1p-53 * size;
}

}  // namespace tocca
