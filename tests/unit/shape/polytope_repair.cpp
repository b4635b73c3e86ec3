// What is shown here: each fault of a convex surface is mended with a message that says so; a surface that is not convex is told where.
#include "shape/polytope_repair.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "testing/draw.hpp"

namespace tocca::polytope_repair_tests {
namespace {

using Faces = std::vector<std::vector<Index>>;

struct Surface {
  std::vector<Vector3> vertices;
  Faces faces;
};

Surface cube() {
  Surface s;
  for (int i = 0; i < 8; ++i) s.vertices.emplace_back(i & 1, (i >> 1) & 1, (i >> 2) & 1);
  s.faces = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  return s;
}

/// The messages that contain this.
long told(const RepairedPolytope& result, const std::string& text) {
  return std::count_if(result.messages.begin(), result.messages.end(),
                       [&](const std::string& m) { return m.find(text) != std::string::npos; });
}

RepairedPolytope mended(const Surface& s, double tolerance = 1e-6) {
  RepairedPolytope result = repaired_polytope(s.vertices, s.faces, tolerance);
  EXPECT_EQ(result.polytope.vertices().size(), 8u);
  EXPECT_EQ(result.polytope.planes().size(), 6u);
  EXPECT_LE(result.deviation_m, tolerance + 1e-12);
  return result;
}

TEST(PolytopeRepair, SaysNothingOfACleanSurface) {
  const RepairedPolytope result = mended(cube());
  EXPECT_TRUE(result.messages.empty()) << result.messages[0];
  EXPECT_LT(result.deviation_m, 1e-14);
}

TEST(PolytopeRepair, MergesRepeatedVerticesAndDropsIdleOnes) {
  Surface s = cube();
  s.vertices.push_back(s.vertices[7] + Vector3(1e-8, 0, 0));
  s.vertices.emplace_back(5, 5, 5);  // in no face: not part of the solid
  s.faces[1] = {4, 5, 8, 6};
  const RepairedPolytope result = mended(s);
  EXPECT_EQ(result.messages.size(), 2u);
  EXPECT_EQ(told(result, "vertices in no face: 1, the first is vertex 9; left out"), 1);
  EXPECT_EQ(told(result, "duplicate vertices: 1"), 1);
}

// Heights over planes alone did not see it.
TEST(PolytopeRepair, AVertexMergedSidewaysIsADeviation) {
  Surface s = cube();
  s.vertices.emplace_back(1.0009, 1, 1);
  s.faces[1] = {4, 5, 8, 6};
  const RepairedPolytope result = mended(s, 1e-3);
  EXPECT_GE(result.deviation_m, 1.0009 - 1.0);
  EXPECT_LT(result.deviation_m, 9.1e-4);
}

TEST(PolytopeRepair, DropsVerticesWithinFacesAndEdges) {
  Surface s = cube();
  s.vertices.emplace_back(0.5, 0.5, 1);  // the top as four triangles around its middle
  s.faces.erase(s.faces.begin() + 1);
  for (const auto& [p, q] : {std::pair<Index, Index>{4, 5}, {5, 7}, {7, 6}, {6, 4}}) s.faces.push_back({8, p, q});
  const RepairedPolytope result = mended(s);
  EXPECT_EQ(result.messages.size(), 1u);
  EXPECT_EQ(told(result, "vertices within edges or faces: 1, the first is vertex 8"), 1);
}

TEST(PolytopeRepair, MendsFacesThatAreBentDentedDoubledEmptyOrTurned) {
  Surface s = cube();
  s.vertices.emplace_back(0.5, 0.4, 0);  // a dent in the bottom's outline, filled by a second face
  s.faces[0] = {0, 2, 3, 1, 8};
  s.faces.push_back({0, 8, 1});
  s.faces.push_back({5, 1, 3, 7});                     // once more
  s.faces.push_back({0, 1, 0});                        // no area
  std::reverse(s.faces[3].begin(), s.faces[3].end());  // inwards
  s.vertices[7].z() += 1e-8;                           // the top is bent
  const RepairedPolytope result = repaired_polytope(s.vertices, s.faces, 1e-6);
  EXPECT_EQ(told(result, "faces that are not convex: 1, the first is face 0"), 1);
  EXPECT_EQ(told(result, "faces given twice: 1, the first is face 7"), 1);
  EXPECT_EQ(told(result, "faces without area: 1, the first is face 8"), 1);
  EXPECT_EQ(told(result, "faces that point inwards: 1, the first is face 3"), 1);
  EXPECT_EQ(told(result, "faces that are not planar, by up to 5e-09 m: 1, the first is face 1"), 1);
  EXPECT_GT(result.deviation_m, 4e-9);
  EXPECT_LT(result.deviation_m, 2e-8);
}

TEST(PolytopeRepair, ClosesWhatIsMissing) {
  Surface s = cube();
  s.faces.erase(s.faces.begin() + 1);
  const RepairedPolytope result = mended(s);
  EXPECT_EQ(told(result, "17 % of the surface is missing"), 1);
}

TEST(PolytopeRepair, RefusesWhatIsNotConvexAndSaysWhere) {
  Surface s = cube();
  s.vertices.emplace_back(0.5, 0.5, 0.7);  // the top pushed in
  s.faces.erase(s.faces.begin() + 1);
  for (const auto& [p, q] : {std::pair<Index, Index>{4, 5}, {5, 7}, {7, 6}, {6, 4}}) s.faces.push_back({8, p, q});
  try {
    repaired_polytope(s.vertices, s.faces, 1e-3);
    FAIL();
  } catch (const InputError& e) {
    EXPECT_EQ(e.place(), "face 5");
    EXPECT_NE(e.problem().find("0.3 m inside the convex hull"), std::string::npos) << e.what();
    EXPECT_NE(e.remedy().find("give convex pieces"), std::string::npos);
  }
  EXPECT_NO_THROW(repaired_polytope(s.vertices, s.faces, 0.31));  // as large a tolerance is the user's choice
}

TEST(PolytopeRepair, RefusesNonsense) {
  const Surface s = cube();
  EXPECT_THROW(repaired_polytope(s.vertices, Faces{}, 1e-6), InputError);
  EXPECT_THROW(repaired_polytope(s.vertices, Faces{{0, 1}}, 1e-6), InputError);
  EXPECT_THROW(repaired_polytope(s.vertices, Faces{{0, 1, 8}}, 1e-6), InputError);
  EXPECT_THROW(repaired_polytope(s.vertices, Faces{{0, 1, 2}}, 1e-6), InputError);  // flat
  EXPECT_THROW(repaired_polytope(s.vertices, s.faces, 0.0), InputError);
  Surface broken = cube();
  broken.vertices[3].x() = std::nan("");
  EXPECT_THROW(repaired_polytope(broken.vertices, broken.faces, 1e-6), InputError);
}

TEST(PolytopeRepair, MendsMeshesOfRandomHullsShakenALittle) {
  testing::Draw draw;
  for (int k = 0; k < testing::cases(50, 5'000); ++k) {
    std::vector<Vector3> points;
    for (int i = 0; i < 30; ++i) points.push_back(draw.direction());
    const ConvexHull hull(points);
    std::vector<Vector3> shaken = hull.vertices();
    for (Vector3& p : shaken) p += draw.vector(1e-9);
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const RepairedPolytope result = repaired_polytope(TriangleMesh(shaken, hull.triangles()), 1e-6);
    EXPECT_TRUE(result.messages.empty());
    EXPECT_LT(result.deviation_m, 1e-7);
  }
}

}  // namespace
}  // namespace tocca::polytope_repair_tests
