// What is proven here: whole numbers add, multiply and shift as GMP's do; roots in [0, 1] are found and told apart,
// however close; signs at a root are exact, zeros included. Oracle: GMP; polynomials made of known roots.
#include "core/exact_polynomial.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include "testing/draw.hpp"

namespace tocca::exact_polynomial_tests {
namespace {

/// The same number twice: of up to about 3,000 bits, often with runs of zeros and ones.
struct Both {
  BigInteger ours;
  mpz_class theirs;
};

Both draw_number(testing::Draw& draw) {
  Both x;
  const int pieces = draw.integer(0, draw.coin(0.9) ? 6 : 60);
  for (int k = 0; k < pieces; ++k) {
    const auto piece =
        static_cast<std::int64_t>(draw.coin(0.2) ? draw.integer(-1, 1) : draw.integer(-2147483647, 2147483647));
    const int shift = draw.integer(0, 90);
    x.ours = x.ours.shifted_left(shift) + BigInteger(piece);
    x.theirs = (x.theirs << static_cast<unsigned>(shift)) + mpz_class(static_cast<long>(piece));
  }
  return x;
}

/// Equal if all bits are: looked at 30 at a time.
bool same(BigInteger ours, mpz_class theirs) {
  if (ours.sign() != sgn(theirs)) return false;
  if (sgn(theirs) != 0 && ours.bit_length() != static_cast<int>(mpz_sizeinbase(theirs.get_mpz_t(), 2))) return false;
  while (ours.sign() != 0) {
    const BigInteger head = ours.shifted_right(30);
    const BigInteger low = ours - head.shifted_left(30);
    mpz_class their_head, their_low;
    mpz_tdiv_qr_ui(their_head.get_mpz_t(), their_low.get_mpz_t(), theirs.get_mpz_t(), 1u << 30);
    if (!(low == BigInteger(their_low.get_si()))) return false;
    ours = head;
    theirs = their_head;
  }
  return sgn(theirs) == 0;
}

TEST(BigInteger, IsExact) {
  testing::Draw draw;
  const int n = testing::cases(4000, 400'000);
  int cancelled = 0, large = 0;
  for (int k = 0; k < n; ++k) {
    const Both x = draw_number(draw), y = draw.coin(0.1) ? x : draw_number(draw);
    SCOPED_TRACE(testing::story(draw.seed(), k));
    ASSERT_TRUE(same(x.ours, x.theirs));
    ASSERT_TRUE(same(x.ours + y.ours, x.theirs + y.theirs));
    ASSERT_TRUE(same(x.ours - y.ours, x.theirs - y.theirs));
    ASSERT_TRUE(same(x.ours * y.ours, x.theirs * y.theirs));
    ASSERT_TRUE(same(-x.ours, -x.theirs));
    ASSERT_EQ(x.ours == y.ours, x.theirs == y.theirs);
    if (x.ours.sign() != 0) {
      ASSERT_EQ(x.ours.trailing_zeros(), static_cast<int>(mpz_scan1(x.theirs.get_mpz_t(), 0)));
      const int scale = std::max(0, x.ours.bit_length() - 900);
      mpq_class scaled(x.theirs);
      scaled /= mpq_class(mpz_class(1) << static_cast<unsigned>(scale));
      ASSERT_NEAR(x.ours.approximate(scale) / scaled.get_d(), 1.0, 0x1p-50);
    }
    BigInteger moved = x.ours;
    const BigInteger taken = std::move(moved);
    moved = taken;
    ASSERT_TRUE(moved == x.ours);
    cancelled += x.theirs == y.theirs && x.ours.sign() != 0;
    large += x.ours.bit_length() > 64 * BigInteger::inline_words;
  }
  EXPECT_GT(cancelled, n / 50);
  EXPECT_GT(large, n / 200);
}

TEST(BigInteger, HoldsEveryDouble) {
  testing::Draw draw;
  for (int k = 0; k < testing::cases(2000, 100'000); ++k) {
    const double x = draw.any_double();
    const mpq_class exact(x), scaled = exact * (mpq_class(mpz_class(1) << 1074u));
    ASSERT_TRUE(same(BigInteger::from_double(x, -1074), scaled.get_num())) << x;
    const double t = std::fabs(draw.uniform(0, 1) * std::ldexp(1.0, draw.integer(-60, 0)));
    ASSERT_EQ(Dyadic::from_double(t).rounded_down(), t);
    ASSERT_EQ(Dyadic::from_double(t).rounded_up(), t);
    const Dyadic beside{Dyadic::from_double(t).numerator.shifted_left(200) + BigInteger(1),
                        Dyadic::from_double(t).shift + 200};
    ASSERT_LE(beside.rounded_down(), t);
    ASSERT_GT(beside.rounded_up(), t);
  }
}

/// (a x - b): the root b / a.
ExactPolynomial factor(std::int64_t a, std::int64_t b) {
  return ExactPolynomial({BigInteger(-b), BigInteger(a), {}, {}});
}

struct Fraction {
  std::int64_t b, a;
  mpq_class value() const {
    mpq_class q(static_cast<long>(b), static_cast<unsigned long>(a));
    q.canonicalize();
    return q;
  }
};

Fraction draw_root(testing::Draw& draw) {
  if (draw.coin(0.2)) return {draw.integer(-1, 2), 1};
  if (draw.coin(0.3))
    return {(std::int64_t{1} << 40) / 3 + draw.integer(-1, 1), std::int64_t{1} << 40};  // close to 1/3
  if (draw.coin(0.15)) return {(std::int64_t{1} << 60) / 3 + draw.integer(-1, 1), std::int64_t{1} << 60};  // closer
  const int a = draw.integer(1, 12);
  return {draw.integer(-3, 15), a};
}

TEST(ExactPolynomial, FindsItsRootsAndTheSignsOfOthersThere) {
  testing::Draw draw;
  const int n = testing::cases(1500, 60'000);
  int several = 0, multiple = 0, zeros = 0;
  for (int k = 0; k < n; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    ExactPolynomial p({BigInteger(draw.coin() ? 1 : -3), {}, {}, {}});
    std::vector<mpq_class> truth;
    const int degree = draw.integer(1, 3);
    for (int i = 0; i < degree; ++i) {
      const Fraction root = draw_root(draw);
      p = p * factor(root.a, root.b);
      if (root.value() >= 0 && root.value() <= 1) truth.push_back(root.value());
    }
    std::sort(truth.begin(), truth.end());
    const std::size_t with_multiples = truth.size();
    truth.erase(std::unique(truth.begin(), truth.end()), truth.end());
    multiple += truth.size() < with_multiples;
    several += truth.size() > 1;

    std::vector<AlgebraicNumber> roots = roots_in_unit(p);
    ASSERT_EQ(roots.size(), truth.size());
    for (std::size_t i = 0; i < roots.size(); ++i) {
      for (const int bits : {0, 44}) {
        if (bits > 0) roots[i].narrow(bits);
        const Fraction other = draw.coin(0.3) ? Fraction{0, 1} : draw_root(draw), third = draw_root(draw);
        const ExactPolynomial g = factor(other.a, other.b) * factor(third.a, third.b);
        const int sign = sgn(mpq_class((truth[i] - other.value()) * (truth[i] - third.value())));
        ASSERT_EQ(roots[i].sign_of(g), sign);
        zeros += sign == 0;
      }
      ASSERT_LE(mpq_class(roots[i].lo().rounded_down()), truth[i]);
      ASSERT_GE(mpq_class(roots[i].hi().rounded_up()), truth[i]);
      ASSERT_LE(roots[i].hi().rounded_up() - roots[i].lo().rounded_down(), 0x1p-43);
    }
  }
  EXPECT_GT(several, n / 20);
  EXPECT_GT(multiple, n / 50);
  EXPECT_GT(zeros, n / 20);
}

}  // namespace
}  // namespace tocca::exact_polynomial_tests
