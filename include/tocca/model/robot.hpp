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

/// A posture of a group of joints that the SRDF names ("home", "ready").
struct GroupState {
  /// A joint's number in it.
  struct Value {
    int coordinate;
    double value;
  };
  std::string name, group;
  std::vector<Value> values;  ///< what it does not mention stays as it is
};

/// A robot as read, or as made in a program.
struct Robot {
  std::string name;
  KinematicTree tree;
  std::vector<AllowedPair> allowed{};  ///< from the SRDF
  std::vector<GroupState> states{};    ///< from the SRDF, in its order
  std::string file{};                  ///< the URDF that it was read from; empty: made in a program
  std::vector<std::string> tools{};    ///< from the SRDF: links that carry its end effectors
  /// What parts of their limits joints move with unless somebody asks for others: from MoveIt's joint_limits.yaml.
  double velocity_scale = 1.0, acceleration_scale = 1.0;
};

}  // namespace tocca
