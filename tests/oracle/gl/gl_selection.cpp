// The selection on a graphics card against the proven one: never fewer triangles, and few more.
#include "tocca/tool/gl_selection.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "testing/draw.hpp"
#include "tocca/core/error.hpp"
#include "tool/tool_volume.hpp"
#include "tool/triangle_selection.hpp"

namespace tocca::gl_selection_tests {
namespace {

TEST(GlSelection, HoldsAllThatTheProcessorSelects) {
  std::unique_ptr<GlSelection> card;
  try {
    card = std::make_unique<GlSelection>();
  } catch (const InputError& error) {
    GTEST_SKIP() << error.what();
  }
  testing::Draw draw;
  TriangleSelection processor;
  std::size_t proven = 0, drawn = 0, all = 0;
  for (int k = 0; k < testing::cases(60, 2000); ++k) {
    std::vector<Vector3> from, to;
    std::vector<Triangle> triangles;
    const double far = draw.coin(0.2) ? 100.0 : 0.0;
    for (int i = 0; i < 300; ++i) {
      from.push_back(draw.vector(0.3) + Vector3::Constant(far));
      to.push_back(from.back() + draw.vector(0.01));
    }
    for (Index i = 0; i + 2 < 300; ++i) triangles.push_back({i, i + 1, i + 2});
    const ToolOutline outline(Cylinder{draw.uniform(0.005, 0.05), draw.uniform(0.01, 0.2)}, Pose());
    Pose start = draw.pose(0.3), end = start;
    end.translation += draw.vector(0.05);
    start.translation += Vector3::Constant(far), end.translation += Vector3::Constant(far);
    const ToolVolume volume(outline, start, end, 1e-4, 1e-6);
    const SurfaceStep surface{from, to, triangles};
    std::vector<Index> by_processor, by_card;
    processor.select(surface, volume, by_processor);
    card->select(surface, volume, by_card);
    SCOPED_TRACE(testing::story(draw.seed(), k, card->renderer()));
    EXPECT_TRUE(std::is_sorted(by_card.begin(), by_card.end()));
    EXPECT_TRUE(std::includes(by_card.begin(), by_card.end(), by_processor.begin(), by_processor.end()));
    proven += by_processor.size();
    drawn += by_card.size();
    all += triangles.size();
  }
  EXPECT_GT(proven, all / 100);
  EXPECT_LT(drawn, all / 2);
}

}  // namespace
}  // namespace tocca::gl_selection_tests
