// Adapter: ompl. May include: OMPL and tocca's public headers.
#pragma once

#include <ompl/base/StateSpace.h>

#include "tocca/check/collision_model.hpp"

namespace tocca::ompl {

/// A space for all coordinates of all robots, in their order, with joint limits as bounds; `StateMap` knows its states.
///
///   limited joints that turn or slide   RealVectorStateSpace, one for a run of neighbours
///   continuous                          SO2StateSpace; a real number in [-pi, pi] if a joint that
///                                       mimics it would not come back after a full turn
///   planar, floating                    SE2StateSpace, SE3StateSpace
/// Several of these make a CompoundStateSpace with weights of one; a single one is returned as it is. What slides without
/// limits is bounded by -reach_m and reach_m. There is a default projection for planners that need one.
///
/// Throws InputError if nothing moves, or `reach_m` is not positive and finite.
::ompl::base::StateSpacePtr make_space(const CollisionModel& model, double reach_m = 10.0);

}  // namespace tocca::ompl
