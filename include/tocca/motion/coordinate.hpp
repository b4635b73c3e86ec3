#pragma once

#include <array>

#include "tocca/core/interval.hpp"
#include "tocca/model/path.hpp"

namespace tocca {

/// How many terms of a Taylor series the bounds of a motion use: derivatives of order 0 to bound_order - 1 at the
/// middle of a window, and a bound of order bound_order over all of it (docs/maths/tube.md; measured in decision record
/// 0005).
inline constexpr int bound_order = 5;

/// A Taylor series in the scaled time u = (t - centre) / radius, |u| <= 1: entry i multiplies u^i.
template <class Term, int length>
using Series = std::array<Term, static_cast<std::size_t>(length)>;

/// A stretch of time around a double: I lies inside [centre - radius, centre + radius].
struct Window {
  double centre, radius;
  double offset;  ///< |centre - true middle of I| <= offset
  explicit Window(const Interval& time);
};

/// A part of a motion's time [0, 1] as a motion of its own: the true ends are within `error` of the stored ones.
struct Stretch {
  double from = 0.0, to = 1.0;
  double error = 0.0;

  /// Where [from, to] lies in [begin, end], times of any clock. Requires begin <= from <= to <= end, begin < end.
  static Stretch of(double from, double to, double begin, double end);
  bool whole() const noexcept { return from == 0.0 && to == 1.0; }
};

/// One coordinate of a motion: a polynomial in t over [0, 1] by its Bernstein control values.
///
/// Guarantee   The control values, as stored, are the model: q(t) = sum_i C(degree, i) t^i (1-t)^(degree-i) control[i],
///             in real arithmetic. q(0) and q(1) are exactly the first and the last of them. Nothing is wrapped: a turn
///             of 270 degrees is 270 degrees. `model_error` covers coordinates that are themselves computed (mimic
///             joints): the true control values are within it of the stored ones.
class Coordinate {
 public:
  static constexpr int max_degree = 5;

  Coordinate() = default;
  explicit Coordinate(double value) : Coordinate(value, value) {}
  Coordinate(double from, double to) : control_{from, to}, degree_(1) { measure(); }

  /// The cubic with the given values and slopes at both ends; the quintic that also meets curvatures (per unit of t).
  static Coordinate cubic(double from, double to, double slope_from, double slope_to);
  static Coordinate quintic(double from, double to, double slope_from, double slope_to, double curvature_from,
                            double curvature_to);
  /// multiplier * this + offset, in real arithmetic on the stored numbers: what a mimic joint does.
  Coordinate followed_by(double multiplier, double offset) const;

  /// The same motion on a part of its time: q(from + t (to - from)), all roundings in its model_error.
  Coordinate restricted(const Stretch& stretch) const noexcept;

  /// The coordinate at one time.
  struct Value {
    double value;
    double error;  ///< |true q(t) - value| <= error
  };
  Value at(double t) const noexcept;

  /// The Taylor series around the window's centre, and bounds on it over the window.
  struct Local {
    Series<double, bound_order + 1> term{};   ///< q^(i)(centre) radius^i / i!
    Series<double, bound_order + 1> most{};   ///< >= |q^(i)(t)| radius^i / i! for each t of the window
    Series<double, bound_order + 1> error{};  ///< |true - term[i]| <= error[i]; error[0] for any time of the window
  };
  Local around(const Window& window) const noexcept;

  Interval over(const Interval& time) const;                              ///< contains q(t) for each t of `time`
  double largest() const noexcept { return largest_; }                    ///< >= |q(t)| on [0, 1]
  double evaluation_error() const noexcept { return evaluation_error_; }  ///< >= at(t).error for each t
  bool constant() const noexcept { return constant_; }
  double model_error() const noexcept { return model_error_; }  ///< of each control value
  bool finite() const noexcept;
  int degree() const noexcept { return degree_; }
  const std::array<double, max_degree + 1>& control() const noexcept { return control_; }

 private:
  /// Once the control values and their error are known: what every walk asks for.
  void measure() noexcept;

  std::array<double, max_degree + 1> control_{};
  int degree_ = 0;
  bool constant_ = true;
  double model_error_ = 0.0, largest_ = 0.0, evaluation_error_ = 0.0;
};

/// Coordinate `column` of `path` on its segment `segment` (docs/guide/files.md: linear, cubic or quintic in time).
/// Throws InputError if the polynomial leaves the range of doubles.
Coordinate coordinate_of(const Path& path, int segment, int column);

}  // namespace tocca
