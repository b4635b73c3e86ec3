#pragma once

#include "tocca/deformable/linear_query.hpp"

namespace tocca {

/// linear_contact with no separation, by exact arithmetic alone: used where doubles cannot decide, and the slow truth
/// with which tests can compare the fast way.
///
/// Guarantee   Exact, for all finite doubles. The bracket is at most 2^-44 wide and holds the first contact.
/// Cost        Microseconds; milliseconds for coordinates whose exponents differ by hundreds.
LinearAnswer exact_linear_contact(LinearKind kind, const FourVertices& vertices);

}  // namespace tocca
