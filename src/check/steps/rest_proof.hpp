// What rests is proven once, and the proof is then carried on from step to step.
#pragma once

#include <memory>
#include <vector>

#include "tocca/check/motion_step.hpp"

namespace tocca {

/// Bodies at rest, against each other: objects that nothing currently holds or moves, still ones, links that no joint
/// moves. If all of them are farther apart than their clearances and the tolerance, this is noted in the step and
/// questions need not examine them; as long as they stay where they are, no further test is needed. One object per
/// thread.
///
/// Guarantee   What is noted in a step depends on that step alone, never on the steps before: answers and their
///             statistics are the same in any order. A pair that is left out is neither a contact nor within the
///             tolerance of one.
/// Not tried If the model has pairs that may penetrate each other, which are settled elsewhere; or if the step's
///             start is known to be free, which leaves out as much.
class RestProof {
 public:
  RestProof(const CollisionModel& model, double tolerance_m);
  ~RestProof();

  /// Notes it in a step for the duration of a question, if `wanted`.
  class Told {
   public:
    Told(RestProof& proof, MotionStep& step, bool wanted = true) : step_(step) {
      if (wanted) step.rest_is_free(proof.holds(step));
    }
    ~Told() { step_.rest_is_free(false); }
    Told(const Told&) = delete;
    Told& operator=(const Told&) = delete;

   private:
    MotionStep& step_;
  };

 private:
  struct Rest {
    int body;
    Pose pose;
  };
  struct Tests;
  bool holds(const MotionStep& step);
  bool is_known(const MotionStep& step) const;
  bool prove(const MotionStep& step);

  const CollisionModel& model_;
  double tolerance_m_;
  std::unique_ptr<Tests> tests_;                    ///< made when something first rests
  std::vector<int> objects_;                        ///< bodies of movable objects
  std::vector<Rest> now_, known_;                   ///< in their order; what rests, and what is proven
  std::vector<std::pair<int, int>> known_allowed_;  ///< pairs that the proof left out
};

}  // namespace tocca
