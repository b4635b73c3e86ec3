// Where the configurations of a robot are drawn.
#pragma once

#include <vector>

#include "core/seeded_random.hpp"
#include "tocca/model/kinematic_tree.hpp"

namespace tocca {

/// The ranges of a robot's coordinates: limits; one turn where an angle has none; the size of the robot where a slide has none.
class SampleSpace {
 public:
  explicit SampleSpace(const KinematicTree& tree);

  /// Zero, or the middle of the range where zero is outside of it.
  const Configuration& default_configuration() const { return default_; }
  /// Configuration `index` of a seed: the same whoever asks, and in which order.
  void draw(std::uint64_t seed, std::int64_t index, Configuration& q) const;
  /// Changes one coordinate by at most `part` of its range, within it. Orientations stay.
  void change(int coordinate, double part, SeededRandom& random, Configuration& q) const;

 private:
  struct Range {
    double lower, upper;
    bool is_quaternion;
  };
  std::vector<Range> ranges_;
  std::vector<int> quaternions_;  // where they begin
  Configuration default_;
};

}  // namespace tocca
