#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tocca/verdict/verdict.hpp"

namespace tocca {

/// A moment of a path: a segment (the first waypoint begins segment 0) and a time in [0, 1] local to it.
struct PathMoment {
  std::int64_t segment = 0;
  double t = 0.0;
};

/// One stretch of a path during which two bodies touch: their distance is at most the clearance, or one is inside a
/// closed mesh of the other.
///
/// Complete    Outside all listed stretches, widened to `enter.lo` and `leave.hi`, and outside undecided rests, every
///             pair is proven to be farther apart than its clearance. From `enter.hi` to `leave.lo` the two are within
///             the clearance plus the tolerance or one is inside the other, except for gaps shorter than the time
///             resolution (1e-6 of a step). Brackets are no wider than that.
struct ContactInterval {
  std::string a, b;  ///< names of the two
  BracketOf<PathMoment> enter, leave;
  bool from_start = false;  ///< touching where the path begins
  bool to_end = false;      ///< still touching where it ends
};

/// All stretches of a path, by the time they begin, then by names; and what remained open.
struct ContactList {
  /// From here to the end of its segment nothing is known about a pair; if the names are empty, about all pairs not
  /// listed by name.
  struct Rest {
    std::string a, b;
    PathMoment from;
    Undecided why = Undecided::budget;
  };
  std::vector<ContactInterval> intervals;
  std::vector<Rest> undecided;

  bool decided() const { return undecided.empty(); }
};

/// Two bodies of the model that are nearest at a moment, and where: points of the world (of bodies with padding: of their
/// grown shapes). For looking at: they are rounded, bounds are not based on them.
struct NearestPlace {
  int body_a = -1, body_b = -1;  ///< -1: no pair is measured
  Vector3 point_a = Vector3::Zero(), point_b = Vector3::Zero();
};

/// The distance of the nearest pair at one moment, and over the time until the next one of the list.
struct ClearancePoint {
  PathMoment at;
  double lower = 0.0, upper = 0.0;                        ///< at the moment: lower <= distance <= upper
  double lower_until_next = 0.0, upper_until_next = 0.0;  ///< the same at every time up to the next moment of the list
  NearestPlace nearest = {};                              ///< at the moment; `upper` is their distance
};

/// How near anything comes along a path.
struct ClearanceProfile {
  double lower = 0.0, upper = 0.0;    ///< lower <= minimum over the whole path <= upper
  PathMoment at;                      ///< where `upper` was measured
  std::string a, b;                   ///< between which bodies
  NearestPlace nearest = {};          ///< where
  bool decided = true;                ///< false: the bracket is wider than asked for
  Undecided why = Undecided::no;      ///< then: the reason
  std::int64_t segments = 0;          ///< that were looked at: the bracket is about these
  double seconds = 0.0;               ///< that it took
  std::vector<ClearancePoint> curve;  ///< along the path; the last one is its end
  Statistics statistics;
};

/// How well a path closes a loop joint (LoopJoint): the greatest distance of the two places, over the whole path.
struct LoopClosure {
  enum class State {
    closed,    ///< proven: at every moment within the tolerance
    open,      ///< witnessed: farther apart at `at`
    undecided  ///< so near the tolerance that rounding, or the work that was allowed, does not tell
  };
  std::string name;
  State state = State::closed;
  double tolerance_m = 0.0;
  double lower_m = 0.0, upper_m = 0.0;  ///< lower <= greatest distance <= upper; upper: of what was looked at
  PathMoment at;                        ///< where `lower` was measured
};

}  // namespace tocca
