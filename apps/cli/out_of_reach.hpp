// Which objects a moving link cannot reach: boxes around whole stretches of motion, in interval arithmetic.
#pragma once

#include <vector>

#include "tocca/core/interval.hpp"
#include "tocca/model/pairs.hpp"
#include "tocca/motion/problem.hpp"

namespace tocca::cli {

/// For each pair of `pairs` (link, object): true if their distance is proven to be positive at every moment of the
/// task's path.
///
/// Guarantee   True is a proof: the boxes contain, in real arithmetic, all that the link sweeps over each of the
///             stretches into which a segment is halved, and all of the object; no two of them share a point.
/// Not claimed Anything where the answer is false: the boxes meet, which the link and the object need not.
/// Cost        At most 2^halvings stretches a segment, each with one enclosure a link and one comparison of boxes for
///             every pair that longer stretches left open.
std::vector<bool> out_of_reach(const RobotTask& task, const Scene& scene, std::span<const std::pair<int, int>> pairs,
                               int halvings);

}  // namespace tocca::cli
