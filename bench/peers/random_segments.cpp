#include "peers/random_segments.hpp"

#include <algorithm>
#include <numbers>
#include <utility>

namespace tocca::bench {

RandomSegments::RandomSegments(const Problem& problem, std::uint64_t seed, double reach,
                               std::function<bool(const Configuration&)> is_free)
    : random_(seed), reach_(reach), is_free_(std::move(is_free)) {
  for (const RobotTask& task : problem.robots) {
    for (const Joint& joint : task.robot.tree.joints()) {
      if (joint.first_coordinate < 0) continue;
      limits_.push_back(joint.limits.value_or(Limits{-std::numbers::pi, std::numbers::pi}));
    }
  }
}

Configuration RandomSegments::free_configuration() {
  Configuration q(static_cast<Eigen::Index>(limits_.size()));
  do {
    Eigen::Index k = 0;
    for (const Limits& range : limits_) q[k++] = range.lower + random_.unit() * (range.upper - range.lower);
  } while (!is_free_(q));
  return q;
}

Segment RandomSegments::next() {
  while (true) {
    Segment segment{free_configuration(), {}};
    segment.to = segment.from;
    Eigen::Index k = 0;
    for (const Limits& range : limits_) {
      const double step = reach_ * (range.upper - range.lower);
      const double from = std::max(range.lower, segment.from[k] - step);
      const double to = std::min(range.upper, segment.from[k] + step);
      segment.to[k++] = from + random_.unit() * (to - from);
    }
    if (is_free_(segment.to)) return segment;
  }
}

}  // namespace tocca::bench
