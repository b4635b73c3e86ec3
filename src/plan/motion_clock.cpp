// When a curve is where, so that no joint exceeds its limits. Formulas and proofs: docs/maths/curves.md.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/index.hpp"
#include "plan/curve_shape.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

/// Limits are planned for with a little less than they allow: room for the rounding of knots.
constexpr double planned_part = 1.0 - 1e-4;

/// Times are whole microseconds: files of nanoseconds and files of decimals then have the same bits.
using Ticks = std::int64_t;
constexpr double tick_s = 1e-6;
/// No polynomial is shorter: knots are rounded, and in less than a millisecond the rounding of a position would be felt in
/// accelerations and jerks. Controllers do not look more often.
constexpr Ticks shortest = 1000;

double seconds(Ticks ticks) { return static_cast<double>(ticks) / 1e6; }
Ticks ticks_for(double least_s) { return std::max(shortest, static_cast<Ticks>(std::ceil(least_s / tick_s))); }

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
  double speed, acceleration, jerk;  // the greatest along it
  double length() const noexcept { return end - begin; }

  SpeedChange change(double from, double to) const {
    const double difference = std::abs(to - from);
    const double rise_s =
        difference * jerk >= acceleration * acceleration ? acceleration / jerk : std::sqrt(difference / jerk);
    const Ticks rise = ticks_for(rise_s);
    const double hold_s = difference / acceleration - seconds(rise);
    return {rise, hold_s > 0.0 ? ticks_for(hold_s) : 0};
  }
  /// Up to `peak`, a moment of constant speed, and down again: how much of the leg that takes.
  double needed(double from, double peak, double to) const {
    return change(from, peak).way(from, peak) + peak * seconds(shortest) + change(peak, to).way(peak, to);
  }
  bool fits(double from, double to) const { return needed(from, std::max(from, to), to) <= length(); }
};

class MotionClock {
 public:
  MotionClock(const CurveShape& shape, const MotionLimits& limits) : shape_(shape) {
    for (int k = 0; k + 1 < size(); ++k) add_leg(k, limits);
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

  void add_leg(int k, const MotionLimits& limits) {
    StraightPart leg{shape_.points[at(k + 1)] - shape_.points[at(k)],
                     shape_.corners[at(k)].behind,
                     1.0 - shape_.corners[at(k + 1)].before,
                     0.0,
                     0.0,
                     0.0};
    TOCCA_REQUIRE(leg.length() > 0.09, "corners must leave a part of each leg straight");
    const auto along = [&](const Configuration& limit) {
      return planned_part / (leg.way.array().abs() / limit.array()).maxCoeff();
    };
    leg.speed = along(limits.velocity);
    leg.acceleration = along(limits.acceleration);
    leg.jerk = along(limits.jerk);
    legs_.push_back(std::move(leg));
  }

  /// The quintic of a corner has velocities between those of its ends, at most 3/2 of their mean difference per second, and at
  /// most 6 times that difference by the time squared as its jerk.
  Ticks least_time(int k, const MotionLimits& limits) const {
    const StraightPart &in = legs_[at(k - 1)], &out = legs_[at(k)];
    const CurveShape::Corner& corner = shape_.corners[at(k)];
    const Eigen::ArrayXd turn = (corner.behind * out.way - corner.before * in.way).array().abs() / planned_part;
    double least_s = std::max(2.0 * corner.before / in.speed, 2.0 * corner.behind / out.speed);
    least_s = std::max(least_s, std::sqrt(3.0 * (turn / limits.acceleration.array()).maxCoeff()));
    least_s = std::max(least_s, std::cbrt(12.0 * (turn / limits.jerk.array()).maxCoeff()));
    // Slow enough that a leg has time for its five polynomials if both of its corners are as fast as this one.
    const double pieces_s = 6.0 * seconds(shortest);
    least_s = std::max(least_s, 2.0 * corner.before * pieces_s / in.length());
    least_s = std::max(least_s, 2.0 * corner.behind * pieces_s / out.length());
    return std::max(2 * shortest, ticks_for(least_s));
  }

  /// Corners become slower until each can be reached from its neighbours: once forward for those that are faster than the one
  /// before, once backward for those that are faster than the one behind. Lowering a speed in the second pass leaves legs that
  /// speed up as they are, or shorter.
  void agree() {
    for (int k = 0; k + 1 < size(); ++k) {
      const double from = leaving(k), to = arriving(k + 1);
      if (!(to > from) || legs_[at(k)].fits(from, to)) continue;
      const double reached = greatest(from, to, [&](double speed) { return legs_[at(k)].fits(from, speed); });
      times_[at(k + 1)] = ticks_for(2.0 * shape_.corners[at(k + 1)].before / reached);
    }
    for (int k = size() - 2; k >= 0; --k) {
      const double from = leaving(k), to = arriving(k + 1);
      if (!(from > to) || legs_[at(k)].fits(from, to)) continue;
      const double reached = greatest(to, from, [&](double speed) { return legs_[at(k)].fits(speed, to); });
      times_[at(k)] = ticks_for(2.0 * shape_.corners[at(k)].behind / reached);
    }
  }

  /// All times are chosen first, rounded up; then the way is linear in the speed between, which makes both exact.
  void straight(int k) {
    const StraightPart& leg = legs_[at(k)];
    const double from = leaving(k), to = arriving(k + 1), length = leg.length();
    const double peak = greatest(std::max(from, to), std::max({from, to, leg.speed}),
                                 [&](double speed) { return leg.needed(from, speed, to) <= length; });
    const SpeedChange up = leg.change(from, peak), down = leg.change(peak, to);
    const Ticks even = ticks_for((length - up.way(from, peak) - down.way(peak, to)) / peak);
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
