#include "root_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "screw_turn.hpp"

namespace tocca {
namespace {

constexpr double nowhere = std::numeric_limits<double>::infinity();
/// Of [0, 1]: sums of times are rounded by 2^-53 at most, and no window need be narrower than a few of these.
constexpr double time_ulp = 0x1p-52, narrow = 0x1p-48;

}  // namespace

/// F + F1 s + H s^2 for |s| <= r; |f| > level wherever it is farther from zero than `bound`.
struct RootSearch::Parabola {
  double middle, F, F1, H, r, bound;
  double pad;   ///< more than the rounding of any value below
  double rest;  ///< of bound: what a shorter stretch would lessen

  double at(double s) const { return F + s * (F1 + s * H); }

  /// All of [-r, r] beyond the bound: the plain test, no root drawn.
  bool clear() const { return std::fabs(F) - r * (std::fabs(F1) + r * std::fabs(H)) > bound + pad; }

  /// Is it beyond the bound on [-r, s), and where does that end? s = -r: nothing is known; nowhere: on all of [-r, r]. `way` = -1 looks
  /// from the other end: s is then to be negated.
  ///
  /// The root for bound + 2 pad is only a guess; what counts is the check of its value. Before it the parabola is no nearer to zero:
  /// it is concave, with a start that is farther, or convex and not past its vertex.
  double first_within(double way) const {
    const double start = at(-way * r);
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
    return least >= bound + pad ? nowhere : -r;
  }
};

RootSearch::RootSearch(const ScrewEquation& f, double level, double from, double to) : f_(f), known_(from), end_(to) {
  // |f'''| <= 3 w^2 (|c4| + |c5|) + w^3 (|c2| + |c3| + |c4| + |c5|) with t <= 1. The k-th derivative of the true f differs from that
  // of the computed coefficients, and from its computed value, by at most (2 + w)^k error (docs/maths/screw_equations.md, section 3).
  const double w = f.angle, sliding = std::fabs(f.c[4]) + std::fabs(f.c[5]);
  const double turning = std::fabs(f.c[2]) + std::fabs(f.c[3]) + sliding;
  growth_ = 2.0 + w;
  clear_ = level + f.error;
  third_ = 1.0001 * (w * (w * (3.0 * sliding + w * turning)));
  longest_ = w > 0.0 ? 2.0 / w : nowhere;  // a remainder of a sixth of the amplitude
  const double turned = std::min(1e3, w * (to - from));
  looks_ = 64 + 16 * static_cast<int>(turned);
  if (!(third_ + clear_ + std::fabs(f.c[0]) + std::fabs(f.c[1]) + turning < std::numeric_limits<double>::max()))
    looks_ = 0;
  push(from, to);
}

RootSearch::Parabola RootSearch::look(double from, double to) const {
  Parabola q;
  q.middle = 0.5 * (from + to);
  q.r = (1.0 + 0x1p-50) * std::max(q.middle - from, to - q.middle);
  const double t = q.middle, w = f_.angle;
  const ScrewTurn turn(w, t);
  const double(&c)[6] = f_.c;
  const double sine = c[2] + c[4] * t, versine = c[3] + c[5] * t, cosine = 1.0 - turn.versine;
  q.F = c[0] + c[1] * t + sine * turn.sine + versine * turn.versine;
  q.F1 = c[1] + c[4] * turn.sine + c[5] * turn.versine + w * (sine * cosine + versine * turn.sine);
  q.H = w * (c[4] * cosine + c[5] * turn.sine + 0.5 * (w * (versine * cosine - sine * turn.sine)));
  // The rounding of f, f', f'' and f''' over the stretch: error (1 + x + x^2 / 2 + x^3 / 6) with x = (2 + w) r; `clear_` has the 1.
  const double x = growth_ * q.r;
  q.rest = third_ * (q.r * (q.r * q.r)) * (1.0 / 6.0);
  q.bound = (clear_ + q.rest + f_.error * (x * (1.0 + x * (0.5 + x)))) * (1.0 + 0x1p-45);
  q.pad = 0x1p-48 * (std::fabs(q.F) + q.r * (std::fabs(q.F1) + q.r * std::fabs(q.H)));
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
    const Parabola q = look(stretch.from, stretch.to);
    if (q.clear()) continue;
    const double s1 = q.first_within(1.0);
    if (s1 == nowhere) continue;
    const double s2 = -q.first_within(-1.0);
    if (s2 < s1) continue;  // clear from both ends, beyond each other
    const double from = s1 <= -q.r ? stretch.from : std::max(stretch.from, q.middle + s1 - time_ulp);
    const double to = s2 >= q.r ? stretch.to : std::min(stretch.to, q.middle + s2 + time_ulp);
    const double width = to - from;

    // Two crossings, clear between them: never one window.
    const double vertex = -q.F1 / (2.0 * q.H), cut = q.middle + vertex;
    if (vertex > s1 && vertex < s2 && cut > from && cut < to && width > narrow &&
        std::fabs(q.at(vertex)) > 2.0 * (q.bound + q.pad)) {
      push(cut, to);
      push(from, cut);
      continue;
    }
    if (q.rest <= 0.25 * clear_ || width <= narrow) {
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
