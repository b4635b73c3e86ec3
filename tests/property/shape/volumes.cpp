// What is proven here: every bounding volume contains what it was fitted to, in real arithmetic, for the stored
// numbers; what its operations promise follows; and it is tight where tightness can be known. Oracle: exact rationals
// (GMP) on the volumes' definitions; primitives by rational points on their surfaces.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>

#include "exact.hpp"
#include "shape/outline.hpp"
#include "testing/draw.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca::volumes_tests {
namespace {

using testing::Draw;

/// Clouds of every shape: solid, slab, needle, flat grid, line, one place, box corners; any size, near and far.
std::vector<Vector3> draw_cloud(Draw& draw) {
  const double size = draw.coin(0.1) ? 1e-200 : draw.log_uniform(1e-9, 1e6);
  const Vector3 offset = draw.coin() ? Vector3(Vector3::Zero()) : draw.vector(draw.log_uniform(1e-3, 1e6));
  const Matrix3 rotation = draw.coin(0.3) ? Matrix3(Matrix3::Identity()) : draw.pose(0.0).rotation;
  const int kind = draw.integer(0, 6), count = draw.coin(0.2) ? draw.integer(27, 90) : draw.integer(1, 26);
  std::vector<Vector3> points;
  for (int i = 0; i < count; ++i) {
    Vector3 p = draw.vector(1.0);
    if (kind == 1) p.z() *= 1e-6;
    if (kind == 2) p.y() *= 1e-5, p.z() *= 1e-7;
    if (kind == 3) p = Vector3(draw.integer(0, 3), draw.integer(0, 3), 0);
    if (kind == 4) p = Vector3(p.x(), 0, 0);
    if (kind == 5) p = Vector3(1, 2, 3);
    if (kind == 6) p = Vector3(draw.sign(), 0.3 * draw.sign(), 0.1 * draw.sign());
    points.push_back(rotation * (size * p) + offset);
  }
  return points;
}

double widest(const std::vector<Vector3>& points) {
  const Aabb box = Aabb::fit(points);
  return (box.upper - box.lower).norm();
}

template <class V>
class Volume : public ::testing::Test {};
using EveryVolume = ::testing::Types<Aabb, Obb, Rss, Lss>;
TYPED_TEST_SUITE(Volume, EveryVolume);

TYPED_TEST(Volume, ContainsEveryPointItWasFittedTo) {
  Draw draw;
  int tight = 0, total = 0;
  for (int k = 0; k < testing::cases(600, 300'000); ++k) {
    const auto points = draw_cloud(draw);
    SCOPED_TRACE(testing::story(draw.seed(), k, points.size(), points[0].transpose()));
    const TypeParam volume = TypeParam::fit(points);
    for (const Vector3& p : points) ASSERT_TRUE(exact::contains(volume, p));
    // Tight: no direction sees more than the cloud's diameter, but for the float steps of the stored sizes.
    const Vector3 axis = draw.direction();
    const Interval extent = volume.extent(axis);
    const double offset = points[0].cwiseAbs().maxCoeff();
    tight += extent.hi - extent.lo <= 1.75 * widest(points) + 1e-12 * offset + 1e-37;
    ++total;
  }
  EXPECT_GT(tight, 0.99 * total);
}

TYPED_TEST(Volume, ItsOperationsKeepTheirPromises) {
  Draw draw;
  int inside = 0, asked = 0;
  for (int k = 0; k < testing::cases(400, 200'000); ++k) {
    const auto points = draw_cloud(draw);
    SCOPED_TRACE(testing::story(draw.seed(), k, points.size(), points[0].transpose()));
    const TypeParam volume = TypeParam::fit(points);
    const double size = widest(points);
    // extent: the projections of contained points lie in it, exactly.
    const Vector3 axis =
        draw.coin(0.1) ? Vector3(Vector3::Unit(draw.integer(0, 2))) : draw.log_uniform(1e-3, 1e3) * draw.direction();
    const Interval extent = volume.extent(axis);
    for (const Vector3& p : points) {
      const mpq_class along = exact::dot(exact::from(axis), exact::from(p));
      ASSERT_TRUE(mpq_class(extent.lo) <= along);
      ASSERT_TRUE(mpq_class(extent.hi) >= along);
    }
    // contains: a yes is true.
    const Vector3 probe = points[0] + 0.5 * size * draw.vector(1.0);
    const bool yes = volume.contains(probe);
    if (yes) {
      ASSERT_TRUE(exact::contains(volume, probe));
    }
    inside += yes, ++asked;
    // dilated: holds a ball around each point. Rational points of the sphere: stereographic.
    const double radius = draw.log_uniform(1e-12, 1e3);
    const TypeParam grown = volume.dilated(radius);
    const mpq_class s(draw.normal()), t(draw.normal()), r(radius), w = 1 + s * s + t * t;
    const exact::Vector on_sphere{2 * s / w, 2 * t / w, (1 - s * s - t * t) / w};
    for (const Vector3& p : points) ASSERT_TRUE(exact::contains(grown, exact::from(p) + r * on_sphere));
    for (int i = 0; i < 3; ++i) {
      for (const int sign : {-1, 1}) {
        const exact::Vector along{mpq_class(i == 0 ? sign : 0), mpq_class(i == 1 ? sign : 0),
                                  mpq_class(i == 2 ? sign : 0)};
        ASSERT_TRUE(exact::contains(grown, exact::from(points[0]) + r * along));
      }
    }
  }
  EXPECT_GT(inside, 0.05 * asked);
  EXPECT_LT(inside, 0.95 * asked);
}

/// A rational point of the unit circle.
std::array<mpq_class, 2> on_circle(Draw& draw) {
  if (draw.coin(0.2)) return {mpq_class(draw.coin() ? draw.integer(0, 1) * 2 - 1 : 0), 0};
  const mpq_class t(draw.normal()), w = 1 + t * t;
  return {(1 - t * t) / w, 2 * t / w};
}

struct Shape {
  Geometry geometry;
  exact::Vector surface_point;
};

Shape draw_shape(Draw& draw) {
  const double radius = draw.log_uniform(1e-9, 1e6), length = radius * draw.log_uniform(1e-3, 1e3);
  const mpq_class r(radius), half = mpq_class(length) / 2, s(draw.normal()), t(draw.normal()), w = 1 + s * s + t * t;
  const exact::Vector on_sphere = r * exact::Vector{2 * s / w, 2 * t / w, (1 - s * s - t * t) / w};
  const auto circle = on_circle(draw);
  const exact::Vector rim{r * circle[0], r * circle[1], draw.coin() ? half : mpq_class(-half)};
  switch (draw.integer(0, 5)) {
    case 0:
      return {Sphere{radius}, on_sphere};
    case 1:
      return {Capsule{radius, length}, on_sphere + exact::Vector{0, 0, on_sphere[2] < 0 ? mpq_class(-half) : half}};
    case 2:
      return {Cylinder{radius, length}, rim};
    case 3:
      return {Cone{radius, length}, {rim[0], rim[1], -half}};
    case 4: {
      const Vector3 size(radius, length, draw.log_uniform(1e-9, 1e6));
      return {Box{size}, {r / 2, mpq_class(size.y()) / -2, mpq_class(size.z()) / 2}};
    }
    default: {
      std::vector<Vector3> points;
      for (int i = 0; i < 12; ++i) points.push_back(draw.vector(radius));
      const Vector3 any = points[5];
      return {std::make_shared<const ConvexHull>(points), exact::from(any)};
    }
  }
}

TYPED_TEST(Volume, ContainsEveryPrimitive) {
  Draw draw;
  for (int k = 0; k < testing::cases(1000, 300'000); ++k) {
    const Shape shape = draw_shape(draw);
    SCOPED_TRACE(testing::story(draw.seed(), k, kind_name(shape.geometry)));
    ASSERT_TRUE(exact::contains(volume_of<TypeParam>(shape.geometry), shape.surface_point));
  }
}

exact::Vector placed(const Pose& X, const exact::Vector& p) {
  exact::Vector result = exact::from(X.translation);
  for (int i = 0; i < 3; ++i) result = result + p[static_cast<std::size_t>(i)] * exact::from(X.rotation.col(i));
  return result;
}

TYPED_TEST(Volume, ContainsBodiesWhereTheyArePlaced) {
  Draw draw;
  for (int k = 0; k < testing::cases(1000, 300'000); ++k) {
    Outline outline;
    std::vector<exact::Vector> truth;
    for (int body = draw.integer(1, 3); body > 0; --body) {
      const Shape shape = draw_shape(draw);
      const Pose X = draw.pose(draw.log_uniform(1e-9, 1e6));
      outline.add(shape.geometry, X);
      truth.push_back(placed(X, shape.surface_point));
    }
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const auto volume = volume_of<TypeParam>(outline);
    for (const exact::Vector& point : truth) ASSERT_TRUE(exact::contains(volume, point));
  }
}

TEST(VolumeOfPrimitives, RoundOnesAreTheirOwnSweptSpheres) {
  const Lss ball = volume_of<Lss>(Sphere{0.3});
  EXPECT_EQ(ball.a, ball.b);
  EXPECT_EQ(ball.radius, 0.3);
  const Lss capsule = volume_of<Lss>(Capsule{0.1, 0.7});
  EXPECT_EQ(capsule.a, Vector3(0, 0, -0.35));
  EXPECT_EQ(capsule.b, Vector3(0, 0, 0.35));
  EXPECT_EQ(capsule.radius, 0.1);
}

TEST(VolumeOfPrimitives, AreTight) {
  EXPECT_LT(volume_of<Aabb>(Sphere{1.0}).volume(), 8.00001);
  EXPECT_LT(volume_of<Aabb>(Cylinder{1.0, 3.0}).volume(), 12.00001);
  EXPECT_LT(volume_of<Obb>(Cylinder{1.0, 3.0}).volume(), 12.0001);
  EXPECT_LT(volume_of<Obb>(Capsule{1.0, 3.0}).volume(), 20.0001);
  EXPECT_LT(volume_of<Obb>(Box{{1, 2, 3}}).volume(), 6.00001);
  EXPECT_LT(volume_of<Lss>(Cylinder{1.0, 30.0}).volume(), 1.02 * std::numbers::pi * (30.0 + 4.0 / 3.0));
}

TEST(Tightness, OrientedBoxOfATurnedBox) {
  Draw draw;
  double worst = 0.0;
  for (int k = 0; k < testing::cases(500, 50'000); ++k) {
    const Pose pose = draw.pose(10.0);
    const Vector3 half(1.0, draw.log_uniform(0.01, 1.0), draw.log_uniform(0.01, 1.0));
    std::vector<Vector3> points;
    for (unsigned c = 0; c < 8; ++c) {
      points.push_back(
          pose * Vector3(c & 1 ? half.x() : -half.x(), c & 2 ? half.y() : -half.y(), c & 4 ? half.z() : -half.z()));
    }
    for (int i = draw.integer(0, 200); i > 0; --i) points.push_back(pose * half.cwiseProduct(draw.vector(1.0)));
    worst = std::max(worst, Obb::fit(points).volume() / (8.0 * half.prod()));
  }
  std::cout << "turned boxes: worst ratio " << worst << '\n';
  EXPECT_LT(worst, 1.01);
}

TEST(Tightness, SweptSphereOfACapsuleCloud) {
  Draw draw;
  double worst = 0.0, sum = 0.0;
  const int count = testing::cases(20, 5000);
  for (int k = 0; k < count; ++k) {
    const Pose pose = draw.pose(10.0);
    const Lss truth{pose * Vector3(-1, 0, 0), pose * Vector3(1, 0, 0), draw.log_uniform(0.01, 0.5)};
    std::vector<Vector3> points;
    for (int i = 0; i < 20'000; ++i) {
      const Vector3 cap = truth.radius * draw.direction();
      const double at = draw.coin(0.7) ? (cap.x() < 0 ? -1.0 : 1.0) : draw.uniform(-1.0, 1.0);
      points.push_back(pose * (Vector3(at, 0, 0) + (std::abs(at) == 1.0 ? cap : Vector3(0, cap.y(), cap.z()))));
    }
    const double ratio = Lss::fit(points).volume() / truth.volume();
    worst = std::max(worst, ratio), sum += ratio;
  }
  std::cout << "capsule clouds: mean ratio " << sum / count << ", worst " << worst << '\n';
  EXPECT_LT(worst, 1.01);
}

TEST(Tightness, RectangleSweptSphereOfASlab) {
  Draw draw;
  double worst = 0.0;
  for (int k = 0; k < testing::cases(20, 5000); ++k) {
    const Pose pose = draw.pose(10.0);
    const double radius = draw.log_uniform(0.01, 0.2);
    const Rss truth{Vector3::Zero(), Eigen::Matrix<float, 3, 2>::Identity(), {1.0f, 0.5f}, static_cast<float>(radius)};
    std::vector<Vector3> points;
    for (int i = 0; i < 5000; ++i) {
      const Vector3 on_rectangle(draw.coin() ? draw.sign() : draw.uniform(-1, 1),
                                 draw.coin() ? 0.5 * draw.sign() : draw.uniform(-0.5, 0.5), 0);
      points.push_back(pose * (on_rectangle + radius * draw.direction()));
    }
    worst = std::max(worst, Rss::fit(points).volume() / truth.volume());
  }
  std::cout << "slab clouds: worst ratio " << worst << '\n';
  EXPECT_LT(worst, 1.15);
}

}  // namespace
}  // namespace tocca::volumes_tests
