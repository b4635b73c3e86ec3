// Layer: contact, internal.  Elementary queries with a separation.
#pragma once

#include "tocca/contact/linear_query.hpp"

namespace tocca {

/// linear_contact for separation_m > 0: conservative advancement. At time t the nearest points give an axis; along it
/// every pair of vertices, one of each feature, keeps more than the separation until a time that a linear equation
/// gives; that is the next t. Near a contact each step doubles the digits, near a graze it halves what is left.
///
/// Requires contact to be ruled out before `from` and after `to`; coordinates below linear_filter_range.
LinearAnswer separated_linear_contact(LinearKind kind, const FourVertices& vertices, double separation_m, double from,
                                      double to);

}  // namespace tocca
