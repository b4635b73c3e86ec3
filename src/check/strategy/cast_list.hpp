// Who takes part in a step, and in which frame each is seen.
#pragma once

#include "contact/simultaneous_solver.hpp"
#include "tocca/check/motion_step.hpp"

namespace tocca {

/// The movable bodies in the world (number = rank), then the still ones, then movable bodies in the frames of their
/// ancestors, as pairs of links ask for them. Set for each step without allocating, once it has been as long.
class CastList {
 public:
  explicit CastList(const CollisionModel& model);

  void set(const MotionStep& step);
  /// The number of a movable body, seen from an ancestor of its own robot (-1: the world).
  int number(const MotionStep& step, int rank, int ancestor);

  int movable_count() const { return movable_count_; }
  int still(int rank) const { return movable_count_ + rank; }
  bool is_still(int number) const { return number >= movable_count_ && number < first_framed_; }
  const std::vector<MovingPart>& parts() const { return parts_; }
  const MovingPart& operator[](int number) const { return parts_[static_cast<std::size_t>(number)]; }

 private:
  const CollisionModel& model_;
  int movable_count_, first_framed_;
  int frames_ = 1;  ///< how many frames a body may be seen in
  std::vector<MovingPart> parts_;
  std::vector<int> framed_;  ///< [rank][ancestor + 1]: the number, or -1
};

}  // namespace tocca
