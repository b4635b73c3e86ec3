#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tocca/model/kinematic_tree.hpp"

namespace tocca {

/// The coordinates of a tree by name ("elbow", "base.x", ...), and what to say of a name that is none. The tree must
/// outlive it.
class CoordinateNames {
 public:
  explicit CoordinateNames(const KinematicTree& tree);

  int find(std::string_view name) const;  ///< -1 if there is none
  const std::string& operator[](int coordinate) const { return names_[static_cast<std::size_t>(coordinate)]; }
  const KinematicTree& tree() const noexcept { return tree_; }

  /// Why `name` is no coordinate and what to do: unknown (with the nearest name), fixed, mimic, or a joint of several
  /// coordinates.
  struct Refusal {
    std::string problem, remedy;
  };
  Refusal refuse(std::string_view name) const;

 private:
  const KinematicTree& tree_;
  std::vector<std::string> names_;
  std::unordered_map<std::string_view, int> index_;
};

/// Where the floating joints of a tree keep their quaternions, and whether a configuration fills them.
class Quaternions {
 public:
  explicit Quaternions(const KinematicTree& tree);

  /// The first joint whose quaternion is zero in `q`, nullptr if there is none.
  const Joint* find_zero(ConfigurationView q) const;

 private:
  std::vector<const Joint*> joints_;
};

}  // namespace tocca
