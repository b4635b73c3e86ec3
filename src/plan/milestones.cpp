#include "plan/milestones.hpp"

#include <algorithm>
#include <utility>

namespace tocca {

Milestones::Milestones(const PlanSpace& space, const Configuration& start, const Configuration& goal) : space_(space) {
  nodes_.push_back({start, -1, 0, {}, {}});
  nodes_.push_back({goal, -1, 1, {}, {}});
}

int Milestones::add(const Configuration& q, int parent) {
  const int milestone = size(), tree = node(parent).tree;
  nodes_.push_back({q, parent, tree, {}, {}});
  node(parent).children.push_back(milestone);
  if (grids_[static_cast<std::size_t>(tree)].rebuild_at > 0) put(grids_[static_cast<std::size_t>(tree)], milestone);
  return milestone;
}

void Milestones::put(Grid& grid, int milestone) const {
  int cell = 0;
  for (const int degree : grid.degrees) {
    const double share = space_.share(degree, at(milestone));
    cell = cell * cells_per_degree + std::min(cells_per_degree - 1, static_cast<int>(share * cells_per_degree));
  }
  std::vector<int>& members = grid.cells[static_cast<std::size_t>(cell)];
  if (members.empty()) grid.occupied.push_back(cell);
  members.push_back(milestone);
  ++grid.members;
}

void Milestones::rebuild(int tree, SeededRandom& random) {
  Grid& grid = grids_[static_cast<std::size_t>(tree)];
  grid.cells.resize(cells_per_degree * cells_per_degree);
  for (const int cell : grid.occupied) grid.cells[static_cast<std::size_t>(cell)].clear();
  grid.occupied.clear();
  grid.members = 0;
  for (int& degree : grid.degrees) degree = random.below(static_cast<int>(space_.degrees().size()));
  for (int k = 0; k < size(); ++k) {
    if (node(k).tree == tree) put(grid, k);
  }
  grid.rebuild_at = grid.members + grid.members / 8 + 16;
}

int Milestones::draw(int tree, SeededRandom& random) {
  Grid& grid = grids_[static_cast<std::size_t>(tree)];
  if (grid.members >= grid.rebuild_at) rebuild(tree, random);
  const int cell = grid.occupied[static_cast<std::size_t>(random.below(static_cast<int>(grid.occupied.size())))];
  const std::vector<int>& members = grid.cells[static_cast<std::size_t>(cell)];
  return members[static_cast<std::size_t>(random.below(static_cast<int>(members.size())))];
}

std::pair<int, double> Milestones::nearest(int tree, const Configuration& q) const {
  std::pair<int, double> best{tree, space_.separation(at(tree), q)};  // a tree's root has its number
  for (int k = 2; k < size(); ++k) {
    if (node(k).tree != tree) continue;
    const double separation = space_.separation(at(k), q, best.second);
    if (separation < best.second) best = {k, separation};
  }
  return best;
}

void Milestones::cut(int child, int end, int other_end) {
  const int new_tree = 1 - node(child).tree;
  // The chain from `end` up to `child` turns round: each of its edges changes its owner, and its two directions their roles.
  // In the other tree, what used to lead away from the root leads towards it: in the path's direction nothing changes.
  int below = other_end;
  std::array<bool, 2> proven{false, false};
  for (int milestone = end;;) {
    Node& moved = node(milestone);
    const int above = moved.parent;
    const std::array<bool, 2> next{moved.proven[from_parent], moved.proven[to_parent]};
    std::erase(node(above).children, milestone);
    moved.parent = below;
    moved.proven = proven;
    node(below).children.push_back(milestone);
    if (milestone == child) break;
    below = milestone;
    proven = next;
    milestone = above;
  }
  move_to_tree(end, new_tree);
}

void Milestones::move_to_tree(int root, int tree) {
  std::vector<int> open{root};
  while (!open.empty()) {
    const int milestone = open.back();
    open.pop_back();
    node(milestone).tree = tree;
    open.insert(open.end(), node(milestone).children.begin(), node(milestone).children.end());
  }
  for (Grid& grid : grids_) grid.rebuild_at = 0;  // both have changed: built again when next needed
}

}  // namespace tocca
