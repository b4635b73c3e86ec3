#pragma once

#include "screw/screw_chain.hpp"

namespace tocca {

/// The motion of A seen from B, between the two times of `segment`, where one of them stands still and the other is a ScrewMotion:
/// fills in the rest. False for all others, and where the stored numbers are not a screw up to rounding. `reach_m`: no
/// point of A is farther from its own origin.
bool exact_screw(const Mover& a, const Mover& b, double reach_m, ScrewSegment& segment);

}  // namespace tocca
