#include "shape/tree_split.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "tocca/core/require.hpp"

namespace tocca {
namespace {

constexpr float float_infinity = std::numeric_limits<float>::infinity();

}  // namespace

struct Splitter::Bin {
  Point lower = Point::Constant(float_infinity), upper = Point::Constant(-float_infinity);
  std::size_t count = 0;

  void add(const Point& other_lower, const Point& other_upper, std::size_t other_count) {
    lower = lower.min(other_lower);
    upper = upper.max(other_upper);
    count += other_count;
  }
  double cost() const {
    if (count == 0) return 0.0;
    const Point size = upper - lower;
    return (size.x() * size.y() + size.y() * size.z() + size.z() * size.x()) * static_cast<double>(count);
  }
};

std::size_t Splitter::Spread::bin(const Extents& box, int axis) const {
  const float place = (0.5f * (box.lower[axis] + box.upper[axis]) - least[axis]) * scale[axis];
  return std::min(bin_count - 1, static_cast<std::size_t>(static_cast<std::uint32_t>(place)));
}

/// Extents are relative to the first vertex and to the largest distance from it: floats then serve at any size.
void Splitter::measure(std::span<const Index> triangles, const Matrix3& frame) {
  const auto& vertices = mesh_.vertices();
  const Vector3 origin = vertices[mesh_.triangles()[triangles.front()][0]];
  double size = std::numeric_limits<double>::min();
  for (const Index t : triangles) {
    size = std::max(size, (vertices[mesh_.triangles()[t][0]] - origin).cwiseAbs().maxCoeff());
  }
  const Matrix3 to_frame = frame.transpose() / size;
  const auto place = [&](Index vertex) {
    const Vector3 p = to_frame * (vertices[vertex] - origin);
    return Point(static_cast<float>(p.x()), static_cast<float>(p.y()), static_cast<float>(p.z()), 0.0f);
  };
  extents_.resize(triangles.size());
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const Triangle& corners = mesh_.triangles()[triangles[i]];
    const Point a = place(corners[0]), b = place(corners[1]), c = place(corners[2]);
    extents_[i] = {a.min(b).min(c), a.max(b).max(c)};
  }
}

Splitter::Plane Splitter::best_plane(int axis, const std::array<Bin, bin_count>& bins) const {
  std::array<double, bin_count> cost_above;
  Bin above;
  for (std::size_t k = bin_count; k-- > 1;) {
    above.add(bins[k].lower, bins[k].upper, bins[k].count);
    cost_above[k] = above.cost();
  }
  Plane best{-1, 0, std::numeric_limits<double>::infinity()};
  Bin below;
  for (std::size_t k = 1; k < bin_count; ++k) {
    below.add(bins[k - 1].lower, bins[k - 1].upper, bins[k - 1].count);
    if (bins[k - 1].count == 0) continue;  // as the plane before, or nothing below
    if (below.count == extents_.size()) break;
    const double cost = below.cost() + cost_above[k];
    if (cost < best.cost) best = {axis, k, cost};
  }
  return best;
}

Splitter::Plane Splitter::best_plane(const Spread& spread) const {
  std::array<std::array<Bin, bin_count>, 3> bins;
  for (const Extents& box : extents_) {
    for (int axis = 0; axis < 3; ++axis) {
      if (spread.scale[axis] == 0.0f) continue;
      bins[static_cast<std::size_t>(axis)][spread.bin(box, axis)].add(box.lower, box.upper, 1);
    }
  }
  Plane best{-1, 0, std::numeric_limits<double>::infinity()};
  for (int axis = 0; axis < 3; ++axis) {
    if (spread.scale[axis] == 0.0f) continue;
    const Plane plane = best_plane(axis, bins[static_cast<std::size_t>(axis)]);
    if (plane.cost < best.cost) best = plane;
  }
  return best;
}

std::size_t Splitter::split(std::span<Index> triangles, const Matrix3& frame, bool in_halves) {
  TOCCA_REQUIRE(triangles.size() >= 2, "one triangle cannot be divided");
  const std::size_t half = triangles.size() / 2;
  if (in_halves || triangles.size() == 2) return half;
  measure(triangles, frame);
  Point least = Point::Constant(float_infinity), most = -least;
  for (const Extents& box : extents_) {
    least = least.min(box.middle());
    most = most.max(box.middle());
  }
  Spread spread{least, Point::Zero()};
  for (int axis = 0; axis < 3; ++axis) {
    // Middles this close together (or beyond the range of floats) give no split along this axis.
    const float width = most[axis] - least[axis];
    if (width > 1e-30f && std::isfinite(width)) spread.scale[axis] = static_cast<float>(bin_count) / width;
  }
  const Plane best = best_plane(spread);
  if (best.axis < 0) return half;  // all middles in one place

  later_.clear();
  std::size_t count = 0;
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    if (spread.bin(extents_[i], best.axis) < best.bin) {
      triangles[count++] = triangles[i];
    } else {
      later_.push_back(triangles[i]);
    }
  }
  std::copy(later_.begin(), later_.end(), triangles.begin() + static_cast<std::ptrdiff_t>(count));
  return count;
}

}  // namespace tocca
