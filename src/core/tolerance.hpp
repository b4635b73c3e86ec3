// What a tolerance must be, and what it is split into: the same for every question.
#pragma once

namespace tocca {

/// Coordinates are no larger either: squares of their sums do not overflow.
inline constexpr double greatest_tolerance_m = 1e30;

/// Throws InputError if the tolerance is not a positive number of metres, or exceeds the greatest.
void require_tolerance(double tolerance_m);

/// Free is proven to the clearance plus this part of the tolerance; contact is witnessed at the clearance plus the
/// tolerance. The difference lets grazing motions be decided (docs/promise.md).
inline double level_of(double tolerance_m) { return 0.5 * tolerance_m; }

}  // namespace tocca
