#pragma once

#include <compare>

namespace tocca {

/// Two ends between which something lies. For the time of a contact: proven apart before `lo`, witnessed at `hi`; for
/// an enclosed number: lo <= truth <= hi.
template <class T>
struct BracketOf {
  T lo, hi;

  auto operator<=>(const BracketOf&) const = default;
};

/// A bracket of numbers; by default, the whole step.
template <>
struct BracketOf<double> {
  double lo = 0.0, hi = 1.0;

  auto operator<=>(const BracketOf&) const = default;
};
using Bracket = BracketOf<double>;

}  // namespace tocca
