#include "model/rigid_groups.hpp"

#include "core/index.hpp"

namespace tocca {

std::vector<int> rigid_groups(const KinematicTree& tree) {
  std::vector<int> groups(tree.links().size());
  for (std::size_t link = 0; link < groups.size(); ++link) {  // parents first: the parent's group is known
    const bool fixed = link > 0 && is_fixed(tree.joints()[link - 1].type);
    groups[link] = fixed ? groups[at(tree.parent_link(static_cast<int>(link)))] : static_cast<int>(link);
  }
  return groups;
}

}  // namespace tocca
