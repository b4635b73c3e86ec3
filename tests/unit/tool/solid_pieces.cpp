#include "tool/solid_pieces.hpp"

#include <gtest/gtest.h>

#include "tocca/shape/convex_hull.hpp"

namespace tocca::solid_pieces_tests {
namespace {

const std::vector<Vector3> corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                      {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
const std::vector<Triangle> box = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                   {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};

bool is_replaced(std::vector<Vector3> vertices, std::vector<Triangle> triangles) {
  const Collider body{Pose(), std::make_shared<const TriangleMesh>(std::move(vertices), std::move(triangles))};
  return !std::holds_alternative<MeshPointer>(with_solid_pieces(std::span(&body, 1))[0].geometry);
}

TEST(SolidPieces, AConvexClosedMeshIsItsHull) {
  EXPECT_TRUE(is_replaced(corners, box));
  // A vertex in the middle of a face, exactly.
  auto vertices = corners;
  auto triangles = box;
  vertices.push_back({0.5, 0.5, 0});
  triangles.erase(triangles.begin(), triangles.begin() + 2);
  for (const auto& [a, b] : {std::pair<Index, Index>{0, 2}, {2, 3}, {3, 1}, {1, 0}}) triangles.push_back({a, b, 8});
  EXPECT_TRUE(is_replaced(vertices, triangles));
  // Out of it by one unit in the last place it is a corner, into it a dent.
  vertices.back().z() = -0x1p-60;
  EXPECT_TRUE(is_replaced(vertices, triangles));
  vertices.back().z() = 0x1p-60;
  EXPECT_FALSE(is_replaced(vertices, triangles));
}

TEST(SolidPieces, WhatIsOpenHollowOrFlatKeepsItsTriangles) {
  auto open = box;
  open.pop_back();
  EXPECT_FALSE(is_replaced(corners, open));
  EXPECT_FALSE(is_replaced({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}));
  // A face covered from both sides, and the opposite corner as a tetrahedron: closed, in the boundary, and bounding less.
  EXPECT_FALSE(
      is_replaced(corners, {{0, 2, 3}, {0, 3, 2}, {0, 1, 5}, {0, 5, 1}, {2, 6, 7}, {2, 7, 6}, {4, 5, 7}, {4, 7, 5}}));
  // A box in a box.
  auto vertices = corners;
  auto triangles = box;
  for (const Vector3& v : corners) vertices.push_back(Vector3(0.25, 0.25, 0.25) + 0.5 * v);
  for (const Triangle& t : box) triangles.push_back({t[0] + 8, t[2] + 8, t[1] + 8});
  EXPECT_FALSE(is_replaced(vertices, triangles));
}

}  // namespace
}  // namespace tocca::solid_pieces_tests
