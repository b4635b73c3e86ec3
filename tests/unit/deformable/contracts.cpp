// What is proven here: a call that breaks a contract of `deformable` stops a checked build with the contract's sentence.
#include <gtest/gtest.h>

#include "deformable/deforming_triangle.hpp"
#include "deformable/triangle_order.hpp"
#include "deformable/vertex_motion.hpp"
#include "tocca/deformable/deformable_mesh.hpp"
#include "tocca/deformable/linear_query.hpp"

namespace tocca::contracts_tests {
namespace {

#ifdef TOCCA_CHECKED

TEST(DeformableDeathTest, StopsSeparationsAndAnswersThatDoNotFit) {
  EXPECT_DEATH(linear_contact(LinearKind::vertex_face, FourVertices(), -1.0), "a separation must not be negative");
  LinearBatch batch(LinearKind::edge_edge);
  batch.add(FourVertices());
  EXPECT_DEATH(linear_contacts(batch, 0.0, {}), "as many answers as queries");
  EXPECT_DEATH(batch[1], "a batch has no such query");
}

TEST(DeformableDeathTest, StopsVerticesAndTrianglesThatAreNotThere) {
  const std::vector<Vector3> three(3, Vector3::Zero()), two(2, Vector3::Zero());
  EXPECT_DEATH(VertexMotion(three, two), "each vertex must have a start and an end");
  const DeformableMesh mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}});
  EXPECT_DEATH(mesh.triangle(1), "a mesh has no such triangle");
  EXPECT_DEATH(mesh.triangle(0).at(-0.5), "a time of a step lies inside \\[0, 1\\]");
}

TEST(DeformableDeathTest, StopsAnOrderThatWasNotStarted) {
  TriangleOrder order;
  EXPECT_DEATH(order.advance({}, {}, FloatBox{}, 1), "an order must be started before it continues");
}

#else

TEST(DeformableDeathTest, NeedsACheckedBuild) {
  GTEST_SKIP() << "contracts are checked where TOCCA_CHECKED is on, as in the presets dev, asan and tsan";
}

#endif

}  // namespace
}  // namespace tocca::contracts_tests
