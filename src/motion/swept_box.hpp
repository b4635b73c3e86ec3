#pragma once

#include "motion/interval_pose.hpp"
#include "motion/linear_enclosure.hpp"
#include "shape/aabb.hpp"
#include "tocca/shape/lss.hpp"

namespace tocca {

/// A box around everything a volume sweeps: the first stage of redon-2004 (section 4.1), given a motion's enclosure(I).
///
/// Guarantee   Contains X x for every point x of `volume` and every affine map X in `X_WB`, in real arithmetic. X is
///             not assumed to be a rotation, which stored doubles are only up to rounding. Ends may be infinite, never
///             NaN.
/// Not claimed Tightness over a long interval: the entries of X are treated as independent of one another.
/// Cost        About 20 products of intervals, no allocation, thread-safe.
Aabb swept_box(const IntervalPose& X_WB, const Lss& volume);
Aabb swept_box(const IntervalPose& X_WB, const Aabb& volume);
/// The same for every map of a linear enclosure: tighter over short intervals, in about 100 plain operations.
Aabb swept_box(const LinearEnclosure& X_WB, const Lss& volume);

}  // namespace tocca
