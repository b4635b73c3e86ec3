#pragma once

#include <array>
#include <cmath>

#ifdef __FAST_MATH__
#error "exact arithmetic needs IEEE arithmetic: compile without -ffast-math"
#endif

namespace tocca {

/// A double result and what rounding took from it: value + error is the exact result.
struct Exact {
  double value, error;
};

/// Exact for any doubles unless the sum overflows (Knuth 1969; addition has no underflow error).
inline Exact two_sum(double a, double b) {
  const double sum = a + b;
  const double b_kept = sum - a, a_kept = sum - b_kept;
  return {sum, (a - a_kept) + (b - b_kept)};
}

/// Exact unless the product overflows or a b is not a multiple of 2^-1074. The fused operation rounds a b - value once,
/// and that number is a double.
inline Exact two_product(double a, double b) {
  const double product = a * b;
  return {product, std::fma(a, b, -product)};
}

/// A real number held exactly as a sum of doubles: nonzero, growing in size, not overlapping (no bit of the sum belongs
/// to two of them). Capacity is the most terms it can hold, so that nothing is allocated.
///
/// Guarantee   Sums, differences and products are exact while no result overflows and none has a bit below 2^-1074.
///             The sign is that of the last term.
/// Requires    Round-to-nearest, gradual underflow, no fast-math, no contraction.
/// Source      Shewchuk, Adaptive precision floating-point arithmetic, 1997: theorem 10 (grow), 19 (scale).
template <int Capacity>
struct Expansion {
  std::array<double, Capacity> term;  // the first `size` count
  int size = 0;

  void push(double value) {  // zeros add nothing
    if (value != 0.0) term[static_cast<std::size_t>(size++)] = value;
  }
  double operator[](int i) const { return term[static_cast<std::size_t>(i)]; }

  int sign() const { return size == 0 ? 0 : (term[static_cast<std::size_t>(size - 1)] > 0.0 ? 1 : -1); }

  /// Adds one double. Theorem 10 holds for any double, so terms may come in any order.
  void grow(double value) {
    double carry = value;
    const int old_size = size;
    size = 0;
    for (int i = 0; i < old_size; ++i) {
      const Exact sum = two_sum(carry, (*this)[i]);
      push(sum.error);  // writes at or before i
      carry = sum.value;
    }
    push(carry);
  }
};

/// Exact, like every operation here.
template <int M, int N>
Expansion<M + N> operator+(const Expansion<M>& x, const Expansion<N>& y) {
  Expansion<M + N> sum;
  for (int i = 0; i < x.size; ++i) sum.push(x[i]);
  for (int i = 0; i < y.size; ++i) sum.grow(y[i]);
  return sum;
}

template <int N>
Expansion<N> operator-(const Expansion<N>& x) {
  Expansion<N> negative;
  for (int i = 0; i < x.size; ++i) negative.push(-x[i]);
  return negative;
}

template <int M, int N>
Expansion<M + N> operator-(const Expansion<M>& x, const Expansion<N>& y) {
  return x + (-y);
}

/// Theorem 19: the products of the terms, carried upward.
template <int N>
Expansion<2 * N> operator*(const Expansion<N>& x, double factor) {
  Expansion<2 * N> product;
  double carry = 0.0;
  for (int i = 0; i < x.size; ++i) {
    const Exact term = two_product(x[i], factor);
    const Exact low = two_sum(carry, term.error);
    product.push(low.error);
    const Exact high = two_sum(term.value, low.value);
    product.push(high.error);
    carry = high.value;
  }
  product.push(carry);
  return product;
}

/// By a number of at most two terms, such as an exact difference.
template <int N>
Expansion<4 * N> operator*(const Expansion<N>& x, const Expansion<2>& y) {
  Expansion<4 * N> product;
  for (int k = 0; k < y.size; ++k) {
    const Expansion<2 * N> part = x * y[k];
    for (int i = 0; i < part.size; ++i) product.grow(part[i]);
  }
  return product;
}

/// a - b, exactly.
inline Expansion<2> difference(double a, double b) {
  const Exact exact = two_sum(a, -b);
  Expansion<2> result;
  result.push(exact.error);
  result.push(exact.value);
  return result;
}

}  // namespace tocca
