#pragma once

#include <vector>

#include "motion/mover.hpp"
#include "shape/obb.hpp"
#include "tocca/motion/screw_parameters.hpp"

namespace tocca {

/// A stretch of time during which A moves relative to B on a screw, to within a distance.
struct ScrewSegment {
  double from = 0.0, to = 1.0;  ///< of the step; the screw's t runs from 0 to 1 between them
  ScrewParameters screw;        ///< of A in B's frame
  /// At each t no point of A's box is farther from where the true motions have it, seen from B.
  double deviation_m = 0.0;
};

/// The relative motion of two bodies as a chain of screws (kim-2003, "Approximating screw motions").
///
/// The discrepancy, the true place of a point of A less where screw and B put it, is affine in the point, so it is
/// largest at a corner of A's box. Between nodes the tubes of both motions (motion.hpp) and of the screw bound how much
/// it grows; where that or a node's own value exceeds the tolerance, the stretch is halved (docs/maths/screw_frame.md).
/// Guarantee   deviation_m is a bound, in real arithmetic, rounding included; <= tolerance_m wherever the rounding of
///             the poses allows.
///             Infinite where a stored orientation is off a rotation by more than 1e-3.
/// Exact       Where one stands still and the other is a ScrewMotion, or both translate, one segment suffices, and its
///             deviation is rounding.
class ScrewChain {
 public:
  /// The part of the step between two times, which must be multiples of the same power of two not below 2^-30. Allocates nothing
  /// once `segments` has been as long before.
  static void split(const Mover& a, const Mover& b, const Obb& box_a, double tolerance_m,
                    std::vector<ScrewSegment>& segments, double from = 0.0, double to = 1.0);
};

}  // namespace tocca
