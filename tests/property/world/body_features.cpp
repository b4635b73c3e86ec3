// What is proven here: the point that a distance names lies on the feature that it names, and that feature's corners are vertices of the body,
// whatever the bodies: polytopes, closed and open meshes that are not convex, and several colliders in one shape.
// Oracle: the nearest point of the feature's corners, by a few lines of its own in long double.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>

#include "testing/draw.hpp"
#include "tocca/shape/convex_hull.hpp"
#include "tocca/world/body_shape.hpp"
#include "tocca/world/world.hpp"

namespace tocca::body_features_tests {
namespace {

using testing::Draw;
using Exact = Eigen::Matrix<long double, 3, 1>;

long double distance_to_segment(const Exact& x, const Exact& p, const Exact& q) {
  const Exact way = q - p;
  const long double length_sq = way.squaredNorm();
  const long double t = length_sq > 0 ? std::clamp<long double>((x - p).dot(way) / length_sq, 0, 1) : 0;
  return (x - p - t * way).norm();
}

long double distance_to_triangle(const Exact& x, const Exact& p, const Exact& q, const Exact& r) {
  const Exact normal = (q - p).cross(r - p);
  long double least =
      std::min({distance_to_segment(x, p, q), distance_to_segment(x, q, r), distance_to_segment(x, r, p)});
  if (!(normal.squaredNorm() > 0)) return least;
  const bool inside = normal.dot((q - p).cross(x - p)) >= 0 && normal.dot((r - q).cross(x - q)) >= 0 &&
                      normal.dot((p - r).cross(x - r)) >= 0;
  return inside ? std::min(least, std::abs(normal.dot(x - p)) / normal.norm()) : least;
}

long double distance_to_feature(const Vector3& point, const std::vector<Vector3>& corners) {
  const auto at = [&](std::size_t k) -> Exact { return corners[k].cast<long double>(); };
  const Exact x = point.cast<long double>();
  if (corners.size() == 1) return (x - at(0)).norm();
  if (corners.size() == 2) return distance_to_segment(x, at(0), at(1));
  long double least = 1e30L;
  for (std::size_t k = 2; k < corners.size(); ++k) {
    least = std::min(least, distance_to_triangle(x, at(0), at(k - 1), at(k)));
  }
  return least;
}

/// A ball of dents: closed, star-shaped, seldom convex.
MeshPointer dented_ball(Draw& draw, double size) {
  constexpr Index around = 7, rings = 4;
  std::vector<Vector3> vertices{{0, 0, -size}};
  for (Index ring = 1; ring <= rings; ++ring) {
    for (Index k = 0; k < around; ++k) {
      const double up = -1.0 + 2.0 * ring / (rings + 1), out = std::sqrt(1.0 - up * up), turn = 2.0 * M_PI * k / around;
      vertices.push_back(size * draw.uniform(0.5, 1.0) * Vector3(out * std::cos(turn), out * std::sin(turn), up));
    }
  }
  vertices.emplace_back(0, 0, size);
  std::vector<Triangle> triangles;
  const auto last = static_cast<Index>(vertices.size() - 1);
  const auto at = [&](Index ring, Index k) { return 1 + (ring - 1) * around + k % around; };
  for (Index k = 0; k < around; ++k) {
    triangles.push_back({0, at(1, k + 1), at(1, k)});
    for (Index ring = 1; ring < rings; ++ring) {
      triangles.push_back({at(ring, k), at(ring, k + 1), at(ring + 1, k + 1)});
      triangles.push_back({at(ring, k), at(ring + 1, k + 1), at(ring + 1, k)});
    }
    triangles.push_back({at(rings, k), at(rings, k + 1), last});
  }
  return std::make_shared<const TriangleMesh>(std::move(vertices), std::move(triangles));
}

/// A sheet of hills: open.
MeshPointer hilly_sheet(Draw& draw, double size) {
  constexpr Index side = 5;
  std::vector<Vector3> vertices;
  std::vector<Triangle> triangles;
  const bool flat = draw.coin(0.3);  // parallel faces, and many closest points
  for (Index i = 0; i < side; ++i) {
    for (Index j = 0; j < side; ++j) {
      vertices.emplace_back(size * (i - 2.0) / 2.0, size * (j - 2.0) / 2.0, flat ? 0.0 : draw.uniform(0, 0.3 * size));
    }
  }
  for (Index i = 0; i + 1 < side; ++i) {
    for (Index j = 0; j + 1 < side; ++j) {
      const Index k = i * side + j;
      triangles.push_back({k, k + side, k + 1});
      triangles.push_back({k + 1, k + side, k + side + 1});
    }
  }
  return std::make_shared<const TriangleMesh>(std::move(vertices), std::move(triangles));
}

std::vector<Collider> draw_body(Draw& draw, double size) {
  std::vector<Vector3> points;
  for (int k = draw.integer(4, 20); k > 0; --k) points.push_back(size * draw.direction());
  switch (draw.integer(0, 4)) {
    case 0:
      return {{Pose(), std::make_shared<const ConvexHull>(points)}};
    case 1:
      return {{Pose(), Box{size * Vector3(0.5, 1.0, 1.5)}}};
    case 2:
      return {{Pose(), dented_ball(draw, size)}};
    case 3:
      return {{Pose(), hilly_sheet(draw, size)}};
    default:
      return {{draw.pose(size), Box{size * Vector3(0.5, 1.0, 1.5)}}, {draw.pose(size), dented_ball(draw, 0.5 * size)}};
  }
}

/// The vertices that the features of a shape may have.
std::vector<Vector3> vertices_of(const std::vector<Collider>& body) {
  std::vector<Vector3> all;
  for (const Collider& collider : body) {
    std::vector<Vector3> own;
    if (const auto* mesh = std::get_if<MeshPointer>(&collider.geometry)) own = (*mesh)->vertices();
    if (const auto* hull = std::get_if<std::shared_ptr<const ConvexHull>>(&collider.geometry))
      own = (*hull)->vertices();
    if (const auto* box = std::get_if<Box>(&collider.geometry)) {
      for (unsigned k = 0; k < 8; ++k) {
        own.push_back(0.5 * box->size.cwiseProduct(Vector3((k & 1u) ? 1 : -1, (k & 2u) ? 1 : -1, (k & 4u) ? 1 : -1)));
      }
    }
    for (const Vector3& p : own) all.push_back(collider.placement.is_identity() ? p : collider.placement * p);
  }
  return all;
}

/// How often each kind of feature was named.
struct Seen {
  std::array<int, 3> kinds{};
  int apart = 0, overlapping = 0;
};

void look_at(const BodyPlace& place, const Vector3& point, const BodyShape& shape, const std::vector<Vector3>& vertices,
             const Pose& X, double allowed, Seen& seen) {
  ASSERT_GE(place.feature, 0);
  const std::vector<Vector3> corners = shape.corners(place);
  const auto kind = static_cast<std::size_t>(place.feature_kind);
  ASSERT_LT(kind, 3u);
  ++seen.kinds[kind];
  EXPECT_TRUE(kind == 2 ? corners.size() >= 3 : corners.size() == kind + 1);
  for (const Vector3& corner : corners) EXPECT_NE(std::ranges::find(vertices, corner), vertices.end());
  EXPECT_LE(distance_to_feature(X.inverse() * point, corners), allowed)
      << name_of_feature(place) << " of " << corners.size() << " corners, piece " << place.piece << " of "
      << shape.piece_count() << (shape.is_polytope() ? ", a polytope" : "");
}

TEST(BodyFeatures, HoldThePointsThatAreNamed) {
  Draw draw;
  Seen seen, crossing;
  for (int k = 0; k < testing::cases(2000, 200'000); ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const double size = draw.log_uniform(1e-3, 1e2);
    std::array<std::vector<Collider>, 2> bodies{draw_body(draw, size), draw_body(draw, size)};
    std::array<BodyShapePointer, 2> shapes;
    World world;
    for (std::size_t i = 0; i < 2; ++i) {
      shapes[i] = std::make_shared<const BodyShape>(bodies[i]);
      Pose X = draw.pose(draw.uniform(0.5, 4.0) * size);
      if (draw.coin(0.2)) X.rotation.setIdentity();  // parallel edges and faces
      world.add(shapes[i], X);
    }
    const BodyDistance found = world.distance(0, 1);
    if (!(found.lower > 0.0)) {
      ++seen.overlapping;
      if (found.a.feature >= 0)
        look_at(found.a, found.point_a, *shapes[0], vertices_of(bodies[0]), world.pose(0), 4e-9 * size, crossing);
      if (found.b.feature >= 0)
        look_at(found.b, found.point_b, *shapes[1], vertices_of(bodies[1]), world.pose(1), 4e-9 * size, crossing);
      continue;
    }
    ++seen.apart;
    const double allowed = 4e-9 * size + 1e-12 * (world.pose(0).translation.norm() + world.pose(1).translation.norm());
    look_at(found.a, found.point_a, *shapes[0], vertices_of(bodies[0]), world.pose(0), allowed, seen);
    look_at(found.b, found.point_b, *shapes[1], vertices_of(bodies[1]), world.pose(1), allowed, seen);
    EXPECT_NEAR((found.point_a - found.point_b).norm(), found.upper, 1e-9 * (size + found.upper));
  }
  const int all = seen.apart + seen.overlapping;
  EXPECT_GT(seen.apart, all / 3);
  EXPECT_GT(seen.overlapping, all / 20);
  EXPECT_GT(crossing.kinds[2], all / 100);  // triangles that pass through something
  for (const int kind : seen.kinds) EXPECT_GT(kind, all / 20);
}

TEST(BodyFeatures, AreNoneOfRoundBodiesAndInsideOfOthers) {
  const auto shape_of = [](const Geometry& geometry) {
    return std::make_shared<const BodyShape>(std::vector<Collider>{{{}, geometry}});
  };
  World world;
  world.add(shape_of(Sphere{0.5}), Pose());
  world.add(shape_of(Box{{1, 1, 1}}), Pose::from_rpy({2, 0, 0}, {0, 0, 0}));
  world.add(shape_of(Box{{0.2, 0.2, 0.2}}), Pose::from_rpy({2, 0, 0}, {0.1, 0.2, 0.3}));
  const BodyDistance round = world.distance(0, 1), inside = world.distance(1, 2);
  EXPECT_EQ(round.a.feature, -1);
  EXPECT_STREQ(name_of_feature(round.a), "none");
  EXPECT_STREQ(name_of_feature(round.b), "face");
  EXPECT_EQ(inside.a.feature, -1);
  EXPECT_EQ(inside.b.feature, -1);
}

}  // namespace
}  // namespace tocca::body_features_tests
