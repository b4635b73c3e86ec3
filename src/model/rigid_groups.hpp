#pragma once

#include <vector>

#include "tocca/model/kinematic_tree.hpp"

namespace tocca {

/// For each link the first link of its rigid group: links joined by fixed joints only.
std::vector<int> rigid_groups(const KinematicTree& tree);

}  // namespace tocca
