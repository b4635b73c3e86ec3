#pragma once

#include "world/polytope_pair.hpp"

namespace tocca {

/// The walk of Lin and Canny over the Voronoi regions of two polytopes. Heuristic: it is fast and nearly always right, and what it finds
/// is proven or dismissed by PolytopePair's bounds.
///
/// Each visit looks at one pair of features. Their nearest points decide: where one lies outside its own feature, the feature becomes
/// the smaller one there; where the other's point lies clearly (beyond rounding) in a neighbour's region, it becomes the
/// neighbour. So the walk does not circle over borders that rounding blurs.
class FeatureWalk {
 public:
  enum class End { closest, overlapping, lost };

  explicit FeatureWalk(const PolytopePair& pair);
  /// Starts from these features, and leaves them where it ends.
  End run(Feature& a, Feature& b);

  // What it found. closest: the points, each in its polytope's frame, and the direction in which they are apart, from b to
  // a, in the world, of any length. overlapping: a point that seems to be in both, in a's frame.
  const Vector3& point_a() const { return point_[0]; }
  const Vector3& point_b() const { return point_[1]; }
  const Vector3& direction() const { return direction_; }
  const Vector3& common() const { return common_; }
  int steps() const { return steps_; }

 private:
  enum class Move { moved, closest, overlapping };

  Move visit();
  Move vertex_vertex();
  Move vertex_edge(int side);  ///< the side that has the vertex
  Move vertex_face(int side);
  Move edge_edge();
  Move edge_face(int side);
  Move face_face();
  Move below_face(int side, const Vector3& x);

  Vector3 across(int side, const Vector3& x) const { return side == 0 ? Vector3(R_BA_ * x + p_BA_) : to_a(x); }
  Vector3 to_a(const Vector3& x_B) const { return R_BA_.transpose() * (x_B - p_BA_); }
  bool steps_to_edge(int side, const Vector3& x);
  bool steps_to_face(int side, Index edge, const Vector3& x, double margin);
  Move found(const Vector3& point_0, const Vector3& point_1, int frame, const Vector3& direction);

  const PolytopePair& pair_;
  const Polytope* polytope_[2];
  Matrix3 R_BA_;
  Vector3 p_BA_;
  double margin_;  ///< what rounding may blur
  Feature feature_[2];
  Vector3 point_[2], direction_, common_;
  int steps_ = 0;
};

}  // namespace tocca
