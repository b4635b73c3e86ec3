#pragma once

#include "tocca/deformable/four_vertices.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca {

/// The answer of an elementary query: free, or the first contact.
struct LinearAnswer {
  Outcome outcome = Outcome::free;  ///< never undecided
  Bracket time;                     ///< of the contact, at most 1e-6 wide; free: [0, 1]
};

/// When do two features whose vertices move on straight lines first come as near as `separation_m`?
///
/// Guarantee   free: the distance of the features exceeds separation_m at every t of [0, 1], in real arithmetic.
///             contact: it exceeds it on [0, lo).
///             With separation_m = 0 the answer is exact: contact if and only if the closed features share a point at
///             some t of [0, 1], the first of which lies in [lo, hi]. Zero-area triangles and zero-length edges are the
///             points they consist of.
///             With separation_m > 0: contact where the distance reaches separation_m, at hi at most separation_m +
///             linear_tolerance(...); in between it may be either. Features that close in ever more slowly may use up
///             1,000 steps: contact is then said while they are a little farther apart.
/// Requires    separation_m >= 0. Coordinates that are not finite, or a separation that is NaN, are answered by contact
///             with [0, 1].
/// Cost        Some 100 ns ordinarily, some microseconds where features are parallel, coplanar or touch at borders;
///             1,000 steps with a separation take half a millisecond.
/// Proof       docs/maths/linear_queries.md
LinearAnswer linear_contact(LinearKind kind, const FourVertices& vertices, double separation_m = 0.0);

/// How much nearer than called for two features may be held: a part in 2^20 of the separation, and the rounding of the
/// coordinates. Only for separation_m > 0.
double linear_tolerance(const FourVertices& vertices, double separation_m);

}  // namespace tocca
