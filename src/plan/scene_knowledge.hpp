// What a roadmap knows about today's scene.
#pragma once

#include <vector>

#include "plan/proof_stamps.hpp"
#include "tocca/plan/roadmap.hpp"

namespace tocca {

enum class EdgeState { unknown, outdated, proven, refuted };

/// An edge as a path runs through it.
struct RoadmapStep {
  int edge;
  int direction;  ///< 0: from a to b; 1: from b to a
};

/// Enters a scene into a roadmap, and reads the roadmap's edges in its light. Keeps references to both.
class SceneKnowledge {
 public:
  /// Finds the scene among the roadmap's, or adds it and drops those that no edge refers to any more.
  SceneKnowledge(Roadmap& roadmap, const ProofStamps& today);

  EdgeState state(const Roadmap::Edge& edge, int direction) const {
    if (is_refuted(edge)) return EdgeState::refuted;
    const int scene = edge.proven_in[static_cast<std::size_t>(direction)];
    if (scene == Roadmap::Edge::never) return EdgeState::unknown;
    return missing_[static_cast<std::size_t>(scene)].empty() ? EdgeState::proven : EdgeState::outdated;
  }
  /// The better one of both directions.
  EdgeState state(const Roadmap::Edge& edge) const { return std::max(state(edge, 0), state(edge, 1)); }

  /// What a proof in that scene knows nothing of: today's objects, by their numbers in the roadmap.
  const std::vector<int>& missing(int scene) const { return missing_[static_cast<std::size_t>(scene)]; }
  int scene() const { return roadmap_.scene; }
  /// The number in the roadmap of today's object k (ProofStamps::objects).
  int object(int k) const { return today_objects_[static_cast<std::size_t>(k)]; }

  void set_proven(Roadmap::Edge& edge, int direction, bool both) const;
  /// `blocker`: an object of the roadmap, Edge::robots or Edge::undecided.
  void set_refuted(Roadmap::Edge& edge, int blocker) const;

  RoadmapCount count() const;

 private:
  bool is_refuted(const Roadmap::Edge& edge) const {
    if (edge.refuted_in == Roadmap::Edge::never) return false;
    if (edge.blocker == Roadmap::Edge::robots) return true;
    if (edge.blocker == Roadmap::Edge::undecided) return edge.refuted_in == roadmap_.scene;
    return present_[static_cast<std::size_t>(edge.blocker)];
  }
  void drop_unused();
  void read_scenes();

  Roadmap& roadmap_;
  std::vector<int> today_objects_;
  std::vector<char> present_;              // of the roadmap's objects: is it there today?
  std::vector<std::vector<int>> missing_;  // of the roadmap's scenes
};

/// How a scene differs from the roadmap's latest one; asked before the scene is entered.
std::vector<RoadmapChange> changes_since(const Roadmap& roadmap, const ProofStamps& today);

}  // namespace tocca
