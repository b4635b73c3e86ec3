#pragma once

#include <span>
#include <string>

#include "tocca/model/kinematic_tree.hpp"

namespace tocca {

/// "at 0: elbow, wrist; at 0.4: finger": joints by the values that `q` has for them. `unnamed`: their coordinates.
std::string unnamed_text(const KinematicTree& tree, std::span<const int> unnamed, const Configuration& q);

}  // namespace tocca
