#include "shape/farthest_vertex.hpp"

#include <algorithm>
#include <array>

namespace tocca {
namespace {

/// All that can be reached from `top` over edges that are not certainly descending.
class Plateau {
 public:
  Plateau(const ConvexHull& hull, const Vector3& direction, double error)
      : hull_(hull), direction_(direction), error_(error) {}

  FarthestVertex highest(const FarthestVertex& top) {
    FarthestVertex best = top;
    visited_[0] = top;
    std::size_t count = 1;
    for (std::size_t i = 0; i < count; ++i) {
      const FarthestVertex from = visited_[i];
      for (const Index vertex : hull_.neighbours(from.vertex)) {
        const double along = direction_.dot(hull_.vertices()[vertex]);
        if (along < from.along - 2.0 * error_) continue;
        const auto end = visited_.begin() + static_cast<std::ptrdiff_t>(count);
        const bool known =
            std::any_of(visited_.begin(), end, [&](const FarthestVertex& v) { return v.vertex == vertex; });
        if (known) continue;
        if (count == visited_.size()) return scan();
        visited_[count++] = {vertex, along};
        if (along > best.along) best = {vertex, along};
      }
    }
    return best;
  }

 private:
  FarthestVertex scan() const {
    const Index vertex = hull_.support(direction_);
    return {vertex, direction_.dot(hull_.vertices()[vertex])};
  }

  const ConvexHull& hull_;
  const Vector3& direction_;
  double error_;
  std::array<FarthestVertex, 48> visited_;
};

}  // namespace

FarthestVertex farthest_vertex(const ConvexHull& hull, const Vector3& direction, Index start, double error) {
  FarthestVertex top{start, direction.dot(hull.vertices()[start])};
  for (;;) {
    FarthestVertex best = top;
    bool plateau = false;  // the comparison's own rounding is within the slack of dot_error
    for (const Index vertex : hull.neighbours(top.vertex)) {
      const double along = direction.dot(hull.vertices()[vertex]);
      plateau |= along >= top.along - 2.0 * error;
      if (along > best.along) best = {vertex, along};
    }
    if (best.vertex == top.vertex) return plateau ? Plateau(hull, direction, error).highest(top) : top;
    top = best;  // computed values only rise: this ends
  }
}

}  // namespace tocca
