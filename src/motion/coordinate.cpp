#include "tocca/motion/coordinate.hpp"

#include <cmath>

#include "core/interval_arithmetic.hpp"
#include "core/rounding.hpp"
#include "motion/binomial.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

std::size_t at_index(int i) { return static_cast<std::size_t>(i); }

/// De Casteljau on the first `count` values. Each of the count - 1 levels makes three relative errors (1 - t, a
/// product, the sum) on convex combinations: in all 3 (count - 1) u times the largest value, and none at t = 0 and 1.
double de_casteljau(std::array<double, Coordinate::max_degree + 1> b, int count, double t) {
  for (int level = count - 1; level > 0; --level) {
    for (int i = 0; i < level; ++i) b[at_index(i)] = (1.0 - t) * b[at_index(i)] + t * b[at_index(i + 1)];
  }
  return b[0];
}

/// The polynomial's blossom: de Casteljau with another parameter at each level, t[k] at level k. Rounding as there.
double blossom(std::array<double, Coordinate::max_degree + 1> b, int degree,
               const std::array<double, Coordinate::max_degree>& t) {
  for (int level = degree; level > 0; --level) {
    const double s = t[at_index(level - 1)];
    for (int i = 0; i < level; ++i) b[at_index(i)] = (1.0 - s) * b[at_index(i)] + s * b[at_index(i + 1)];
  }
  return b[0];
}

}  // namespace

Stretch Stretch::of(double from, double to, double begin, double end) {
  TOCCA_REQUIRE(begin <= from && from <= to && to <= end && begin < end, "a stretch of time must lie inside the whole");
  // Two differences and a quotient: 3 u relative to first order, on a number of at most 1; 8 u in all. Halves, so that no
  // difference of finite times overflows; halving is exact but for subnormal times, so those are taken as they are.
  const double scale = std::isfinite(end - begin) ? 1.0 : 0.5;
  const double length = scale * end - scale * begin;
  const auto at = [&](double time) { return std::clamp((scale * time - scale * begin) / length, 0.0, 1.0); };
  Stretch result{from == begin ? 0.0 : at(from), to == end ? 1.0 : at(to), 8.0 * unit_roundoff};
  if (from == begin && to == end) result.error = 0.0;
  return result;
}

Window::Window(const Interval& time) {
  TOCCA_REQUIRE(0.0 <= time.lo && time.lo <= time.hi && time.hi <= 1.0, "a window of time lies inside [0, 1]");
  // (lo + hi) / 2 makes one rounding error of at most u (times are in [0, 1]); the radius is taken from the rounded
  // centre to the farther end, and rounded up.
  centre = 0.5 * (time.lo + time.hi);
  radius = std::max(time.hi - centre, centre - time.lo);
  radius = std::max(above(radius), 0x1p-40);  // an instant is a very short window: its speed is still a speed
  offset = unit_roundoff * centre;
}

Coordinate Coordinate::cubic(double from, double to, double slope_from, double slope_to) {
  Coordinate result;
  result.degree_ = 3;
  result.control_ = {from, from + slope_from / 3.0, to - slope_to / 3.0, to};
  result.measure();
  return result;
}

Coordinate Coordinate::quintic(double from, double to, double slope_from, double slope_to, double curvature_from,
                               double curvature_to) {
  Coordinate result;
  result.degree_ = 5;
  result.control_ = {from,
                     from + slope_from / 5.0,
                     from + 2.0 * slope_from / 5.0 + curvature_from / 20.0,
                     to - 2.0 * slope_to / 5.0 + curvature_to / 20.0,
                     to - slope_to / 5.0,
                     to};
  result.measure();
  return result;
}

Coordinate Coordinate::followed_by(double multiplier, double offset) const {
  Coordinate result = *this;
  double largest_product = 0.0;
  for (int i = 0; i <= degree_; ++i) {
    result.control_[at_index(i)] = multiplier * control_[at_index(i)] + offset;
    largest_product = std::max(largest_product, std::abs(multiplier * control_[at_index(i)]));
  }
  // A product (u |m b|, inflated for its own rounding) and a sum (u |m b + o|) on each control value.
  result.model_error_ = std::abs(multiplier) * model_error_ * (1.0 + 4.0 * unit_roundoff) +
                        3.0 * unit_roundoff * (largest_product + std::abs(offset));
  if (constant()) result.degree_ = 0;  // what follows a constant is one, whatever its error
  result.measure();
  return result;
}

Coordinate Coordinate::restricted(const Stretch& stretch) const noexcept {
  TOCCA_REQUIRE(0.0 <= stretch.from && stretch.from <= stretch.to && stretch.to <= 1.0, "a stretch lies inside [0, 1]");
  if (stretch.whole() || constant()) return *this;
  // Control value i of the part is the blossom at (from, ..., from, to, ..., to), `to` i times. It is linear in each of
  // its arguments with a slope of at most the greatest difference of neighbouring control values: an argument off by e
  // costs e times that. Evaluating it costs what evaluation_error() says; true control values off by model_error_ move a
  // convex combination of them by no more. The last factor is for the rounding of this sum, the last term for underflow.
  Coordinate result = *this;
  double step = 0.0;
  for (int i = 0; i < degree_; ++i) {
    step = std::max(step, std::abs(control_[at_index(i + 1)] - control_[at_index(i)]));
  }
  for (int i = 0; i <= degree_; ++i) {
    std::array<double, max_degree> at{};
    for (int k = 0; k < degree_; ++k) at[at_index(k)] = k < i ? stretch.to : stretch.from;
    result.control_[at_index(i)] = blossom(control_, degree_, at);
  }
  result.model_error_ =
      (evaluation_error() + degree_ * step * stretch.error) * (1.0 + 16.0 * unit_roundoff) + 0x1p-1040;
  result.measure();
  return result;
}

void Coordinate::measure() noexcept {
  double size = 0.0;
  bool equal = true;
  for (int i = 0; i <= degree_; ++i) {
    size = std::max(size, std::abs(control_[at_index(i)]));
    equal = equal && control_[at_index(i)] == control_[0];
  }
  largest_ = above(size + model_error_);
  constant_ = equal && (degree_ == 0 || model_error_ == 0.0);  // control values that only look equal may hide a motion
  evaluation_error_ = constant_ ? model_error_ : model_error_ + (3 * degree_ + 2) * unit_roundoff * largest_;
}

bool Coordinate::finite() const noexcept {
  for (int i = 0; i <= degree_; ++i) {
    if (!std::isfinite(control_[at_index(i)])) return false;
  }
  return std::isfinite(model_error_);
}

Coordinate::Value Coordinate::at(double t) const noexcept {
  TOCCA_REQUIRE(0.0 <= t && t <= 1.0, "a time of a motion lies inside [0, 1]");
  if (t == 0.0) return {control_[0], model_error_};
  if (t == 1.0) return {control_[at_index(degree_)], model_error_};
  if (constant()) return {control_[0], model_error_};
  return {de_casteljau(control_, degree_ + 1, t), evaluation_error()};
}

Coordinate::Local Coordinate::around(const Window& window) const noexcept {
  Local local;
  local.term[0] = at(window.centre).value;
  local.error[0] = evaluation_error();  // of any time of the window: the exact ends of at() are not relied on
  local.most[0] = std::abs(local.term[0]) + local.error[0];
  if (constant()) return local;

  const double size = largest();
  std::array<double, max_degree + 1> difference = control_;
  double power = 1.0;  // radius^order
  for (int order = 1; order <= degree_; ++order) {
    for (int i = 0; i <= degree_ - order; ++i) {
      difference[at_index(i)] = difference[at_index(i + 1)] - difference[at_index(i)];
    }
    power *= window.radius;
    const double scale = binomial(degree_, order) * power;
    const double term = scale * de_casteljau(difference, degree_ - order + 1, window.centre);
    // Differences of order k are sums of 2^k control values: each of the k levels rounds once, the model error enters
    // 2^k times. De Casteljau and scaling: 3 (degree - order) + order + 2 relative errors. A degree of one has a single
    // subtraction, whose error is relative to its result.
    const double spread = std::ldexp(1.0, order);
    const double roundings = 3.0 * (degree_ - order) + 2.0 * order + 4.0;
    const double absolute = degree_ == 1 ? 5.0 * unit_roundoff * std::abs(difference[0]) + 2.0 * model_error_
                                         : spread * (roundings * unit_roundoff * size + model_error_);
    if (order > bound_order) continue;
    local.term[at_index(order)] = term;
    local.error[at_index(order)] = scale * absolute * (1.0 + 16.0 * unit_roundoff);
  }
  // |q^(i)| radius^i / i! <= sum_j C(j, i) |term_j| over |u| <= 1: the series is finite, the bound loses only signs.
  for (int i = 1; i <= bound_order; ++i) {
    double sum = 0.0;
    for (int j = i; j <= bound_order; ++j) {
      sum += binomial(j, i) * (std::abs(local.term[at_index(j)]) + local.error[at_index(j)]);
    }
    local.most[at_index(i)] = sum * (1.0 + 32.0 * unit_roundoff);
    local.most[0] += std::abs(local.term[at_index(i)]) + local.error[at_index(i)];
  }
  local.most[0] *= 1.0 + 16.0 * unit_roundoff;
  return local;
}

Interval Coordinate::over(const Interval& time) const {
  if (constant()) return Interval(control_[0]) + Interval(-model_error_, model_error_);
  const Local local = around(Window(time));
  double reach = local.error[0];
  for (int i = 1; i <= bound_order; ++i) reach += std::abs(local.term[at_index(i)]) + local.error[at_index(i)];
  reach *= 1.0 + 16.0 * unit_roundoff;
  return Interval(local.term[0]) + Interval(-reach, reach);
}

Coordinate coordinate_of(const Path& path, int segment, int column) {
  TOCCA_REQUIRE(segment >= 0 && segment < path.segment_count(), "a path has no such segment");
  TOCCA_REQUIRE(column >= 0 && column < path.waypoints.cols(), "a path has no such coordinate");
  const auto value = [&](const WaypointMatrix& rows, int row) {
    return rows.size() == 0 ? 0.0 : rows(std::min<Eigen::Index>(row, rows.rows() - 1), column);
  };
  const int next = segment + 1;
  const double from = value(path.waypoints, segment), to = value(path.waypoints, next);
  const Interpolation kind = path.interpolation.empty() ? Interpolation::linear : path.interpolation[at_index(column)];
  const bool timed = path.time_s.size() > at_index(next);
  if (kind == Interpolation::linear || !timed) return {from, to};

  const double seconds = path.time_s[at_index(next)] - path.time_s[at_index(segment)];
  const double slope_from = value(path.velocities, segment) * seconds,
               slope_to = value(path.velocities, next) * seconds;
  const Coordinate result =
      kind == Interpolation::cubic
          ? Coordinate::cubic(from, to, slope_from, slope_to)
          : Coordinate::quintic(from, to, slope_from, slope_to, value(path.accelerations, segment) * seconds * seconds,
                                value(path.accelerations, next) * seconds * seconds);
  if (!result.finite()) {
    throw InputError("", "waypoint " + std::to_string(segment),
                     "velocity, acceleration and time do not give a finite curve", "give values of a sensible size");
  }
  return result;
}

}  // namespace tocca
