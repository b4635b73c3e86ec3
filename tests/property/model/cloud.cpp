// What is proven here: the grains of clouds in a part are where their placements put them, each in one leaf, each inside every box above
// it, and the swept sphere and the rectangle-swept spheres contain them all. Oracle: exact rationals (GMP).
#include "tocca/shape/cloud.hpp"

#include <gtest/gtest.h>

#include "contact/rss_tree.hpp"
#include "model/part.hpp"
#include "property/shape/exact.hpp"
#include "testing/draw.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca::cloud_tests {
namespace {

using testing::Draw;

exact::Vector placed(const Pose& X, const exact::Vector& p) {
  exact::Vector result = exact::from(X.translation);
  for (int i = 0; i < 3; ++i) result = result + p[static_cast<std::size_t>(i)] * exact::from(X.rotation.col(i));
  return result;
}

/// Solid, flat, on a line, in one point; with an outlier a million times as far; near and far from the origin.
std::vector<Vector3> draw_points(Draw& draw, int most) {
  const double size = draw.log_uniform(1e-6, 1e3);
  const Vector3 offset = draw.coin() ? Vector3(Vector3::Zero()) : draw.vector(draw.log_uniform(1e-3, 1e4));
  const Vector3 shape(draw.coin(0.1) ? 0.0 : 1.0, draw.coin(0.3) ? 0.0 : 1.0, draw.coin(0.3) ? 1e-6 : 1.0);
  std::vector<Vector3> points;
  for (int i = draw.integer(1, most); i > 0; --i) {
    points.push_back(size * draw.vector(1.0).cwiseProduct(shape) + offset);
    while (draw.coin(0.2)) points.push_back(points.back());
  }
  if (draw.coin(0.2)) points.push_back(1e6 * size * draw.direction());
  return points;
}

CloudPointer draw_cloud(Draw& draw, int most) {
  std::vector<Vector3> points = draw_points(draw, most);
  if (draw.coin()) return std::make_shared<const Cloud>(std::move(points), draw.log_uniform(1e-9, 1e2));
  std::vector<Vector3> sizes;
  for (int i = draw.integer(1, 5); i > 0; --i) {
    sizes.emplace_back(draw.log_uniform(1e-6, 1.0), draw.log_uniform(1e-6, 1.0), draw.log_uniform(1e-6, 1.0));
  }
  std::vector<std::uint8_t> size_of;
  for (std::size_t i = 0; i < points.size(); ++i) {
    size_of.push_back(static_cast<std::uint8_t>(draw.integer(0, static_cast<int>(sizes.size()) - 1)));
  }
  return std::make_shared<const Cloud>(std::move(points), std::move(sizes), std::move(size_of));
}

Pose draw_placement(Draw& draw) {
  if (draw.coin(0.3)) return {};
  return draw.pose(draw.coin(0.2) ? 0.0 : draw.log_uniform(1e-6, 1e4));
}

/// A rational point of a ball's surface, or a corner of a box.
exact::Vector extreme_point(Draw& draw, const Geometry& geometry) {
  const mpq_class t(draw.normal()), w = 1 + t * t, c = (1 - t * t) / w, s = 2 * t / w, zero = 0;
  if (const auto* sphere = std::get_if<Sphere>(&geometry)) {
    const mpq_class r(sphere->radius);
    return draw.coin() ? r * exact::Vector{c, s, zero} : r * exact::Vector{zero, c, s};
  }
  const Vector3& size = std::get<Box>(geometry).size;
  exact::Vector corner;
  for (std::size_t k = 0; k < 3; ++k) corner[k] = mpq_class(0.5 * draw.sign() * size[static_cast<int>(k)]);
  return corner;
}

TEST(CloudProperty, PartsHoldTheirGrainsInRealArithmetic) {
  Draw draw;
  int several = 0, deep = 0;
  for (int k = 0; k < testing::cases(120, 10'000); ++k) {
    std::vector<Collider> bodies;
    for (int i = draw.integer(1, 2); i > 0; --i) {
      bodies.push_back({draw_placement(draw), draw_cloud(draw, draw.coin(0.1) ? 300 : 30)});
    }
    const Pose X_PL = draw_placement(draw);
    SCOPED_TRACE(testing::story(draw.seed(), k, bodies.size()));
    const Part part(bodies, X_PL);
    ASSERT_EQ(part.first_grain(), 0u);
    ASSERT_EQ(part.triangle_count(), 0u);
    const mpq_class rounding(part.rounding_m());
    std::vector<exact::Vector> surface(part.item_count());
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      const Cloud& cloud = *std::get<CloudPointer>(bodies[b].geometry);
      const Part::Piece& piece = part.pieces()[b];
      ASSERT_EQ(piece.item_count, cloud.size());
      for (Index i = 0; i < piece.item_count; ++i) {
        const Part::Primitive grain = part.primitive(piece.first_item + i);
        ASSERT_EQ(grain.geometry.index(), cloud.shape_of(i).index());
        ASSERT_EQ(part.piece_of(piece.first_item + i), b);
        const exact::Vector own = extreme_point(draw, grain.geometry);
        surface[piece.first_item + i] = placed(grain.pose, own);
        const exact::Vector truth = placed(X_PL, placed(bodies[b].placement, exact::from(cloud.centres()[i]) + own));
        const exact::Vector off = surface[piece.first_item + i] - truth;
        ASSERT_TRUE(exact::dot(off, off) <= rounding * rounding);
        ASSERT_TRUE(exact::contains(part.lss(), surface[piece.first_item + i]));
      }
    }
    std::vector<int> seen(part.item_count(), 0);
    const Part* const parts[] = {&part};
    const RssTree spheres(parts);
    ASSERT_EQ(spheres.nodes().size(), part.nodes().size());
    // Nodes below node i come after it, up to the end of its right child.
    for (Index node = 0; node < part.nodes().size(); ++node) {
      Index end = node;
      while (!part.nodes()[end].is_leaf()) end += part.nodes()[end].link;
      deep += end - node > 8;
      for (Index leaf = node; leaf <= end; ++leaf) {
        if (!part.nodes()[leaf].is_leaf()) continue;
        for (const Index item : part.items(part.nodes()[leaf])) {
          seen[item] += leaf == node;
          ASSERT_TRUE(exact::contains(part.nodes()[node].volume, surface[item]));
          ASSERT_TRUE(exact::contains(spheres.nodes()[node].volume, surface[item]));
        }
      }
    }
    for (const int times : seen) ASSERT_EQ(times, 1);
    several += bodies.size() > 1;
  }
  EXPECT_GT(several, 10);
  EXPECT_GT(deep, 100);
}

/// Also where all points are the same, and where each is ten times as far as the one before.
TEST(CloudProperty, TreesStayShallowAndAreTheSameOnAnyNumberOfThreads) {
  Draw draw;
  for (int kind = 0; kind < 4; ++kind) {
    std::vector<Vector3> points;
    for (int i = 0; i < 20'000; ++i) {
      const double far = kind == 0   ? 1.0
                         : kind == 1 ? 0.0
                         : kind == 2 ? std::pow(10.0, -i % 60)
                                     : draw.log_uniform(1e-12, 1e12);
      points.push_back(far * draw.direction());
    }
    const Collider body{{}, std::make_shared<const Cloud>(std::move(points), 1e-3)};
    const Part part({&body, 1});
    std::vector<std::size_t> depth(part.nodes().size(), 1);
    std::size_t deepest = 0;
    for (std::size_t i = 0; i < depth.size(); ++i) {
      deepest = std::max(deepest, depth[i]);
      if (part.nodes()[i].is_leaf()) continue;
      depth[i + 1] = depth[i + part.nodes()[i].link] = depth[i] + 1;
    }
    EXPECT_LE(deepest, 118u);
    const ThreadLimit limit(1);
    const Part alone({&body, 1});
    ASSERT_EQ(alone.nodes().size(), part.nodes().size());
    for (std::size_t i = 0; i < depth.size(); ++i) {
      ASSERT_EQ(alone.nodes()[i].volume.center, part.nodes()[i].volume.center);
      ASSERT_EQ(alone.nodes()[i].link, part.nodes()[i].link);
    }
  }
}

TEST(CloudProperty, BadCloudsAreRefused) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const Vector3 zero = Vector3::Zero(), one = Vector3::Ones();
  EXPECT_THROW(Cloud({}, 0.1), InputError);
  EXPECT_THROW(Cloud({zero}, 0.0), InputError);
  EXPECT_THROW(Cloud({zero}, -1.0), InputError);
  EXPECT_THROW(Cloud({zero}, nan), InputError);
  EXPECT_THROW(Cloud({zero}, inf), InputError);
  EXPECT_THROW(Cloud({zero, {0.0, nan, 0.0}}, 0.1), InputError);
  EXPECT_THROW(Cloud({{0.0, nan, 0.0}, zero}, 0.1), InputError);
  EXPECT_THROW(Cloud({zero, {0.0, 0.0, -inf}}, 0.1), InputError);
  EXPECT_THROW(Cloud({zero, {2e30, 0.0, 0.0}}, 0.1), InputError);
  EXPECT_THROW(Cloud({zero}, {one}, {1}), InputError);
  EXPECT_THROW(Cloud({zero}, {one}, {}), InputError);
  EXPECT_THROW(Cloud({zero}, {Vector3(1, 0, 1)}, {0}), InputError);
  EXPECT_NO_THROW(Cloud({zero}, {one}, {0}));
}

}  // namespace
}  // namespace tocca::cloud_tests
