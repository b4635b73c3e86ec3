// RRT-Connect on glimpses, with proofs of what they let pass when the trees meet.
#pragma once

#include "core/stopwatch.hpp"
#include "plan/plan_space.hpp"
#include "plan/straight_edges.hpp"
#include "plan/two_trees.hpp"
#include "tocca/plan/plan_result.hpp"

namespace tocca {

/// Two trees from start and goal (Kuffner and LaValle 2000): the smaller one grows by a step towards a sample, the other
/// one then reaches for the new node as far as it comes. Samples far from a node that has failed to grow are left out
/// (Yershova and others 2005: the node's domain).
///
/// Lazy proof  While the trees grow, edges are only looked at (Query::glimpse): what is seen to touch is dropped, nothing
///             is believed free. When the trees meet, the path's edges are proven, the doubtful ones first. A refuted
///             edge is cut: what hangs on it joins the other tree, as in SBL, and the search goes on with all proofs.
///             Where nothing can be seen, near meshes, or where proofs refute too many edges, an edge is proven before
///             it is added.
/// Bounded     With `shorter_than_m`, only what can be part of a shorter path is sampled and added (as in AO-RRT-Connect,
///             Wilson and others 2025): repeated with ever smaller bounds, paths approach the shortest.
class RrtConnect {
 public:
  struct Settings {
    std::uint64_t seed = 1;
    double time_limit_s = std::numeric_limits<double>::infinity();  ///< by the watch that is given to search()
    std::int64_t most_milestones = 1'000'000;
    std::int64_t most_samples = std::numeric_limits<std::int64_t>::max();  ///< of this search
    double range_m = 0.0;  ///< the longest step, by PlanSpace::length; 0: a part of the space
    double shorter_than_m = std::numeric_limits<double>::infinity();
    PlanProgress progress;
  };

  explicit RrtConnect(const Checker& checker) : edges_(checker) {}

  /// Fills `path` if the end is `found`: each of its edges is proven in the direction driven. Requires that both ends are
  /// proven free. Adds to the statistics.
  PlanEnd search(const PlanSpace& space, const Configuration& start, const Configuration& goal,
                 const Settings& settings, const Stopwatch& watch, PlanStatistics& statistics, WaypointMatrix& path);

  StraightEdges& edges() { return edges_; }

 private:
  StraightEdges edges_;
  TwoTrees trees_;
};

}  // namespace tocca
