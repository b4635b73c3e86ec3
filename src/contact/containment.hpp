#pragma once

#include <span>
#include <vector>

#include "model/part.hpp"

namespace tocca {

/// Calls found(p) for each representative p of `inner`, placed by X_inner (rounded), that is inside a closed mesh of `outer`, until it
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

}  // namespace tocca
