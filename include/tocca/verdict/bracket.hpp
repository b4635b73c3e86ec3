#pragma once

namespace tocca {

/// Two ends between which something lies: of a contact's time, proven apart before `lo` and witnessed at `hi`; of a number that is
/// enclosed, lo <= truth <= hi.
template <class T>
struct BracketOf {
  T lo, hi;
};

/// A bracket of numbers; unless set, the whole of a step.
template <>
struct BracketOf<double> {
  double lo = 0.0, hi = 1.0;
};
using Bracket = BracketOf<double>;

}  // namespace tocca
