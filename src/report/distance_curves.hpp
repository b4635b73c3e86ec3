// The distance of the nearest pair over time, of links against links of the same robot and of everything else apart.
#pragma once

#include <array>
#include <cstdint>

#include "tocca/check/clearance_search.hpp"
#include "tocca/io/report.hpp"

namespace tocca {

/// Measures segment by segment. Both curves carry proven bounds, and name the two bodies that are nearest at each point.
class DistanceCurves {
 public:
  DistanceCurves(const Checker& checker, const ClearanceSettings& settings);

  /// Adds a segment to `curves`, and, if `together` is not null, the nearer of both kinds to it.
  void add(const StepSequence& sequence, int segment, const Report::Segment& drawn, std::vector<Report::Curve>& curves,
           std::vector<Report::CurvePoint>* together);
  /// Tests that it took so far.
  std::uint64_t work() const { return work_; }

 private:
  std::array<ClearanceSearch, 2> searches_;  ///< of links of one robot, of everything else
  std::uint64_t work_ = 0;
};

/// The nearer of two curves over the same stretch of the clock: has the moments of both. Where only one of them has a moment, the other
/// contributes its bounds over the time around it: they hold there, too.
std::vector<Report::CurvePoint> nearer(const std::vector<Report::CurvePoint>& a,
                                       const std::vector<Report::CurvePoint>& b);

}  // namespace tocca
