#include "linear_filter.hpp"

namespace tocca {
namespace {

using Point = std::array<double, 3>;

constexpr double widest_bracket = 1e-9;
constexpr int deepest = 8;

Point difference(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

double size_of(const Point& a, const Point& b) {
  double size = 0.0;
  for (std::size_t c = 0; c < 3; ++c) size = std::max({size, std::fabs(a[c]), std::fabs(b[c])});
  return size;
}

double dot(const Point& a, const std::array<std::array<double, 3>, 3>& g, std::size_t k) {
  return a[0] * g[0][k] + a[1] * g[1][k] + a[2] * g[2][k];
}

/// y(t) x z(t) along each axis.
void cross(const Point (&y)[2], const Point (&z)[2], std::array<std::array<double, 3>, 3>& g) {
  for (std::size_t c = 0; c < 3; ++c) {
    const std::size_t i = (c + 1) % 3, k = (c + 2) % 3;
    g[c][0] = y[0][i] * z[0][k] - y[0][k] * z[0][i];
    g[c][1] = 0.5 * ((y[0][i] * z[1][k] - y[0][k] * z[1][i]) + (y[1][i] * z[0][k] - y[1][k] * z[0][i]));
    g[c][2] = y[1][i] * z[1][k] - y[1][k] * z[1][i];
  }
}

/// +1 or -1 where all values are beyond the error on that side, else 0.
template <std::size_t N>
int common_sign(const std::array<double, N>& f, double error) {
  double least = f[0], greatest = f[0];
  for (const double x : f) least = std::min(least, x), greatest = std::max(greatest, x);
  return least > error ? 1 : greatest < -error ? -1 : 0;
}

}  // namespace

LinearFilter::LinearFilter(LinearKind kind, const FourVertices& vertices) : kind_(kind) {
  Point x[2], y[2], z[2];
  for (std::size_t end = 0; end < 2; ++end) {
    const auto& v = end == 0 ? vertices.from : vertices.to;
    const bool face = kind == LinearKind::vertex_face;
    x[end] = difference(v[face ? 1 : 2], v[0]);
    y[end] = difference(v[face ? 2 : 1], v[0]);
    z[end] = difference(v[3], v[face ? 0 : 2]);
  }
  cross(y, z, g_[0]);
  cross(z, x, g_[1]);
  cross(x, y, g_[2]);
  volume_ = {dot(x[0], g_[0], 0), (dot(x[1], g_[0], 0) + 2.0 * dot(x[0], g_[0], 1)) / 3.0,
             (dot(x[0], g_[0], 2) + 2.0 * dot(x[1], g_[0], 1)) / 3.0, dot(x[1], g_[0], 2)};
  const double sx = size_of(x[0], x[1]), sy = size_of(y[0], y[1]), sz = size_of(z[0], z[1]);
  volume_error_ = 160.0 * unit_roundoff * sx * sy * sz + 0x1p-800;
  g_error_ = {32.0 * unit_roundoff * sy * sz + 0x1p-1000, 32.0 * unit_roundoff * sz * sx + 0x1p-1000,
              32.0 * unit_roundoff * sx * sy + 0x1p-1000};
}

LinearFilter::Cubic LinearFilter::volume_on(double a, double b) const {
  return {blossom(volume_, a, a, a), blossom(volume_, a, a, b), blossom(volume_, a, b, b), blossom(volume_, b, b, b)};
}

std::optional<LinearAnswer> LinearFilter::search(double a, double b, int depth) const {
  const Cubic f = volume_on(a, b);
  if (common_sign(f, volume_error_) != 0) return LinearAnswer{};
  if (inside(a, b) == Inside::no) return LinearAnswer{};
  // One certain crossing: all differences of the coefficients, each off by twice the error, have one sign.
  const double twice = 2.0 * volume_error_;
  const int slope = common_sign(std::array{f[1] - f[0], f[2] - f[1], f[3] - f[2]}, twice);
  if (slope != 0) {
    if (slope * f[0] < -volume_error_ && slope * f[3] > volume_error_) return at_root(a, b, slope < 0);
  }
  if (depth == deepest) return std::nullopt;
  const double middle = 0.5 * (a + b);
  const std::optional<LinearAnswer> left = search(a, middle, depth + 1);
  if (!left || left->outcome == Outcome::contact) return left;
  return search(middle, b, depth + 1);
}

/// The volume goes monotonically from one sign to the other in [a, b].
std::optional<LinearAnswer> LinearFilter::at_root(double a, double b, bool falls) const {
  double lo = a, hi = b, f_lo = volume(lo), f_hi = volume(hi), t = 0.5 * (a + b);
  for (int k = 0; k < 60 && hi - lo > 0x1p-50; ++k) {
    // Regula falsi, kept away from the ends; every third step halves.
    t = k % 3 == 2 ? 0.5 * (lo + hi) : lo + (hi - lo) * (f_lo / (f_lo - f_hi));
    const double f = volume(t);
    if (std::fabs(f) <= volume_error_) break;
    if ((f > 0.0) == falls) {
      lo = t, f_lo = f;
    } else {
      hi = t, f_hi = f;
    }
  }
  // A bracket around t with certain signs at both ends.
  double spread = 0x1p-50;
  do {
    lo = std::max(a, t - spread);
    hi = std::min(b, t + spread);
    f_lo = volume(lo), f_hi = volume(hi);
    if (std::min(std::fabs(f_lo), std::fabs(f_hi)) > volume_error_ && (f_lo > 0.0) == falls && (f_hi > 0.0) != falls) {
      const Inside answer = inside(lo, hi);
      if (answer == Inside::yes) return LinearAnswer{Outcome::contact, lo, hi};
      if (answer == Inside::no) return LinearAnswer{};
      return std::nullopt;
    }
    spread *= 16.0;
  } while (spread < widest_bracket);
  return std::nullopt;
}

LinearFilter::Inside LinearFilter::inside(double a, double b) const {
  Inside answer = Inside::unknown;
  for (int axis = 0; axis < 3; ++axis) {
    const Inside one = inside_along(axis, a, b);
    if (one == Inside::no) return one;
    if (one == Inside::yes) answer = one;
  }
  return answer;
}

LinearFilter::Inside LinearFilter::inside_along(int axis, double a, double b) const {
  std::array<Quadratic, 3> g;
  for (std::size_t k = 0; k < 3; ++k) {
    const Quadratic& f = g_[k][static_cast<std::size_t>(axis)];
    g[k] = {blossom(f, a, a), blossom(f, a, b), blossom(f, b, b)};
  }
  int plus = 0, minus = 0, signs = 3;
  const auto count = [&](const Quadratic& f, double error) {
    const int sign = common_sign(f, error);
    plus += sign > 0;
    minus += sign < 0;
  };
  if (kind_ == LinearKind::vertex_face) {
    for (std::size_t k = 0; k < 3; ++k) count(g[k], g_error_[k]);
  } else {
    // Sums of two coefficients: the errors of both and one rounding, which the slack of 32 u over 24 u covers.
    signs = 4;
    Quadratic other_first, other_second;
    for (std::size_t k = 0; k < 3; ++k) other_first[k] = g[0][k] + g[1][k], other_second[k] = g[0][k] - g[2][k];
    count({-g[1][0], -g[1][1], -g[1][2]}, g_error_[1]);
    count(g[2], g_error_[2]);
    count(other_first, g_error_[0] + g_error_[1]);
    count(other_second, g_error_[0] + g_error_[2]);
  }
  if (plus > 0 && minus > 0) return Inside::no;
  return plus == signs || minus == signs ? Inside::yes : Inside::unknown;
}

bool clip_to_boxes(LinearKind kind, const FourVertices& vertices, double& from, double& to) {
  const bool face = kind == LinearKind::vertex_face;
  const auto& v = vertices.from;
  const auto& w = vertices.to;
  for (std::size_t c = 0; c < 3; ++c) {
    double gap[2][2];  // [side][end], positive where apart
    for (std::size_t end = 0; end < 2; ++end) {
      const auto& p = end == 0 ? v : w;
      double lo_a = p[0][c], hi_a = lo_a, lo_b = std::min(p[2][c], p[3][c]), hi_b = std::max(p[2][c], p[3][c]);
      (face ? lo_b : lo_a) = std::min(face ? lo_b : lo_a, p[1][c]);
      (face ? hi_b : hi_a) = std::max(face ? hi_b : hi_a, p[1][c]);
      gap[0][end] = lo_a - hi_b;
      gap[1][end] = lo_b - hi_a;
    }
    for (const auto& [start, end] : gap) {
      if (start > 0.0 && end > 0.0) return false;
      if (start > 0.0) from = std::max(from, start / (start - end) * (1.0 - 8.0 * unit_roundoff));
      if (end > 0.0) to = std::min(to, start / (start - end) * (1.0 + 8.0 * unit_roundoff));
    }
  }
  return from <= to;
}

}  // namespace tocca
