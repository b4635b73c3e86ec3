// What is shown here: a mesh keeps the caller's triangles, knows its edges, owners and components, refuses bad input.
#include "tocca/shape/mesh.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "testing/draw.hpp"
#include "tocca/core/error.hpp"

namespace tocca::mesh_tests {
namespace {

std::vector<Vector3> tetrahedron_corners(double size = 1.0) {
  return {{0, 0, 0}, {size, 0, 0}, {0, size, 0}, {0, 0, size}};
}
std::vector<Triangle> tetrahedron_faces() { return {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}; }

/// As a file without indices gives them: three vertices a triangle.
TriangleMesh unwelded(const std::vector<Vector3>& corners, const std::vector<Triangle>& faces) {
  std::vector<Vector3> vertices;
  std::vector<Triangle> triangles;
  for (const Triangle& face : faces) {
    const auto first = static_cast<Index>(vertices.size());
    for (const Index corner : face) vertices.push_back(corners[corner]);
    triangles.push_back({first, first + 1, first + 2});
  }
  return {std::move(vertices), std::move(triangles)};
}

/// Every promise of the header about features, checked by counting.
void expect_consistent(const TriangleMesh& mesh) {
  std::vector<int> vertex_owners(mesh.vertices().size(), 0), edge_owners(mesh.edges().size(), 0);
  std::map<Index, std::set<Index>> triangles_at_edge;
  for (Index t = 0; t < mesh.triangles().size(); ++t) {
    for (unsigned k = 0; k < 3; ++k) {
      const Index from = mesh.triangles()[t][k], to = mesh.triangles()[t][(k + 1) % 3];
      const Index edge = mesh.triangle_edges(t)[k];
      EXPECT_EQ(mesh.edges()[edge].vertices, (std::array{std::min(from, to), std::max(from, to)}));
      triangles_at_edge[edge].insert(t);
      if (mesh.owned_features(t) >> k & 1) ++vertex_owners[from];
      if (mesh.owned_features(t) >> (k + 3) & 1) ++edge_owners[edge];
    }
  }
  for (const int owners : vertex_owners) EXPECT_EQ(owners, 1);
  for (const int owners : edge_owners) EXPECT_EQ(owners, 1);
  std::set<std::array<Index, 2>> distinct;
  for (Index e = 0; e < mesh.edges().size(); ++e) {
    const auto& edge = mesh.edges()[e];
    EXPECT_TRUE(distinct.insert(edge.vertices).second);
    const auto& around = triangles_at_edge[e];
    EXPECT_EQ(edge.triangles[0], *around.begin());
    EXPECT_EQ(edge.triangles[1], around.size() > 1 ? *std::next(around.begin()) : TriangleMesh::no_triangle);
  }
}

std::string problem_of(std::vector<Vector3> vertices, std::vector<Triangle> triangles) {
  try {
    TriangleMesh(std::move(vertices), std::move(triangles));
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Mesh, WeldsVerticesAtTheSamePlaceAndKnowsThatItIsClosed) {
  const TriangleMesh mesh = unwelded(tetrahedron_corners(), tetrahedron_faces());
  EXPECT_EQ(mesh.vertices().size(), 4u);
  EXPECT_EQ(mesh.edges().size(), 6u);
  EXPECT_TRUE(mesh.closed());
  ASSERT_EQ(mesh.components().size(), 1u);
  EXPECT_TRUE(mesh.components()[0].oriented);
  expect_consistent(mesh);
}

TEST(Mesh, MinusZeroIsZeroButTheNextDoubleIsAnotherPlace) {
  const TriangleMesh same({{0.0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-0.0, -0.0, 0}}, {{0, 1, 2}, {3, 2, 1}});
  EXPECT_EQ(same.vertices().size(), 3u);
  EXPECT_FALSE(std::signbit(same.vertices()[0].x()));
  const double tiny = std::numeric_limits<double>::denorm_min();
  const TriangleMesh other({{0.0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {tiny, 0, 0}}, {{0, 1, 2}, {3, 2, 1}});
  EXPECT_EQ(other.vertices().size(), 4u);
}

TEST(Mesh, DropsVerticesThatNoTriangleUsesAndKeepsTheOrderOfTheRest) {
  const TriangleMesh mesh({{9, 9, 9}, {0, 0, 0}, {8, 8, 8}, {1, 0, 0}, {0, 1, 0}}, {{4, 1, 3}});
  ASSERT_EQ(mesh.vertices().size(), 3u);
  EXPECT_EQ(mesh.vertices()[0], Vector3(0, 0, 0));
  EXPECT_EQ(mesh.triangles()[0], (Triangle{2, 0, 1}));
  EXPECT_FALSE(mesh.closed());
}

TEST(Mesh, OneTurnedTriangleLeavesItClosedButNotOriented) {
  auto faces = tetrahedron_faces();
  std::swap(faces[0][0], faces[0][1]);
  const TriangleMesh mesh(tetrahedron_corners(), faces);
  EXPECT_TRUE(mesh.closed());
  EXPECT_FALSE(mesh.components()[0].oriented);
}

TEST(Mesh, ComponentsAreClosedOneByOne) {
  auto vertices = tetrahedron_corners();
  auto faces = tetrahedron_faces();
  const auto first = static_cast<Index>(vertices.size());
  for (const Vector3& corner : tetrahedron_corners(2.0)) vertices.push_back(corner + Vector3(9, 0, 0));
  faces.insert(faces.begin(), {first, first + 1, first + 2});  // an open sheet that comes first
  faces.push_back({0, 0, 0});                                  // a point of the closed one
  faces.push_back({first + 3, first + 3, first + 3});          // a point on its own
  const TriangleMesh mesh(vertices, faces);
  EXPECT_FALSE(mesh.closed());
  ASSERT_EQ(mesh.components().size(), 4u);
  EXPECT_EQ(mesh.components()[0].triangle, 0u);
  EXPECT_FALSE(mesh.components()[0].closed);
  EXPECT_EQ(mesh.components()[1].triangle, 1u);
  EXPECT_TRUE(mesh.components()[1].closed);
  EXPECT_FALSE(mesh.components()[3].closed);  // nothing bounds nothing
  EXPECT_EQ(mesh.component(0), 0u);
  EXPECT_EQ(mesh.component(4), 1u);
  EXPECT_EQ(mesh.zero_area_triangles(), 2u);
  expect_consistent(mesh);
}

TEST(Mesh, TwoSolidsThatShareAnEdgeAreOneClosedComponent) {
  std::vector<Vector3> vertices = tetrahedron_corners();
  vertices.push_back({-1, 0, 0});
  vertices.push_back({0, -1, 0});
  auto faces = tetrahedron_faces();
  for (const Triangle& face : {Triangle{0, 5, 4}, {0, 4, 3}, {4, 5, 3}, {5, 0, 3}}) faces.push_back(face);
  const TriangleMesh mesh(vertices, faces);  // both have the edge from vertex 0 to vertex 3
  EXPECT_EQ(mesh.components().size(), 1u);
  EXPECT_TRUE(mesh.closed());
  EXPECT_TRUE(mesh.components()[0].oriented);
  expect_consistent(mesh);
}

TEST(Mesh, ATetrahedronWithATriangleForEachSideIsClosed) {
  auto faces = tetrahedron_faces();
  for (const Triangle& face : tetrahedron_faces()) faces.push_back({face[1], face[0], face[2]});
  const TriangleMesh mesh = unwelded(tetrahedron_corners(), faces);
  EXPECT_EQ(mesh.repeated_triangles(), 4u);
  EXPECT_TRUE(mesh.closed());
  EXPECT_TRUE(mesh.components()[0].repeated);
  EXPECT_FALSE(mesh.components()[0].oriented);  // it runs both ways
  for (Index t = 0; t < 8; ++t) EXPECT_EQ(mesh.crossings(t).empty(), t >= 4) << t;
  expect_consistent(mesh);
}

TEST(Mesh, ASheetWithATriangleForEachSideIsOpen) {
  const TriangleMesh sheet({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, {{0, 1, 2}, {1, 3, 2}, {0, 2, 1}, {1, 2, 3}});
  EXPECT_EQ(sheet.repeated_triangles(), 2u);
  EXPECT_FALSE(sheet.closed());
  EXPECT_TRUE(sheet.crossings(0).empty());
}

TEST(Mesh, ADoubledTriangleInOneComponentLeavesTheOthersAlone) {
  auto vertices = tetrahedron_corners();
  auto faces = tetrahedron_faces();
  const auto first = static_cast<Index>(vertices.size());
  for (const Vector3& corner : tetrahedron_corners()) vertices.push_back(corner + Vector3(9, 0, 0));
  for (const Triangle& face : tetrahedron_faces()) faces.push_back({face[0] + first, face[1] + first, face[2] + first});
  faces.push_back(faces[2]);
  faces.push_back({1, 1, 2});
  faces.push_back({1, 1, 2});  // segments bound nothing, however often
  const TriangleMesh mesh(vertices, faces);
  EXPECT_EQ(mesh.repeated_triangles(), 1u);
  EXPECT_TRUE(mesh.closed());
  EXPECT_TRUE(mesh.components()[0].repeated);
  EXPECT_FALSE(mesh.components()[1].repeated);
  EXPECT_TRUE(mesh.components()[1].manifold);
  ASSERT_EQ(mesh.crossings(5).size(), 1u);
  EXPECT_EQ(mesh.crossings(5)[0].solid, 1u);
}

TEST(Mesh, ACavityIsOfTheSolidAroundIt) {
  const auto nested = [](bool turned, const Vector3& offset) {
    auto vertices = tetrahedron_corners(8.0);
    auto faces = tetrahedron_faces();
    for (const Vector3& corner : tetrahedron_corners()) vertices.push_back(corner + offset);
    for (const Triangle& face : tetrahedron_faces()) {
      faces.push_back({face[turned ? 1 : 0] + 4, face[turned ? 0 : 1] + 4, face[2] + 4});
    }
    const TriangleMesh mesh(vertices, faces);
    EXPECT_EQ(mesh.crossings(0)[0].solid, 0u);
    return mesh.crossings(4)[0].solid;
  };
  EXPECT_EQ(nested(true, {1, 1, 1}), 0u);
  EXPECT_EQ(nested(false, {1, 1, 1}), 1u);
  EXPECT_EQ(nested(true, {1, 1, 0}), 1u);      // touches
  EXPECT_EQ(nested(true, {2.5, 2.5, 2}), 1u);  // touches the slanting face
  EXPECT_EQ(nested(true, {2, 2, 2.5}), 0u);    // nearly
  EXPECT_EQ(nested(true, {-0.5, 1, 1}), 1u);   // crosses
  EXPECT_EQ(nested(true, {4, 4, 4}), 1u);      // in its box, but outside
}

TEST(Mesh, TrianglesThatNameAVertexTwiceAreSegmentsAndDoNotOpenASolid) {
  auto faces = tetrahedron_faces();
  faces.push_back({1, 1, 2});
  faces.push_back({3, 0, 3});
  const TriangleMesh mesh(tetrahedron_corners(), faces);
  EXPECT_EQ(mesh.zero_area_triangles(), 2u);
  EXPECT_TRUE(mesh.closed());
  EXPECT_EQ(mesh.triangles().size(), 6u);
  expect_consistent(mesh);
}

TEST(Mesh, AreaIsDecidedExactlyAtAllSizes) {
  const double tiny = std::numeric_limits<double>::denorm_min(), huge = largest_coordinate;
  for (const double size : {tiny, 1e-300, 1e-200, 1e-9, 1.0, 1e20, huge}) {
    EXPECT_EQ(problem_of({{0, 0, 0}, {size, 0, 0}, {0, size, 0}}, {{0, 1, 2}}), "accepted") << size;
    EXPECT_EQ(problem_of({{-size, -size, size}, {size, -size, size}, {size, size, -size}}, {{0, 1, 2}}), "accepted")
        << size;
    EXPECT_NE(problem_of({{-size, size, 0}, {0, 0, 0}, {size, -size, 0}}, {{0, 1, 2}}), "accepted") << size;
  }
  EXPECT_EQ(problem_of({{0, 0, 0}, {huge, huge, huge}, {tiny, 0, 0}}, {{0, 1, 2}}), "accepted");
  // 0.1, 0.2, 0.3 are not equally spaced in binary: a rounded cross product of differences would not see it.
  EXPECT_EQ(problem_of({{0.1, 1, 0}, {0.2, 2, 0}, {0.3, 3, 0}}, {{0, 1, 2}}), "accepted");
  EXPECT_NE(problem_of({{0.25, 1, 0}, {0.5, 2, 0}, {0.75, 3, 0}}, {{0, 1, 2}}), "accepted");
}

TEST(Mesh, RefusesWhatIsNoMesh) {
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  EXPECT_NE(problem_of({}, {}).find("no triangles"), std::string::npos);
  EXPECT_NE(problem_of(tetrahedron_corners(), {{0, 1, 2}, {0, 1, 4}}).find("triangle 1: vertex index 4"),
            std::string::npos);
  EXPECT_NE(problem_of({{0, 0, 0}, {1, nan, 0}, {0, 1, 0}}, {{0, 1, 2}}).find("vertex 1"), std::string::npos);
  EXPECT_NE(problem_of({{0, 0, 0}, {1, 0, infinity}, {0, 1, 0}}, {{0, 1, 2}}).find("finite"), std::string::npos);
  EXPECT_NE(problem_of({{0, 0, 0}, {1, 0, 1.1e30}, {0, 1, 0}}, {{0, 1, 2}}).find("vertex 1"), std::string::npos);
  EXPECT_NE(problem_of({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}}, {{0, 1, 2}, {1, 1, 1}}).find("area"), std::string::npos);
}

TEST(Mesh, RandomTriangleSoupsKeepEveryPromise) {
  testing::Draw draw;
  for (int k = 0; k < testing::cases(200, 20'000); ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    std::vector<Vector3> vertices;
    const int count = draw.integer(3, 30);
    for (int i = 0; i < count; ++i) {  // few places, so that many vertices meet
      vertices.emplace_back(draw.integer(-1, 1), draw.integer(-1, 1), draw.integer(-1, 1));
    }
    std::vector<Triangle> triangles{{0, 1, 2}};
    vertices[0] = {5, 0, 0}, vertices[1] = {6, 0, 0}, vertices[2] = {5, 1, 0};
    for (int i = draw.integer(0, 60); i > 0; --i) {
      const auto any = [&] { return static_cast<Index>(draw.integer(0, count - 1)); };
      triangles.push_back({any(), any(), any()});
    }
    const auto places = vertices;
    const auto given = triangles;
    const TriangleMesh mesh(std::move(vertices), std::move(triangles));
    ASSERT_EQ(mesh.triangles().size(), given.size());
    for (std::size_t t = 0; t < given.size(); ++t) {
      for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(mesh.vertices()[mesh.triangles()[t][i]], places[given[t][i]]);
      }
    }
    expect_consistent(mesh);
  }
}

}  // namespace
}  // namespace tocca::mesh_tests
