// Included by deforming_tree.hpp.
#pragma once

#include <array>
#include <type_traits>
#include <utility>

#include "deformable/deforming_tree.hpp"

namespace tocca {
namespace deforming {

/// Pairs of nodes yet to be looked at. Taking a pair apart leaves one of its two children on the stack, three of the four pairs of a
/// node with itself: never more than three for each of the at most 2 * 31 levels.
struct PairStack {
  /// Two nodes, one of each tree.
  struct Entry {
    Index a, b;
  };
  std::array<Entry, 192> entries;
  std::size_t size = 0;

  void push(Index a, Index b) { entries[size++] = {a, b}; }
  Entry pop() { return entries[--size]; }
};

/// The boxes of a leaf's triangles.
template <class Tree>
struct LeafBoxes {
  using Box = std::decay_t<decltype(std::declval<const Tree&>().triangle_box(0))>;
  DeformingTree::Stretch stretch;
  std::array<Box, 4> boxes;

  LeafBoxes(const Tree& tree, Index node) : stretch(tree.leaf(node)) {
    for (Index place = stretch.first; place < stretch.last; ++place) {
      boxes[place - stretch.first] = tree.triangle_box(place);
    }
  }
};

/// Hands on the triangles of two leaves whose boxes overlap.
template <class Tree, class Visit>
void visit_leaves(const Tree& a, Index leaf_a, const Tree& b, Index leaf_b, Visit& visit) {
  const LeafBoxes<Tree> x(a, leaf_a), y(b, leaf_b);
  for (Index i = x.stretch.first; i < x.stretch.last; ++i) {
    if (!x.boxes[i - x.stretch.first].overlaps(b.box(leaf_b))) continue;
    for (Index k = y.stretch.first; k < y.stretch.last; ++k) {
      if (x.boxes[i - x.stretch.first].overlaps(y.boxes[k - y.stretch.first])) visit(i, k);
    }
  }
}

/// All pairs below the stack's entries; nodes a and b of an entry differ.
template <class Tree, class Visit>
void visit_pairs(const Tree& a, const Tree& b, PairStack& stack, Visit& visit) {
  while (stack.size > 0) {
    const auto [i, k] = stack.pop();
    if (!a.box(i).overlaps(b.box(k))) continue;
    const bool leaf_a = a.is_leaf(i), leaf_b = b.is_leaf(k);
    if (leaf_a && leaf_b) {
      visit_leaves(a, i, b, k, visit);
    } else if (leaf_b || (!leaf_a && !(a.box(i).size() < b.box(k).size()))) {
      stack.push(2 * i + 1, k);
      stack.push(2 * i, k);
    } else {
      stack.push(i, 2 * k + 1);
      stack.push(i, 2 * k);
    }
  }
}

}  // namespace deforming

template <class Tree, class Visit>
void for_each_pair(const Tree& a, const Tree& b, Visit&& visit, Index below_a, Index below_b) {
  deforming::PairStack stack;
  stack.push(below_a, below_b);
  deforming::visit_pairs(a, b, stack, visit);
}

template <class Tree, class Visit>
void for_each_pair_within(const Tree& tree, Visit&& visit, Index below) {
  // Each node's children against each other, in the order of the leaves below: neighbours in memory come together.
  Index first = below, last = below + 1;
  while (!tree.is_leaf(first)) first *= 2, last *= 2;
  deforming::PairStack stack;
  for (Index leaf = first; leaf < last; ++leaf) {
    const deforming::LeafBoxes<Tree> own(tree, leaf);
    for (Index i = own.stretch.first; i < own.stretch.last; ++i) {
      for (Index k = i + 1; k < own.stretch.last; ++k) {
        if (own.boxes[i - own.stretch.first].overlaps(own.boxes[k - own.stretch.first])) visit(i, k);
      }
    }
    // This leaf is the last one below all nodes of which it is the last descendant: look across their middles.
    for (Index node = leaf; node % 2 == 1 && node > below; node /= 2) {
      stack.push(node - 1, node);
      deforming::visit_pairs(tree, tree, stack, visit);
    }
  }
}

template <class Visit>
void for_each_overlap(const DeformingTree& tree, const FloatBox& box, Visit&& visit) {
  std::array<Index, 64> stack;
  std::size_t size = 0;
  stack[size++] = 1;
  while (size > 0) {
    const Index node = stack[--size];
    if (!tree.box(node).overlaps(box)) continue;
    if (!tree.is_leaf(node)) {
      stack[size++] = 2 * node + 1;
      stack[size++] = 2 * node;
      continue;
    }
    const auto [first, last] = tree.leaf(node);
    for (Index place = first; place < last; ++place) {
      if (tree.triangle_box(place).overlaps(box)) visit(place);
    }
  }
}

}  // namespace tocca
