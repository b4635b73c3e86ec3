// What is proven here: the bounds of trees of rectangle-swept spheres hold: greedy, halfway, approximate and exact ones, on drawn
// parts of triangles and primitives, with clearances of their own. Oracle: plain_distance on all pairs of items.
#include "contact/tree_distance.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "testing/draw.hpp"
#include "testing/plain_distance.hpp"
#include "testing/small_worlds.hpp"

namespace tocca::tree_distance_tests {
namespace {

using testing::DistanceBounds;
using testing::Draw;

struct DrawnPart {
  std::vector<Collider> bodies;
  Part part;

  explicit DrawnPart(std::vector<Collider> own) : bodies(std::move(own)), part(bodies) {}

  std::vector<testing::PlainConvex> items(const Pose& X) const {
    std::vector<testing::PlainConvex> all;
    for (const Collider& body : bodies) {
      Eigen::Isometry3d place = Eigen::Isometry3d::Identity();
      const Pose both = X * body.placement;
      place.linear() = both.rotation;
      place.translation() = both.translation;
      for (testing::PlainConvex& item : testing::plain_items(body.geometry, place)) all.push_back(std::move(item));
    }
    return all;
  }
};

std::vector<Collider> draw_bodies(Draw& draw, double size) {
  std::vector<Collider> bodies;
  for (int i = draw.integer(1, 3); i > 0; --i) {
    Geometry geometry = testing::rod_mesh(0.1 * size, size, draw.integer(3, 9));
    switch (draw.integer(0, 4)) {
      case 0:
        geometry = testing::box_mesh(size * Vector3(1.0, draw.log_uniform(1e-3, 1.0), draw.uniform(0.1, 1.0)));
        break;
      case 1:
        geometry = Capsule{0.2 * size, size};
        break;
      case 2:
        geometry = Box{size * Vector3(0.4, 0.05, 1.0)};
        break;
      default:
        break;
    }
    bodies.push_back({draw.pose(size), geometry});
  }
  return bodies;
}

TEST(TreeSearch, BoundsHoldForDrawnParts) {
  Draw draw;
  const int count = testing::cases(150, 10'000);
  int apart = 0, touching = 0, halfway_apart = 0;
  double greedy_share = 0.0;
  Statistics greedy_work, halfway_work, exact_work, half_work;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const double size = draw.log_uniform(0.05, 2.0);
    const DrawnPart own(draw_bodies(draw, size));
    std::vector<DrawnPart> others;
    const int parts = draw.integer(1, 4);
    others.reserve(static_cast<std::size_t>(parts));
    for (int i = 0; i < parts; ++i) others.emplace_back(draw_bodies(draw, size));
    std::vector<const Part*> pointers;
    std::vector<double> clearances;
    for (const DrawnPart& other : others) {
      pointers.push_back(&other.part);
      clearances.push_back(draw.coin(0.2) ? -1.0 : draw.coin() ? 0.0 : size * draw.log_uniform(1e-4, 0.3));
    }
    const Part* mine = &own.part;
    const RssTree a({&mine, 1}), b(pointers);
    const Pose X_a = draw.pose(draw.uniform(0.0, 2.2) * size), X_b = draw.coin() ? Pose{} : draw.pose(2.0 * size);
    double rounding = own.part.rounding_m();
    for (const DrawnPart& other : others)
      rounding = std::max(rounding, own.part.rounding_m() + other.part.rounding_m());
    TreePair pair{&a, &b, &X_a, &X_b, draw.coin() ? clearances.data() : nullptr, 0.0, 1e-12 * size + rounding};
    if (pair.clearances) pair.clearance_m = std::max(0.0, *std::max_element(clearances.begin(), clearances.end()));
    double least_lower = std::numeric_limits<double>::infinity(), least_upper = least_lower;
    const auto items = own.items(X_a);
    for (std::size_t i = 0; i < others.size(); ++i) {
      const double clearance = pair.clearances ? clearances[i] : 0.0;
      if (clearance < 0.0) continue;
      const DistanceBounds truth = testing::plain_distance(items, others[i].items(X_b));
      least_lower = std::min(least_lower, truth.lower - clearance);
      least_upper = std::min(least_upper, truth.upper - clearance);
    }
    TreeSearch search;
    const double slack = 1e-9 * size;
    const double level = size * draw.log_uniform(1e-7, 1e-2);
    const TreeDistance greedy = search.greedy(pair, level, 2.0 * level, greedy_work);
    if (greedy.margin > level) {
      ASSERT_LE(greedy.margin, least_upper + 1e-13 * size);
    } else {
      ASSERT_GE(greedy.upper, least_lower - 1e-13 * size);
      ASSERT_LE(greedy.upper, 2.0 * level);
      ++touching;
    }
    const TreeDistance exact = search.nearest(pair, 0.0, exact_work);
    ASSERT_LE(exact.margin, least_upper + 1e-13 * size);
    ASSERT_GE(exact.margin, least_lower - slack);
    if (least_lower > 1e300) continue;  // no pair is checked
    ASSERT_GE(exact.upper, least_lower - 1e-13 * size);
    ASSERT_LE(exact.upper, least_upper + slack);
    const TreeDistance half = search.nearest(pair, 0.5, half_work);
    ASSERT_LE(half.margin, least_upper + 1e-13 * size);
    ASSERT_GE(half.margin, std::min(0.5 * least_lower, least_lower) - slack);
    // The level often lies between half the distance and the distance: there a witness must not be taken for a bound.
    const double near = draw.coin() && least_lower > 0.0 ? least_lower * draw.uniform(0.4, 1.1) : level;
    const double wanted = size * draw.log_uniform(1e-4, 1.0);
    const TreeDistance halfway = search.halfway(pair, near, wanted, 2.0 * near, halfway_work);
    if (halfway.margin > near) {
      ++halfway_apart;
      ASSERT_LE(halfway.margin, least_upper + 1e-13 * size);
      ASSERT_GE(halfway.margin, std::min(wanted, 0.5 * least_lower) - slack);
    } else {
      ASSERT_GE(halfway.upper, least_lower - 1e-13 * size);
      ASSERT_LE(halfway.upper, 2.0 * near);
      ASSERT_LE(least_lower, near + slack);
    }
    if (greedy.margin > level && least_lower > 0.0) {
      ++apart;
      greedy_share += greedy.margin / least_upper;
    }
  }
  EXPECT_GT(apart, count / 4);
  EXPECT_GT(touching, count / 20);
  EXPECT_GT(halfway_apart, count / 4);
  EXPECT_GT(greedy_share / apart, 0.35);  // the paper has 52 to 91 per cent, of parts that are farther apart
  // and greedy is cheaper than approximate is cheaper than exact
  EXPECT_LT(greedy_work.volumes, halfway_work.volumes);
  EXPECT_LT(greedy_work.volumes, half_work.volumes);
  EXPECT_LT(half_work.volumes, exact_work.volumes);
}

}  // namespace
}  // namespace tocca::tree_distance_tests
