#pragma once

#include <span>
#include <vector>

#include "deformable/float_box.hpp"
#include "deformable/triangle_order.hpp"
#include "tocca/shape/mesh.hpp"

namespace tocca {

/// A hierarchy of boxes over the triangles of a mesh whose vertices move on straight lines during a step: each box contains what is
/// below it at every time of the step, which is the hull of both ends.
///
/// Layout      A complete binary tree: the root is node 1, the children of node i are 2 i and 2 i + 1, leaf k of L = 2^d is node L + k and
///             holds the triangles order()[k n / L ... (k + 1) n / L), two to four of them (one to three where n < 4). Boxes of
///             triangles are not stored: three boxes of vertices make one.
/// Order       Along a Hilbert curve (TriangleOrder): neighbours in space are neighbours in the tree.
/// Update      refit(): vertices, then leaves, then nodes from the last to the first, each pass along its array. The order of
///             triangles stays that of the last build. A deforming tree grows worse: the sum of its boxes' sizes,
///             relative to the sum at the last build, is how much more a query costs than after a new build. update()
///             adds up this loss, step by step, and begins a new order as soon as the sum exceeds `build_price` steps:
///             waiting never loses more than building, and the total is at most twice the least possible (as in renting
///             or buying skis). The new order is made slice by slice, one per step, while the old one serves; then the
///             tree switches over. No step costs more than a refit and a slice.
/// Cost        100,000 triangles: refit less than 0.5 ms, a slice 0.1 ms in 64 steps, a whole build some 6 ms (bench/deformable.cpp).
/// Memory      32 bytes per vertex and about 80 per triangle; update() and queries allocate nothing.
class DeformingTree {
 public:
  /// What a new order costs, in units of one step's refit and queries.
  static constexpr double build_price = 8.0;

  /// Sets a new topology. Requires indices in range. Follow with update().
  void set_triangles(std::span<const Triangle> triangles);
  /// New positions at both ends of the step, finite; refits, and continues a new order if one is under way. Returns
  /// whether the tree was built, or has switched to a new order.
  bool update(std::span<const Vector3> from, std::span<const Vector3> to);

  void build(std::span<const Vector3> from, std::span<const Vector3> to);
  void refit(std::span<const Vector3> from, std::span<const Vector3> to);

  std::size_t triangle_count() const noexcept { return triangles_.size(); }
  std::size_t leaf_count() const noexcept { return leaf_count_; }
  bool is_leaf(Index node) const { return node >= leaf_count_; }
  const FloatBox& box(Index node) const { return nodes_[node]; }
  const FloatBox& root() const { return nodes_[1]; }
  /// Contains all of it at every time of the step.
  Aabb bounds() const;

  /// Positions in the leaf's stretch of the order.
  struct Stretch {
    Index first, last;
  };
  Stretch leaf(Index node) const { return {first_of(node - leaf_count_), first_of(node - leaf_count_ + 1)}; }
  /// At a place in the order: which triangle, its corners, its box.
  Index triangle(Index place) const { return order_[place]; }
  const Triangle& corners(Index place) const { return triangles_[place]; }
  FloatBox triangle_box(Index place) const {
    const Triangle& t = triangles_[place];
    return vertices_[t[0]].joined(vertices_[t[1]]).joined(vertices_[t[2]]);
  }

  /// Of all nodes, in metres: how good the tree is.
  double size() const noexcept { return size_; }

 private:
  Index first_of(std::size_t leaf) const { return static_cast<Index>((leaf * triangles_.size()) >> depth_); }
  void place_vertices(std::span<const Vector3> from, std::span<const Vector3> to);
  void fit();
  void change_over();

  std::vector<FloatBox> vertices_, nodes_;
  std::vector<Triangle> given_, triangles_;  // in the caller's order, and leaf by leaf
  std::vector<Index> order_;
  TriangleOrder next_;
  std::size_t leaf_count_ = 0;
  int depth_ = 0;
  double size_ = 0.0, size_when_built_ = 0.0, lost_ = 0.0;
  bool built_ = false;
};

/// visit(place_a, place_b) for each pair of triangles, one of either tree, whose boxes overlap; by their places in the orders. The trees are
/// DeformingTrees or EndBoxes (end_boxes.hpp). Only those below two nodes: this lets several threads share the work.
template <class Tree, class Visit>
void for_each_pair(const Tree& a, const Tree& b, Visit&& visit, Index below_a = 1, Index below_b = 1);

/// visit(place, place) for each pair of different triangles of the tree whose boxes overlap, each pair once. Only those
/// below a node.
template <class Tree, class Visit>
void for_each_pair_within(const Tree& tree, Visit&& visit, Index below = 1);

/// visit(place) for each triangle whose box overlaps this one.
template <class Visit>
void for_each_overlap(const DeformingTree& tree, const FloatBox& box, Visit&& visit);

}  // namespace tocca

#include "deformable/deforming_tree_walks.hpp"
