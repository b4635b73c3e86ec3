#include "audit/interval.hpp"

namespace tocca::audit {
namespace {

// pi / 2 = first + second, first with 33 bits, so that its product with an integer below 2^20 is exact; the second part is between two
// neighbouring doubles. (pi / 2 = 1.570796326794896619231321691639751442...)
constexpr double quarter_first = 0x1.921fb544p+0;
const Interval quarter_second(0x1.0b4611a626330p-34, 0x1.0b4611a626332p-34);

Interval within_one(const Interval& x) { return {std::max(-1.0, x.lo), std::min(1.0, x.hi)}; }

/// 1 / n! for n = 0, ..., 21, off by an ulp at most: factorials up to 22! are doubles.
constexpr auto one_by_factorial = [] {
  std::array<double, 22> result{};
  double factorial = 1.0;
  for (std::size_t n = 0; n < result.size(); factorial *= static_cast<double>(++n)) result[n] = 1.0 / factorial;
  return result;
}();

/// Taylor series of a number near r, |r| <= 0.9: in doubles they are off by at most 2^-50.
SineCosine series(const Interval& r) {
  const double x = middle(r), minus_square = -(x * x), off = up(radius(r) + 0x1p-50);
  double sine = 0.0, cosine = 0.0;
  for (std::size_t n = one_by_factorial.size(); n > 0; n -= 2) {
    sine = sine * minus_square + one_by_factorial[n - 1];
    cosine = cosine * minus_square + one_by_factorial[n - 2];
  }
  sine *= x;
  return {within_one({down(sine - off), up(sine + off)}), within_one({down(cosine - off), up(cosine + off)})};
}

/// Of one double.
SineCosine at(double x) {
  const double k = std::round(x / 1.5707963267948966);
  if (!(std::fabs(k) < 0x1p20)) return {{-1.0, 1.0}, {-1.0, 1.0}};
  const Interval r = (Interval(x) - Interval(k * quarter_first)) - Interval(k) * quarter_second;
  const auto [s, c] = series(r);
  switch (((static_cast<long long>(k) % 4) + 4) % 4) {
    case 0:
      return {s, c};
    case 1:
      return {c, -s};
    case 2:
      return {-s, -c};
    default:
      return {-c, s};
  }
}

}  // namespace

/// From the middle: sine and cosine change by no more than their argument.
SineCosine sine_cosine(const Interval& x) {
  const double off = radius(x);
  if (!(off < 0.1) || !(std::fabs(middle(x)) < 1e6)) return {{-1.0, 1.0}, {-1.0, 1.0}};
  const SineCosine centre = at(middle(x));
  if (x.lo == x.hi) return centre;
  const Interval change(-off, off);
  return {within_one(centre.sine + change), within_one(centre.cosine + change)};
}

}  // namespace tocca::audit
