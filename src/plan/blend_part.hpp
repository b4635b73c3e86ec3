#pragma once

#include "tocca/check/collision_model.hpp"

namespace tocca {

/// How far robots may go from `at` towards `to`, as a part of the way and at most `most`, so that no link's frame gets farther
/// than `radius_m` from where it was. In plain doubles, at 64 places of the way and by bisection: a wish of the user's, on
/// which no proof rests.
double blend_part(const CollisionModel& model, const Configuration& at, const Configuration& to, double most,
                  double radius_m);

}  // namespace tocca
