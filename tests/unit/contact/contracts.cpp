// What is proven here: a call that breaks a contract of `contact` stops a checked build with the contract's sentence.
#include <gtest/gtest.h>

#include "contact/convex_piece.hpp"
#include "contact/item_faces.hpp"
#include "contact/rss_tree.hpp"

namespace tocca::contracts_tests {
namespace {

#ifdef TOCCA_CHECKED

TEST(ContactDeathTest, StopsFacesOfCurvedItems) {
  const ConvexPiece ball = placed(Sphere{1.0}, Pose(), Pose());
  EXPECT_DEATH(ItemFaces(ball, 0, Vector3::Zero()), "only triangles, boxes and hulls consist of flat faces");
}

TEST(ContactDeathTest, StopsPartsAndLeavesThatAreNotThere) {
  const RssTree tree;
  EXPECT_DEATH(tree.part(0), "a tree has no such part");
  EXPECT_DEATH(tree.items(RssTree::Node()), "only a leaf has items");
}

#else

TEST(ContactDeathTest, NeedsACheckedBuild) {
  GTEST_SKIP() << "contracts are checked where TOCCA_CHECKED is on, as in the presets dev, asan and tsan";
}

#endif

}  // namespace
}  // namespace tocca::contracts_tests
