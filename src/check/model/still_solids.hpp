// The still bodies of a model, indexed for the question whether one body is wholly inside another.
#pragma once

#include <span>
#include <vector>

#include "contact/containment.hpp"

namespace tocca {

/// Which still bodies contain a point, and which points of still bodies lie in a box. Immutable. Parts are numbered by their rank among the still bodies.
class StillSolids {
 public:
  /// A point of a piece of surface of a still body, in the world.
  struct Point {
    Vector3 point;
    int part;
  };

  explicit StillSolids(std::span<const Part* const> parts);

  /// Appends the parts, ascending, of which a closed mesh contains the point.
  void append_containing(const Vector3& point, std::vector<int>& parts) const {
    solids_.append_containing(point, parts);
  }
  /// As SolidIndex::for_each_near.
  template <class Found>
  void for_each_solid_near(const Vector3& lower, const Vector3& upper, const Found& found) const {
    solids_.for_each_near(lower, upper, found);
  }
  /// The parts that have clouds, whose grains are not among the points.
  std::span<const int> clouds() const { return clouds_; }
  /// Calls found(point) for each point from `lower` to `upper`, always in the same order. There is at least one point
  /// per connected piece of a still body's surface; for clouds, see clouds().
  template <class Found>
  void for_each_point(const Vector3& lower, const Vector3& upper, const Found& found) const;

 private:
  /// Bounds of `block_size` neighbours in the list of points.
  struct Block {
    Vector3 lower, upper;
  };
  static constexpr std::size_t block_size = 16;

  static void sort_in_space(std::span<Point> points);
  std::span<const Point> points_of(std::size_t block) const;

  SolidIndex solids_;
  std::vector<Point> points_;  // in blocks of neighbours
  std::vector<Block> blocks_;
  std::vector<int> clouds_;
};

template <class Found>
void StillSolids::for_each_point(const Vector3& lower, const Vector3& upper, const Found& found) const {
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    const Block& block = blocks_[k];
    if ((block.lower.array() > upper.array()).any() || (block.upper.array() < lower.array()).any()) continue;
    for (const Point& point : points_of(k)) {
      const auto& x = point.point.array();
      if ((x >= lower.array()).all() && (x <= upper.array()).all()) found(point);
    }
  }
}

}  // namespace tocca
