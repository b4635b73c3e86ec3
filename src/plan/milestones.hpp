#pragma once

#include <array>
#include <deque>
#include <vector>

#include "plan/plan_space.hpp"

namespace tocca {

/// Configurations in two trees: milestone 0 is the root of tree 0 (the start), milestone 1 of tree 1 (the goal). An edge
/// belongs to its child.
class Milestones {
 public:
  Milestones(const PlanSpace& space, const Configuration& start, const Configuration& goal);

  int size() const { return static_cast<int>(nodes_.size()); }
  const Configuration& at(int milestone) const { return node(milestone).q; }
  int tree(int milestone) const { return node(milestone).tree; }
  int parent(int milestone) const { return node(milestone).parent; }

  int add(const Configuration& q, int parent);
  /// A milestone of a tree, at random: every occupied cell of a grid over two degrees is as likely as any other, so that
  /// sparse regions are drawn as often as dense ones. The two degrees change as the tree grows.
  int draw(int tree, SeededRandom& random);
  /// The milestone of a tree that is nearest to q by separation, and that separation.
  std::pair<int, double> nearest(int tree, const Configuration& q) const;

  /// Is the edge of a milestone to its parent proven free, in the direction from start to goal?
  bool proven(int child) const { return node(child).proven[node(child).tree == 0 ? from_parent : to_parent]; }
  void set_proven(int child) { prove(node(child)); }
  /// Cuts the edge of `child` to its parent. What hangs on `child`, including `end`, joins the other tree as a subtree
  /// whose root is `end`, below `other_end`.
  void cut(int child, int end, int other_end);

 private:
  /// A motion and its reverse are the same in real numbers for all joints except floating ones, whose axis is rounded:
  /// there each direction needs its own proof.
  enum Direction { to_parent, from_parent };
  struct Node {
    Configuration q;
    int parent;
    int tree;
    std::array<bool, 2> proven{false, false};  ///< by Direction
    std::vector<int> children;
  };
  /// A grid over two degrees: the members of every occupied cell.
  struct Grid {
    std::array<int, 2> degrees{0, 0};
    std::vector<std::vector<int>> cells;
    std::vector<int> occupied;
    std::size_t members = 0, rebuild_at = 0;
  };
  static constexpr int cells_per_degree = 16;

  Node& node(int milestone) { return nodes_[static_cast<std::size_t>(milestone)]; }
  const Node& node(int milestone) const { return nodes_[static_cast<std::size_t>(milestone)]; }
  void prove(Node& child) const {
    child.proven[child.tree == 0 ? from_parent : to_parent] = true;
    if (!space_.has_orientations()) child.proven = {true, true};
  }
  void put(Grid& grid, int milestone) const;
  void rebuild(int tree, SeededRandom& random);
  void move_to_tree(int root, int tree);

  const PlanSpace& space_;
  std::deque<Node> nodes_;  // a deque: configurations stay where they are
  std::array<Grid, 2> grids_;
};

}  // namespace tocca
