// What is proven here: the tessellated surface of a swept volume encloses it. A ray from a true point of the dilated
// volume, in any direction, must meet a triangle, and nothing of the mesh is farther away than stated.
// Oracle: the true places in MPFR; rays by the textbook's ray-triangle test, in long double.
#include "sweep/lss_tessellation.hpp"

#include <gtest/gtest.h>

#include "property/motion/draw_tree.hpp"
#include "tocca/motion/rigid_motion.hpp"

namespace tocca::lss_tessellation_tests {
namespace {

using testing::Draw;
using Wide = Eigen::Matrix<long double, 3, 1>;

/// How far along the ray from p the triangle is met; negative where it is not. A hair is granted at the sides, where two
/// triangles meet.
long double met(const SweptMesh& mesh, const Triangle& t, const Wide& p, const Wide& direction) {
  const Wide a = mesh.vertices[t[0]].cast<long double>(), b = mesh.vertices[t[1]].cast<long double>() - a,
             c = mesh.vertices[t[2]].cast<long double>() - a;
  const Wide h = direction.cross(c);
  const long double determinant = b.dot(h);
  if (determinant == 0.0L) return -1.0L;
  const Wide from = p - a;
  const long double u = from.dot(h) / determinant, v = direction.dot(from.cross(b)) / determinant;
  constexpr long double hair = 1e-12L;
  if (u < -hair || v < -hair || u + v > 1.0L + hair) return -1.0L;
  return c.dot(from.cross(b)) / determinant;
}

bool meets(const SweptMesh& mesh, const Vector3& p, const Vector3& direction) {
  return std::any_of(mesh.triangles.begin(), mesh.triangles.end(), [&](const Triangle& t) {
    return met(mesh, t, p.cast<long double>(), direction.cast<long double>()) >= 0.0L;
  });
}

TEST(LssTessellation, EnclosesTheSweptVolume) {
  Draw draw;
  int strips = 0, pipes = 0;
  const int count = testing::cases(400, 10'000);
  for (int c = 0; c < count; ++c) {
    SCOPED_TRACE(testing::story(draw.seed(), c));
    const KinematicTree tree = oracle::draw_tree(draw, draw.integer(1, 5), oracle::Joints::any);
    const oracle::Segment segment = oracle::draw_segment(draw, tree, 3.0, draw.log_uniform(1e-3, 2.0), false);
    TreeMotion motion(tree);
    motion.follow(segment.path, 0);
    const int link = draw.integer(0, motion.link_count() - 1);
    const Lss volume = oracle::draw_volume(draw);
    const double tolerance_m = draw.log_uniform(0.02, 0.5), dilation_m = draw.coin() ? 0.0 : draw.uniform(0.0, 0.1);
    LssSweep sweep;
    sweep.set(motion.link(link), volume, tolerance_m);
    if (!(sweep.error_m() <= tolerance_m)) continue;
    SweptMesh mesh;
    const double farthest = append_tessellation(sweep, dilation_m, tolerance_m, mesh);
    strips += sweep.strips() > 1 ? 1 : 0;
    pipes += volume.a == volume.b ? 1 : 0;
    EXPECT_GE(farthest, volume.radius + dilation_m);
    const double rounding = 1e-6 + 1e-7 * volume.radius;
    EXPECT_LE(farthest, (volume.radius + dilation_m + 1.5 * tolerance_m + rounding) * 1.18);  // 1 / cos(pi / 8)^2
    for (int i = 0; i < 8; ++i) {
      const double t = draw.coin(0.2) ? draw.integer(0, 1) : draw.uniform(0.0, 1.0);
      const auto X = oracle::link_map<oracle::Real>(tree, Pose(), segment.controls, -1, link, oracle::Real(t));
      const double along = draw.coin(0.4) ? draw.integer(0, 1) : draw.uniform(0.0, 1.0);
      const Vector3 inner = volume.a + along * (volume.b - volume.a) + (1 - 1e-9) * volume.radius * draw.direction();
      const auto place = X(oracle::vec<oracle::Real>(inner));
      Vector3 p(static_cast<double>(place[0]), static_cast<double>(place[1]), static_cast<double>(place[2]));
      p += (1 - 1e-9) * dilation_m * draw.direction();
      const Vector3 direction = draw.coin(0.3) ? Vector3(Vector3::Unit(draw.integer(0, 2))) : draw.direction();
      ASSERT_TRUE(meets(mesh, p, direction)) << "at " << t;
      ASSERT_TRUE(meets(mesh, p, -direction)) << "at " << t;
    }
  }
  EXPECT_GT(strips, count / 50);
  EXPECT_GT(pipes, count / 10);
}

/// A ball that moves on a line: the mesh is a pipe with two round ends; its bounds are the ball's, a little larger.
TEST(LssTessellation, OfABallIsAPipe) {
  const LinearMotion motion(Matrix3::Identity(), Vector3::Zero(), Vector3(1.0, 0.0, 0.0));
  LssSweep sweep;
  sweep.set(motion, Lss{Vector3::Zero(), Vector3::Zero(), 0.1}, 1e-3);
  EXPECT_EQ(sweep.windows(), 1);
  SweptMesh mesh;
  append_tessellation(sweep, 0.0, 1e-3, mesh);
  Vector3 least = Vector3::Zero(), most = Vector3::Zero();
  for (const Vector3& v : mesh.vertices) {
    least = least.cwiseMin(v);
    most = most.cwiseMax(v);
  }
  EXPECT_TRUE(most.isApprox(Vector3(1.1, 0.1, 0.1), 5e-3) && least.isApprox(Vector3(-0.1, -0.1, -0.1), 3e-2));
  EXPECT_TRUE((most.array() >= Eigen::Array3d(1.1, 0.1, 0.1)).all());
}

}  // namespace
}  // namespace tocca::lss_tessellation_tests
