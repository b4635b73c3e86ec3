#include "audit/interval.hpp"

namespace tocca::audit {
namespace {

// pi / 2 = first + second, first with 33 bits, so that its product with an integer below 2^20 is exact; the second part is between two
// neighbouring doubles. (pi / 2 = 1.570796326794896619231321691639751442...)
constexpr double quarter_first = 0x1.921fb544p+0;
const Interval quarter_second(0x1.0b4611a626330p-34, 0x1.0b4611a626332p-34);

Interval within_one(const Interval& x) { return {std::max(-1.0, x.lo), std::min(1.0, x.hi)}; }

/// Taylor series for |r| <= 0.9; the first term left out bounds the rest, because terms alternate and shrink. `first` is 1 for the cosine
/// and r for the sine; term k is the one before it times -r^2 / ((2k - 1 + odd) (2k + odd)).
Interval series(const Interval& r, bool odd) {
  constexpr int terms = 11;
  const Interval minus_square = -square(r);
  Interval term = odd ? r : Interval(1.0), sum = term;
  for (int k = 1; k <= terms; ++k) {
    const double n = 2.0 * k + (odd ? 1.0 : 0.0);
    term = term * minus_square / Interval(n * (n - 1.0));
    if (k < terms) sum = sum + term;
  }
  return within_one(sum + Interval(-term.most(), term.most()));
}

/// Of one double.
SineCosine at(double x) {
  const double k = std::round(x / 1.5707963267948966);
  if (!(std::fabs(k) < 0x1p20)) return {{-1.0, 1.0}, {-1.0, 1.0}};
  const Interval r = (Interval(x) - Interval(k * quarter_first)) - Interval(k) * quarter_second;
  const Interval s = series(r, true), c = series(r, false);
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
  const double middle = x.lo + 0.5 * (x.hi - x.lo);
  const double radius = std::max(up(x.hi - middle), up(middle - x.lo));
  if (!(radius < 0.1) || !(std::fabs(middle) < 1e6)) return {{-1.0, 1.0}, {-1.0, 1.0}};
  const SineCosine centre = at(middle);
  if (x.lo == x.hi) return centre;
  const Interval change(-radius, radius);
  return {within_one(centre.sine + change), within_one(centre.cosine + change)};
}

}  // namespace tocca::audit
