// One path through a roadmap.
#pragma once

#include "core/stopwatch.hpp"
#include "plan/plan_space.hpp"
#include "plan/roadmap_proofs.hpp"
#include "plan/roadmap_search.hpp"

namespace tocca {

/// Seeks a path from `start` to `goal` as RoadmapPlanner::query promises. Keeps references; run once.
class RoadmapQuery {
 public:
  RoadmapQuery(Roadmap& roadmap, const Checker& checker, const RoadmapMeans& means,
               const RoadmapQuerySettings& settings, const Configuration& start, const Configuration& goal);

  RoadmapPlan run();

 private:
  bool ends_are_free();
  /// The milestone at this very place, or a new one with edges to its neighbours.
  int enter(const Configuration& q);
  void connect(int milestone);
  void join(int from, int to);
  void search(int from, int to);
  /// Proves what is not proven of a path, what most likely fails first; false as soon as something is refuted.
  bool prove(RoadmapProofs& proofs, const RoadmapSearch& ways, const std::vector<RoadmapStep>& path);
  bool may_go_on();
  WaypointMatrix rows_of(const std::vector<RoadmapStep>& path) const;
  /// A path that the roadmap does not have, found by a planner that starts from nothing.
  void search_beyond(int from, int to);
  void learn(int from, int to);
  bool is_inside(const Configuration& q) const;

  const Stopwatch watch_;
  Roadmap& roadmap_;
  const Checker& checker_;
  const RoadmapMeans& means_;
  const RoadmapQuerySettings& settings_;
  const Configuration &start_, &goal_;
  const PlanSpace space_;
  const SceneKnowledge known_;
  RoadmapPlan plan_;
  std::vector<RoadmapStep> unproven_;
  std::vector<int> asked_;  // edges that this query has looked at, ascending
};

}  // namespace tocca
