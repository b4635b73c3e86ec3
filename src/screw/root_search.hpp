#pragma once

#include "screw/screw_equation.hpp"

namespace tocca {

/// All windows of time in which a contact equation may be within a level of zero, one after the other (see first_root).
///
/// A stretch of time is examined from its middle m, where f = F + F1 s + H s^2 + C s^3 + rest, |rest| <= |f''''| r^4 /
/// 24 for |s| <= r. Times at which the cubic is farther from zero than level, rest and rounding are cut off at both
/// ends. What remains is a window if the rest is small compared with the level; otherwise it is examined again, in two
/// parts if it did not shrink to half.
/// Ends        Each look clears a stretch, halves it, or returns; looks are counted.
class RootSearch {
 public:
  RootSearch(const ScrewEquation& f, double level, double from, double to);

  bool next(RootWindow& window);
  /// What is before t is already known.
  void skip_to(double t) { known_ = t; }

 private:
  struct Cubic;
  Cubic look(double from, double to) const;
  void push(double from, double to) { pending_[count_++] = {from, to}; }
  bool take(RootWindow& stretch);

  static constexpr int depth = 64;

  const ScrewEquation& f_;
  double clear_, fourth_, growth_, longest_, known_, end_;
  int looks_, count_ = 0;
  RootWindow pending_[depth];  ///< the first on top; what is in none of them is clear
};

}  // namespace tocca
