// What is proven here: curves of proven paths are free, smooth, and within the range of the path.
// Oracles: FCL at samples of the quintics, evaluated by their monomials (the checker knows their control values only).
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

TEST(Curves, AreFreeAndSmooth) {
  testing::Draw draw;
  int curves = 0, corners = 0, stops = 0;
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
    const Curve curve = curve_of(checker, path);
    ASSERT_TRUE(curve.proven);
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
  EXPECT_GT(samples, 100 * curves);
}

}  // namespace
}  // namespace tocca::curves_tests
