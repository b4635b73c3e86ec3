#include "shape/collinear.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace tocca {
namespace {

/// An integer of as many 32-bit limbs as the coordinates at hand need, two's complement, lowest limb first.
/// Doubles are multiples of 2^-1074 below 2^1024, so 2098 bits hold any of them, one more any difference: 66 limbs and
/// one for the sign suffice.
struct Whole {
  static constexpr int most_limbs = 68;
  std::array<std::uint32_t, most_limbs> limb{};
};
using WholeProduct = std::array<std::uint32_t, 2 * Whole::most_limbs>;

void negate(Whole& x, int limbs) {
  std::uint64_t carry = 1;
  for (int i = 0; i < limbs; ++i) {
    carry += static_cast<std::uint32_t>(~x.limb[static_cast<std::size_t>(i)]);
    x.limb[static_cast<std::size_t>(i)] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
}

bool negative(const Whole& x, int limbs) { return (x.limb[static_cast<std::size_t>(limbs - 1)] >> 31) != 0; }

/// value * 2^-lowest_exponent, an integer.
Whole scaled(double value, int lowest_exponent, int limbs) {
  Whole x;
  if (value == 0.0) return x;
  int exponent = 0;
  const double fraction = std::frexp(std::abs(value), &exponent);
  std::uint64_t digits = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
  int shift = exponent - 53 - lowest_exponent;
  if (shift < 0) {  // a subnormal: its digits below the lowest exponent are zero
    digits >>= -shift;
    shift = 0;
  }
  const int first = shift / 32, offset = shift % 32;
  for (int i = 0; i < 3 && first + i < limbs; ++i) {
    const int down = 32 * i - offset;
    const std::uint64_t piece = down >= 64 ? 0 : down >= 0 ? digits >> down : digits << -down;
    x.limb[static_cast<std::size_t>(first + i)] = static_cast<std::uint32_t>(piece);
  }
  if (value < 0.0) negate(x, limbs);
  return x;
}

/// x - y as sign and magnitude: returns true if negative.
bool difference(const Whole& x, Whole y, int limbs, Whole& magnitude) {
  negate(y, limbs);
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(limbs); ++i) {
    carry += static_cast<std::uint64_t>(x.limb[i]) + y.limb[i];
    magnitude.limb[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  if (!negative(magnitude, limbs)) return false;
  negate(magnitude, limbs);
  return true;
}

WholeProduct product(const Whole& x, const Whole& y, int limbs) {
  WholeProduct result{};
  for (std::size_t i = 0; i < static_cast<std::size_t>(limbs); ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < static_cast<std::size_t>(limbs); ++j) {
      carry += static_cast<std::uint64_t>(x.limb[i]) * y.limb[j] + result[i + j];
      result[i + j] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    result[i + static_cast<std::size_t>(limbs)] = static_cast<std::uint32_t>(carry);
  }
  return result;
}

bool is_zero(const WholeProduct& x) {
  return std::all_of(x.begin(), x.end(), [](std::uint32_t limb) { return limb == 0; });
}

bool collinear_exactly(const Vector3& a, const Vector3& b, const Vector3& c) {
  // The lowest and highest binary digit among the nine coordinates.
  int lowest = std::numeric_limits<int>::max(), highest = std::numeric_limits<int>::min();
  for (const Vector3* p : {&a, &b, &c}) {
    for (int i = 0; i < 3; ++i) {
      if ((*p)[i] == 0.0) continue;
      int exponent = 0;
      std::frexp((*p)[i], &exponent);
      lowest = std::min(lowest, std::max(exponent - 53, -1074));
      highest = std::max(highest, exponent);
    }
  }
  if (highest < lowest) return true;                  // all zero
  const int limbs = (highest - lowest + 2) / 32 + 1;  // one bit for the difference, one for the sign

  std::array<Whole, 3> u, v;  // |b - a|, |c - a|
  std::array<bool, 3> u_negative, v_negative;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto axis = static_cast<int>(i);
    const Whole origin = scaled(a[axis], lowest, limbs);
    u_negative[i] = difference(scaled(b[axis], lowest, limbs), origin, limbs, u[i]);
    v_negative[i] = difference(scaled(c[axis], lowest, limbs), origin, limbs, v[i]);
  }
  for (std::size_t i = 0; i < 3; ++i) {  // u_i v_j = u_j v_i for each pair of axes
    const std::size_t j = (i + 1) % 3;
    const WholeProduct left = product(u[i], v[j], limbs), right = product(u[j], v[i], limbs);
    if (left != right) return false;
    const bool same_sign = (u_negative[i] != v_negative[j]) == (u_negative[j] != v_negative[i]);
    if (!same_sign && !is_zero(left)) return false;
  }
  return true;
}

}  // namespace

bool collinear(const Vector3& a, const Vector3& b, const Vector3& c) {
  // Filter. With w = 2^-53: each difference has a relative error of at most w, each product w more, their difference
  // once more: |computed - true| <= (3 w + O(w^2)) (|u_i v_j| + |u_j v_i|), plus half a subnormal step per product that
  // underflows. 4 w and 2^-1070 cover this and the rounding of the bound itself. Where anything overflows, the
  // comparison is inf > inf or holds a NaN: false, and the exact test decides.
  constexpr double relative = 4.0 * 0x1p-53, absolute = 0x1p-1070;
  const Vector3 u = b - a, v = c - a;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const double left = u[i] * v[j], right = u[j] * v[i];
    if (std::abs(left - right) > relative * (std::abs(left) + std::abs(right)) + absolute) return false;
  }
  return collinear_exactly(a, b, c);
}

}  // namespace tocca
