// Which of many configurations are nearest to one: what every planner with samples asks most often.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "plan/plan_space.hpp"

namespace tocca {

/// Configurations that come one at a time, and which of them are nearest to a given one by PlanSpace::length.
///
/// A k-d tree whose leaves hold some configurations side by side, which are compared eight at a time; each node knows
/// the box around what is below it. A few hundred configurations cost no more than looking at all of them, ten thousand
/// a microsecond or two (docs/decisions/0058-nearest-neighbours.md).
///
/// Metric      The one of PlanSpace, in floats: a heuristic. Nothing wraps. Orientations count by 4 sin(angle / 4)
///             instead of their angle, which is up to a tenth less.
/// Ties        The configuration that was added first comes first: results are those of a search through all, in order.
/// Memory      Flat arrays. A search allocates nothing, but writes into the object: use one per thread.
class NearestNeighbours {
 public:
  /// One of the configurations, by the number that add() gave it; -1 if there is none.
  struct Neighbour {
    int index = -1;
    double length = std::numeric_limits<double>::infinity();
  };

  /// Room for so many configurations without allocating; more may come. Keeps no reference to the space.
  explicit NearestNeighbours(const PlanSpace& space, int expected = 0);

  int size() const noexcept { return size_; }
  void clear();  ///< keeps the memory
  /// Numbers them 0, 1, 2, ... Requires a configuration of the space.
  int add(const Configuration& q);

  Neighbour nearest(const Configuration& q);
  /// As many as fit into `result`, the nearest first; returns how many there are.
  int nearest(const Configuration& q, std::span<Neighbour> result);

 private:
  static constexpr int capacity = 32;  ///< of a leaf; a multiple of the eight that are compared at once
  /// A degree of freedom that is a number, times its weight; or one of the orientations, as a unit quaternion.
  struct Column {
    int coordinate;
    float weight;
  };
  /// A leaf has no column. A node that no number can split has none either, but children: its left one is full.
  struct Node {
    int column = -1;
    float split = 0.0f;          ///< below: left; from here on: right
    int left = -1, right = -1;   ///< nodes
    int leaf = -1, members = 0;  ///< of a leaf: its place in leaves_, how many it holds
  };
  struct Open {
    float bound;  ///< nothing below the node is nearer
    int node;
  };

  void write(const Configuration& q);
  int new_node(int leaf);
  void put(int node, const float* values, int stride, int index);
  void split(int node);
  void widen(int node, const float* values, int stride);
  float bound(int node) const;
  template <class Visit>
  void visit_nearer(const Configuration& q, Visit&& visit);
  template <class Visit>
  void visit_leaf(const Node& node, float& bound, Visit& visit) const;

  float* leaf_values(int leaf) { return leaves_.data() + static_cast<std::size_t>(leaf) * leaf_floats_; }
  const float* leaf_values(int leaf) const { return leaves_.data() + static_cast<std::size_t>(leaf) * leaf_floats_; }

  std::vector<Column> numbers_;       // those that spread most come first: they tell most
  std::vector<Column> orientations_;  // four floats each, behind the numbers
  std::size_t width_ = 0;             // floats per configuration
  std::size_t leaf_floats_ = 0;       // per leaf: [value][configuration]
  int size_ = 0, depth_ = 0;
  std::vector<Node> nodes_;     // the root first
  std::vector<float> boxes_;    // of each node: the least number of each column, then the greatest
  std::vector<float> leaves_;   // the configurations
  std::vector<int> indices_;    // theirs
  std::vector<float> written_;  // the configuration that is added or asked for
  std::vector<Open> open_;      // the search's
  std::vector<float> moved_;    // a leaf that is being split
};

}  // namespace tocca
