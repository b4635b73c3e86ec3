// What is proven here: a part's arrays name the caller's bodies and triangles, and its tree can be walked.
#include "model/part.hpp"

#include <gtest/gtest.h>

#include "tocca/shape/convex_hull.hpp"

namespace tocca::part_tests {
namespace {

MeshPointer tetrahedron() {
  return std::make_shared<const TriangleMesh>(std::vector<Vector3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                              std::vector<Triangle>{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}});
}

MeshPointer sheet() {
  return std::make_shared<const TriangleMesh>(std::vector<Vector3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                                              std::vector<Triangle>{{0, 1, 2}});
}

TEST(Part, NumbersTrianglesFirstAndPrimitivesAfterThem) {
  const Collider bodies[] = {{{}, Sphere{0.5}}, {{}, tetrahedron()}, {{Matrix3::Identity(), {5, 0, 0}}, sheet()}};
  const Part part(bodies);
  EXPECT_EQ(part.triangle_count(), 5u);
  EXPECT_EQ(part.item_count(), 6u);
  EXPECT_EQ(part.piece_of(5), 0u);
  EXPECT_EQ(part.piece_of(3), 1u);
  EXPECT_EQ(part.piece_of(4), 2u);
  EXPECT_EQ(part.triangle_in_mesh(4), 0);
  EXPECT_EQ(part.triangle_in_mesh(3), 3);
  EXPECT_EQ(part.triangle_in_mesh(5), -1);
  EXPECT_EQ(part.owned_features(4), 0x3f);
  EXPECT_FALSE(part.crossings(2).empty());
  EXPECT_TRUE(part.crossings(4).empty());
  EXPECT_TRUE(part.has_closed_mesh());
  EXPECT_EQ(part.vertices()[part.triangles()[4][1]], Vector3(6, 0, 0));
  EXPECT_EQ(part.representatives().size(), 3u);
}

TEST(Part, KeepsWhatStandsInItsOwnFrameBitByBit) {
  const MeshPointer mesh = tetrahedron();
  const Collider bodies[] = {{{}, mesh}};
  const Part part(bodies);
  EXPECT_EQ(part.rounding_m(), 0.0);
  EXPECT_EQ(part.vertices(), mesh->vertices());
  const Tree<Obb> tree(*mesh);
  ASSERT_EQ(part.nodes().size(), tree.nodes().size());
  for (std::size_t i = 0; i < tree.nodes().size(); ++i) {
    EXPECT_EQ(part.nodes()[i].volume.half, tree.nodes()[i].volume.half);
    EXPECT_EQ(part.nodes()[i].link, tree.nodes()[i].link);
  }
}

TEST(Part, RepresentsAHullByAPointOfIt) {
  const std::vector<Vector3> corners{{5, 0, 0}, {6, 0, 0}, {5, 1, 0}, {5, 0, 1}};
  const Collider bodies[] = {{{}, std::make_shared<const ConvexHull>(corners)}};
  const Part part(bodies);
  ASSERT_EQ(part.representatives().size(), 1u);
  EXPECT_GE(part.representatives()[0].x(), 5.0);
}

TEST(Part, ManyBodiesMakeAShallowTree) {
  std::vector<Collider> bodies;
  for (int i = 0; i < 1000; ++i) bodies.push_back({{Matrix3::Identity(), {0.1 * i, 0, 0}}, Sphere{0.01}});
  const Part part(bodies);
  std::vector<std::pair<Index, int>> todo{{0, 1}};
  int deepest = 0, leaves = 0;
  while (!todo.empty()) {
    const auto [node, depth] = todo.back();
    todo.pop_back();
    deepest = std::max(deepest, depth);
    leaves += part.nodes()[node].is_leaf();
    if (part.nodes()[node].is_leaf()) continue;
    todo.emplace_back(node + 1, depth + 1);
    todo.emplace_back(node + part.nodes()[node].link, depth + 1);
  }
  EXPECT_EQ(leaves, 1000);
  EXPECT_LE(deepest, 11);
}

}  // namespace
}  // namespace tocca::part_tests
