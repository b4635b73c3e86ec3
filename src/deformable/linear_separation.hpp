#pragma once

#include "tocca/deformable/linear_query.hpp"

namespace tocca {

/// linear_contact for separation_m > 0: conservative advancement. From time t on the features stay farther apart than
/// the separation until a later time, which an axis shows: a fixed one between the nearest points, one that turns with
/// their planes, or one that is guided from now to later (docs/maths/linear_queries.md). That is the next t.
///
/// Requires contact to be ruled out before `from` and after `to`; coordinates below linear_filter_range.
LinearAnswer separated_linear_contact(LinearKind kind, const FourVertices& vertices, double separation_m, double from,
                                      double to);

}  // namespace tocca
