#pragma once

#include <array>
#include <span>
#include <vector>

#include "model/part.hpp"

namespace tocca {

/// Calls visit(item) for the grains of a part's clouds, except those below nodes of its tree that skip(box, radius) refuses, where no
/// point below the node is farther than `radius` from the centre of its box. `visit` says when it is enough.
template <class Skip, class Visit>
void for_each_grain(const Part& part, const Skip& skip, const Visit& visit) {
  if (!part.has_grains()) return;
  std::array<Index, Part::most_depth + 1> stack;
  std::size_t size = 0;
  Index node = 0;
  while (true) {
    const Part::Node& here = part.nodes()[node];
    // Axes are unit vectors to float precision.
    if (!skip(here.volume, here.volume.half.template cast<double>().norm() * (1.0 + 0x1p-18))) {
      if (!here.is_leaf()) {
        stack[size++] = node + here.link;
        ++node;
        continue;
      }
      for (const Index item : part.items(here)) {
        if (item >= part.first_grain() && visit(item)) return;
      }
    }
    if (size == 0) return;
    node = stack[--size];
  }
}

/// Calls found(p) for the centre p, placed by X_inner (rounded), of each grain of `inner` that is inside a closed mesh of `outer`, until it
/// says that this is enough. Where surfaces are apart, a grain is inside if its centre is.
template <class Found>
void for_each_grain_inside(const Part& inner, const Pose& X_inner, const Part& outer, const Pose& X_outer,
                           const Found& found) {
  if (!outer.has_closed_mesh()) return;
  const Obb& box = outer.nodes()[0].volume;
  const double reach = box.half.cast<double>().sum() * (1.0 + 0x1p-10);
  const Pose inverse = X_outer.inverse(), X = inverse * X_inner;
  const double far = X_inner.translation.norm() + X_outer.translation.norm() + box.center.norm();
  // The centre of a node goes the same way as its grains, up to rounding, which is far below 2^-30 of all coordinates on the way,
  // and no rotation stretches a radius by half. A point of the box is no farther along an axis than the half size and what the axes are
  // skew by: floats, so that 2^-10 of all sizes is far more.
  const Matrix3 across = box.frame().transpose();
  const Vector3 half = box.half.cast<double>() + Vector3::Constant(0x1p-10 * reach);
  const auto apart = [&](const Obb& own, double radius) {
    const double slack = 1.5 * radius + 0x1p-30 * (far + own.center.norm());
    return ((across * (X * own.center - box.center)).cwiseAbs().array() > half.array() + slack).any();
  };
  for_each_grain(inner, apart, [&](Index item) {
    const Vector3 point = X_inner * inner.centre(item), local = inverse * point;
    if ((local - box.center).cwiseAbs().maxCoeff() > reach) return false;
    return outer.contains(local) && found(point);
  });
}

/// Calls found(p) for each representative p of `inner`, and each centre of a grain of it, placed by X_inner (rounded), that is inside a closed mesh of `outer`, until it
/// says that this is enough. Points outside a cube around the outer part's root box are skipped: no coordinate of a
/// point in a box differs from its centre's by more than the sum of the half sizes, and 2^-10 is far above the rounding
/// of its axes.
template <class Found>
void for_each_inside(const Part& inner, const Pose& X_inner, const Part& outer, const Pose& X_outer,
                     const Found& found) {
  if (!outer.has_closed_mesh()) return;
  const Obb& box = outer.nodes()[0].volume;
  const double reach = box.half.cast<double>().sum() * (1.0 + 0x1p-10);
  const Pose inverse = X_outer.inverse();
  for (const Vector3& own : inner.representatives()) {
    const Vector3 point = X_inner * own, local = inverse * point;
    if ((local - box.center).cwiseAbs().maxCoeff() > reach) continue;
    if (outer.contains(local) && found(point)) return;
  }
  for_each_grain_inside(inner, X_inner, outer, X_outer, found);
}

/// Many parts in one frame: which of them contain a point? The parts must outlive it.
///
/// Cost        Built in O(n log n); a point that is near few parts costs some log(n) boxes and those parts' rays.
class SolidIndex {
 public:
  explicit SolidIndex(std::span<const Part* const> parts);

  /// Appends the indices (in the order given to the constructor, ascending) of all parts of which a closed mesh contains
  /// the point. Allocates only if `found` must grow.
  void append_containing(const Vector3& point, std::vector<int>& found) const;
  /// Calls found(part) for each part with closed meshes whose bounds meet the given ones.
  template <class Found>
  void for_each_near(const Vector3& lower, const Vector3& upper, const Found& found) const;
  bool empty() const noexcept { return nodes_.empty(); }

 private:
  struct Node {  // depth-first: left child next
    Vector3 lower, upper;
    Index right;  ///< of the right child; 0 in a leaf
    int part;     ///< of a leaf
  };
  void build(std::span<Node> leaves);

  std::vector<const Part*> parts_;
  std::vector<Node> nodes_;
};

template <class Found>
void SolidIndex::for_each_near(const Vector3& lower, const Vector3& upper, const Found& found) const {
  std::array<Index, 40> stack;  // halves of at most 2^32 parts
  std::size_t size = 0;
  for (Index node = 0; node < nodes_.size();) {
    const Node& here = nodes_[node];
    const bool near = (here.lower.array() <= upper.array()).all() && (lower.array() <= here.upper.array()).all();
    if (near && here.right != 0) {
      stack[size++] = here.right;
      ++node;
      continue;
    }
    if (near) found(here.part);
    if (size == 0) return;
    node = stack[--size];
  }
}

}  // namespace tocca
