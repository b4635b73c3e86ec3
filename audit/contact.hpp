// The contact rule: two points that are shown to belong to their items and to be near each other, or one that is shown to be inside.
#pragma once

#include <string>

#include "audit/motion.hpp"
#include "audit/solids.hpp"

namespace tocca::audit {

/// The point that a witness names, in its group's frame. Throws Rejected unless it is a point of the item.
Vector witness_point(const Geometry& geometry, const Witness& witness, const std::string& where);

/// Throws Rejected unless the two touch as claimed, within `reach` (clearance and tolerance).
void require_contact(const Motion& motion, const Geometry& a, const Geometry& b, const Solids& solids_b,
                     const Contact& contact, const Interval& reach);

}  // namespace tocca::audit
