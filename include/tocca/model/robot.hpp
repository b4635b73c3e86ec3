#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tocca/model/kinematic_tree.hpp"

namespace tocca {

/// Two names whose contact does not matter, and who said so ("SRDF: Adjacent", "--allow", ...).
struct AllowedPair {
  std::string a, b, why;
};

/// A robot as read, or as made in a program.
struct Robot {
  std::string name;
  KinematicTree tree;
  std::vector<AllowedPair> allowed;  ///< from the SRDF
};

}  // namespace tocca
