// A shape where it is, with the rounding of its place.
#pragma once

#include "tocca/core/require.hpp"
#include "tocca/world/body_shape.hpp"
#include "world/body_box.hpp"
#include "world/closest_features.hpp"

namespace tocca {

/// One rigid thing of a body of a world: the whole of it, or a link.
struct PlacedShape {
  const BodyShape* shape = nullptr;
  Pose X;  ///< X_WS: a rotation to pose_skew
  /// No true point is farther from where X, in real arithmetic, puts the stored pieces: the shape's own rounding, and that of
  /// the forward kinematics of a link.
  double error_m = 0.0;
  // A ball around all of it, true points included.
  Vector3 centre = Vector3::Zero();
  double radius = 0.0;
  int link = -1;
  ExtremeVertices extremes{};  ///< of its box

  /// Poses of a world may be as far from rotations as this: |R^T R - I| in the Frobenius norm.
  static constexpr double pose_skew = 0x1p-20;

  /// Requires a finite pose, a rotation to pose_skew.
  void put(const Pose& pose, double error) {
    TOCCA_REQUIRE((pose.rotation.transpose() * pose.rotation - Matrix3::Identity()).cwiseAbs().maxCoeff() <= pose_skew,
                  "a body of a world must be placed by a rotation");
    TOCCA_REQUIRE(pose.translation.allFinite(), "a body of a world must be placed at finite coordinates");
    X = pose;
    error_m = error;
    const Polytope& root = shape->root();
    centre = X * root.centre();
    // Distances grow by less than 2^-20; the centre's coordinates err by 4 u of their terms (sum |R_ij| c_j < 2 reach), 8 u in
    // length. 2^-49 = 16 u covers both, and 2^-19 the rounding of this sum.
    radius = root.radius() * (1.0 + 0x1p-19) + error_m * (1.0 + 0x1p-40) +
             0x1p-49 * (2.0 * root.reach() + X.translation.cwiseAbs().sum()) + 0x1p-400;
  }
  PlacedPolytope placed(Index node) const { return {shape->nodes()[node].hull.get(), &X}; }
};

/// Proven: the balls around both are farther apart than `enough`, so the two are. The difference of the centres and the sum of the radii
/// err by u, squares and their sum by 5 u of themselves: 2^-48 is above all of it.
inline bool balls_apart(const PlacedShape& a, const PlacedShape& b, double enough) {
  const double reach = (a.radius + b.radius + enough) * (1.0 + 0x1p-48);
  return (a.centre - b.centre).squaredNorm() > reach * reach;
}

}  // namespace tocca
