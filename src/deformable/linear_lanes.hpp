#pragma once

#include "tocca/deformable/linear_query.hpp"

namespace tocca {

struct LaneVerdicts {
  unsigned free, contact;  ///< a bit for each lane where it is certain
  alignas(64) double lo[LinearBatch::lane_count], hi[LinearBatch::lane_count];
};

/// What vector instructions can decide about the lanes (linear_kernel.hpp); lanes with neither bit are left to
/// linear_contact.
void judge_linear_lanes(LinearKind kind, const LinearBatch::Block& block, double separation_m, LaneVerdicts& verdicts);

}  // namespace tocca
