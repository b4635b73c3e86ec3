// Layer: motion.  May include: shape, model and what they use.  Checked by tools/check_layers.py.
#pragma once

#include <vector>

#include "tocca/motion/mover.hpp"
#include "tocca/motion/screw_parameters.hpp"
#include "tocca/shape/obb.hpp"

namespace tocca {

/// A stretch of time during which A moves relative to B on a screw, to within a distance.
struct ScrewSegment {
  double from = 0.0, to = 1.0;  ///< of the step; the screw's t runs from 0 to 1 between them
  ScrewParameters screw;        ///< of A in B's frame
  double deviation_m =
      0.0;  ///< at each t no point of A's box is farther from where the true motions have it, seen from B
};

/// The relative motion of two bodies as a chain of screws (kim-2003, "Approximating screw motions").
///
/// The discrepancy motion D(t), screw times inverse of the true motion, is affine, so the corners of A's box move farthest
/// under it. Between nodes its bound is the tubes' (motion.hpp); where that or a node's own value exceeds the tolerance, the
/// stretch is halved.
/// Guarantee   deviation_m bounds, in real arithmetic, rounding included; <= tolerance_m wherever the rounding of the poses allows.
/// Exact       Where B stands still and A is a ScrewMotion, or both translate, one segment does, and its deviation is rounding.
class ScrewChain {
 public:
  /// Allocates nothing once `segments` has been as long.
  static void split(const Mover& a, const Mover& b, const Obb& box_a, double tolerance_m,
                    std::vector<ScrewSegment>& segments);
};

}  // namespace tocca
