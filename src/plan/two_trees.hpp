// Configurations in two trees, from start and goal, that grow towards each other.
#pragma once

#include <array>
#include <deque>
#include <vector>

#include "plan/plan_space.hpp"

namespace tocca {

/// Node 0 is the root of tree 0 (the start), node 1 of tree 1 (the goal). An edge belongs to its child. After the first plan nothing is allocated until
/// the trees are larger than before.
class TwoTrees {
 public:
  /// `directed`: a motion and its reverse are different (PlanSpace::has_orientations).
  void begin(const Configuration& start, const Configuration& goal, bool directed);

  int size() const { return static_cast<int>(nodes_.size()); }
  int size(int tree) const { return sizes_[static_cast<std::size_t>(tree)]; }
  const Configuration& at(int node) const { return configurations_[static_cast<std::size_t>(node)]; }
  int tree(int of) const { return node(of).tree; }
  int parent(int of) const { return node(of).parent; }

  int add(const Configuration& q, int parent);

  /// Is the edge of a node to its parent proven free, in the direction from start to goal?
  bool proven(int child) const { return node(child).proven[node(child).tree == 0 ? from_parent : to_parent]; }
  void set_proven(int child);
  /// Cuts the edge of `child` to its parent. What hangs on `child`, including `end`, joins the other tree as a subtree whose root is
  /// `end`, below `other_end`; `bridge_proven`: whether that new edge is, in the direction from start to goal.
  void cut(int child, int end, int other_end, bool bridge_proven);
  /// The nodes that the last cut moved to the other tree, each after its parent.
  const std::vector<int>& moved() const { return moved_; }

 private:
  /// A motion and its reverse are the same in real numbers for all joints except floating ones, whose axis is rounded:
  /// there each direction needs its own proof.
  enum Direction { to_parent, from_parent };
  struct Node {
    int parent, tree;
    int first_child = -1, next = -1;           ///< of the parent's children
    std::array<bool, 2> proven{false, false};  ///< by Direction
  };

  Node& node(int of) { return nodes_[static_cast<std::size_t>(of)]; }
  const Node& node(int of) const { return nodes_[static_cast<std::size_t>(of)]; }
  void put(int index, const Configuration& q);
  void link(int child, int parent);
  void unlink(int child);
  void move_to_tree(int root, int tree);

  bool directed_ = false;
  std::vector<Node> nodes_;
  std::deque<Configuration> configurations_;  // of the nodes; more of them than nodes after a smaller plan
  std::array<int, 2> sizes_{};
  std::vector<int> moved_;
};

}  // namespace tocca
