#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tocca/shape/primitives.hpp"

namespace tocca {

/// What a sensor saw, as one piece of geometry: very many balls of one radius (the points of a scan, each with a size), or
/// very many boxes of a few sizes (the cells of an occupancy map). Each ball and each box is a solid of its own, exactly as
/// a Sphere or a Box would be; together they take some 40 bytes each. Immutable, shared by pointer.
///
/// Guarantee   At least one grain; coordinates at most largest_coordinate, sizes as in require_valid.
class Cloud {
 public:
  /// Balls of this radius around the points. Points have no size of their own: between points of radius 0 a robot could pass
  /// through a wall, so the radius must be positive; about half the distance of neighbours closes a surface.
  /// Throws InputError (no file name): no points, a coordinate that is not finite or too large, a radius that is not positive.
  Cloud(std::vector<Vector3> points, double radius);
  /// Boxes with their edges along x, y and z around the centres: that of box i has the size sizes[size_of[i]].
  /// Throws InputError likewise; also if there are not as many entries in `size_of` as centres, or one names no size.
  Cloud(std::vector<Vector3> centres, std::vector<Vector3> sizes, std::vector<std::uint8_t> size_of);

  bool is_points() const noexcept { return sizes_.empty(); }
  /// How many balls or boxes.
  std::size_t size() const noexcept { return centres_.size(); }
  const std::vector<Vector3>& centres() const noexcept { return centres_; }
  /// Of every ball; 0 for boxes.
  double radius() const noexcept { return radius_; }
  /// The sizes that boxes have; none for points.
  const std::vector<Vector3>& sizes() const noexcept { return sizes_; }
  std::span<const std::uint8_t> size_of() const noexcept { return size_of_; }
  /// Sphere or Box: what grain i is, about its centre.
  Geometry shape_of(std::size_t grain) const;

  /// Corners of a box that contains all centres, and how far a grain reaches from its centre at most.
  const Vector3& lower() const noexcept { return lower_; }
  const Vector3& upper() const noexcept { return upper_; }
  double reach() const noexcept { return reach_; }

 private:
  void measure();

  std::vector<Vector3> centres_, sizes_;
  std::vector<std::uint8_t> size_of_;
  double radius_ = 0.0, reach_ = 0.0;
  Vector3 lower_ = Vector3::Zero(), upper_ = Vector3::Zero();
};

}  // namespace tocca
