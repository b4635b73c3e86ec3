#include "screw/root_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "screw/screw_turn.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

constexpr double never_found = std::numeric_limits<double>::infinity();
/// Of [0, 1]: sums of times are rounded by 2^-53 at most, and no window need be narrower than a few of these.
constexpr double time_ulp = 0x1p-52, narrow_window = 0x1p-48;

}  // namespace

/// F + F1 s + H s^2 + C s^3 for |s| <= r; |f| > level wherever it is farther from zero than `bound`.
struct RootSearch::Cubic {
  double middle, F, F1, H, C, r, bound;
  double pad;    ///< more than the rounding of any value below
  double rest;   ///< of bound: what a shorter stretch would lessen
  double steep;  ///< |F1| less all that the slope may change: f is monotone if positive

  /// All of [-r, r] beyond the bound: the plain test.
  bool clear() const {
    return std::fabs(F) - r * (std::fabs(F1) + r * (std::fabs(H) + r * std::fabs(C))) > bound + pad;
  }

  /// The part of [-r, r] that is not beyond the bound, from s1 to s2 (s2 < s1: there is none).
  struct Part {
    double s1, s2;
  };

  /// Requires steep > 0. With v the value at any s0 within, taken as rising: at s < s0 it is at most v - steep (s0 - s), at
  /// s > s0 at least v + steep (s - s0). One step of Newton's method from the root of the tangent makes v small.
  Part steep_part() const {
    TOCCA_REQUIRE(steep > 0.0, "the slope must be positive");
    const double guess = std::clamp(-F / F1, -r, r);
    const auto value = [&](double s) { return F + s * (F1 + s * (H + s * C)); };
    const double s0 = std::clamp(guess - value(guess) / (F1 + guess * (2.0 * H + guess * 3.0 * C)), -r, r);
    const double v = F1 > 0.0 ? value(s0) : -value(s0), by = (1.0 + 0x1p-48) / steep;
    const double below = bound + pad + v, above = bound + pad - v;  // negative: beyond the bound already, on that side
    return {below > 0.0 ? s0 - below * by : (s0 < r ? s0 : never_found),
            above > 0.0 ? s0 + above * by : (s0 > -r ? s0 : -never_found)};
  }

  /// The same without that requirement, the cubic term taken as part of the bound.
  Part any_part() const { return {first_within(1.0), -first_within(-1.0)}; }

  /// Where the slope of the parabola is zero, and whether it is clear there, so that both sides are worth a look of their own.
  double vertex() const { return -F1 / (2.0 * H); }
  bool is_clear_at(double s) const { return std::fabs(F + s * (F1 + s * H)) > 2.0 * (bound + pad); }

 private:
  /// Is it beyond the bound on [-r, s), and where does that end? s = -r: nothing is known; nowhere: on all of [-r, r]. `way` = -1 looks
  /// from the other end: s is then to be negated.
  ///
  /// The root for bound + 2 pad is only a guess; what counts is the check of its value. Before it the parabola is no nearer to zero:
  /// it is concave, with a start that is farther, or convex and not past its vertex.
  double first_within(double way) const {
    const double start = F - way * r * (F1 - way * r * H);
    if (!(std::fabs(start) > bound + pad)) return -r;
    const double side = start > 0.0 ? 1.0 : -1.0;
    const double f = side * F, f1 = way * side * F1, h = side * H;
    const auto value = [&](double s) { return f + s * (f1 + s * h); };
    const double over = f - bound - 2.0 * pad, under_root = f1 * f1 - 4.0 * h * over;
    if (under_root >= 0.0) {
      const double root = std::sqrt(under_root);
      double s = f1 > 0.0 ? (-f1 - root) / (2.0 * h) : 2.0 * over / (root - f1);
      if (s >= -r && s <= r) {
        if (h > 0.0 && f1 + 2.0 * h * s > 0.0) s = std::max(-r, -f1 / (2.0 * h));
        return value(s) >= bound + pad ? s : -r;
      }
    }
    const bool vertex_within = h > 0.0 && f1 + 2.0 * h * r > 0.0 && f1 - 2.0 * h * r < 0.0;
    const double least = vertex_within ? f - f1 * f1 / (4.0 * h) : value(r);
    return least >= bound + pad ? never_found : -r;
  }
};

RootSearch::RootSearch(const ScrewEquation& f, double level, double from, double to) : f_(f), known_(from), end_(to) {
  // |f''''| <= 4 w^3 (|c4| + |c5|) + w^4 (|c2| + |c3| + |c4| + |c5|) with t <= 1. The k-th derivative of the true f differs from that
  // of the computed coefficients, and from its computed value, by at most (2 + w)^k error (docs/maths/screw_equations.md, section 3).
  const double w = f.angle, sliding = std::fabs(f.c[4]) + std::fabs(f.c[5]);
  const double turning = std::fabs(f.c[2]) + std::fabs(f.c[3]) + sliding;
  growth_ = 2.0 + w;
  clear_ = level + f.error;
  fourth_ = 1.0001 * (w * (w * (w * (4.0 * sliding + w * turning))));
  longest_ = w > 0.0 ? 2.0 / w : never_found;  // a remainder of a 24th of the amplitude
  const double turned = std::min(1e3, w * (to - from));
  looks_ = 64 + 16 * static_cast<int>(turned);
  if (!(fourth_ + clear_ + std::fabs(f.c[0]) + std::fabs(f.c[1]) + turning < std::numeric_limits<double>::max()))
    looks_ = 0;
  push(from, to);
}

RootSearch::Cubic RootSearch::look(double from, double to) const {
  Cubic q;
  q.middle = 0.5 * (from + to);
  q.r = (1.0 + 0x1p-50) * std::max(q.middle - from, to - q.middle);
  const double t = q.middle, w = f_.angle, r = q.r;
  const ScrewTurn turn(w, t);
  const double(&c)[6] = f_.c;
  const double sine = turn.sine, cosine = 1.0 - turn.versine, a = c[2] + c[4] * t, b = c[3] + c[5] * t;
  const double sliding = c[4] * cosine + c[5] * sine, across = c[5] * cosine - c[4] * sine;
  const double along = a * cosine + b * sine, bent = b * cosine - a * sine;
  q.F = c[0] + c[1] * t + a * sine + b * turn.versine;
  q.F1 = c[1] + c[4] * sine + c[5] * turn.versine + w * along;
  q.H = w * (sliding + 0.5 * (w * bent));
  q.C = w * (w * (0.5 * across - (1.0 / 6.0) * (w * along)));
  // The rounding of f and its derivatives over the stretch: error (1 + x + x^2 / 2 + x^3 / 6 + x^4 / 24) with x = (2 + w) r, where
  // `clear_` has the 1.
  const double x = growth_ * r;
  q.rest = fourth_ * ((r * r) * (r * r)) * (1.0 / 24.0);
  q.bound = (clear_ + q.rest + f_.error * (x * (1.0 + x * (0.5 + x * (0.25 + x))))) * (1.0 + 0x1p-45);
  const double bending = r * (2.0 * std::fabs(q.H) + 3.0 * r * std::fabs(q.C));
  q.pad = 0x1p-48 * (std::fabs(q.F) + r * std::fabs(q.F1) + r * bending);
  q.steep = std::fabs(q.F1) * (1.0 - 0x1p-48) - bending * (1.0 + 0x1p-48);
  return q;
}

/// The next stretch that is not known to be clear, no longer than one look can make much of.
bool RootSearch::take(RootWindow& stretch) {
  while (count_ > 0) {
    stretch = pending_[--count_];
    if (stretch.to < known_) continue;
    stretch.from = std::max(stretch.from, known_);
    if (stretch.to - stretch.from > longest_) {
      const double cut = stretch.from + longest_;
      push(cut, stretch.to);
      stretch.to = cut;
    }
    return true;
  }
  return false;
}

bool RootSearch::next(RootWindow& window) {
  RootWindow stretch;
  while (take(stretch)) {
    if (looks_-- <= 0 || count_ + 3 > depth) {
      window = {stretch.from, end_};
      count_ = 0;
      return true;
    }
    Cubic q = look(stretch.from, stretch.to);
    if (q.clear()) continue;
    const bool is_steep = q.steep > 0.125 * std::fabs(q.F1);
    if (!is_steep) {
      const double cubic = std::fabs(q.C) * (q.r * (q.r * q.r)) * (1.0 + 0x1p-48);
      q.rest += cubic, q.bound += cubic;
    }
    const auto [s1, s2] = is_steep ? q.steep_part() : q.any_part();
    if (s2 < s1 || s1 > q.r || s2 < -q.r) continue;
    const double from = s1 <= -q.r ? stretch.from : std::max(stretch.from, q.middle + s1 - time_ulp);
    const double to = s2 >= q.r ? stretch.to : std::min(stretch.to, q.middle + s2 + time_ulp);
    const double width = to - from;

    if (!is_steep && width > narrow_window) {  // two crossings, clear between them, are never one window
      const double vertex = q.vertex(), cut = q.middle + vertex;
      if (vertex > s1 && vertex < s2 && cut > from && cut < to && q.is_clear_at(vertex)) {
        push(cut, to);
        push(from, cut);
        continue;
      }
    }
    if (q.rest <= 0.25 * clear_ || width <= narrow_window) {
      // Half as much again: |f| is then well beyond the level where a next question starts.
      window = {from, std::min(stretch.to, std::max(to + 0.5 * width, from + 2.0 * time_ulp))};
      return true;
    }
    if (width <= 0.5 * (stretch.to - stretch.from)) {
      push(from, to);
    } else {
      const double half = 0.5 * (from + to);
      push(half, to);
      push(from, half);
    }
  }
  return false;
}

bool first_root(const ScrewEquation& f, double level, double from, double to, RootWindow& window) {
  return RootSearch(f, level, from, to).next(window);
}

}  // namespace tocca
