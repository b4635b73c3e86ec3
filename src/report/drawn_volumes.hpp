#pragma once

#include <vector>

#include "tocca/check/collision_model.hpp"
#include "tocca/io/report.hpp"

namespace tocca {

/// One layer of the oriented boxes around bodies (the top of each tree), one of finer boxes around what moves, one of the
/// line-swept spheres around links.
std::vector<Report::Layer> bounding_volumes(const CollisionModel& model);

}  // namespace tocca
