#pragma once

#include <string>
#include <vector>

#include "tocca/core/error.hpp"
#include "tocca/model/kinematic_tree.hpp"

namespace tocca {

/// Warns of values outside their joint's limits, once per joint. Also checks a mimic joint's own limits. The tree must
/// outlive it.
class LimitWatch {
 public:
  explicit LimitWatch(const KinematicTree& tree);

  /// True if a joint is outside its limits that it has not yet warned of. Allocates no memory.
  bool sees_breach(ConfigurationView q) const noexcept;
  /// Warns of each such joint. `place` says where q was given: "FILE: line 12".
  void warn(ConfigurationView q, const std::string& place, Warnings& warnings);

 private:
  struct Watched {
    const Joint* joint;
    int coordinate;  // -1: nothing moves it
    double multiplier, offset;

    double value(ConfigurationView q) const { return coordinate < 0 ? offset : multiplier * q[coordinate] + offset; }
    bool breached(ConfigurationView q) const {
      const double at = value(q);
      return !(at >= joint->limits->lower && at <= joint->limits->upper);
    }
  };
  std::vector<Watched> watched_;
};

}  // namespace tocca
