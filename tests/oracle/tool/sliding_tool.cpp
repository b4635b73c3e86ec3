// What is proven here: a polyhedral tool that slides closely past the corner of a triangle, where the direction between the two turns
// all the time, is neither called free of it too long nor stopped without cause.
// Oracle: plain distances in long double, at many instants.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "testing/draw.hpp"
#include "testing/plain_distance.hpp"
#include "tocca/shape/convex_hull.hpp"
#include "tocca/tool/tool_monitor.hpp"

namespace tocca::sliding_tool_tests {
namespace {

using testing::Draw;

/// A prism along x, 0.2 m long, of radius 0.01 m.
std::vector<Vector3> prism_corners(int sides) {
  std::vector<Vector3> corners;
  for (const double x : {-0.1, 0.1}) {
    for (int k = 0; k < sides; ++k) {
      const double turn = 2 * 3.14159265358979323846 * k / sides;
      corners.push_back({x, 0.01 * std::cos(turn), 0.01 * std::sin(turn)});
    }
  }
  return corners;
}

struct Slide {
  std::vector<Vector3> corners;
  std::array<Vector3, 3> triangle;
  Pose start, end;

  explicit Slide(Draw& draw) : corners(prism_corners(draw.integer(3, draw.coin() ? 6 : 32))) {
    triangle = {Vector3(0, 0, 0), draw.vector(0.02) - Vector3(0, 0.02, 0.05),
                draw.vector(0.02) - Vector3(0, -0.02, 0.05)};
    const auto height = [&] { return 0.01 + draw.sign() * draw.log_uniform(1e-5, 2e-3); };
    const double way = draw.uniform(0.01, 0.03);
    const Matrix3 first = Eigen::AngleAxisd(draw.uniform(-3, 3), Vector3::UnitX()).toRotationMatrix();
    start = {first, Vector3(draw.uniform(-0.05, 0.05), -way, height())};
    end = {first * Eigen::AngleAxisd(draw.uniform(0, 2), draw.coin() ? Vector3(Vector3::UnitX()) : draw.direction())
                       .toRotationMatrix(),
           Vector3(start.translation.x() + draw.uniform(-0.02, 0.02), way, height())};
  }
  double distance(double t) const {
    const Eigen::Quaterniond q = Eigen::Quaterniond(start.rotation).slerp(t, Eigen::Quaterniond(end.rotation));
    const Vector3 at = (1.0 - t) * start.translation + t * end.translation;
    testing::PlainConvex tool, flat;
    for (const Vector3& v : corners) tool.points.push_back((q.toRotationMatrix() * v + at).cast<long double>());
    for (const Vector3& v : triangle) flat.points.push_back(v.cast<long double>());
    return static_cast<double>(testing::plain_distance(tool, flat).upper);
  }
};

TEST(SlidingTool, IsNeitherFreeTooLongNorStoppedWithoutCause) {
  Draw draw;
  int contacts = 0, free = 0;
  ToolSettings settings;
  settings.predict = false;
  const int all = testing::cases(1'000, 5'000);
  for (int k = 0; k < all; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const Slide slide(draw);
    settings.tolerance_m = draw.log_uniform(1e-7, 1e-4);
    const Collider body{Pose(), std::make_shared<const ConvexHull>(slide.corners)};
    const std::vector<Vector3> surface(slide.triangle.begin(), slide.triangle.end());
    const std::vector<Triangle> triangles{{0, 1, 2}};
    ToolMonitor monitor(std::span(&body, 1), settings);
    monitor.sample(0.0, slide.start, {surface, surface, triangles});
    const ToolReport& report = monitor.sample(1.0, slide.end, {surface, surface, triangles});
    ++(report.contact ? contacts : free);
    const double lo = report.contact ? report.contact->step.lo : 2.0;
    for (int s = 0; s <= 40 && s / 40.0 < lo; ++s) EXPECT_GT(slide.distance(s / 40.0), 1e-9) << s;
    if (report.contact) {
      for (double before = 1e-6; before < lo; before *= 2) EXPECT_GT(slide.distance(lo - before), 1e-9) << before;
      EXPECT_LE(slide.distance(report.contact->step.hi), 1.01 * settings.tolerance_m + 1e-9);
    }
  }
  EXPECT_GT(contacts, all / 4);
  EXPECT_GT(free, all / 8);
}

}  // namespace
}  // namespace tocca::sliding_tool_tests
