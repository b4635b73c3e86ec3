#include "core/exact_polynomial.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tocca/core/require.hpp"

namespace tocca {
namespace {

constexpr double least_time = 0x1p-1000;  // doubles below it are not worth the care that denormals need

/// x - y, up to a positive factor.
int compare(const Dyadic& x, const Dyadic& y) {
  const int shift = std::max(x.shift, y.shift);
  return (x.numerator.shifted_left(shift - x.shift) - y.numerator.shifted_left(shift - y.shift)).sign();
}

/// lo + (hi - lo) part / 2^depth
Dyadic between(const Dyadic& lo, const Dyadic& hi, int part, int depth) {
  const int shift = std::max(lo.shift, hi.shift);
  const BigInteger a = lo.numerator.shifted_left(shift - lo.shift), b = hi.numerator.shifted_left(shift - hi.shift);
  return {a.shifted_left(depth) + (b - a) * BigInteger(part), shift + depth};
}

/// hi - lo > 2^-bits
bool width_exceeds(const Dyadic& lo, const Dyadic& hi, int bits) {
  const int shift = std::max({lo.shift, hi.shift, bits});
  const BigInteger width = hi.numerator.shifted_left(shift - hi.shift) - lo.numerator.shifted_left(shift - lo.shift);
  return (width - BigInteger(1).shifted_left(shift - bits)).sign() > 0;
}

/// The coefficients as doubles, all divided by one power of two so that the largest is about 1.
std::array<double, ExactPolynomial::capacity> doubles_of(const ExactPolynomial& p) {
  std::array<double, ExactPolynomial::capacity> d{};
  int bits = 0;
  for (int k = 0; k <= p.degree(); ++k) bits = std::max(bits, p[k].bit_length());
  for (int k = 0; k <= p.degree(); ++k) {
    if (p[k].bit_length() > bits - 1000) d[static_cast<std::size_t>(k)] = p[k].approximate(bits);
  }
  return d;
}

double value(const std::array<double, ExactPolynomial::capacity>& d, int degree, double x) {
  double v = 0.0;
  for (int k = degree; k >= 0; --k) v = v * x + d[static_cast<std::size_t>(k)];
  return v;
}

}  // namespace

Dyadic Dyadic::from_double(double value) {
  TOCCA_REQUIRE(std::isfinite(value), "only a finite number is dyadic");
  int power = 0;
  std::frexp(value, &power);
  const int shift = std::max(0, 53 - power);
  Dyadic x{BigInteger::from_double(value, -shift), shift};
  const int zeros = std::min(x.shift, x.numerator.trailing_zeros());
  return zeros == 0 ? x : Dyadic{x.numerator.shifted_right(zeros), x.shift - zeros};
}

double Dyadic::rounded_down() const {
  TOCCA_REQUIRE(numerator.sign() >= 0 && compare(*this, {BigInteger(1), 0}) <= 0,
                "only numbers in [0, 1] can be rounded");
  const int surplus = std::max(0, numerator.bit_length() - 53);
  const double x = numerator.shifted_right(surplus).approximate(shift - surplus);  // 53 bits: exact
  return x < least_time ? 0.0 : x;
}

double Dyadic::rounded_up() const {
  const double x = rounded_down();
  if (x == 0.0) return numerator.sign() == 0 ? 0.0 : least_time;
  return compare(*this, from_double(x)) == 0 ? x : std::nextafter(x, 2.0);
}

ExactPolynomial::ExactPolynomial(std::array<BigInteger, capacity> coefficients)
    : c_(std::move(coefficients)), degree_(capacity - 1) {
  trim();
}

void ExactPolynomial::trim() {
  while (degree_ >= 0 && at(degree_).sign() == 0) --degree_;
}

int ExactPolynomial::sign_at(const Dyadic& x) const {
  if (degree_ < 0) return 0;
  BigInteger v = (*this)[degree_];
  for (int k = degree_ - 1; k >= 0; --k) v = v * x.numerator + (*this)[k].shifted_left(x.shift * (degree_ - k));
  return v.sign();
}

ExactPolynomial ExactPolynomial::derivative() const {
  ExactPolynomial d;
  for (int k = 1; k <= degree_; ++k) d.at(k - 1) = (*this)[k] * BigInteger(k);
  d.degree_ = std::max(-1, degree_ - 1);
  return d;
}

ExactPolynomial operator*(const ExactPolynomial& p, const ExactPolynomial& q) {
  TOCCA_REQUIRE(p.is_zero() || q.is_zero() || p.degree_ + q.degree_ < ExactPolynomial::capacity,
                "a product of polynomials must have a degree of at most 3");
  ExactPolynomial product;
  if (p.is_zero() || q.is_zero()) return product;
  for (int i = 0; i <= p.degree_; ++i) {
    for (int k = 0; k <= q.degree_; ++k) {
      BigInteger& sum = product.at(i + k);
      sum = sum.sign() == 0 ? p[i] * q[k] : sum + p[i] * q[k];
    }
  }
  product.degree_ = p.degree_ + q.degree_;
  return product;
}

ExactPolynomial operator+(const ExactPolynomial& p, const ExactPolynomial& q) {
  ExactPolynomial sum;
  sum.degree_ = std::max(p.degree_, q.degree_);
  for (int k = 0; k <= sum.degree_; ++k) sum.at(k) = p[k] + q[k];
  sum.trim();
  return sum;
}

ExactPolynomial operator-(const ExactPolynomial& p, const ExactPolynomial& q) {
  ExactPolynomial sum;
  sum.degree_ = std::max(p.degree_, q.degree_);
  for (int k = 0; k <= sum.degree_; ++k) sum.at(k) = p[k] - q[k];
  sum.trim();
  return sum;
}

/// Long division in which p, and the quotient so far, are multiplied by |q's leading coefficient| before each step.
struct Division {
  ExactPolynomial rest, ratio;

  Division(const ExactPolynomial& p, const ExactPolynomial& q) : rest(p) {
    TOCCA_REQUIRE(!q.is_zero(), "a polynomial cannot be divided by zero");
    const BigInteger lead = q[q.degree()].sign() > 0 ? q[q.degree()] : -q[q.degree()];
    ratio.degree_ = p.degree() - q.degree();
    for (int power = ratio.degree_; power >= 0; --power) {
      const int top = q.degree() + power;
      const BigInteger factor = q[q.degree()].sign() > 0 ? rest[top] : -rest[top];
      for (int k = 0; k < top; ++k) rest.at(k) = rest[k] * lead;
      for (int k = 0; k < q.degree(); ++k) rest.at(k + power) = rest[k + power] - factor * q[k];
      for (int k = power + 1; k <= ratio.degree_; ++k) ratio.at(k) = ratio[k] * lead;
      ratio.at(power) = factor;
      rest.at(top) = BigInteger();
      rest.degree_ = top - 1;
    }
    rest.trim();
    ratio.degree_ = std::max(-1, ratio.degree_);
  }
};

ExactPolynomial remainder(const ExactPolynomial& p, const ExactPolynomial& q) { return Division(p, q).rest; }

ExactPolynomial quotient(const ExactPolynomial& p, const ExactPolynomial& q) { return Division(p, q).ratio; }

/// Of (1 + x)^n p(1 / (1 + x)), whose coefficients have the signs of Bernstein's (Descartes' rule of signs).
int ExactPolynomial::variations_on_unit() const {
  std::array<BigInteger, capacity> a;
  const auto n = static_cast<std::size_t>(std::max(0, degree_));
  for (std::size_t k = 0; k <= n; ++k) a[k] = c_[n - k];
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = n; k-- > i;) a[k] = a[k] + a[k + 1];
  }
  int count = 0, last = 0;
  for (std::size_t k = 0; k <= n; ++k) {
    if (a[k].sign() == 0) continue;
    if (last * a[k].sign() < 0) ++count;
    last = a[k].sign();
  }
  return count;
}

/// Horner's rule with lo + (hi - lo) x for x, all times a power of two.
ExactPolynomial ExactPolynomial::stretched(const Dyadic& lo, const Dyadic& hi) const {
  const int shift = std::max(lo.shift, hi.shift);
  const BigInteger start = lo.numerator.shifted_left(shift - lo.shift);
  const BigInteger width = hi.numerator.shifted_left(shift - hi.shift) - start;
  ExactPolynomial result;
  for (int k = degree_; k >= 0; --k) {
    for (int i = degree_ - k; i > 0; --i) result.at(i) = result[i] * start + result[i - 1] * width;
    result.at(0) = result[0] * start + (*this)[k].shifted_left(shift * (degree_ - k));
  }
  result.degree_ = degree_;
  return result;
}

/// With S the sum of the sizes d of the coefficients as doubles: each d is within 2^-52 |d| (truncation to 60 bits and
/// one rounding), or below 2^-1000 and left out; Horner's rule adds at most 2 n 2^-53 S; between the middle and an end
/// the value changes by at most n S w, w half the width. 2^-46 S covers the first three for n <= 3, and the rounding
/// of the bound.
std::optional<int> ExactPolynomial::quick_sign(double lo, double hi) const {
  if (degree_ < 0) return 0;
  const auto d = doubles_of(*this);
  double size = 0.0;
  for (int k = 0; k <= degree_; ++k) size += std::fabs(d[static_cast<std::size_t>(k)]);
  const double middle = 0.5 * (lo + hi), v = value(d, degree_, middle);
  const double bound = size * (0x1p-46 + 1.01 * degree_ * std::max(hi - middle, middle - lo));
  if (std::fabs(v) <= bound) return std::nullopt;
  return v > 0.0 ? 1 : -1;
}

SignedRemainders::SignedRemainders(const ExactPolynomial& p, const ExactPolynomial& q) {
  s_[0] = p;
  size_ = 1;
  // q / p and (q mod p) / p differ by a polynomial, which does not jump.
  ExactPolynomial next = q.degree() < p.degree() ? q : remainder(q, p);
  while (!next.is_zero()) {
    s_[static_cast<std::size_t>(size_++)] = next;
    next =
        ExactPolynomial() - remainder(s_[static_cast<std::size_t>(size_ - 2)], s_[static_cast<std::size_t>(size_ - 1)]);
  }
}

int SignedRemainders::variations(const Dyadic& x) const {
  int count = 0, last = 0;
  for (int k = 0; k < size_; ++k) {
    const int sign = s_[static_cast<std::size_t>(k)].sign_at(x);
    if (sign == 0) continue;
    if (last * sign < 0) ++count;
    last = sign;
  }
  return count;
}

AlgebraicNumber::AlgebraicNumber(ExactPolynomial p, Dyadic lo, Dyadic hi)
    : p_(std::move(p)), lo_(std::move(lo)), hi_(std::move(hi)) {
  TOCCA_REQUIRE(p_.sign_at(lo_) * p_.sign_at(hi_) < 0,
                "the polynomial must have opposite signs at the ends of the bracket of its root");
}

int AlgebraicNumber::sign_of(const ExactPolynomial& g) const {
  if (g.degree() <= 0) return g.is_zero() ? 0 : g[0].sign();
  if (is_dyadic()) return g.sign_at(lo_);
  if (const std::optional<int> quick = g.quick_sign(lo_.rounded_down(), hi_.rounded_up())) return *quick;
  const int at_lo = g.sign_at(lo_), at_hi = g.sign_at(hi_);
  if (at_lo == at_hi && at_lo != 0) {
    const ExactPolynomial slope = g.derivative();
    if (slope.degree() <= 1 && slope.sign_at(lo_) * slope.sign_at(hi_) > 0) return at_lo;  // no turning point between
  }
  if (is_root_of(g)) return 0;
  // Not zero, so that it shows sooner or later: the bracket becomes [0, 1], where doubles see as much again.
  AlgebraicNumber closer(p_.stretched(lo_, hi_), Dyadic{}, Dyadic{BigInteger(1), 0});
  closer.narrow(44);
  return closer.sign_of(g.stretched(lo_, hi_));
}

/// The last remainder of Euclid's algorithm divides p: where it is not constant, it changes its sign in the bracket if
/// and only if the one root of p there, which is simple, is its own.
bool AlgebraicNumber::is_root_of(const ExactPolynomial& g) const {
  TOCCA_REQUIRE(g.degree() >= 1, "a constant has no root to compare with");
  ExactPolynomial a = p_, b = g.degree() < p_.degree() ? g : remainder(g, p_);
  while (!b.is_zero()) {
    ExactPolynomial rest = remainder(a, b);
    a = std::move(b);
    b = std::move(rest);
  }
  return a.sign_at(lo_) * a.sign_at(hi_) < 0;
}

/// sign_below: of p below the root.
void AlgebraicNumber::cut(const Dyadic& at, int sign_below) {
  if (is_dyadic() || compare(at, lo_) <= 0 || compare(at, hi_) >= 0) return;
  const int sign = p_.sign_at(at);
  if (sign == 0) {
    lo_ = hi_ = at;
    p_ = ExactPolynomial();
  } else {
    (sign == sign_below ? lo_ : hi_) = at;
  }
}

void AlgebraicNumber::narrow(int bits) {
  if (is_dyadic()) return;
  const auto d = doubles_of(p_);
  double lo = lo_.rounded_down(), hi = hi_.rounded_up();
  const int sign_below = p_.sign_at(lo_);
  while (hi - lo > 0x1p-52) {
    const double middle = 0.5 * (lo + hi);
    ((value(d, p_.degree(), middle) > 0.0) == (sign_below > 0) ? lo : hi) = middle;
  }
  const double spread = std::ldexp(0.25, -bits);
  for (const double at : {lo - spread, hi + spread}) {
    if (at > 0.0 && at < 1.0) cut(Dyadic::from_double(at), sign_below);
  }
  while (!is_dyadic() && width_exceeds(lo_, hi_, bits)) cut(between(lo_, hi_, 1, 1), sign_below);
}

namespace {

void isolate(const ExactPolynomial& p, const SignedRemainders& counter, const Dyadic& lo, const Dyadic& hi, int count,
             std::vector<AlgebraicNumber>& roots) {
  if (count == 0) return;
  if (count == 1) {
    roots.emplace_back(p, lo, hi);
    return;
  }
  // A place that is not itself a root: one of more places than p has roots.
  Dyadic middle = between(lo, hi, 1, 1);
  for (int part = 9; p.sign_at(middle) == 0; ++part) middle = between(lo, hi, part, 4);
  const int left = counter.change(lo, middle);
  isolate(p, counter, lo, middle, left, roots);
  isolate(p, counter, middle, hi, count - left, roots);
}

ExactPolynomial linear(int constant, int slope) {
  return ExactPolynomial({BigInteger(constant), BigInteger(slope), {}, {}});
}

}  // namespace

std::vector<AlgebraicNumber> roots_in_unit(ExactPolynomial p) {
  TOCCA_REQUIRE(!p.is_zero(), "the zero polynomial has no list of roots");
  std::vector<AlgebraicNumber> roots;
  const Dyadic zero{}, one{BigInteger(1), 0};
  if (p.sign_at(zero) == 0) roots.emplace_back(zero);
  while (p.sign_at(zero) == 0) p = quotient(p, linear(0, 1));
  const bool ends_in_root = p.sign_at(one) == 0;
  while (p.sign_at(one) == 0) p = quotient(p, linear(-1, 1));

  const int variations = p.variations_on_unit();
  if (variations == 1) {
    roots.emplace_back(p, zero, one);
  } else if (variations > 1) {
    SignedRemainders counter(p, p.derivative());
    if (counter.last().degree() > 0) {  // several roots in one place: once is enough
      p = quotient(p, counter.last());
      counter = SignedRemainders(p, p.derivative());
    }
    isolate(p, counter, zero, one, counter.change(zero, one), roots);
  }
  if (ends_in_root) roots.emplace_back(one);
  return roots;
}

}  // namespace tocca
