#pragma once

#include <span>
#include <vector>

#include "motion/mover.hpp"

namespace tocca {

/// The distinct trees that carry some movers. All links of a tree are placed together, which costs little more than
/// placing the last of them: poses are kept in rows of all trees' links, one per instant, and each tree has its stretch
/// of the row.
class Carriers {
 public:
  /// Poses of all links of one tree: in the world, and each in its parent's frame.
  struct Links {
    std::span<const Pose> in_world, in_parent;
  };

  /// Refers to the movers' trees. Allocates only if there are more movers than ever before.
  void list(std::span<const Mover> movers);

  std::size_t tree_count() const noexcept { return trees_.size(); }
  std::size_t link_count() const noexcept { return link_count_; }  ///< of all trees: the length of a row
  const TreeMotion& tree(int tree) const { return *trees_[static_cast<std::size_t>(tree)]; }
  /// Which tree carries a mover; -1: none.
  int tree_of(int mover) const { return tree_of_[static_cast<std::size_t>(mover)]; }
  /// A tree's stretch of a row.
  std::span<Pose> stretch(int tree, Pose* row) const {
    return {row + first_link_[static_cast<std::size_t>(tree)], static_cast<std::size_t>(this->tree(tree).link_count())};
  }

 private:
  std::vector<const TreeMotion*> trees_;
  std::vector<int> tree_of_;
  std::vector<std::size_t> first_link_;
  std::size_t link_count_ = 0;
};

/// Where a mover carried by a tree is, from the poses of the tree's links at that time.
Pose carried_pose(const Mover& mover, const Carriers::Links& links);

}  // namespace tocca
