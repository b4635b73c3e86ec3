#pragma once

#include <memory>

#include "tocca/check/checker.hpp"
#include "tocca/check/path_results.hpp"

namespace tocca {

/// How precise the minimum has to be, and how fine the curve.
struct ClearanceSettings {
  /// Which of the checked pairs are measured: all; only links of one robot against each other; or all but these.
  enum class Among { all, self, others };

  double tolerance_m = 1e-6;  ///< how wide the bracket of the minimum may be
  bool curve = true;          ///< false: only the minimum, which costs less
  Among among = Among::all;
  /// For the curve: over the time to the next moment, the bounds may differ by about this part of the distance ...
  double band = 0.25;
  /// ... unless that would take more than this many moments per segment.
  int most_points = 16;
  /// How many pairs of volumes and items one segment may take before it is given up as undecided.
  std::uint64_t budget = std::numeric_limits<std::uint64_t>::max();
};

/// Receives a curve while it is found, moment by moment along the path.
class ClearanceListener {
 public:
  virtual ~ClearanceListener() = default;
  virtual void point(const ClearancePoint&) {}
  virtual void done(std::int64_t segments) { static_cast<void>(segments); }  ///< this many are finished
};

/// How near anything comes along a path: the least distance of all checked pairs (except those that may press into each
/// other), when and between which bodies, and the distance of the nearest pair as a curve over time. Use one object per
/// thread; keeps a reference to the checker.
///
/// Guarantee   lower <= least distance <= upper, and upper - lower <= tolerance unless `decided` is false (the budget
///             ran out, or numbers are so large that rounding exceeds the tolerance). `upper` is an upper bound on the
///             distance of the two bodies at the moment given. The curve's bounds hold at every time, not only at the
///             moments listed, and never contradict the minimum. Proof: docs/maths/clearance.md.
/// Distance    Closed meshes are solids: bodies that touch, overlap or lie inside one another are 0 apart. Clearances
///             of pairs play no part: this is how far apart things are, not how far they should be. Bodies with padding
///             are as large as it makes them.
/// Contact     lower = 0 and upper <= tolerance, at some moment of contact, not necessarily the first.
/// Threads     Uses all cores; results do not depend on their number.
class ClearanceSearch {
 public:
  /// Throws InputError if a setting makes no sense, or if a body of the problem deforms: distances to it are not measured.
  explicit ClearanceSearch(const Checker& checker, const ClearanceSettings& settings = {});
  ~ClearanceSearch();
  ClearanceSearch(ClearanceSearch&&) noexcept;

  /// Minimum and curve of a whole path.
  ClearanceProfile profile(const StepSequence& path);

  /// The same piece by piece, for paths of any length: begin(), add() for each piece, finish().
  void begin();
  /// Each piece begins where the previous one ends. `first` is added to the piece's segment indices. The listener may
  /// be null.
  void add(const StepSequence& piece, std::int64_t first, ClearanceListener* listener);
  ClearanceProfile finish(ClearanceListener* listener);  ///< its curve is empty: the listener received it

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca
