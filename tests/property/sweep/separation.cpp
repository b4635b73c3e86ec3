// What is proven here: apart() never says that two sets keep a distance which two of their points do not keep, and finds
// the direction where one exists. Oracle: the distance of one known pair of points in MPFR, which is the sets' distance
// by construction: a plane through each keeps its set on its side.
#include "sweep/separation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "property/motion/oracle.hpp"
#include "testing/draw.hpp"

namespace tocca::separation_tests {
namespace {

using oracle::Real;
using testing::Draw;

oracle::Vec<Real> exact_corner(const Obb& box, const Vector3& direction) {
  oracle::Vec<Real> corner = oracle::vec<Real>(box.center);
  for (int i = 0; i < 3; ++i) {
    const Vector3 axis = box.frame().col(i);
    const double x = axis.dot(direction) >= 0.0 ? box.half[i] : -box.half[i];
    corner = oracle::plus(corner, oracle::times(Real(x), oracle::vec<Real>(axis)));
  }
  return corner;
}

struct Drawn {
  std::vector<Vector3> points;  ///< the first is the nearest
  Obb box;
  Vector3 along;  ///< from the points to the box
  double distance_m;
};

/// Points below a plane through the first of them, a box above a parallel plane through its lowest corner.
Drawn draw_pair(Draw& draw) {
  const double size = draw.log_uniform(1e-3, 1e3), far = draw.coin(0.2) ? 1e3 * size : size;
  Drawn drawn;
  drawn.along = draw.coin(0.3) ? Vector3(Vector3::Unit(draw.integer(0, 2)) * draw.sign()) : draw.direction();
  const Vector3 top = draw.vector(far);
  drawn.points.push_back(top);
  const int extra = draw.integer(0, 9);
  for (int i = 0; i < extra; ++i) {
    Vector3 p = draw.vector(size);
    const double height = p.dot(drawn.along);
    // Some in the plane itself (to rounding), and edges that are nearly parallel to it.
    p -= (height + (draw.coin(0.2) ? 0.0 : std::abs(height)) * (draw.coin(0.2) ? 1e-9 : 1.0)) * drawn.along;
    drawn.points.push_back(top + p);
  }
  const double gap = draw.coin(0.3) ? size * draw.log_uniform(1e-9, 1.0) : size * draw.uniform(0.0, 2.0);
  Matrix3 axes = draw.coin(0.3) ? Matrix3(Matrix3::Identity()) : draw.pose(1.0).rotation;
  drawn.box.axes = axes.cast<float>();
  for (int i = 0; i < 3; ++i) {
    drawn.box.half[i] = draw.coin(0.1) ? 0.0f : static_cast<float>(size * draw.log_uniform(1e-4, 3.0));
  }
  drawn.box.center = Vector3::Zero();
  const Vector3 lowest = drawn.box.support(-drawn.along);
  drawn.box.center = top + gap * drawn.along - lowest;
  drawn.distance_m =
      static_cast<double>(oracle::distance(oracle::vec<Real>(top), exact_corner(drawn.box, -drawn.along)));
  return drawn;
}

TEST(Separation, NeverClaimsADistanceThatIsNotKept) {
  Draw draw;
  int found = 0, asked = 0;
  for (int k = 0; k < std::max(20'000, testing::cases(20'000, 2'000'000)); ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const Drawn drawn = draw_pair(draw);
    Vector3 start = draw.coin() ? Vector3::Zero() : draw.coin() ? drawn.along : draw.vector(1.0);
    const double far = drawn.points.front().norm() + drawn.box.center.norm();
    Vector3 direction = start;
    // One ulp more than the distance of two points that are there.
    ASSERT_FALSE(separation::apart({drawn.points}, separation::Box{drawn.box}, above(drawn.distance_m), direction));
    direction = drawn.along;
    ASSERT_FALSE(separation::apart({drawn.points}, separation::Box{drawn.box}, above(drawn.distance_m), direction));
    const double less = drawn.distance_m * (1.0 - 1e-2) - 1e-13 * far;
    if (less < 1e-9 * far) continue;
    ++asked;
    direction = start;
    found += separation::apart({drawn.points}, separation::Box{drawn.box}, less, direction) ? 1 : 0;
  }
  EXPECT_GT(asked, 5'000);
  EXPECT_GT(found, asked - asked / 100);  // the walk finds almost every direction that exists, to a hundredth
}

TEST(Separation, OfPointsFromPoints) {
  Draw draw;
  int found = 0;
  const int count = testing::cases(5'000, 500'000);
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const Drawn drawn = draw_pair(draw);
    const auto corners = drawn.box.corners();
    double least = std::numeric_limits<double>::infinity();
    for (const Vector3& p : drawn.points) {
      for (const Vector3& q : corners) {
        least = std::min(least, static_cast<double>(oracle::distance(oracle::vec<Real>(p), oracle::vec<Real>(q))));
      }
    }
    Vector3 direction = Vector3::Zero();
    ASSERT_FALSE(separation::apart({drawn.points}, separation::Points{corners}, above(least), direction));
    found += separation::apart({drawn.points}, separation::Points{corners}, 0.9 * drawn.distance_m, direction) ? 1 : 0;
  }
  EXPECT_GT(found, count - count / 20);
}

/// Two single points, asked along their own difference: nothing but the rounding of two dot products is left.
TEST(Separation, OfTwoPointsToTheLastBit) {
  Draw draw;
  for (int k = 0; k < testing::cases(20'000, 2'000'000); ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    // Mostly across, where large products cancel.
    const std::vector<Vector3> p{draw.vector(1.0)};
    const Vector3 away = draw.coin(0.2) ? draw.direction() : p[0].cross(draw.direction()).normalized();
    const std::vector<Vector3> q{p[0] + draw.log_uniform(1e-9, 1.0) * away};
    const double distance = static_cast<double>(oracle::distance(oracle::vec<Real>(p[0]), oracle::vec<Real>(q[0])));
    Vector3 direction = q[0] - p[0];
    ASSERT_FALSE(separation::apart({p}, separation::Points{q}, above(distance), direction));
    ASSERT_TRUE(separation::apart({p}, separation::Points{q}, distance * (1.0 - 1e-12) - 1e-14, direction));
  }
}

TEST(Separation, OverlapAndNonsenseAreNeverApart) {
  const std::vector<Vector3> points{{-1, -1, -1}, {1, 1, 1}, {1, -1, 0}, {0, 1, -1}};
  Obb box{Vector3(0.1, 0.1, 0.1), Eigen::Matrix3f::Identity(), Eigen::Vector3f::Constant(0.5f)};
  Vector3 direction = Vector3::Zero();
  EXPECT_FALSE(separation::apart({points}, separation::Box{box}, 0.0, direction));
  box.center.setConstant(100.0);
  direction.setZero();
  EXPECT_TRUE(separation::apart({points}, separation::Box{box}, 100.0, direction));
  EXPECT_FALSE(separation::apart({points}, separation::Box{box}, std::nan(""), direction));
  EXPECT_FALSE(separation::apart({points}, separation::Box{box}, HUGE_VAL, direction));
  const std::vector<Vector3> nowhere{{0, 0, 0}, {std::nan(""), 0, 0}};
  direction.setZero();
  EXPECT_FALSE(separation::apart({nowhere}, separation::Box{box}, 1.0, direction));
}

}  // namespace
}  // namespace tocca::separation_tests
