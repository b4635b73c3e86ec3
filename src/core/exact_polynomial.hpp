#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/big_integer.hpp"
#include "tocca/core/require.hpp"

namespace tocca {

/// A number numerator / 2^shift.
struct Dyadic {
  BigInteger numerator;
  int shift = 0;

  /// Requires a finite value.
  static Dyadic from_double(double value);
  /// The next double not above / not below. Requires a value in [0, 1].
  double rounded_down() const;
  double rounded_up() const;
};

/// A polynomial of degree at most 3 with integer coefficients, exact.
class ExactPolynomial {
 public:
  static constexpr int capacity = 4;

  ExactPolynomial() = default;
  /// c[0] + c[1] x + ... ; leading zeros are dropped.
  explicit ExactPolynomial(std::array<BigInteger, capacity> coefficients);

  int degree() const { return degree_; }  ///< -1 for zero
  bool is_zero() const { return degree_ < 0; }
  const BigInteger& operator[](int k) const { return c_[static_cast<std::size_t>(k)]; }

  int sign_at(const Dyadic& x) const;
  ExactPolynomial derivative() const;
  /// Requires degrees of at most 3 together.
  friend ExactPolynomial operator*(const ExactPolynomial& p, const ExactPolynomial& q);
  friend ExactPolynomial operator+(const ExactPolynomial& p, const ExactPolynomial& q);
  friend ExactPolynomial operator-(const ExactPolynomial& p, const ExactPolynomial& q);
  /// The remainder of p / q times a positive number. Requires q not zero.
  friend ExactPolynomial remainder(const ExactPolynomial& p, const ExactPolynomial& q);
  /// The quotient of p / q times a positive number. Requires q not zero.
  friend ExactPolynomial quotient(const ExactPolynomial& p, const ExactPolynomial& q);
  /// How often the Bernstein coefficients of p on (0, 1) change sign: 0 for no root there, 1 for one.
  int variations_on_unit() const;
  /// p(lo + (hi - lo) x) times a power of two.
  ExactPolynomial stretched(const Dyadic& lo, const Dyadic& hi) const;
  /// The sign on all of [lo, hi] within [0, 1], if doubles suffice to determine it.
  std::optional<int> quick_sign(double lo, double hi) const;

 private:
  BigInteger& at(int k) { return c_[static_cast<std::size_t>(k)]; }
  void trim();
  friend struct Division;
  std::array<BigInteger, capacity> c_;
  int degree_ = -1;
};

/// The signed remainder sequence of two polynomials, for counting without finding (Sturm).
///
/// Guarantee   change(l, h) is the Cauchy index of q / p on (l, h): how many times more often it jumps from -infinity
///             to +infinity than back. With q = p' that is the number of distinct roots of p in (l, h).
/// Requires    p is not zero at l and h.
/// Source      Basu, Pollack, Roy: Algorithms in Real Algebraic Geometry, 2006, theorem 2.58.
class SignedRemainders {
 public:
  SignedRemainders(const ExactPolynomial& p, const ExactPolynomial& q);
  int change(const Dyadic& l, const Dyadic& h) const {
    TOCCA_REQUIRE(s_[0].sign_at(l) != 0 && s_[0].sign_at(h) != 0,
                  "the polynomial must not be zero at the ends of the interval");
    return variations(l) - variations(h);
  }
  const ExactPolynomial& last() const { return s_[static_cast<std::size_t>(size_ - 1)]; }  ///< a common divisor

 private:
  int variations(const Dyadic& x) const;
  std::array<ExactPolynomial, ExactPolynomial::capacity + 1> s_;
  int size_ = 0;
};

/// A real number in [0, 1]: a root of a polynomial that is alone in its bracket, or a dyadic number.
///
/// Guarantee   sign_of(g) is the sign of g at the number itself: 0 if and only if it is a root of g too.
class AlgebraicNumber {
 public:
  explicit AlgebraicNumber(const Dyadic& exact) : lo_(exact), hi_(exact) {}
  /// The only root of p in (lo, hi). Requires opposite signs of p at both ends.
  AlgebraicNumber(ExactPolynomial p, Dyadic lo, Dyadic hi);

  bool is_dyadic() const { return p_.is_zero(); }
  const Dyadic& lo() const { return lo_; }
  const Dyadic& hi() const { return hi_; }
  int sign_of(const ExactPolynomial& g) const;

  /// Makes the bracket as narrow as 2^-bits: first around the root as found in doubles, then by halving.
  void narrow(int bits);

 private:
  bool is_root_of(const ExactPolynomial& g) const;  ///< requires a degree of at least 1
  void cut(const Dyadic& at, int sign_below);       ///< keeps the side that holds the root
  ExactPolynomial p_;
  Dyadic lo_, hi_;
};

/// All distinct roots of p in [0, 1], ascending. Requires p not zero.
std::vector<AlgebraicNumber> roots_in_unit(ExactPolynomial p);

}  // namespace tocca
