// What is proven here: closest() of two triangles encloses their true distance, tightly, and so does the other order.
// Oracle: exact rationals, every pair of features.
#include <gtest/gtest.h>

#include "contact/closest.hpp"
#include "draw_triangles.hpp"
#include "exact_distance.hpp"

namespace tocca::closest_triangles_tests {
namespace {

using testing::Corners;
using testing::Draw;

ConvexPiece piece(const Corners& t) { return ConvexPiece::triangle(t[0], t[1], t[2]); }
exact::Points points(const Corners& t) { return {exact::from(t[0]), exact::from(t[1]), exact::from(t[2])}; }
mpq_class square(double x) { return mpq_class(x) * mpq_class(x); }

TEST(ClosestTriangles, EncloseTheTrueDistance) {
  Draw draw;
  int touching = 0, apart = 0, tiny_gap = 0;
  double loosest = 0.0;
  const int count = testing::cases(2000, 1'000'000);
  for (int k = 0; k < count; ++k) {
    const testing::TrianglePair pair = testing::draw_triangles(draw);
    const Corners &a = pair.a, &b = pair.b;
    SCOPED_TRACE(testing::story(draw.seed(), k, a[0].transpose(), '/', a[1].transpose(), '/', a[2].transpose(), "//",
                                b[0].transpose(), '/', b[1].transpose(), '/', b[2].transpose()));
    const mpq_class truth_sq = exact::distance_sq(points(a), points(b));
    for (const Distance& c : {closest(piece(a), piece(b)), closest(piece(b), piece(a))}) {
      ASSERT_GE(c.lower, 0.0);
      ASSERT_TRUE(square(c.lower) <= truth_sq) << c.lower << " > " << std::sqrt(truth_sq.get_d());
      ASSERT_TRUE(square(c.upper) >= truth_sq) << c.upper << " < " << std::sqrt(truth_sq.get_d());
      ASSERT_LE(c.upper - c.lower, 1e-12 * pair.size + 1e-149) << c.lower << ' ' << c.upper;
      if (pair.size > 0.0) loosest = std::max(loosest, (c.upper - c.lower) / pair.size);
    }
    const double truth = std::sqrt(truth_sq.get_d());
    touching += truth == 0.0;
    apart += truth > 0.01 * pair.size;
    tiny_gap += truth > 0.0 && truth < 1e-6 * pair.size;
  }
  EXPECT_GT(touching, count / 10);
  EXPECT_GT(apart, count / 10);
  EXPECT_GT(tiny_gap, count / 10);
  RecordProperty("loosest", std::to_string(loosest));
}

}  // namespace
}  // namespace tocca::closest_triangles_tests
