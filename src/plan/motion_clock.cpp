// When a curve is where, so that no joint exceeds its limits. Formulas and proofs: docs/maths/curves.md.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/index.hpp"
#include "core/rounding.hpp"
#include "plan/curve_shape.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

/// Limits are planned for with a little less than they allow: room for the rounding of knots.
constexpr double planned_part = 1.0 - 1e-4;

/// Times are whole nanoseconds: trajectories of ROS and files of decimals then have the same bits.
using Ticks = std::int64_t;
constexpr double ticks_per_s = 1e9;
/// 2^53 nanoseconds, about a hundred days: later stamps are not doubles.
constexpr Ticks longest_motion = Ticks{1} << 53;
/// Controllers do not look more often than every millisecond.
constexpr double least_shortest_s = 1e-3;
/// Rounding a time up to the next tick slows down what takes a millisecond or more by at most this part.
constexpr double lost_by_rounding = 1.0 / (least_shortest_s * ticks_per_s);

double seconds(Ticks ticks) { return static_cast<double>(ticks) / ticks_per_s; }

[[noreturn]] void refuse_duration() {
  throw InputError("", "limits", "are so low that the motion takes more than 100 days", "give greater ones");
}

Ticks ticks_for(double least_s, Ticks shortest) {
  if (!(least_s < seconds(longest_motion))) refuse_duration();
  return std::max(shortest, static_cast<Ticks>(std::ceil(least_s * ticks_per_s)));
}

/// No polynomial is shorter. Positions are rounded: what one knot tells is off by up to e = 4 u |q|, the way between two by 2 e,
/// and the control values of velocity, acceleration and jerk (keeps_limits.cpp) by 10 e / h, 80 e / h^2 and 480 e / h^3, which
/// must be a small part of what the limits leave.
Ticks shortest_for(const std::vector<Configuration>& points, const MotionLimits& limits) {
  Eigen::ArrayXd error = Eigen::ArrayXd::Zero(points[0].size());
  for (const Configuration& point : points) error = error.max(point.array().abs());
  error *= 4.0 * unit_roundoff / (0.25 * (1.0 - planned_part));
  const double for_velocity = (10.0 * error / limits.velocity.array()).maxCoeff(),
               for_acceleration = std::sqrt((80.0 * error / limits.acceleration.array()).maxCoeff()),
               for_jerk = std::cbrt((480.0 * error / limits.jerk.array()).maxCoeff());
  return ticks_for(std::max({least_shortest_s, for_velocity, for_acceleration, for_jerk}), 1);
}

/// The greatest x of [from, to] that `fits`, which holds up to some number and not beyond. Requires fits(from).
template <class Fits>
double greatest(double from, double to, const Fits& fits) {
  if (fits(to)) return to;
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (from + to);
    (fits(middle) ? from : to) = middle;
  }
  return from;
}

/// From one speed to another: acceleration rises from zero, holds, and falls to zero in the time that it rose in. By
/// symmetry the way is that of the mean speed.
struct SpeedChange {
  Ticks rise, hold;
  Ticks total() const noexcept { return 2 * rise + hold; }
  double way(double from, double to) const noexcept { return 0.5 * (from + to) * seconds(total()); }
};

/// The straight part of a leg. Speeds are parts of the leg per second.
struct StraightPart {
  Configuration way;                 // of the whole leg
  double begin, end;                 // parts of it
  Ticks shortest;                    // of its polynomials
  double speed, acceleration, jerk;  // the greatest along it

  StraightPart(Configuration all, double from, double to, Ticks shortest_piece, const MotionLimits& limits)
      : way(std::move(all)), begin(from), end(to), shortest(shortest_piece) {
    const auto along = [&](const Configuration& limit) {
      return planned_part / (way.array().abs() / limit.array()).maxCoeff();
    };
    // The least that three polynomials of the shortest time allow; what is more is not to be had.
    const double shortest_s = seconds(shortest);
    speed = std::min(along(limits.velocity), length() / (3.0 * shortest_s));
    acceleration = std::min(along(limits.acceleration), speed / shortest_s);
    jerk = std::min(along(limits.jerk), acceleration / shortest_s);
  }
  double length() const noexcept { return end - begin; }

  /// As if it were a little greater: once times are whole, the speed between two changes is less than it was planned to be.
  SpeedChange change(double from, double to) const {
    const double difference = std::abs(to - from) + lost_by_rounding * std::max(from, to);
    const double rise_s =
        difference * jerk >= acceleration * acceleration ? acceleration / jerk : std::sqrt(difference / jerk);
    const Ticks rise = ticks_for(rise_s, shortest);
    const double hold_s = difference / acceleration - seconds(rise);
    return {rise, hold_s > 0.0 ? ticks_for(hold_s, shortest) : 0};
  }
  /// Up to `peak`, a moment of constant speed, and down again: how much of the leg that takes.
  double needed(double from, double peak, double to) const {
    return change(from, peak).way(from, peak) + peak * seconds(shortest) + change(peak, to).way(peak, to);
  }
  bool fits(double from, double to) const { return needed(from, std::max(from, to), to) <= length(); }
  /// The greatest speed that both of its corners may have.
  double fastest() const {
    return greatest(0.0, speed, [&](double both) { return fits(both, both); });
  }
};

class MotionClock {
 public:
  MotionClock(const CurveShape& shape, const MotionLimits& limits) : shape_(shape) {
    const Ticks shortest = shortest_for(shape.points, limits);
    for (int k = 0; k + 1 < size(); ++k) add_leg(k, limits, shortest);
    for (int k = 0; k < size(); ++k) times_.push_back(shape.corners[at(k)].stop() ? 0 : least_time(k, limits));
  }

  CurveKnots run() {
    agree();
    emit(0, shape_.points[0], zero(), zero(), 0);
    for (int k = 0; k + 1 < size(); ++k) {
      straight(k);
      if (!shape_.corners[at(k + 1)].stop()) round(k + 1);
    }
    return std::move(result_);
  }

 private:
  int size() const { return static_cast<int>(shape_.points.size()); }
  Configuration zero() const { return Configuration::Zero(shape_.points[0].size()); }

  /// Speeds at the ends of a leg, where its corners end and begin.
  double leaving(int k) const {
    return times_[at(k)] == 0 ? 0.0 : 2.0 * shape_.corners[at(k)].behind / seconds(times_[at(k)]);
  }
  double arriving(int k) const {
    return times_[at(k)] == 0 ? 0.0 : 2.0 * shape_.corners[at(k)].before / seconds(times_[at(k)]);
  }

  void add_leg(int k, const MotionLimits& limits, Ticks shortest) {
    legs_.emplace_back(shape_.points[at(k + 1)] - shape_.points[at(k)], shape_.corners[at(k)].behind,
                       1.0 - shape_.corners[at(k + 1)].before, shortest, limits);
    TOCCA_REQUIRE(legs_.back().length() > 0.09, "corners must leave a part of each leg straight");
  }

  /// The quintic of a corner has velocities between those of its ends, at most 3/2 of their mean difference per second, and at
  /// most 6 times that difference by the time squared as its jerk.
  Ticks least_time(int k, const MotionLimits& limits) const {
    const StraightPart &in = legs_[at(k - 1)], &out = legs_[at(k)];
    const CurveShape::Corner& corner = shape_.corners[at(k)];
    const Eigen::ArrayXd turn = (corner.behind * out.way - corner.before * in.way).array().abs() / planned_part;
    const double for_velocity = std::max(2.0 * corner.before / in.fastest(), 2.0 * corner.behind / out.fastest()),
                 for_acceleration = std::sqrt(3.0 * (turn / limits.acceleration.array()).maxCoeff()),
                 for_jerk = std::cbrt(12.0 * (turn / limits.jerk.array()).maxCoeff());
    return ticks_for(std::max({for_velocity, for_acceleration, for_jerk}), 2 * in.shortest);
  }

  /// Corners become slower until each can be reached from its neighbours: once forward for those that are faster than the one
  /// before, once backward for those that are faster than the one behind. Lowering a speed in the second pass leaves legs that
  /// speed up as they are, or shorter.
  void agree() {
    for (int k = 0; k + 1 < size(); ++k) {
      const double from = leaving(k), to = arriving(k + 1);
      if (!(to > from) || legs_[at(k)].fits(from, to)) continue;
      const double reached = greatest(from, to, [&](double speed) { return legs_[at(k)].fits(from, speed); });
      times_[at(k + 1)] = ticks_for(2.0 * shape_.corners[at(k + 1)].before / reached, times_[at(k + 1)]);
    }
    for (int k = size() - 2; k >= 0; --k) {
      const double from = leaving(k), to = arriving(k + 1);
      if (!(from > to) || legs_[at(k)].fits(from, to)) continue;
      const double reached = greatest(to, from, [&](double speed) { return legs_[at(k)].fits(speed, to); });
      times_[at(k)] = ticks_for(2.0 * shape_.corners[at(k)].behind / reached, times_[at(k)]);
    }
  }

  /// All times are chosen first, rounded up; then the way is linear in the speed between, which makes both exact.
  void straight(int k) {
    const StraightPart& leg = legs_[at(k)];
    const double from = leaving(k), to = arriving(k + 1), length = leg.length();
    const double peak = greatest(std::max(from, to), std::max({from, to, leg.speed}),
                                 [&](double speed) { return leg.needed(from, speed, to) <= length; });
    const SpeedChange up = leg.change(from, peak), down = leg.change(peak, to);
    const Ticks even = ticks_for((length - up.way(from, peak) - down.way(peak, to)) / peak, leg.shortest);
    const double up_s = seconds(up.total()), down_s = seconds(down.total());
    const double speed = (length - 0.5 * from * up_s - 0.5 * to * down_s) / (0.5 * up_s + seconds(even) + 0.5 * down_s);

    const auto put = [&](Ticks after, double part, double rate, double acceleration) {
      emit(after, shape_.points[at(k)] + part * leg.way, rate * leg.way, acceleration * leg.way, k + 1);
    };
    const auto risen = [&](const SpeedChange& change, double slow) {  // way and speed once the acceleration has risen
      const double s = seconds(change.rise), a = (speed - slow) / (s + seconds(change.hold));
      return std::array{slow * s + a * s * s / 6.0, slow + 0.5 * a * s, a};
    };
    const auto [up_way, up_speed, up_a] = risen(up, from);
    put(up.rise, leg.begin + up_way, up_speed, up_a);
    if (up.hold > 0) {
      const double s = seconds(up.hold);
      put(up.hold, leg.begin + up_way + up_speed * s + 0.5 * up_a * s * s, up_speed + up_a * s, up_a);
    }
    put(up.rise, leg.begin + up.way(from, speed), speed, 0.0);
    put(even, leg.end - down.way(speed, to), speed, 0.0);
    const auto [down_way, down_speed, down_a] = risen(down, to);  // backward in time
    if (down.hold > 0) {
      const double s = seconds(down.hold);
      put(down.rise, leg.end - down_way - down_speed * s - 0.5 * down_a * s * s, down_speed + down_a * s, -down_a);
    }
    put(down.hold > 0 ? down.hold : down.rise, leg.end - down_way, down_speed, -down_a);
    const CurveShape::Corner& corner = shape_.corners[at(k + 1)];
    if (corner.stop()) return emit(down.rise, shape_.points[at(k + 1)], zero(), zero(), k + 1);
    emit(down.rise, shape_.points[at(k + 1)] - corner.before * leg.way, to * leg.way, zero(), k + 1);
  }

  void round(int k) {
    const StraightPart& out = legs_[at(k)];
    emit(times_[at(k)], shape_.points[at(k)] + shape_.corners[at(k)].behind * out.way, leaving(k) * out.way, zero(), k);
  }

  void emit(Ticks after, const Configuration& at, const Configuration& velocity, const Configuration& acceleration,
            int corner) {
    now_ += after;
    if (now_ > longest_motion) refuse_duration();
    if (!result_.knots.empty()) result_.corner_of.push_back(corner);
    result_.knots.push_back({seconds(now_), at, velocity, acceleration});
  }

  const CurveShape& shape_;
  std::vector<StraightPart> legs_;
  std::vector<Ticks> times_;  // of corners; 0: a stop
  Ticks now_ = 0;
  CurveKnots result_;
};

}  // namespace

CurveKnots timed_knots(const CurveShape& shape, const MotionLimits& limits) {
  TOCCA_REQUIRE(shape.points.size() > 1 && shape.corners.size() == shape.points.size(),
                "a curve leads from point to point");
  return MotionClock(shape, limits).run();
}

}  // namespace tocca
