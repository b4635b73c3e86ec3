// What is proven here: contact equations of features under a screw are the true ones to within their error, and their root windows
// leave out no time at which they are within a level of zero.
// Oracle: the definition in 240-bit numbers (real_screw.hpp).
#include "screw/screw_equation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "draw_screws.hpp"

namespace tocca::screw_equation_tests {
namespace {

using real_screw::Real;
using testing::Lie;
using testing::Meeting;

/// Not so for triangles that are all but segments: any direction across them will do.
bool has_one_normal(const ScrewFeatures& f) {
  if (f.kind == ContactKind::edge_edge) return true;
  const Vector3(&p)[3] = f.kind == ContactKind::vertex_face ? f.b : f.a;
  const Vector3 u = p[1] - p[0], v = p[2] - p[0];
  return u.cross(v).norm() > 1e-2 * u.norm() * v.norm();
}

double size_of(const Real& x) { return std::fabs(double(x)); }

TEST(ScrewEquation, IsTheTrueOneToWithinItsErrorAndNeverBeyondTheDistance) {
  testing::Draw draw;
  int total = 0, precise = 0, compared = 0;
  double worst = 0.0;
  for (int k = 0; k < testing::cases(400, 20000); ++k) {
    const Meeting m = testing::draw_meeting(draw);
    const ScrewEquation f = contact_equation(m.frame, m.features);
    for (const double t : {0.0, 1.0, m.t, draw.uniform(0.0, 1.0)}) {
      SCOPED_TRACE(testing::story(draw.seed(), k, t, f.angle, f.error));
      const double value = f.value(t);
      EXPECT_LE(std::fabs(value) - f.error, double(real_screw::distance(m.frame, m.features, t)) * (1.0 + 1e-15));
      if (has_one_normal(m.features)) {
        ++compared;
        EXPECT_LE(size_of(Real(value) - real_screw::equation(m.frame, m.features, t)), f.error + 1e-12 * m.scale);
      }
      if (m.features.kind == ContactKind::edge_edge) {  // no normal of ours in between: the error is all there is
        worst = std::max(worst, size_of(Real(value) - real_screw::equation(m.frame, m.features, t)) / f.error);
      }
      ++total, precise += f.error < 1e-12 * m.scale;
    }
  }
  EXPECT_GT(precise, total * 7 / 10);
  EXPECT_GT(compared, total * 6 / 10);
  EXPECT_LE(worst, 1.0);
  EXPECT_GT(worst, 0.001);  // a bound of the worst case: glibc is 8 times better than 4 ulps, and roundings cancel
}

/// A computed normal of a needle leans along it: what it makes of the face's own points must be inside the error.
TEST(ScrewEquation, OfANeedleKnowsHowItsNormalLeans) {
  testing::Draw draw;
  double worst = 0.0;
  for (int k = 0; k < testing::cases(4000, 200000); ++k) {
    const ScrewFrame frame = testing::draw_screw(draw, 0);
    const Vector3 along = draw.direction(), corner = draw.vector(1.0);
    const Vector3 far = corner + draw.uniform(1.0, 10.0) * (along + draw.log_uniform(1e-12, 1.0) * draw.direction());
    const Vector3 face[3] = {corner, corner + draw.uniform(0.5, 5.0) * along, far};
    for (const Vector3& point : face) {
      const ScrewEquation f = vertex_face_equation(frame, point, face), g = face_vertex_equation(frame, face, point);
      worst = std::max({worst, std::fabs(f.value(0.0)) / f.error, std::fabs(g.value(0.0)) / g.error});
      ASSERT_LE(worst, 1.0) << testing::story(draw.seed(), k);
    }
  }
  EXPECT_GT(worst, 0.05);
}

/// f of its coefficients, which are taken as true.
Real true_value(const ScrewEquation& f, double t) {
  const Real w = Real(f.angle) * Real(t), half = sin(w / Real(2.0)), s = sin(w), v = Real(2.0) * half * half, at(t);
  return Real(f.c[0]) + Real(f.c[1]) * at + (Real(f.c[2]) + Real(f.c[4]) * at) * s +
         (Real(f.c[3]) + Real(f.c[5]) * at) * v;
}

double rounding_of(const ScrewEquation& f) {
  double size = 0.0;
  for (const double c : f.c) size += std::fabs(c);
  return size * (256.0 + 4.0 * f.angle) * 0x1p-53 + 1e-300;
}

/// Coefficients with a root at t0: simple, double or triple, or missing zero there by a little.
ScrewEquation drawn_equation(testing::Draw& draw, double t0, int order, double miss) {
  ScrewEquation f;
  f.angle = draw.coin(0.2) ? draw.log_uniform(1e-6, 1e-1) : draw.uniform(0.1, draw.coin(0.8) ? 7.0 : 40.0);
  for (double& c : f.c) c = draw.uniform(-1.0, 1.0);
  if (draw.coin()) f.c[4] = f.c[5] = 0.0;
  const double w = f.angle, s = std::sin(w * t0), c = std::cos(w * t0);
  if (order >= 3) {  // f'' = w (2 (c4 c + c5 s) + w (q c - p s)) = 0 by p or q
    const double p = f.c[2] + f.c[4] * t0, q = f.c[3] + f.c[5] * t0, slide = 2.0 * (f.c[4] * c + f.c[5] * s) / w;
    if (std::fabs(s) > std::fabs(c)) f.c[2] = (q * c + slide) / s - f.c[4] * t0;
    if (std::fabs(s) <= std::fabs(c)) f.c[3] = (p * s - slide) / c - f.c[5] * t0;
  }
  if (order >= 2) f.c[1] -= f.slope(t0);
  f.c[0] -= f.value(t0) - miss;
  f.error = rounding_of(f);
  return f;
}

struct Windows {
  std::vector<RootWindow> list;
  bool hold(double t) const {
    for (const RootWindow& w : list) {
      if (t >= w.from && t <= w.to) return true;
    }
    return false;
  }
};

Windows all_windows(const ScrewEquation& f, double level, double from, double to) {
  Windows windows;
  RootWindow w;
  double at = from;
  while (windows.list.size() < 1000 && first_root(f, level, at, to, w)) {
    EXPECT_GE(w.from, at);
    EXPECT_LE(w.to, to);
    windows.list.push_back(w);
    if (w.to >= to) break;
    EXPECT_GT(w.to, at);
    at = w.to;
  }
  EXPECT_LT(windows.list.size(), 1000u);
  return windows;
}

/// Times worth a look: everywhere, and just outside of the windows.
std::vector<double> looks(testing::Draw& draw, const Windows& windows, double from, double to, double t0) {
  std::vector<double> times{from, to, t0};
  for (int i = 0; i < 12; ++i)
    times.push_back(draw.uniform(from, to)), times.push_back(t0 + draw.sign() * draw.log_uniform(1e-17, 1e-2));
  for (const RootWindow& w : windows.list) {
    if (times.size() > 60) break;
    for (int i = 0; i < 3; ++i) {
      const double off = i == 0 ? 1.2e-16 : draw.log_uniform(1e-16, 1e-3);
      times.push_back(w.from - off), times.push_back(w.to + off);
    }
  }
  std::erase_if(times, [&](double t) { return !(t >= from && t <= to); });
  return times;
}

TEST(FirstRoot, LeavesOutNoTimeWithinTheLevel) {
  testing::Draw draw;
  int simple = 0, narrow = 0, held = 0, missing = 0, cleared = 0;
  for (int k = 0; k < testing::cases(1500, 60000); ++k) {
    const int order = draw.integer(1, 3);
    const double t0 = draw.coin(0.1) ? double(draw.integer(0, 1)) : draw.uniform(0.0, 1.0);
    const double miss = draw.coin() ? 0.0 : draw.sign() * draw.log_uniform(1e-16, 1e-3);
    const ScrewEquation f = drawn_equation(draw, t0, order, miss);
    const double level = draw.coin(0.3) ? 0.0 : draw.log_uniform(1e-16, 1e-4);
    const double from = draw.coin() ? 0.0 : draw.uniform(0.0, t0), to = draw.coin() ? 1.0 : draw.uniform(t0, 1.0);
    SCOPED_TRACE(testing::story(draw.seed(), k, t0, order, miss, level, from, to, f.angle));
    const Windows windows = all_windows(f, level, from, to);
    for (const double t : looks(draw, windows, from, to, t0)) {
      if (!windows.hold(t)) {
        EXPECT_GT(size_of(true_value(f, t)), level) << t;
      }
    }
    const double well = level + 4.0 * f.error;
    if (size_of(true_value(f, t0)) <= level) {
      ++held;
      EXPECT_TRUE(windows.hold(t0));
    }
    if (std::fabs(miss) > 4.0 * well && order == 2) ++missing, cleared += !windows.hold(t0);
    const double slope = std::fabs(f.slope(t0));
    if (order == 1 && miss == 0.0 && slope > 0.1 && well < 1e-8) {
      ++simple;
      for (const RootWindow& w : windows.list) {
        if (w.from <= t0 && t0 <= w.to) narrow += w.to - w.from <= 8.0 * well / slope + 1e-15;
      }
    }
  }
  EXPECT_GT(simple, testing::cases(1500, 60000) / 20);
  EXPECT_GE(narrow, simple * 95 / 100);
  EXPECT_GT(held, testing::cases(1500, 60000) / 4);
  EXPECT_GE(cleared, missing * 95 / 100);
}

TEST(FirstRoot, OfNothingButZeroIsOneWindow) {
  ScrewEquation f;
  f.angle = 1.5, f.error = 1e-15;
  RootWindow w;
  ASSERT_TRUE(first_root(f, 0.0, 0.25, 1.0, w));
  EXPECT_EQ(w.from, 0.25);
  EXPECT_EQ(w.to, 1.0);
  f.c[0] = std::numeric_limits<double>::quiet_NaN();
  ASSERT_TRUE(first_root(f, 0.0, 0.25, 1.0, w));
  EXPECT_EQ(w.from, 0.25);
  EXPECT_EQ(w.to, 1.0);
}

}  // namespace
}  // namespace tocca::screw_equation_tests
