#pragma once

#include "tocca/check/checker.hpp"
#include "tocca/plan/plan_result.hpp"

namespace tocca {

class MotionJudge;  // plan/motion_judge.hpp

/// When the planner gives up, and how it searches.
struct SblSettings {
  std::uint64_t seed = 1;  ///< the same seed gives the same path
  double time_limit_s = std::numeric_limits<double>::infinity();
  std::int64_t most_milestones = 1'000'000;  ///< gives up after this many
  /// The first neighbourhood of a milestone, as a part of each joint's range.
  double neighbourhood = 0.15;
  PlanProgress progress;
  /// Decides what is free. Null: the checker, exactly. Another judge is for comparisons; what it lets pass is not
  /// proven.
  MotionJudge* judge = nullptr;
};

/// A path from one configuration to another by the planner of schwarzer-2002, section 4.2 ("A-SBL"): Sanchez and Latombe's
/// single-query, bidirectional, lazy roadmap (ISRR 2001), with exact checks of segments.
///
/// Two trees of free configurations grow from start and goal; only configurations are checked when they are added.
/// Where the trees come near each other, a bridge makes a candidate path, whose segments are then checked together
/// (PathChecker::any). A segment in contact is cut, and what that leaves without a root joins the other tree over the
/// bridge; segments proven free are never checked again.
///
/// Guarantee   A returned path is proven free by the checker, every segment in the direction in which the path runs
///             through it; it begins with the bits of `start` and ends with those of `goal`. The same seed gives the
///             same path unless the time limit or the caller ends it.
/// Not claimed That a path is found where there is one (the probability grows to 1 with time), that it is short, or
///             that there is none where none was found.
class Sbl {
 public:
  /// Keeps a reference to the checker.
  explicit Sbl(const Checker& checker, const SblSettings& settings = {}) : checker_(checker), settings_(settings) {}

  /// Configurations hold all robots, one after the other; otherwise throws InputError. They may be outside the limits;
  /// everything between the two lies inside.
  Plan plan(const Configuration& start, const Configuration& goal) const;

 private:
  const Checker& checker_;
  SblSettings settings_;
};

}  // namespace tocca
