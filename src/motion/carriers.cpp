#include "motion/carriers.hpp"

#include <algorithm>

namespace tocca {

void Carriers::list(std::span<const Mover> movers) {
  trees_.clear();
  tree_of_.clear();
  first_link_.clear();
  link_count_ = 0;
  for (const Mover& mover : movers) {
    if (!mover.tree()) {
      tree_of_.push_back(-1);
      continue;
    }
    const auto found = std::find(trees_.begin(), trees_.end(), mover.tree());
    tree_of_.push_back(static_cast<int>(found - trees_.begin()));
    if (found != trees_.end()) continue;
    trees_.push_back(mover.tree());
    first_link_.push_back(link_count_);
    link_count_ += static_cast<std::size_t>(mover.tree()->link_count());
  }
}

Pose carried_pose(const Mover& mover, const Carriers::Links& links) {
  const Pose link = mover.ancestor() < 0 ? links.in_world[static_cast<std::size_t>(mover.link())]
                                         : mover.tree()->chained_pose(mover.ancestor(), mover.link(), links.in_parent);
  return mover.grip() ? link * mover.grip()->pose : link;
}

}  // namespace tocca
