// The truth for intervals: MPFI at 200 bits, and operands that hunt for trouble.
#pragma once

#include <gtest/gtest.h>
#include <mpfi.h>

#include <array>
#include <bit>
#include <cstdint>

#include "core/interval_arithmetic.hpp"
#include "testing/draw.hpp"

namespace tocca::testing {

/// An MPFI interval. 200 bits hold every double, sum of doubles of like size and product of two exactly, so that what
/// MPFI adds by its own rounding is far below an ulp: containment of its result is a strict test.
class Truth {
 public:
  Truth() { mpfi_init2(value_, 200); }
  Truth(const Interval& x) : Truth() { mpfi_interv_d(value_, x.lo, x.hi); }
  Truth(const Truth& other) : Truth() { mpfi_set(value_, other.value_); }
  Truth& operator=(const Truth& other) {
    mpfi_set(value_, other.value_);
    return *this;
  }
  ~Truth() { mpfi_clear(value_); }

  mpfi_ptr get() { return value_; }
  mpfi_srcptr get() const { return value_; }

  bool is_inside(const Interval& x) const {  // false if anything is NaN
    return !mpfi_nan_p(value_) && mpfr_cmp_d(&value_->left, x.lo) >= 0 && mpfr_cmp_d(&value_->right, x.hi) <= 0 &&
           x.lo <= x.hi;
  }
  /// The tightest interval of doubles.
  Interval best() const { return {mpfr_get_d(&value_->left, MPFR_RNDD), mpfr_get_d(&value_->right, MPFR_RNDU)}; }

  friend Truth operator+(const Truth& x, const Truth& y) { return of(mpfi_add, x, y); }
  friend Truth operator-(const Truth& x, const Truth& y) { return of(mpfi_sub, x, y); }
  friend Truth operator*(const Truth& x, const Truth& y) { return of(mpfi_mul, x, y); }
  friend Truth operator/(const Truth& x, const Truth& y) { return of(mpfi_div, x, y); }

  template <class Operation>
  static Truth of(Operation operation, const Truth& x) {
    Truth result;
    operation(result.value_, x.value_);
    return result;
  }

 private:
  template <class Operation>
  static Truth of(Operation operation, const Truth& x, const Truth& y) {
    Truth result;
    operation(result.value_, x.value_, y.value_);
    return result;
  }

  mpfi_t value_;
};

/// How many doubles lie between a and b, one of them counted: 0 if equal, 1 if neighbours.
inline std::int64_t doubles_between(double a, double b) {
  const auto place = [](double x) {
    const auto bits = std::bit_cast<std::int64_t>(x);
    return bits < 0 ? std::numeric_limits<std::int64_t>::min() - bits : bits;
  };
  const std::int64_t distance = place(a) - place(b);
  return distance < 0 ? -distance : distance;
}

/// Checks containment, and counts by how many doubles the answer is wider than the tightest. No width is claimed where
/// an end overflows or is below `least`: by default, near underflow.
struct Excess {
  double least = 0x1p-960;
  std::int64_t worst = 0;
  int all = 0, tightest = 0;

  void check(const Interval& ours, const Truth& truth) {
    ASSERT_TRUE(truth.is_inside(ours)) << ours.lo << ' ' << ours.hi << " lacks " << truth.best().lo << ' '
                                       << truth.best().hi;
    const Interval best = truth.best();
    const auto count = [&](double end, double best_end) {
      if (std::fabs(best_end) < least) return;
      const std::int64_t excess = doubles_between(end, best_end);
      worst = std::max(worst, excess);
      ++all;
      tightest += excess == 0;
    };
    if (magnitude(best) >= std::numeric_limits<double>::max()) return;
    count(ours.lo, best.lo);
    count(ours.hi, best.hi);
  }
};

inline double special_double(Draw& draw) {
  using limits = std::numeric_limits<double>;
  static constexpr std::array kNumbers{0.0,
                                       limits::denorm_min(),
                                       limits::min(),
                                       0x1p-1021,
                                       0x1p-969,
                                       0x1p-537,
                                       0x1p-512,
                                       1.0,
                                       2.0,
                                       0.1,
                                       3.0,
                                       0x1p53,
                                       0x1p511,
                                       0x1p512,
                                       0x1p1023,
                                       limits::max(),
                                       limits::max() / 2};
  double x = kNumbers[static_cast<std::size_t>(draw.integer(0, kNumbers.size() - 1))];
  if (draw.coin()) x = draw.coin() ? above(x) : below(x);
  if (!std::isfinite(x)) x = limits::max();
  return draw.sign() * x;
}

inline double any_operand(Draw& draw) {
  switch (draw.integer(0, 3)) {
    case 0:
      return special_double(draw);
    case 1:
      return draw.any_double();
    case 2:
      return draw.sign() * std::ldexp(draw.uniform(1.0, 2.0), draw.integer(-10, 10));
    default:
      return draw.uniform(-1.0, 1.0);
  }
}

inline Interval sorted(double a, double b) { return {std::min(a, b), std::max(a, b)}; }

/// Points, neighbours, wide ones, with ends zero, opposite or infinite.
inline Interval any_interval(Draw& draw) {
  const double x = any_operand(draw);
  switch (draw.integer(0, 9)) {
    case 0:
      return {x, std::isfinite(above(x)) ? above(x) : x};
    case 1:
      return sorted(0.0, x);
    case 2:
      return sorted(-x, x);
    case 3:
      return {x, std::numeric_limits<double>::infinity()};
    case 4:
      return {-std::numeric_limits<double>::infinity(), x};
    case 5:
      return draw.coin(0.2) ? Interval::entire() : Interval(-0.0, 0.0);
    case 6:
    case 7:
      return sorted(x, any_operand(draw));
    default:
      return x;
  }
}

}  // namespace tocca::testing
