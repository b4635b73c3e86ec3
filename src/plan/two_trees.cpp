#include "plan/two_trees.hpp"

namespace tocca {

void TwoTrees::begin(const Configuration& start, const Configuration& goal, bool directed) {
  directed_ = directed;
  nodes_.clear();
  put(0, start);
  put(1, goal);
  nodes_.push_back({-1, 0});
  nodes_.push_back({-1, 1});
  sizes_ = {1, 1};
}

void TwoTrees::put(int index, const Configuration& q) {
  if (static_cast<std::size_t>(index) == configurations_.size()) configurations_.emplace_back();
  configurations_[static_cast<std::size_t>(index)] = q;
}

int TwoTrees::add(const Configuration& q, int parent) {
  const int added = size(), tree = node(parent).tree;
  put(added, q);
  nodes_.push_back({-1, tree});
  link(added, parent);
  ++sizes_[static_cast<std::size_t>(tree)];
  return added;
}

void TwoTrees::set_proven(int child) {
  Node& of = node(child);
  of.proven[of.tree == 0 ? from_parent : to_parent] = true;
  if (!directed_) of.proven = {true, true};
}

void TwoTrees::link(int child, int parent) {
  node(child).parent = parent;
  node(child).next = node(parent).first_child;
  node(parent).first_child = child;
}

void TwoTrees::unlink(int child) {
  int* place = &node(node(child).parent).first_child;
  while (*place != child) place = &node(*place).next;
  *place = node(child).next;
}

void TwoTrees::cut(int child, int end, int other_end, bool bridge_proven) {
  const int new_tree = 1 - node(child).tree;
  // The chain from `end` up to `child` turns round: each of its edges changes its owner, and its two directions their roles.
  // In the other tree, what used to lead away from the root leads towards it: in the path's direction nothing changes.
  int below = other_end;
  std::array<bool, 2> proven{false, false};
  for (int moved = end;;) {
    const int above = node(moved).parent;
    const std::array<bool, 2> next{node(moved).proven[from_parent], node(moved).proven[to_parent]};
    unlink(moved);
    link(moved, below);
    node(moved).proven = proven;
    if (moved == child) break;
    below = moved;
    proven = next;
    moved = above;
  }
  move_to_tree(end, new_tree);
  if (bridge_proven) set_proven(end);
}

void TwoTrees::move_to_tree(int root, int tree) {
  moved_.assign(1, root);
  for (std::size_t k = 0; k < moved_.size(); ++k) {
    Node& moved = node(moved_[k]);
    --sizes_[static_cast<std::size_t>(moved.tree)];
    ++sizes_[static_cast<std::size_t>(tree)];
    moved.tree = tree;
    for (int child = moved.first_child; child >= 0; child = node(child).next) moved_.push_back(child);
  }
}

}  // namespace tocca
