#pragma once

#include <string>

#include "tocca/check/checker.hpp"

namespace tocca {

/// What plans and smoothed paths keep from the scene and between robots unless told otherwise.
inline constexpr double default_clearance_m = 1e-3;

/// Which clearance a path keeps, and why it is less than what was asked for.
struct KeptClearance {
  enum class Limit { none, start, goal, path };

  double asked_m = 0.0, kept_m = 0.0;
  Limit limit = Limit::none;  ///< what comes nearer than asked; none: asked_m is kept
  double distance_m = 0.0;    ///< how far apart these two are proven to be there; 0: they touch
  std::string a, b;

  bool reduced() const { return limit != Limit::none; }
};

/// As JSON and people spell it: "start", "goal", "path", "none".
inline const char* name_of(KeptClearance::Limit limit) {
  switch (limit) {
    case KeptClearance::Limit::start:
      return "start";
    case KeptClearance::Limit::goal:
      return "goal";
    case KeptClearance::Limit::path:
      return "path";
    case KeptClearance::Limit::none:
      break;
  }
  return "none";
}

/// The clearance that a path between two configurations can keep: what is asked, or less where its ends are nearer: then
/// nine tenths of their distance, so that neither end is refuted and there is room to leave it.
///
/// `checker` was built with asked_m as the problem's default clearance, and serves as it is unless the result is
/// reduced(); then build another with kept_m. Only pairs that keep the default count: neither links of one robot nor
/// pairs with a clearance of their own, which no reduction would help.
/// Cost        Two static checks; distances are measured only where an end is refused.
KeptClearance kept_clearance(const Checker& checker, double asked_m, const Configuration& start,
                             const Configuration& goal);

/// The same for a path that is given, straight from row to row: nine tenths of what it keeps itself. For paths that are not
/// proven free with asked_m, since it searches the least distance.
KeptClearance kept_clearance(const Checker& checker, double asked_m, const WaypointMatrix& path);

/// The same for the waypoints alone of a path that is to be repaired: those that touch something do not count, between its
/// ends, since they cannot stay; no other is given up for a clearance that nobody asked for.
KeptClearance kept_at_waypoints(const Checker& checker, double asked_m, const WaypointMatrix& path);

}  // namespace tocca
