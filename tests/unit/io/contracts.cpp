// What is proven here: a call that breaks a contract of `io` stops a checked build with the contract's sentence.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "io/output.hpp"
#include "io/polygon.hpp"
#include "tocca/io/path.hpp"

namespace tocca::contracts_tests {
namespace {

#ifdef TOCCA_CHECKED

TEST(IoDeathTest, StopsNumbersThatHaveNoDigits) {
  std::string text;
  EXPECT_DEATH(append_number(text, std::nan("")), "only a finite number can be written as digits");
}

TEST(IoDeathTest, StopsPolygonsThatAreNone) {
  const std::vector<Vector3> vertices(3, Vector3::Zero());
  const std::vector<Index> two{0, 1}, beyond{0, 1, 3};
  std::vector<Triangle> triangles;
  Triangulator triangulator;
  EXPECT_DEATH(triangulator.add(vertices, two, triangles), "a polygon must have at least three corners");
  EXPECT_DEATH(triangulator.add(vertices, beyond, triangles), "every corner must be an existing vertex");
}

TEST(IoDeathTest, StopsEdgesThatEndNowhere) {
  const KinematicTree tree = KinematicTree::build({{"base", {}}}, {});
  EXPECT_DEATH(write_edges_csv("no_file.csv", tree, WaypointMatrix(2, 0), WaypointMatrix(1, 0)),
               "a and b must have the same number of rows");
}

#else

TEST(IoDeathTest, NeedsACheckedBuild) {
  GTEST_SKIP() << "contracts are checked where TOCCA_CHECKED is on, as in the presets dev, asan and tsan";
}

#endif

}  // namespace
}  // namespace tocca::contracts_tests
