#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tocca/model/kinematic_tree.hpp"

namespace tocca {

/// Finds the coordinates of a tree by name ("elbow", "base.x", ...), and explains names that are not coordinates. The
/// tree must outlive it.
class CoordinateNames {
 public:
  explicit CoordinateNames(const KinematicTree& tree);

  int find(std::string_view name) const;  ///< -1 if there is none
  const std::string& operator[](int coordinate) const { return names_[static_cast<std::size_t>(coordinate)]; }
  const KinematicTree& tree() const noexcept { return tree_; }

  /// Why `name` is not a coordinate, and what to do: it is unknown (with the nearest name), fixed, a mimic, or a joint
  /// of several coordinates.
  struct Refusal {
    std::string problem, remedy;
  };
  Refusal refuse(std::string_view name) const;

 private:
  const KinematicTree& tree_;
  std::vector<std::string> names_;
  std::unordered_map<std::string_view, int> index_;
};

/// The quaternions of a tree's floating joints: checks whether a configuration fills them.
class Quaternions {
 public:
  explicit Quaternions(const KinematicTree& tree);

  /// The first joint whose quaternion is zero in `q`; nullptr if there is none.
  const Joint* find_zero(ConfigurationView q) const;

 private:
  std::vector<const Joint*> joints_;
};

}  // namespace tocca
