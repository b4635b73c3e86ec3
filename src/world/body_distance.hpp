// How near two bodies are: the narrow phase of a world.
#pragma once

#include <limits>
#include <span>

#include "contact/tree_distance.hpp"
#include "tocca/world/world_results.hpp"
#include "world/feature_memory.hpp"
#include "world/placed_shape.hpp"

namespace tocca {

/// What one look at two bodies cost.
struct NarrowWork {
  std::uint64_t walks = 0, feature_steps = 0, tree_searches = 0;
};

/// Two bodies as lists of placed shapes, one entry for a rigid one. Descends both hierarchies of hulls, with closest
/// features for pairs of hulls, TreeSearch for anything but polytopes, and checks whether one is inside a closed mesh
/// of the other.
///
/// Guarantee   apart(): true only if proven, for the true points of both: farther apart than the level, and neither inside the
///             other. False: no farther apart than the tolerance, or one inside the other; or rounding exceeds half the
///             tolerance. nearest(): lower <= true distance <= upper.
/// Always ends, never throws. Allocates only if `memory` grows.
class BodySearch {
 public:
  BodySearch(std::span<const PlacedShape> a, std::span<const PlacedShape> b, FeatureMemory& memory, NarrowWork& work)
      : a_(a), b_(b), memory_(memory), work_(work) {}

  bool apart(double level_m, double tolerance_m);
  /// Bodies, places, normal and bounds; `lower` and `upper` are 0 where one is inside a closed mesh of the other.
  BodyDistance nearest();

 private:
  /// Two nodes and the distance of their hulls.
  struct Look {
    Index a, b;
    FeatureDistance hulls;
    FeaturePair features;
  };
  double enough() const { return nearest_ ? best_.upper : level_m_; }
  void shapes(Index a, Index b);
  Look look(Index a, Index b);
  void settle(const Look& look);
  void open(const Look& look);
  void exact_leaf(const Look& look);
  void tree_leaf(const Look& look);
  bool trees_apart(const TreePair& pair);
  /// Places as seen from b's origin.
  void nearest_of_trees(const Look& look, const TreePair& pair);
  void put_places(const Look& look, const Distance& found);
  const PlacedShape& a() const { return a_[shape_a_]; }
  const PlacedShape& b() const { return b_[shape_b_]; }
  const BodyShape::Node& node_a(Index i) const { return a().shape->nodes()[i]; }
  const BodyShape::Node& node_b(Index i) const { return b().shape->nodes()[i]; }

  std::span<const PlacedShape> a_, b_;
  FeatureMemory& memory_;
  NarrowWork& work_;
  bool nearest_ = false;
  double level_m_ = 0.0, tolerance_m_ = 0.0;
  Index shape_a_ = 0, shape_b_ = 0;
  double error_m_ = 0.0;  // of both shapes at hand
  bool settled_ = false;  // nothing can be nearer, or: not apart
  BodyDistance best_;
};

}  // namespace tocca
