// What is proven here: a body's tightest box holds the true place of every vertex with the room asked for, and not much more, whichever
// way it is found and wherever the climb starts. Oracle: exact rationals (GMP).
#include "world/body_box.hpp"

#include <gtest/gtest.h>

#include "core/rounding.hpp"
#include "property/shape/exact.hpp"
#include "testing/draw.hpp"

namespace tocca::body_box_tests {
namespace {

using testing::Draw;

/// Of all sizes, near and far from its frame's origin; few and many vertices; now and then with faces along the axes.
Polytope draw_body(Draw& draw) {
  const double size = draw.log_uniform(1e-3, 1e3);
  const Vector3 offset = draw.coin() ? Vector3(Vector3::Zero()) : draw.vector(10.0 * size);
  std::vector<Vector3> points;
  if (draw.coin(0.3)) {
    for (int i = 0; i < 8; ++i) points.emplace_back(Vector3(i & 1, i >> 1 & 1, i >> 2 & 1) * size + offset);
  } else {
    const Vector3 sides(1.0, draw.uniform(0.1, 1.0), draw.uniform(0.1, 1.0));
    for (int i = draw.coin() ? 20 : 150; i > 0; --i)
      points.push_back(size * draw.direction().cwiseProduct(sides) + offset);
  }
  return Polytope(points);
}

TEST(TightestBox, HoldsEveryVertexWithTheRoomAskedFor) {
  Draw draw;
  int scanned = 0, climbed = 0;
  const int bodies = testing::cases(60, 5'000);
  for (int k = 0; k < bodies; ++k) {
    const Polytope body = draw_body(draw);
    ++(body.vertices().size() <= 96 ? scanned : climbed);
    ExtremeVertices extremes;
    Pose X = draw.coin(0.2) ? Pose{} : draw.pose(draw.log_uniform(1e-3, 1e6));
    for (int step = 0; step < 10; ++step) {
      SCOPED_TRACE(testing::story(draw.seed(), k, step, X.translation.transpose()));
      const double room = draw.coin() ? 0.0 : draw.log_uniform(1e-9, 1.0);
      const Aabb box = tightest_box(body, X, room, extremes);
      const double rounding = 64.0 * unit_roundoff * (2.0 * body.reach() + X.translation.norm() + room);
      for (int i = 0; i < 3; ++i) {
        const exact::Vector row = exact::from(X.rotation.row(i).transpose());
        mpq_class least, most;
        for (std::size_t v = 0; v < body.vertices().size(); ++v) {
          const mpq_class x = exact::dot(row, exact::from(body.vertices()[v])) + mpq_class(X.translation[i]);
          if (v == 0 || x < least) least = x;
          if (v == 0 || x > most) most = x;
        }
        ASSERT_TRUE(mpq_class(box.lower[i]) <= least - mpq_class(room));
        ASSERT_TRUE(mpq_class(box.upper[i]) >= most + mpq_class(room));
        ASSERT_TRUE(mpq_class(box.lower[i]) >= least - mpq_class(room) - mpq_class(rounding));
        ASSERT_TRUE(mpq_class(box.upper[i]) <= most + mpq_class(room) + mpq_class(rounding));
      }
      X.rotation = rotation_about(draw.direction(), draw.coin(0.1) ? 3.0 : 0.2) * X.rotation;
      X.translation += draw.vector(0.1 * body.radius());
    }
  }
  EXPECT_GT(scanned, bodies / 5);
  EXPECT_GT(climbed, bodies / 10);
}

TEST(CubeAround, HoldsTheBall) {
  Draw draw;
  for (int k = 0; k < testing::cases(20'000, 1'000'000); ++k) {
    const Vector3 centre = draw.coin() ? draw.vector(draw.log_uniform(1e-9, 1e9)) : draw.vector(1.0);
    const double radius = draw.coin() ? draw.log_uniform(1e-12, 1e12) : centre.cwiseAbs().maxCoeff();
    SCOPED_TRACE(testing::story(draw.seed(), k, centre.transpose(), radius));
    const Aabb cube = cube_around(centre, radius);
    const mpq_class most = mpq_class(16.0 * unit_roundoff) * (mpq_class(radius) + mpq_class(centre.norm()));
    for (int i = 0; i < 3; ++i) {
      const mpq_class below = mpq_class(centre[i]) - mpq_class(radius) - mpq_class(cube.lower[i]);
      const mpq_class above = mpq_class(cube.upper[i]) - mpq_class(centre[i]) - mpq_class(radius);
      ASSERT_TRUE(below >= 0 && above >= 0);
      ASSERT_TRUE(below <= most && above <= most);
    }
  }
}

}  // namespace
}  // namespace tocca::body_box_tests
