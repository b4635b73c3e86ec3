#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "core/rounding.hpp"
#include "model/part.hpp"
#include "tocca/shape/convex_hull.hpp"
#include "tocca/verdict/contact.hpp"
#include "tool/tool_volume.hpp"

namespace tocca {

/// A convex shape around everything below each node of a tool's tree: the item itself where there is only one, the hull of
/// all corners at a leaf and at the root, a box elsewhere.
class ToolShapes {
 public:
  /// The part must outlive it.
  explicit ToolShapes(const Part& tool);

  /// The shape is the only item below this node.
  bool is_item(Index node) const { return shapes_[node].is_one_item; }
  const ToolOutline& outline(Index node) const { return shapes_[node].outline; }

  /// The shape is the hull of some corners, and distance() may be asked for.
  bool is_polytope(Index node) const { return shapes_[node].kind == Kind::corners; }

  /// A point of the shape, to 16 u of the numbers that occur (size()), far along n: the farthest, or, for directions that are only
  /// tried, nearly so. `start`: a corner to begin at, and the corner it is.
  Vector3 farthest(Index node, const Pose& X, const Vector3& n, Index& start) const;
  /// No number in placing the shape is larger.
  double size(Index node, const Pose& X) const { return 1.75 * shapes_[node].reach_m + X.translation.lpNorm<1>(); }
  /// No point of the shape, placed by X in real arithmetic, is farther along n. Requires a rotation to 2^-20.
  double most(Index node, const Pose& X, const Vector3& n) const;

 private:
  enum class Kind { item, corners, box };
  struct Shape {
    Kind kind = Kind::box;
    bool is_one_item = false;
    Index item = 0;
    ToolOutline outline;
    Eigen::ArrayX3d corners;           ///< in the tool's frame
    const ConvexHull* hull = nullptr;  ///< whose corners they are, in the same order, if they are a hull's
    double reach_m = 0.0;              ///< from the tool's origin, none less
  };
  void set_corners(Shape& shape, std::span<const Vector3> points) const;
  static Index highest_corner(const Shape& shape, const Vector3& own, Index start);
  void set_leaf(Shape& shape, const Part::Node& node) const;
  void set_root();

  const Part& tool_;
  std::vector<Shape> shapes_;
  std::optional<ConvexHull> envelope_;  ///< of all corners, where the root has more than one item
};

/// The distance of a polytope at a position from a triangle, enclosed (Distance's promise, real arithmetic, the stored shape and the given
/// corners taken as exact). `towards_tool`: a direction to begin with, zero: any. Upper and lower differ by more than `fine_m` only where
/// rounding prevents it, or lower exceeds `enough_m`, or upper is at most `near_m`, to rounding.
Distance distance_between(const ToolShapes& shapes, Index node, const Pose& X, const std::array<Vector3, 3>& triangle,
                          const Vector3& towards_tool, double fine_m, double enough_m, double near_m = 0.0);

/// A direction, towards the tool, that may separate its shape at all of these positions from the hull of some points; zero: none was
/// found. Nothing is proven. `first`: a direction to begin with, zero: any.
Vector3 direction_between(const ToolShapes& shapes, Index node, std::span<const Pose> positions,
                          std::span<const Vector3> points, double enough_m, const Vector3& first = Vector3::Zero());

/// A plane that has the tool on one side: at each of some positions, on the chords between them, and whatever is near.
///
/// Guarantee   A point below it is farther than `reach_m` from every point of the shape at every position that was included,
///             and on every straight way of a point from one of them to another. In real arithmetic (docs/maths/tool_volume.md).
class SeparatingPlane {
 public:
  SeparatingPlane(const ToolShapes& shapes, Index node, const Vector3& towards_tool, double reach_m)
      : shapes_(shapes), node_(node), n_(towards_tool), reach_(reach_m * towards_tool.norm()) {}

  void include(const Pose& X);
  /// How far below the plane these points are at least; negative where they are not.
  double margin(std::span<const Vector3> points) const;
  /// How far along the direction a point is, as computed.
  double along(const Vector3& p) const { return n_.dot(p); }
  /// Proven: this point, `along` being what along() says of it, is below.
  bool has_below(const Vector3& p, double along) const {
    return along < bound_ && along + 6.0 * unit_roundoff * n_.cwiseAbs().dot(p.cwiseAbs()) + 0x1p-500 < bound_;
  }

 private:
  const ToolShapes& shapes_;
  Index node_;
  Vector3 n_;
  double reach_, bound_ = std::numeric_limits<double>::infinity();
};

}  // namespace tocca
