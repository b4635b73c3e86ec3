#pragma once

#include <vector>

#include "tocca/check/motion_step.hpp"
#include "tocca/check/step_sequence.hpp"

namespace tocca {

/// All robots on their own paths, segment by segment at the same time. Keeps a reference to the paths, which have the same
/// stamps.
class CurveSteps final : public StepSequence {
 public:
  explicit CurveSteps(const std::vector<Path>& paths) : paths_(paths) {}

  int segment_count() const override { return paths_.front().segment_count(); }
  bool at_rest() const override { return paths_.front().waypoints.rows() < 2; }
  bool continuous() const override { return true; }
  void set(int segment, int, MotionStep& target) const override {
    for (std::size_t robot = 0; robot < paths_.size(); ++robot) {
      TreeMotion& tree = target.tree(static_cast<int>(robot));
      at_rest() ? tree.rest(paths_[robot], 0) : tree.follow(paths_[robot], segment);
    }
  }

 private:
  const std::vector<Path>& paths_;
};

}  // namespace tocca
