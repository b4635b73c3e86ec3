#pragma once

#include <memory>

#include "tocca/check/checker.hpp"
#include "tocca/check/path_results.hpp"

namespace tocca {

/// How precise the minimum is to be, and how fine the curve.
struct ClearanceSettings {
  double tolerance_m = 1e-6;  ///< how wide the bracket of the minimum may be
  bool curve = true;          ///< false: the minimum alone, for less
  /// Of the curve: over the time to the next moment, the bounds may differ by about this part of the distance ...
  double band = 0.25;
  /// ... unless that would take more than so many moments a segment.
  int most_points = 16;
  /// How many pairs of volumes and items one segment may take before it is given up as undecided.
  std::uint64_t budget = std::numeric_limits<std::uint64_t>::max();
};

/// Receives a curve while it is being found, moment by moment along the path.
class ClearanceListener {
 public:
  virtual ~ClearanceListener() = default;
  virtual void point(const ClearancePoint&) {}
  virtual void done(std::int64_t segments) { static_cast<void>(segments); }  ///< so many are finished
};

/// How near anything comes along a path: the least distance of all checked pairs (those that
/// may press into each other left out), when and between which bodies, and the
/// distance of the nearest pair as a curve over time. One object for each thread; refers to the checker.
///
/// Guarantee   lower <= least distance <= upper, and upper - lower <= tolerance unless `decided` is false (the budget ran
///             out, or numbers are so large that rounding exceeds the tolerance). `upper` is an upper bound of the
///             distance of the two bodies at the moment told. The curve's bounds hold at every time, not only at the
///             moments listed, and never contradict the minimum. Proof: docs/maths/clearance.md.
/// Distance    Closed meshes are solids: bodies that touch, overlap or lie inside one another are 0 apart. Clearances of
///             pairs play no part: this is how far apart things are, not how far they should be.
/// Contact     lower = 0 and upper <= tolerance, at some moment of contact, not necessarily the first.
/// Threads     Works on all cores; results do not depend on their number.
class ClearanceSearch {
 public:
  /// Throws InputError where a setting makes no sense.
  explicit ClearanceSearch(const Checker& checker, const ClearanceSettings& settings = {});
  ~ClearanceSearch();
  ClearanceSearch(ClearanceSearch&&) noexcept;

  /// Minimum and curve of a whole path.
  ClearanceProfile profile(const StepSequence& path);

  /// The same piece by piece, for paths of any length: begin(), add() for each piece, finish().
  void begin();
  /// Pieces follow each other, the end of one being the beginning of the next. `first` is added to their segments' indices.
  /// The listener may be null.
  void add(const StepSequence& piece, std::int64_t first, ClearanceListener* listener);
  ClearanceProfile finish(ClearanceListener* listener);  ///< its curve is empty: the listener had it

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca
