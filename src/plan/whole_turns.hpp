#pragma once

#include "tocca/check/collision_model.hpp"
#include "tocca/plan/plan_result.hpp"

namespace tocca {

/// Continuous joints of `goal` are turned by whole turns to where they are nearest to `start`; lists those that were. A joint that
/// others mimic is left alone: they would not be where they were.
std::vector<Plan::Turn> turn_to_nearest(const CollisionModel& model, const Configuration& start, Configuration& goal);

}  // namespace tocca
