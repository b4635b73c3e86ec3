#pragma once

#include "core/interval_matrix.hpp"

namespace tocca {

/// Every affine map whose entries lie in these intervals: the paper's interval matrix M~ (redon-2004, section 4.1).
struct IntervalPose {
  IntervalMatrix3 rotation;
  IntervalVector3 translation;
};

}  // namespace tocca
