#include "check/model/still_solids.hpp"

#include <algorithm>

namespace tocca {

/// Sorts points so that neighbours in the list are neighbours in space: halves along the widest direction, again and
/// again, down to one block.
void StillSolids::sort_in_space(std::span<Point> points) {
  if (points.size() <= block_size) return;
  Vector3 lower = points[0].point, upper = lower;
  for (const Point& point : points) {
    lower = lower.cwiseMin(point.point);
    upper = upper.cwiseMax(point.point);
  }
  int axis = 0;
  (upper - lower).maxCoeff(&axis);
  const std::size_t half = points.size() / 2 / block_size * block_size;
  const std::size_t middle = std::max(half, block_size);
  std::nth_element(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(middle), points.end(),
                   [axis](const Point& x, const Point& y) {
                     return x.point[axis] != y.point[axis] ? x.point[axis] < y.point[axis] : x.part < y.part;
                   });
  sort_in_space(points.first(middle));
  sort_in_space(points.subspan(middle));
}

std::span<const StillSolids::Point> StillSolids::points_of(std::size_t block) const {
  const std::size_t first = block * block_size;
  return std::span(points_).subspan(first, std::min(block_size, points_.size() - first));
}

StillSolids::StillSolids(std::span<const Part* const> parts) : solids_(parts) {
  for (std::size_t part = 0; part < parts.size(); ++part) {
    for (const Vector3& point : parts[part]->representatives()) points_.push_back({point, static_cast<int>(part)});
    if (parts[part]->has_grains()) clouds_.push_back(static_cast<int>(part));
  }
  sort_in_space(points_);
  for (std::size_t first = 0; first < points_.size(); first += block_size) {
    Block block{points_[first].point, points_[first].point};
    for (const Point& point : points_of(blocks_.size())) {
      block.lower = block.lower.cwiseMin(point.point);
      block.upper = block.upper.cwiseMax(point.point);
    }
    blocks_.push_back(block);
  }
}

}  // namespace tocca
