// What a hand takes, carries and releases on its walk.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tocca/shape/pose.hpp"

namespace tocca::cli {

/// The grasps of a walk, checked as a whole before the first step, and what is held at the moment.
///
/// Bodies have the numbers of the walk's world: the hand's pieces first, then the objects.
class HeldObjects {
 public:
  /// Something that is taken or released.
  struct Change {
    int step, piece, object;
    bool grasps;
  };
  /// Something that is held: it moves with the piece as one body.
  struct Hold {
    int object, piece;
    Pose X_PO;  ///< of the object, in the piece's frame
  };

  HeldObjects() = default;
  /// Throws InputError, which names the line, for unknown names, steps that the path does not have, what is taken twice or
  /// released without being held.
  HeldObjects(const std::string& file, std::span<const std::string> names, std::size_t pieces, int steps);

  /// Is the object ever taken?
  bool is_taken(int object) const;
  /// What changes at this step; steps are asked for in order.
  std::span<const Change> changes(int step);
  void take(const Change& change, const Pose& X_WP, const Pose& X_WO);
  void release(const Change& change);
  const std::vector<Hold>& held() const { return held_; }

 private:
  std::vector<Change> changes_;
  std::size_t next_ = 0;
  std::vector<Hold> held_;
};

}  // namespace tocca::cli
