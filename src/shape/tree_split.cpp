#include "shape/tree_split.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tocca/core/require.hpp"

namespace tocca {
namespace {

constexpr float float_infinity = std::numeric_limits<float>::infinity();

struct Bin {
  Eigen::Vector3f lower = Eigen::Vector3f::Constant(float_infinity), upper = Eigen::Vector3f::Constant(-float_infinity);
  std::size_t count = 0;

  void add(const Bin& other) {
    lower = lower.cwiseMin(other.lower);
    upper = upper.cwiseMax(other.upper);
    count += other.count;
  }
  double cost() const {
    const Eigen::Vector3f size = upper - lower;
    const double area = size.x() * size.y() + size.y() * size.z() + size.z() * size.x();
    return count == 0 ? 0.0 : area * static_cast<double>(count);
  }
};

}  // namespace

/// Extents are relative to the first vertex and to the largest distance from it: floats then serve at any size.
void Splitter::measure(std::span<const Index> triangles, const Matrix3& frame) {
  const auto& vertices = mesh_.vertices();
  const Vector3 origin = vertices[mesh_.triangles()[triangles.front()][0]];
  double size = std::numeric_limits<double>::min();
  for (const Index t : triangles) {
    size = std::max(size, (vertices[mesh_.triangles()[t][0]] - origin).cwiseAbs().maxCoeff());
  }
  const Matrix3 to_frame = frame.transpose() / size;
  extents_.resize(triangles.size());
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const Triangle& corners = mesh_.triangles()[triangles[i]];
    const Eigen::Vector3f a = (to_frame * (vertices[corners[0]] - origin)).cast<float>();
    const Eigen::Vector3f b = (to_frame * (vertices[corners[1]] - origin)).cast<float>();
    const Eigen::Vector3f c = (to_frame * (vertices[corners[2]] - origin)).cast<float>();
    extents_[i] = {a.cwiseMin(b).cwiseMin(c), a.cwiseMax(b).cwiseMax(c)};
  }
}

Splitter::Plane Splitter::best_plane(int axis, float least, float most) const {
  std::array<Bin, bin_count> bins;
  const float scale = static_cast<float>(bin_count) / (most - least);
  for (const Extents& box : extents_) {
    const float place = (box.middle()[axis] - least) * scale;
    bins[std::min(bin_count - 1, static_cast<std::size_t>(place))].add({box.lower, box.upper, 1});
  }
  std::array<double, bin_count> cost_above;
  Bin above;
  for (std::size_t k = bin_count; k-- > 0;) {
    above.add(bins[k]);
    cost_above[k] = above.cost();
  }
  Plane best{axis, 0.0f, std::numeric_limits<double>::infinity()};
  Bin below;
  for (std::size_t k = 1; k < bin_count; ++k) {
    below.add(bins[k - 1]);
    if (below.count == 0 || below.count == extents_.size()) continue;
    const double cost = below.cost() + cost_above[k];
    if (cost < best.cost) best = {axis, static_cast<float>(k), cost};
  }
  return best;
}

std::size_t Splitter::split(std::span<Index> triangles, const Matrix3& frame, bool in_halves) {
  TOCCA_REQUIRE(triangles.size() >= 2, "one triangle cannot be divided");
  const std::size_t half = triangles.size() / 2;
  if (in_halves || triangles.size() == 2) return half;
  measure(triangles, frame);
  Eigen::Vector3f least = Eigen::Vector3f::Constant(float_infinity), most = -least;
  for (const Extents& box : extents_) {
    least = least.cwiseMin(box.middle());
    most = most.cwiseMax(box.middle());
  }
  Plane best{-1, 0.0f, std::numeric_limits<double>::infinity()};
  for (int axis = 0; axis < 3; ++axis) {
    // Middles this close together (or beyond the range of floats) give no split along this axis.
    if (!(most[axis] - least[axis] > 1e-30f) || !std::isfinite(most[axis] - least[axis])) continue;
    const Plane plane = best_plane(axis, least[axis], most[axis]);
    if (plane.cost < best.cost) best = plane;
  }
  if (best.axis < 0) return half;  // all middles in one place

  const float scale = static_cast<float>(bin_count) / (most[best.axis] - least[best.axis]);
  later_.clear();
  std::size_t count = 0;
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const float place = (extents_[i].middle()[best.axis] - least[best.axis]) * scale;
    if (static_cast<float>(std::min(bin_count - 1, static_cast<std::size_t>(place))) < best.at) {
      triangles[count++] = triangles[i];
    } else {
      later_.push_back(triangles[i]);
    }
  }
  std::copy(later_.begin(), later_.end(), triangles.begin() + static_cast<std::ptrdiff_t>(count));
  return count;
}

}  // namespace tocca
