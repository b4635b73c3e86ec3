#pragma once

#include <optional>

#include "core/seeded_random.hpp"
#include "core/stopwatch.hpp"
#include "plan/polyline.hpp"
#include "plan/straight_edges.hpp"
#include "tocca/check/query.hpp"
#include "tocca/plan/smoother.hpp"

namespace tocca {

/// The work of Smoother on a path that is already proven: for planners, which have proven it themselves and have a space
/// and a query at hand. One thread; the same seed gives the same path unless the time limit or the caller ends it.
///
/// Guarantee   As Smoother, provided that every motion from row to row is proven free. rows() holds proven motions only.
/// Lazy        If the settings want it, changes are made on glimpses at first, and what they have brought is proven after some of
///             them: motions that were changed again need no proof. If one of them is refuted, the path becomes what was proven, and
///             from then on each motion is proven before it is taken.
/// Cost        At most SmoothSettings::most_questions questions and two more (Query::any_contact, or glimpse), and lazily as many
///             proofs as the path has motions, after each stretch of questions. Nothing is allocated after the
///             constructor, unless the path gets 1,000 waypoints more than it had.
class Shortener {
 public:
  /// Keeps references to all but the path.
  Shortener(const CollisionModel& model, const PlanSpace& space, const SmoothSettings& settings, Query& query,
            const WaypointMatrix& proven);

  SmoothEnd run();
  WaypointMatrix rows() const { return proven_.rows(); }
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
  void settle();
  bool is_proven(int segment) const;

  const CollisionModel& model_;
  const PlanSpace& space_;
  const SmoothSettings& settings_;
  Query& query_;
  const Stopwatch watch_;
  SeededRandom random_;
  Polyline line_, proven_;
  StrideGlimpse strides_;
  bool lazy_;
  std::int64_t settled_at_ = 0;  ///< after so many questions
  Configuration from_, to_;
  double window_ = 1.0, pull_ = 0.5;
  SmoothStatistics statistics_;
};

}  // namespace tocca
