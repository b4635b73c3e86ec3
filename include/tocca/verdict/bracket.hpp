#pragma once

#include <compare>

namespace tocca {

/// Two ends between which something lies: of a contact's time, proven apart before `lo` and witnessed at `hi`; of a number that is
/// enclosed, lo <= truth <= hi.
template <class T>
struct BracketOf {
  T lo, hi;

  auto operator<=>(const BracketOf&) const = default;
};

/// A bracket of numbers; unless set, the whole of a step.
template <>
struct BracketOf<double> {
  double lo = 0.0, hi = 1.0;

  auto operator<=>(const BracketOf&) const = default;
};
using Bracket = BracketOf<double>;

}  // namespace tocca
