// What to do about a part that touches what it stands on.
#pragma once

#include <string>

#include "tocca/check/collision_model.hpp"
#include "tocca/model/problem.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca::cli {

/// One line with the entry for "allow", if a segment begins with a contact between an object that is gripped or moves
/// only then or later and an object or an unmoved link beside it. Empty for every other verdict.
std::string rest_hint(const Problem& problem, const CollisionModel& model, const SegmentVerdict& segment);

}  // namespace tocca::cli
