#pragma once

#include <array>
#include <span>

#include "shape/aabb.hpp"
#include "shape/obb.hpp"

namespace tocca {

/// What a tool, or a part of it, fills in its own frame:
///   box      {centre + sum_i x_i axis_i : |x_i| <= 1}
///   round    the same with x_0^2 + x_1^2 <= 1: a cylinder along axis 2
/// The axes hold the half sizes; right angles are not assumed.
struct ToolOutline {
  Vector3 centre = Vector3::Zero();
  Matrix3 axes = Matrix3::Zero();
  bool round = false;

  ToolOutline() = default;
  /// Exactly the box's set: products of two floats are doubles.
  explicit ToolOutline(const Obb& box)
      : centre(box.center), axes(box.frame() * box.half.cast<double>().asDiagonal().toDenseMatrix()) {}
  /// A cylinder placed in the tool's frame, to within the rounding of its pose's products.
  ToolOutline(const Cylinder& cylinder, const Pose& X_TC);
};

/// The volume that a tool sweeps between two positions (caby-crosnier, section 3.1): the oriented box of both positions,
/// with Z along its length and X along its height, cut by two side and two frontal planes, all parallel to X (Fig. 5).
///
/// Guarantee   Contains every point that the tool fills at any time of the motion, and all points within the dilation of
///             these: each face's place is the greatest extent of both positions along its normal, plus tube, dilation and
///             rounding. The normals are chosen by the paper's reasoning, but nothing rests on that choice.
/// Not claimed That it is tight for a motion of any length: the tube grows with the square of its length.
/// Cost        About 1 us with planes, which allocate.
class ToolVolume {
 public:
  /// Where n . x > offset a point is outside, by more than what its computation rounds (see outside()).
  struct Face {
    Vector3 normal;
    double offset;
  };
  /// `bare`: the axis-aligned box alone; `box`: the oriented one as well; `planes`: cut by the four planes.
  enum class Tightness { bare, box, planes };

  /// `tube_m`: no point of the tool strays farther from its chord between the two poses. `dilation_m` on top of it.
  ToolVolume(const ToolOutline& outline, const Pose& start, const Pose& end, double tube_m, double dilation_m,
             Tightness tightness = Tightness::planes);
  /// Any number of positions one after the other (at least one), no step with a longer tube: their boxes and planes.
  ToolVolume(const ToolOutline& outline, std::span<const Pose> poses, double tube_m, double dilation_m);
  /// box() of the volume between two positions, at a tenth of the cost.
  static Aabb bare_box(const ToolOutline& outline, const Pose& start, const Pose& end, double tube_m,
                       double dilation_m) {
    return ToolVolume(outline, start, end, tube_m, dilation_m, Tightness::bare).box();
  }

  const Aabb& box() const { return box_; }
  std::span<const Face> faces() const { return {faces_.data(), static_cast<std::size_t>(face_count_)}; }
  /// The corners of both positions, near which the volume lies; none for a row of positions.
  std::span<const Vector3> corners() const { return {corners_.data(), static_cast<std::size_t>(corner_count_)}; }

  /// Proven: the hull of these points has no point in the volume.
  bool excludes(std::span<const Vector3> points) const;

 private:
  struct Placed {
    Vector3 centre;
    Matrix3 axes;
    double size;  ///< no number in the evaluation of an extent along a unit vector is larger, rounding aside

    /// Bit i of k: axis i counts positive.
    Vector3 corner(unsigned k) const {
      return centre + axes * Vector3(k & 1 ? 1.0 : -1.0, k & 2 ? 1.0 : -1.0, k & 4 ? 1.0 : -1.0);
    }
  };
  static Placed placed(const ToolOutline& outline, const Pose& X);
  double extent(const Placed& placed, const Vector3& normal) const;
  double face_at(const Vector3& normal, double extent) const;
  void add_face(const Vector3& normal, std::span<const Placed> ends);
  void set_box(std::span<const Placed> ends);
  void add_planes(std::span<const Placed> ends, const Matrix3& frame, int long_axis);

  Aabb box_;
  std::array<Face, 10> faces_;
  std::array<Vector3, 16> corners_;
  int face_count_ = 0, corner_count_ = 0;
  double reach_m_, core_radius_m_ = 0.0;
  bool round_;
};

}  // namespace tocca
