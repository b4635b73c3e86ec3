// What is proven here: curves of proven paths are free, smooth, and within the range of the path; timed ones keep limits.
// Oracles: FCL at samples of the quintics, evaluated by their monomials (the checker knows their control values only), and
// exact rationals for velocities, accelerations and jerks.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include "plan/kept_clearance.hpp"
#include "plan/sbl.hpp"
#include "testing/campaign.hpp"
#include "testing/judge.hpp"
#include "testing/small_worlds.hpp"
#include "tocca/plan/smoother.hpp"

namespace tocca::curves_tests {
namespace {

/// Position, velocity and acceleration of one coordinate at the part s of a segment.
struct Moment {
  double at, velocity, acceleration;
};
Moment quintic(const Path& path, Eigen::Index k, Eigen::Index column, double s) {
  const double h = path.time_s[static_cast<std::size_t>(k) + 1] - path.time_s[static_cast<std::size_t>(k)];
  const double p = path.waypoints(k, column), q = path.waypoints(k + 1, column);
  const double v = h * path.velocities(k, column), w = h * path.velocities(k + 1, column);
  const double a = h * h * path.accelerations(k, column), b = h * h * path.accelerations(k + 1, column);
  const double c3 = 10 * (q - p) - 6 * v - 4 * w - (3 * a - b) / 2;
  const double c4 = -15 * (q - p) + 8 * v + 7 * w + (3 * a - 2 * b) / 2;
  const double c5 = 6 * (q - p) - 3 * (v + w) - (a - b) / 2;
  return {p + s * (v + s * (a / 2 + s * (c3 + s * (c4 + s * c5)))),
          (v + s * (a + s * (3 * c3 + s * (4 * c4 + s * 5 * c5)))) / h,
          (a + s * (6 * c3 + s * (12 * c4 + s * 20 * c5))) / (h * h)};
}

void judge_curve(const Problem& problem, const Path& path, const WaypointMatrix& polyline, long long& samples) {
  testing::JudgedWorld world(problem);
  const int count = testing::campaign() ? 400 : 60;
  for (Eigen::Index k = 0; k + 1 < path.waypoints.rows(); ++k) {
    for (int i = 0; i <= count; ++i) {
      Configuration q(path.waypoints.cols());
      for (Eigen::Index column = 0; column < q.size(); ++column) {
        q[column] = quintic(path, k, column, static_cast<double>(i) / count).at;
        EXPECT_GE(q[column], polyline.col(column).minCoeff() - 1e-12);
        EXPECT_LE(q[column], polyline.col(column).maxCoeff() + 1e-12);
      }
      world.place(0, q);
      ++samples;
      ASSERT_FALSE(world.too_near(problem.clearance.default_m)) << "segment " << k << ", sample " << i;
    }
    if (k == 0) continue;
    for (Eigen::Index column = 0; column < path.waypoints.cols(); ++column) {
      const Moment before = quintic(path, k - 1, column, 1.0), after = quintic(path, k, column, 0.0);
      const double scale = 1.0 + std::fabs(after.velocity);
      EXPECT_NEAR(before.velocity, after.velocity, 1e-9 * scale);
      EXPECT_NEAR(before.acceleration, after.acceleration, 1e-5 * scale);
    }
  }
}

/// The quintic of one coordinate between two knots in time since the first, exactly: coefficients of t^0 to t^5.
std::array<mpq_class, 6> exact_quintic(const Path& path, Eigen::Index k, Eigen::Index column, const mpq_class& h) {
  const mpq_class p = path.waypoints(k, column), q = path.waypoints(k + 1, column);
  const mpq_class v = path.velocities(k, column), w = path.velocities(k + 1, column);
  const mpq_class a = path.accelerations(k, column), b = path.accelerations(k + 1, column);
  const mpq_class d = q - p;
  return {p,
          v,
          a / 2,
          (20 * d - (8 * w + 12 * v) * h - (3 * a - b) * h * h) / (2 * h * h * h),
          (-30 * d + (14 * w + 16 * v) * h + (3 * a - 2 * b) * h * h) / (2 * h * h * h * h),
          (12 * d - 6 * (w + v) * h + (b - a) * h * h) / (2 * h * h * h * h * h)};
}

/// Velocity, acceleration and jerk of every coordinate, at the ends of each segment and at places between.
void judge_limits(const Path& path, const MotionLimits& limits, double& fullest) {
  const int places = testing::campaign() ? 64 : 16;
  for (Eigen::Index k = 0; k + 1 < path.waypoints.rows(); ++k) {
    const mpq_class h =
        mpq_class(path.time_s[static_cast<std::size_t>(k) + 1]) - mpq_class(path.time_s[static_cast<std::size_t>(k)]);
    for (Eigen::Index column = 0; column < path.waypoints.cols(); ++column) {
      const std::array<mpq_class, 6> c = exact_quintic(path, k, column, h);
      for (int i = 0; i <= places; ++i) {
        const mpq_class t = h * mpq_class(i, places);
        const mpq_class v = c[1] + t * (2 * c[2] + t * (3 * c[3] + t * (4 * c[4] + t * 5 * c[5])));
        const mpq_class a = 2 * c[2] + t * (6 * c[3] + t * (12 * c[4] + t * 20 * c[5]));
        const mpq_class j = 6 * c[3] + t * (24 * c[4] + t * 60 * c[5]);
        ASSERT_LE(abs(v), mpq_class(limits.velocity[column])) << "segment " << k << ", coordinate " << column;
        ASSERT_LE(abs(a), mpq_class(limits.acceleration[column])) << "segment " << k << ", coordinate " << column;
        ASSERT_LE(abs(j), mpq_class(limits.jerk[column])) << "segment " << k << ", coordinate " << column;
        fullest =
            std::max({fullest, std::abs(v.get_d()) / limits.velocity[column],
                      std::abs(a.get_d()) / limits.acceleration[column], std::abs(j.get_d()) / limits.jerk[column]});
      }
    }
  }
}

/// Slow and fast joints, gentle and stiff ones.
MotionLimits draw_limits(testing::Draw& draw, int joints) {
  const auto draw_rates = [&](double least, double most) {
    return Configuration(
        Configuration::NullaryExpr(joints, [&] { return least * std::pow(most / least, draw.uniform(0.0, 1.0)); }));
  };
  return {draw_rates(0.05, 10.0), draw_rates(0.1, 50.0), draw_rates(1.0, 1e4)};
}

TEST(Curves, AreFreeAndSmooth) {
  testing::Draw draw;
  int curves = 0, corners = 0, stops = 0, timed = 0, full = 0;
  long long samples = 0;
  for (int k = 0; k < testing::cases(12, 300); ++k) {
    const int joints = draw.integer(2, 5);
    Problem problem = testing::draw_clutter(draw, joints, draw.integer(5, 15), 1.0);
    problem.clearance.default_m = draw.coin() ? default_clearance_m : 0.0;
    SCOPED_TRACE(testing::story(draw.seed(), k, joints, problem.clearance.default_m));
    const Checker checker(problem);
    const auto draw_end = [&] {
      return Configuration(Configuration::NullaryExpr(joints, [&] { return draw.uniform(-2.5, 2.5); }));
    };
    SblSettings settings;
    settings.most_milestones = 400;
    settings.seed = draw.bits();
    const Configuration start = draw_end(), goal = draw_end();
    const Plan plan = Sbl(checker, settings).plan(start, goal);
    if (plan.end != PlanEnd::found) continue;
    SmoothSettings smoothing;
    smoothing.most_steps = draw.integer(0, 200);  // from raw paths of many corners to taut ones that graze
    const WaypointMatrix path = Smoother(checker, smoothing).smooth(plan.waypoints).waypoints;
    CurveSettings settings_of_curve;
    if (draw.coin()) settings_of_curve.limits = draw_limits(draw, joints);
    if (draw.coin()) settings_of_curve.blend_m = draw.uniform(0.0, 0.3);
    const Curve curve = curve_of(checker, path, settings_of_curve);
    ASSERT_TRUE(curve.proven);
    if (curve.timed) {
      double fullest = 0.0;
      judge_limits(curve.paths[0], *settings_of_curve.limits, fullest);
      ++timed;
      full += fullest > 0.99;  // some limit is used: what keeps limits by standing still is no answer
    }
    ++curves;
    corners += curve.corners;
    stops += curve.stops;
    const WaypointMatrix& rows = curve.paths[0].waypoints;
    EXPECT_EQ(Configuration(rows.row(0)), start);
    EXPECT_EQ(Configuration(rows.row(rows.rows() - 1)), goal);
    judge_curve(problem, curve.paths[0], path, samples);
  }
  EXPECT_GE(curves, testing::cases(3, 90));
  EXPECT_GE(corners, curves / 2);
  EXPECT_LT(stops, corners);
  EXPECT_GE(timed, curves / 4);
  EXPECT_EQ(full, timed);
  EXPECT_GT(samples, 100 * curves);
}

}  // namespace
}  // namespace tocca::curves_tests
