#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tocca/model/kinematic_tree.hpp"

namespace tocca {

/// What a planner asks of a checker. Configurations hold all robots, one after the other.
class MotionJudge {
 public:
  /// A straight motion between two configurations.
  struct Motion {
    const Configuration *from, *to;
  };

  virtual ~MotionJudge() = default;
  virtual bool is_free(const Configuration& q) = 0;
  /// One of the straight motions that is not free, whichever is found first; empty if all are free. free[k] is set if
  /// motion k was found to be free on the way.
  virtual std::optional<std::size_t> refuted(std::span<const Motion> motions, std::vector<bool>& free) = 0;
};

}  // namespace tocca
