#pragma once

#include "model/part.hpp"
#include "motion/mover.hpp"
#include "sweep/lss_tessellation.hpp"

namespace tocca {

/// Which surface of what a link sweeps is drawn.
enum class SweptShape {
  lss,  ///< the surface of the volume that the link's line-swept sphere sweeps
  tube  ///< the boxes of the link's tree, from window to window, dilated by the tube: what a check by tubes starts from
};

/// The result for one link over one segment.
struct SweptPiece {
  int windows;
  double error_m;  ///< how much thicker than the volume itself it is, at most
};

/// Appends what `part` sweeps. Throws InputError if the motion's bounds are infinite.
SweptPiece append_sweep(const Mover& mover, const Part& part, SweptShape shape, double tolerance_m, SweptMesh& mesh);

}  // namespace tocca
