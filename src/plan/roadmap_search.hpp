// The shortest way through a roadmap, as far as its edges are not refuted.
#pragma once

#include <vector>

#include "plan/plan_space.hpp"
#include "plan/scene_knowledge.hpp"

namespace tocca {

/// A* over a roadmap whose edges may change their states between searches, but not their number. Keeps references.
/// After the first search it allocates nothing.
class RoadmapSearch {
 public:
  RoadmapSearch(const Roadmap& roadmap, const SceneKnowledge& known, const PlanSpace& space);

  /// The steps from one milestone to another; empty if refuted edges bar every way. Edges that are not proven count for
  /// more than their length: a path that is proven already is worth a detour.
  const std::vector<RoadmapStep>& shortest(int from, int to);
  double length(int edge) const { return lengths_[static_cast<std::size_t>(edge)]; }

 private:
  struct Open {
    double estimate;  ///< of the whole path over this milestone
    int milestone;
  };
  double estimate(int milestone, int to);

  const Roadmap& roadmap_;
  const SceneKnowledge& known_;
  const PlanSpace& space_;
  std::vector<double> lengths_;     // of edges
  std::vector<int> first_, edges_;  // milestone m has edges_[first_[m]] up to edges_[first_[m + 1]]
  std::vector<double> reached_, to_goal_;
  std::vector<RoadmapStep> came_by_;
  std::vector<char> done_;
  std::vector<Open> open_;
  std::vector<RoadmapStep> path_;
};

/// PlanSpace::length of configurations that lie in a roadmap's array.
double flat_length(const PlanSpace& space, const double* a, const double* b);

/// The milestones nearest to one of them among those before it, the nearest first.
std::vector<int> nearest_before(const Roadmap& roadmap, const PlanSpace& space, int milestone, std::size_t most);

}  // namespace tocca
