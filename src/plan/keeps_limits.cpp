// Whether a path of quintics keeps limits: its derivatives lie within their control values.
#include <array>
#include <span>

#include "core/index.hpp"
#include "core/interval_arithmetic.hpp"
#include "plan/curve_shape.hpp"

namespace tocca {
namespace {

constexpr int most_halvings = 24;

/// Bernstein control values of a polynomial on a stretch of time, enclosed.
template <std::size_t count>
using Controls = std::array<Interval, count>;

/// Those of the derivative, for a stretch that takes `time`.
template <std::size_t count>
Controls<count - 1> derivative(const Controls<count>& values, const Interval& time) {
  Controls<count - 1> result;
  const Interval factor = Interval(static_cast<double>(count - 1)) / time;
  for (std::size_t i = 0; i + 1 < count; ++i) result[i] = factor * (values[i + 1] - values[i]);
  return result;
}

/// |polynomial| <= limit on its whole stretch. A polynomial lies within the hull of its control values; where that is too
/// wide, both halves are asked (de Casteljau), whose control values are nearer by a factor of four.
template <std::size_t count>
bool stays_below(Controls<count> values, double limit, int halvings = most_halvings) {
  bool below = true;
  for (const Interval& value : values) below = below && magnitude(value) <= limit;
  if (below) return true;
  if (halvings == 0 || magnitude(values.front()) > limit || magnitude(values.back()) > limit) return false;
  Controls<count> left;
  const Interval half(0.5);
  for (std::size_t level = 0; level < count; ++level) {  // `values` becomes the right half
    left[level] = values[0];
    for (std::size_t i = 0; i + 1 < count - level; ++i) values[i] = half * (values[i] + values[i + 1]);
  }
  return stays_below(left, limit, halvings - 1) && stays_below(values, limit, halvings - 1);
}

/// Of the quintic from knot k to the next: its velocity by the formulas of docs/maths/curves.md, in which large positions
/// cancel once only.
Controls<5> velocity_of(const Path& path, int segment, Eigen::Index column, const Interval& time) {
  const Eigen::Index k = segment;
  const Interval way = Interval(path.waypoints(k + 1, column)) - Interval(path.waypoints(k, column));
  const Interval v(path.velocities(k, column)), w(path.velocities(k + 1, column));
  const Interval a(path.accelerations(k, column)), b(path.accelerations(k + 1, column));
  const Interval quarter = Interval(0.25) * time;
  return {v, v + quarter * a, Interval(5.0) * way / time - Interval(2.0) * (v + w) + quarter * (b - a), w - quarter * b,
          w};
}

}  // namespace

bool keeps_limits(const Path& path, const MotionLimits& limits, Eigen::Index first) {
  for (int segment = 0; segment + 1 < static_cast<int>(path.waypoints.rows()); ++segment) {
    const Interval time = Interval(path.time_s[at(segment) + 1]) - Interval(path.time_s[at(segment)]);
    for (Eigen::Index column = 0; column < path.waypoints.cols(); ++column) {
      const Controls<5> velocity = velocity_of(path, segment, column, time);
      const Controls<4> acceleration = derivative(velocity, time);
      if (!stays_below(velocity, limits.velocity[first + column])) return false;
      if (!stays_below(acceleration, limits.acceleration[first + column])) return false;
      if (!stays_below(derivative(acceleration, time), limits.jerk[first + column])) return false;
    }
  }
  return true;
}

}  // namespace tocca
