#pragma once

#include <optional>

#include "core/seeded_random.hpp"
#include "core/stopwatch.hpp"
#include "plan/polyline.hpp"
#include "tocca/check/query.hpp"
#include "tocca/plan/smoother.hpp"

namespace tocca {

/// The work of Smoother on a path that is already proven: for planners, which have proven it themselves and have a space
/// and a query at hand. One thread; the same seed gives the same path unless the time limit or the caller ends it.
///
/// Guarantee   As Smoother, provided that every motion from row to row is proven free. Each motion that enters the path is
///             proven first, in the direction of the path.
/// Cost        At most SmoothSettings::most_questions questions and two more (Query::any_contact). Nothing is allocated
///             after the constructor, unless the path gets 1,000 waypoints more than it had.
class Shortener {
 public:
  /// Keeps references to all but the path.
  Shortener(const CollisionModel& model, const PlanSpace& space, const SmoothSettings& settings, Query& query,
            const WaypointMatrix& proven);

  SmoothEnd run();
  WaypointMatrix rows() const { return line_.rows(); }
  const SmoothStatistics& statistics() const { return statistics_; }

 private:
  using End = std::optional<SmoothEnd>;
  End skip_far();
  End draw_steps();
  End limit();

  bool cut_corner();
  bool skip_some();
  bool pull_waypoint();

  bool skip(int first, int last);
  bool is_worthwhile(double before, double after) const;
  bool is_free(const Configuration& from, const Configuration& to);

  const CollisionModel& model_;
  const PlanSpace& space_;
  const SmoothSettings& settings_;
  Query& query_;
  const Stopwatch watch_;
  SeededRandom random_;
  Polyline line_;
  Configuration from_, to_;
  double window_ = 1.0, pull_ = 0.5;
  SmoothStatistics statistics_;
};

}  // namespace tocca
