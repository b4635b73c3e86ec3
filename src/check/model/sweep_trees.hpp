#pragma once

#include <span>
#include <vector>

#include "sweep/box_tree.hpp"

namespace tocca {

class CollisionModel;

/// The boxes of a collision model, eight per node: all still bodies in one tree, each movable body in one of its own.
class SweepTrees {
 public:
  explicit SweepTrees(const CollisionModel& model);

  const BoxTree& still() const { return still_; }
  std::span<const Part* const> still_parts() const { return still_parts_; }
  double still_rounding_m() const { return still_rounding_m_; }

  /// Of a movable body, and the skew of the boxes of its part's own tree.
  const BoxTree& of(int body) const { return body_tree_[static_cast<std::size_t>(body)]; }
  std::span<const Part* const> part(int body) const { return {&part_[static_cast<std::size_t>(body)], 1}; }
  double skew(int body) const { return skew_[static_cast<std::size_t>(body)]; }

 private:
  BoxTree still_;
  std::vector<const Part*> still_parts_, part_;
  double still_rounding_m_ = 0.0;
  std::vector<BoxTree> body_tree_;
  std::vector<double> skew_;
};

}  // namespace tocca
