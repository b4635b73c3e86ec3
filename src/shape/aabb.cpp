#include "shape/aabb.hpp"

#include "shape/rounding.hpp"
#include "tocca/core/require.hpp"

namespace tocca {

static_assert(BoundingVolume<Aabb>);

Aabb Aabb::fit(std::span<const Vector3> points) {
  TOCCA_REQUIRE(!points.empty(), "a volume needs at least one point");
  Aabb box{points.front(), points.front()};
  for (const Vector3& p : points) {
    box.lower = box.lower.cwiseMin(p);
    box.upper = box.upper.cwiseMax(p);
  }
  return box;
}

Aabb Aabb::dilated(double radius) const {
  TOCCA_REQUIRE(radius >= 0.0, "a volume cannot be dilated by less than 0");
  if (radius == 0.0) return *this;
  Aabb box;
  for (int i = 0; i < 3; ++i) {
    box.lower[i] = below(lower[i] - radius);  // the true difference lies within half an ulp
    box.upper[i] = above(upper[i] + radius);
  }
  return box;
}

bool Aabb::contains(const Vector3& point) const {
  return (lower.array() <= point.array()).all() && (point.array() <= upper.array()).all();
}

Interval Aabb::extent(const Vector3& axis) const {
  // Each end is a dot product with a corner: the bound of `projection` holds for it with reach 0.
  Vector3 nearest, farthest;
  for (int i = 0; i < 3; ++i) {
    nearest[i] = axis[i] >= 0.0 ? lower[i] : upper[i];
    farthest[i] = axis[i] >= 0.0 ? upper[i] : lower[i];
  }
  return {projection(axis, nearest, 0.0).lo, projection(axis, farthest, 0.0).hi};
}

double Aabb::surface() const {
  const Vector3 size = upper - lower;
  return 2.0 * (size.x() * size.y() + size.y() * size.z() + size.z() * size.x());
}

}  // namespace tocca
