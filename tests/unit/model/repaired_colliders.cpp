// What is proven here: convex meshes with faults become hulls, with a message; what is exact, hollow or open stays.
#include "model/repaired_colliders.hpp"

#include <gtest/gtest.h>

#include "tocca/shape/convex_hull.hpp"

namespace tocca::repaired_colliders_tests {
namespace {

/// A cube of 1 m on twelve triangles, one corner of the top moved by `bend` up, the middle of the top by `funnel` down.
Collider cube(double bend, double funnel = 0.0, bool with_bottom = true) {
  std::vector<Vector3> corners;
  for (int i = 0; i < 8; ++i) corners.emplace_back(i & 1, i >> 1 & 1, i >> 2);
  corners[7].z() += bend;
  corners.emplace_back(0.5, 0.5, 1.0 - funnel);
  std::vector<Triangle> triangles{{0, 1, 5}, {0, 5, 4}, {1, 3, 7}, {1, 7, 5}, {3, 2, 6}, {3, 6, 7},
                                  {2, 0, 4}, {2, 4, 6}, {4, 5, 8}, {5, 7, 8}, {7, 6, 8}, {6, 4, 8}};
  if (with_bottom) triangles.insert(triangles.end(), {{0, 2, 3}, {0, 3, 1}});
  return {Pose(), std::make_shared<const TriangleMesh>(corners, triangles)};
}

TEST(RepairedBodies, MendsWhatIsConvexToTheTolerance) {
  const Collider given[] = {cube(1e-4), {Pose(), Sphere{0.5}}, cube(0.0), cube(0.0, 0.1), cube(0.0, 0.0, false)};
  Warnings messages;
  const std::vector<Collider> bodies = repaired_colliders(given, 1e-3, messages);
  ASSERT_EQ(bodies.size(), 5u);
  const auto* hull = std::get_if<std::shared_ptr<const ConvexHull>>(&bodies[0].geometry);
  ASSERT_NE(hull, nullptr);
  EXPECT_EQ((*hull)->vertices().size(), 8u);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_NE(messages[0].find("up to about 5e-05 m away"), std::string::npos) << messages[0];
  EXPECT_TRUE(std::holds_alternative<Sphere>(bodies[1].geometry));
  for (const std::size_t same : {2u, 3u, 4u}) {  // exact, really not convex, open
    EXPECT_EQ(std::get<MeshPointer>(bodies[same].geometry), std::get<MeshPointer>(given[same].geometry));
  }
}

TEST(RepairedBodies, LeavesWhatIsBentBeyondTheTolerance) {
  Warnings messages;
  const Collider given[] = {cube(1e-4)};
  EXPECT_TRUE(std::holds_alternative<MeshPointer>(repaired_colliders(given, 1e-5, messages)[0].geometry));
  EXPECT_TRUE(messages.empty());
  EXPECT_THROW(repaired_colliders(given, 0.0, messages), InputError);
}

}  // namespace
}  // namespace tocca::repaired_colliders_tests
