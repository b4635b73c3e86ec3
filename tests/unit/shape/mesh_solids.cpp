// What is shown here: slivers, fins and flaps do not keep the closed rest of a mesh from being a solid; what still does is told.
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "shape/mesh_defects.hpp"
#include "testing/bricks.hpp"

namespace tocca::mesh_solids_tests {
namespace {

using testing::Bricks;

const Vector3 a(-1, -1, -1), b(1, -1, -1);  // ends of an edge of the cube

/// How many triangles bound a solid.
int bounding(const TriangleMesh& mesh) {
  int count = 0;
  for (Index t = 0; t < mesh.triangles().size(); ++t) count += !mesh.crossings(t).empty();
  return count;
}

std::vector<bool> closed_components(const TriangleMesh& mesh) {
  std::vector<bool> closed;
  for (const TriangleMesh::Component& component : mesh.components()) closed.push_back(component.closed);
  return closed;
}

using Closed = std::vector<bool>;

TEST(MeshSolids, ASliverThatClosesATJunctionIsRead) {
  Bricks bricks = testing::cube(1.0);
  const Vector3 middle = bricks.split_edge(a, b);
  EXPECT_FALSE(bricks.mesh().closed());
  bricks.add(a, middle, b);
  const TriangleMesh mesh = bricks.mesh();
  EXPECT_TRUE(mesh.closed());
  EXPECT_EQ(bounding(mesh), 14);
}

/// Regression: one triangle without area made a surface of it, without a word.
TEST(MeshSolids, ASliverThatIsLeftOverWhereBothSidesAreSplitIsNotRead) {
  Bricks bricks = testing::cube(1.0);
  const Vector3 middle = bricks.split_edge(a, b, 2);
  EXPECT_TRUE(bricks.mesh().closed());
  bricks.add(a, middle, b);
  const TriangleMesh mesh = bricks.mesh();
  EXPECT_EQ(closed_components(mesh), (Closed{true, false}));
  EXPECT_TRUE(mesh.components()[0].manifold);
  EXPECT_EQ(bounding(mesh), 14);
}

/// Each edge of the sliver belongs to others, too: nothing hangs loose, and yet it must be left out.
TEST(MeshSolids, ASliverBetweenAWholeAndASplitEdgeIsNotRead) {
  Bricks bricks = testing::cube(1.0);
  bricks.add_brick({-1, -3, -3}, {1, -1, -1});
  bricks.split_edge(a, b, 2);
  bricks.add(a, Vector3(0, -1, -1), b);
  const TriangleMesh mesh = bricks.mesh();
  EXPECT_TRUE(mesh.closed());
  ASSERT_EQ(mesh.components().size(), 1u);
  EXPECT_FALSE(mesh.components()[0].oriented);  // no cavity is judged by it
  EXPECT_EQ(bounding(mesh), 26);
}

/// Regression: a body that was turned, or rounded to single precision, has slivers with an area of next to nothing, and was a surface.
TEST(MeshSolids, ASliverThatRoundingHasGivenAnAreaIsStillLeftOut) {
  const Matrix3 turned = Eigen::AngleAxisd(0.7, Vector3(1, 2, -0.5).normalized()).toRotationMatrix();
  for (const bool single : {false, true}) {
    Bricks bricks = testing::cube(1.0);
    bricks.add_brick({-1, -3, -3}, {1, -1, -1});
    bricks.split_edge(a, b, 2, 0.3);
    bricks.add(a, a + 0.3 * (b - a), b);
    const TriangleMesh straight = bricks.mesh();
    std::vector<Vector3> vertices;
    for (const Vector3& v : straight.vertices()) {
      const Vector3 moved = turned * v + Vector3(0.1, 0.2, 0.3);
      vertices.push_back(single ? Vector3(moved.cast<float>().cast<double>()) : moved);
    }
    const TriangleMesh mesh(vertices, straight.triangles());
    EXPECT_EQ(mesh.zero_area_triangles(), 0u);  // or the story is another one
    EXPECT_TRUE(mesh.closed());
    EXPECT_EQ(bounding(mesh), 26);
  }
}

/// Two sets of slivers close the same junction: with both it would be open.
TEST(MeshSolids, OneOfTwoWaysToCloseATJunctionIsRead) {
  Bricks bricks = testing::cube(1.0);
  const Vector3 middle = bricks.split_edge(a, b), quarter = 0.5 * (a + middle);
  bricks.add(a, middle, b);
  bricks.add(a, quarter, middle);
  bricks.add(quarter, middle, b);
  bricks.add(a, quarter, b);
  const TriangleMesh mesh = bricks.mesh();
  EXPECT_TRUE(mesh.closed());
  for (Index t = 0; t < 13; ++t) EXPECT_FALSE(mesh.crossings(t).empty()) << t;
}

/// A body that deforms may give it an area later.
TEST(MeshSolids, ATriangleThatHasNoAreaYetIsReadAsAnyOther) {
  Bricks bricks = testing::cube(1.0);
  bricks.add_brick({-1, -3, -3}, {1, -1, -1});
  bricks.split_edge(a, b, 2);
  bricks.add(a, Vector3(0, -1, -1), b);
  const TriangleMesh welded = bricks.mesh();
  const TriangleMesh mesh = TriangleMesh::unwelded(welded.vertices(), welded.triangles());
  EXPECT_FALSE(mesh.closed());
}

TEST(MeshSolids, AFinIsASurfaceOnASolid) {
  Bricks bricks;
  bricks.add(a, b, {0, -3, -3});  // comes first
  bricks.add_cube(1.0);
  const TriangleMesh mesh = bricks.mesh();
  EXPECT_EQ(closed_components(mesh), (Closed{false, true}));
  EXPECT_EQ(mesh.component(0), 0u);
  EXPECT_EQ(mesh.component(1), 1u);
  EXPECT_TRUE(mesh.components()[1].manifold);
  EXPECT_TRUE(mesh.crossings(0).empty());
  EXPECT_EQ(bounding(mesh), 12);
  const TriangleMesh moves = TriangleMesh::unwelded(mesh.vertices(), mesh.triangles());
  EXPECT_EQ(closed_components(moves), (Closed{false, true}));
}

TEST(MeshSolids, AFlapOfSeveralTrianglesIsOneSurface) {
  Bricks bricks = testing::cube(1.0);
  const Vector3 c(-1, -3, -3), d(1, -3, -3);
  bricks.add(a, b, c);
  bricks.add(b, d, c);
  bricks.add(c, d, {0, -4, -5});
  bricks.repeat(13);  // and partly double-sided
  const TriangleMesh mesh = bricks.mesh();
  EXPECT_EQ(closed_components(mesh), (Closed{true, false}));
  EXPECT_EQ(bounding(mesh), 12);
}

/// Its edges are those of the cube's lower face, which is given.
TEST(MeshSolids, ACubeOnASheetThatSharesItsEdgesIsASolid) {
  Bricks bricks;
  const Vector3 outer[] = {{-3, -3, -1}, {3, -3, -1}, {3, 3, -1}, {-3, 3, -1}};
  const Vector3 inner[] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}};
  for (std::size_t i = 0; i < 4; ++i) {
    bricks.add(outer[i], outer[(i + 1) % 4], inner[i]);
    bricks.add(outer[(i + 1) % 4], inner[(i + 1) % 4], inner[i]);
  }
  bricks.add_cube(1.0);
  EXPECT_EQ(closed_components(bricks.mesh()), (Closed{false, true}));
  std::erase_if(bricks.triangles, [&](const Triangle& t) {  // without the lower face it is a bump in the sheet
    const auto low = [&](Index i) {
      return bricks.vertices[i].z() == -1.0 && bricks.vertices[i].cwiseAbs().maxCoeff() < 2.0;
    };
    return low(t[0]) && low(t[1]) && low(t[2]);
  });
  ASSERT_EQ(bricks.triangles.size(), 18u);
  EXPECT_EQ(closed_components(bricks.mesh()), Closed{false});
}

TEST(MeshSolids, TwoClosedPartsThatAFlapJoinsAreSolidsEachOfItsOwn) {
  Bricks bricks = testing::cube(1.0);
  bricks.add_brick({-1, -5, -5}, {1, -3, -3});
  bricks.add(a, b, {-1, -3, -3});
  bricks.add(b, {1, -3, -3}, {-1, -3, -3});
  const TriangleMesh mesh = bricks.mesh();
  ASSERT_EQ(closed_components(mesh), (Closed{true, true, false}));
  EXPECT_NE(mesh.crossings(0)[0].solid, mesh.crossings(12)[0].solid);
  bricks.triangles.erase(bricks.triangles.begin() + 12);  // a hole in the second
  EXPECT_EQ(closed_components(bricks.mesh()), (Closed{true, false}));
  bricks.repeat_all();
  EXPECT_EQ(closed_components(bricks.mesh()), (Closed{true, false}));
}

TEST(MeshSolids, AFinOnACavityFillsItAndAFinOnTheOuterShellDoesNot) {
  const auto solid_of_inner = [](const Vector3& p, const Vector3& q, const Vector3& tip) {
    Bricks hollow = testing::hollow_cube(4.0, 1.0);
    hollow.add(p, q, tip);
    const TriangleMesh mesh = hollow.mesh();
    EXPECT_EQ(closed_components(mesh), (Closed{true, true, false}));
    return mesh.crossings(12).empty() ? mesh.solid_count() : mesh.crossings(12)[0].solid;
  };
  EXPECT_EQ(solid_of_inner({-4, -4, -4}, {4, -4, -4}, {0, -9, -9}), 0u);
  EXPECT_EQ(solid_of_inner(a, b, {0, -0.5, -0.5}), 1u);
  EXPECT_EQ(solid_of_inner(a, b, {0, -2, -2}), 1u);
}

TEST(MeshSolids, ATriangleGivenForEachSideBoundsNothing) {
  Bricks bricks = testing::cube(1.0);
  bricks.add({3, 0, 0}, {4, 0, 0}, {3, 1, 0});
  bricks.repeat(12);
  const TriangleMesh mesh = bricks.mesh();
  EXPECT_EQ(closed_components(mesh), (Closed{true, false}));
  EXPECT_EQ(bounding(mesh), 12);
}

/// Segments that share an end are not connected by it: else two solids would be read as one.
TEST(MeshSolids, SegmentsAtAVertexDoNotConnectWhatTheyLieOn) {
  Bricks bricks = testing::cube(1.0);
  bricks.add_brick({-1, -1, -1}, {-3, -3, -3});
  bricks.add(a, a, b);
  bricks.add(a, a, {-3, -1, -1});
  EXPECT_EQ(closed_components(bricks.mesh()), (Closed{true, true}));
}

// --- What is told ---------------------------------------------------------------------------------------------------

TEST(MeshDefects, ASolidWithATJunctionIsNearlyClosed) {
  Bricks bricks = testing::cube(1.0);
  bricks.split_edge(a, b);
  const MeshDefects defects = find_defects(bricks.mesh());
  EXPECT_EQ(defects.components, 1u);
  EXPECT_EQ(defects.open_edges, 3u);
  EXPECT_EQ(defects.edges, 21u);
  bricks.repeat_all();  // double-sided it is the same
  EXPECT_EQ(find_defects(bricks.mesh()).open_edges, 3u);
}

/// Cracks that share a vertex are not taken for one large hole, nor is a face with cracks all around it taken for a lid.
TEST(MeshDefects, TJunctionsInARow) {
  const Vector3 corners[] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}};
  Bricks bricks = testing::cube(1.0);
  for (std::size_t i = 0; i < 4; ++i) {
    bricks.split_edge(corners[i], corners[(i + 1) % 4]);
    const MeshDefects defects = find_defects(bricks.mesh());
    EXPECT_EQ(defects.components, i < 3 ? 1u : 2u);
    EXPECT_EQ(defects.open_edges, 3 * (i + 1));
  }
}

TEST(MeshDefects, AFaceThatIsLaidOverAnotherOneKeepsAMeshOpenAndATriangleDoesNot) {
  Bricks bricks = testing::cube(1.0);
  bricks.add({-1, -1, -1}, {1, -1, -1}, {-1, 1, -1});  // along the other diagonal
  EXPECT_EQ(closed_components(bricks.mesh()), (Closed{true, false}));
  EXPECT_EQ(find_defects(bricks.mesh()).components, 0u);
  bricks.add({1, 1, -1}, {1, -1, -1}, {-1, 1, -1});
  EXPECT_FALSE(bricks.mesh().closed());
  const MeshDefects defects = find_defects(bricks.mesh());
  EXPECT_EQ(defects.components, 1u);
  EXPECT_EQ(defects.open_edges, 4u);
}

TEST(MeshDefects, SheetsBinsAndFinsAreMeantAsTheyAre) {
  Bricks bin = testing::cube(1.0);
  bin.triangles.resize(10);
  EXPECT_EQ(find_defects(bin.mesh()).components, 0u);
  bin.repeat_all();
  EXPECT_EQ(find_defects(bin.mesh()).components, 0u);
  Bricks sheet;
  for (int i = 0; i < 200; ++i) {
    for (int j = 0; j < 200; ++j) {  // fine: its border is a small share of its edges
      const auto at = [](int x, int y) { return Vector3(x, y, (x * y) % 7); };
      sheet.add(at(i, j), at(i + 1, j), at(i + 1, j + 1));
      sheet.add(at(i, j), at(i + 1, j + 1), at(i, j + 1));
    }
  }
  EXPECT_EQ(find_defects(sheet.mesh()).components, 0u);
  Bricks fin = testing::cube(1.0);
  fin.add(a, b, {0, -3, -3});
  EXPECT_EQ(find_defects(fin.mesh()).components, 0u);
  EXPECT_EQ(find_defects(testing::cube(1.0).mesh()).components, 0u);
}

}  // namespace
}  // namespace tocca::mesh_solids_tests
