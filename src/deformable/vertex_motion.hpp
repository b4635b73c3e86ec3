#pragma once

#include <span>

#include "tocca/core/require.hpp"
#include "tocca/motion/rigid_motion.hpp"

namespace tocca {

/// The vertices of a deforming body, each on its straight line: v_i(t) = (1 - t) from[i] + t to[i]. Points of an edge
/// or a face move on straight lines too, so a triangle is the hull of its corners at every t. Keeps views of the
/// arrays.
class VertexMotion {
 public:
  /// Requires as many ends as starts.
  VertexMotion(std::span<const Vector3> from, std::span<const Vector3> to) : from_(from), to_(to) {
    TOCCA_REQUIRE(from.size() == to.size(), "each vertex must have a start and an end");
  }

  std::size_t size() const { return from_.size(); }
  /// A frame that rides on the vertex without turning: the vertex is its origin.
  LinearMotion vertex(std::size_t i) const {
    TOCCA_REQUIRE(i < size(), "there is no such vertex");
    return {Matrix3::Identity(), from_[i], to_[i]};
  }

 private:
  std::span<const Vector3> from_, to_;
};

}  // namespace tocca
