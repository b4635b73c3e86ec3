// Is one body wholly inside another at an instant? Asked only if no surfaces touch.
#pragma once

#include <vector>

#include "check/model/still_bodies.hpp"
#include "check/strategy/moving_pairs.hpp"

namespace tocca {

/// A body inside a closed mesh of another. No surfaces touch, so each connected piece of a surface is either wholly inside
/// or wholly outside, and one point of it decides.
struct Inside {
  MovingPair pair;
  int part_b;
  bool a_in_b;    ///< otherwise b is in a
  Vector3 point;  ///< a point of the inner body, in the pair's frame
};

/// Finds bodies inside bodies. Holds scratch memory only, one object per thread; the index over still bodies is the model's.
class InsideTest {
 public:
  explicit InsideTest(const CollisionModel& model) : still_(model.still_bodies().solids()) {}

  /// Appends each pair (and part of b) of which one body is inside the other at time t.
  void find(const MovingPairs& pairs, double t, std::vector<Inside>& found);
  void find(const MovingPair& pair, double t, std::vector<Inside>& found);
  const StillSolids& still() const { return still_; }

 private:
  void against_still(const MovingPair& pair, const Pose& X, std::vector<Inside>& found);
  static void of_two(const MovingPair& pair, const Pose& X_a, const Pose& X_b, std::vector<Inside>& found);

  const StillSolids& still_;
  std::vector<int> around_;
};

}  // namespace tocca
