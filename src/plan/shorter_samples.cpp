#include "plan/shorter_samples.hpp"

#include <cmath>

#include "core/index.hpp"

namespace tocca {
namespace {

/// A sample that the bound refuses is drawn again so often; the last one is taken as it is.
constexpr int most_draws = 64;

}  // namespace

ShorterSamples::ShorterSamples(const PlanSpace& space, std::uint64_t seed, const Configuration& start,
                               const Configuration& goal, double shorter_than_m)
    : space_(space), samples_(space, seed), random_(seed), start_(start), goal_(goal), shorter_than_m_(shorter_than_m) {
  const double straight = space.length(start, goal);
  if (!std::isfinite(shorter_than_m) || space.has_orientations() || !(straight > 0.0)) return;
  ellipsoid_ = true;
  long_half_ = 0.5 * shorter_than_m;
  short_half_ = 0.5 * std::sqrt(std::max(0.0, shorter_than_m * shorter_than_m - straight * straight));
  mirror_.resize(static_cast<Eigen::Index>(space.degrees().size()));
  for (int d = 0; d < static_cast<int>(space.degrees().size()); ++d) {
    const PlanSpace::Degree& degree = space.degrees()[at(d)];
    mirror_[d] = -degree.weight * (goal[degree.coordinate] - start[degree.coordinate]) / straight;
  }
  mirror_[0] += 1.0;
  if (mirror_.norm() > 0.0) mirror_.normalize();  // Householder: the first unit vector becomes the axis
  unit_ = mirror_;
}

void ShorterSamples::next(Configuration& q) {
  for (int draw = 0; draw < most_draws; ++draw) {
    if (ellipsoid_ && draw_in_ellipsoid(q)) return;
    if (ellipsoid_) continue;
    samples_.draw(number_++, q);
    if (can_be_shorter(q)) return;
  }
  samples_.draw(number_++, q);
}

bool ShorterSamples::can_be_shorter(const Configuration& q) const {
  return std::isinf(shorter_than_m_) || space_.length(start_, q) + space_.length(q, goal_) < shorter_than_m_;
}

/// Even in the ball, stretched, turned by the mirror. False: outside of the ranges.
bool ShorterSamples::draw_in_ellipsoid(Configuration& q) {
  for (double& x : unit_) {  // the sum of uniform numbers is about normal, and round enough
    x = -6.0;
    for (int k = 0; k < 12; ++k) x += random_.unit();
  }
  const double size = unit_.norm();
  if (!(size > 0.0)) return false;
  unit_ *= std::pow(random_.unit(), 1.0 / static_cast<double>(unit_.size())) / size;
  unit_[0] *= long_half_;
  unit_.tail(unit_.size() - 1) *= short_half_;
  unit_ -= 2.0 * mirror_.dot(unit_) * mirror_;
  for (int d = 0; d < static_cast<int>(space_.degrees().size()); ++d) {
    const PlanSpace::Degree& degree = space_.degrees()[at(d)];
    const double middle = 0.5 * (start_[degree.coordinate] + goal_[degree.coordinate]);
    const double value = middle + unit_[d] / degree.weight;
    if (!(degree.lower <= value && value <= degree.upper)) return false;
    q[degree.coordinate] = value;
  }
  return true;
}

}  // namespace tocca
