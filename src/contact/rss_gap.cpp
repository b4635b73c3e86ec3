#include "contact/rss_gap.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tocca {

/// Errors, u = 2^-53, R and t the rotation and translation of X, |R|_F <= 2 say: a coordinate of the centre is a dot
/// product of three terms and a sum, off by 4 u of its terms, so the centre by 4 u (|R|_F |c| + |t|); a side by 3 u |R|_F,
/// times its half size; and R lengthens the radius by at most |R^T R - I| of it. placing_error(reach, defect, |t|) counts 48 u
/// |R|_F reach + 8 u |t| + 4 defect reach.
PlacedRss::PlacedRss(const Rss& rss, const Pose& X) : PlacedRss(rss) {
  centre = X * centre;
  side[0] = X.rotation * side[0];
  side[1] = X.rotation * side[1];
}

namespace {

/// Rounds of the search, and after how many of them the direction is tried.
constexpr int most_gap_rounds = 24, rounds_a_try = 3;

}  // namespace

/// The nearest points of two rectangles, c_a + s_i a_i and c_b + t_j b_j, by turns: for given t the best s is the
/// projection onto a's rectangle, whose sides are orthogonal, so each s_i is clamped by itself; then t likewise. All of it needs
/// the dot products of the sides and of d = c_a - c_b with them only. Any direction is sound; a better one only tightens.
///
/// Error of the gap along n: |computed - exact| of n . d is 4 u |n| |d| (d is itself a rounded difference), of n . side
/// times half 4 u |n| half |side|, of their sum 4 u of the terms' sizes, all divided by |n|, which is off by 3 u, and with
/// the radii 2 u more. Below 16 u (|d|_1 + half sizes + radii) with |side| <= 1.001; 2^-48 is twice that.
RssGap rss_gap(const PlacedRss& a, const PlacedRss& b, double enough) {
  const Vector3 d = a.centre - b.centre;
  const double da[2] = {d.dot(a.side[0]), d.dot(a.side[1])}, db[2] = {d.dot(b.side[0]), d.dot(b.side[1])};
  const double g[2][2] = {{a.side[0].dot(b.side[0]), a.side[0].dot(b.side[1])},
                          {a.side[1].dot(b.side[0]), a.side[1].dot(b.side[1])}};
  const double radii = a.radius + b.radius;
  const double size = d.cwiseAbs().sum() + a.half[0] + a.half[1] + b.half[0] + b.half[1] + radii;
  const double error = 0x1p-48 * size;
  double s[2] = {0.0, 0.0}, t[2] = {std::clamp(db[0], -b.half[0], b.half[0]), std::clamp(db[1], -b.half[1], b.half[1])};
  RssGap result{-std::numeric_limits<double>::infinity(), 0.0};
  for (int round = 1;; ++round) {
    for (int i = 0; i < 2; ++i) s[i] = std::clamp(t[0] * g[i][0] + t[1] * g[i][1] - da[i], -a.half[i], a.half[i]);
    const double before[2] = {t[0], t[1]};
    for (int j = 0; j < 2; ++j) t[j] = std::clamp(db[j] + s[0] * g[0][j] + s[1] * g[1][j], -b.half[j], b.half[j]);
    const bool settled = std::fabs(t[0] - before[0]) + std::fabs(t[1] - before[1]) <= 1e-4 * size;
    if (!settled && round % rounds_a_try != 0 && round < most_gap_rounds) continue;
    const Vector3 n = d + s[0] * a.side[0] + s[1] * a.side[1] - t[0] * b.side[0] - t[1] * b.side[1];
    const double length = n.norm();
    result.upper = length - radii;
    if (!(length > 0x1p-400)) return result;  // they meet, and squares would underflow
    const double along = n.dot(d) - a.half[0] * std::fabs(n.dot(a.side[0])) - a.half[1] * std::fabs(n.dot(a.side[1])) -
                         b.half[0] * std::fabs(n.dot(b.side[0])) - b.half[1] * std::fabs(n.dot(b.side[1]));
    result.lower = std::max(result.lower, along / length - radii - error);
    // Even the nearest points are not farther apart, or nothing more is to be gained.
    if (result.lower > enough || result.upper <= enough || settled || round >= most_gap_rounds) return result;
  }
}

}  // namespace tocca
