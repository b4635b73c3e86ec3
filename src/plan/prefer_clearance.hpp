#pragma once

#include "tocca/model/problem.hpp"
#include "tocca/plan/smoother.hpp"

namespace tocca {

/// A path that keeps its distance, and how far it went for it.
struct PreferredClearance {
  double clearance_m = 0.0;  ///< proven to be kept from the scene and between robots
  WaypointMatrix waypoints;
  std::int64_t stages = 0;  ///< greater clearances tried
};

/// Trades length for distance: 2 mm, 5 mm, 10 mm and so on up to 1 m, as far as the ends and the surroundings allow. For
/// each of them, waypoints that come nearer are moved away, motions between them that come nearer get waypoints of their
/// own, and what is proven is shortened with the settings given. The first clearance for which no path is found, or none
/// that is at most twice as long as the given one, ends it.
///
/// `proven` is proven free with `kept_m` as the problem's clearance; it is the answer if nothing better is found.
/// Guarantee   The path returned is proven with clearance_m, and has the ends of the one given, bit for bit. The same
///             seed gives the same path, unless smoothing is limited by time or by its caller.
/// Not claimed The greatest clearance that there is.
PreferredClearance prefer_clearance(const Problem& problem, const CheckSettings& check, const PairSettings& pairs,
                                    double kept_m, const WaypointMatrix& proven, const SmoothSettings& smoothing);

}  // namespace tocca
