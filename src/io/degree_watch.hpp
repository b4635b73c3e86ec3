#pragma once

#include <string>
#include <vector>

#include "tocca/core/error.hpp"
#include "tocca/model/kinematic_tree.hpp"

namespace tocca {

/// Suspects degrees if at least two joints of a configuration turn by more than a whole turn and, if they have limits,
/// to more than twice their limits; a joint without limits counts only at a whole number. The tree must outlive it.
class DegreeWatch {
 public:
  explicit DegreeWatch(const KinematicTree& tree);

  /// False once it has warned. Allocates no memory.
  bool suspects(ConfigurationView q) const noexcept;
  /// Warns once. `place` says where q was given: "FILE: line 12".
  void warn(ConfigurationView q, const std::string& place, Warnings& warnings);

 private:
  struct Watched {
    const Joint* joint;
    double most;  // beyond this, radians are hard to believe

    bool is_odd(ConfigurationView q) const noexcept;
  };
  std::vector<Watched> watched_;
};

}  // namespace tocca
