// What is proven here: every mesh file gives the triangles, in number and place, that assimp reads out of it.
// Oracle: assimp, which shares no code with our readers. It stores floats, so places agree to float precision.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "testing/assimp_triangles.hpp"
#include "testing/draw.hpp"
#include "tocca/io/mesh.hpp"
#include "unit/io/files.hpp"
#include "unit/io/mesh_samples.hpp"

namespace tocca::mesh_oracle_tests {
namespace {

using testing::assimp_triangles;
using testing::Corners;

std::vector<Corners> our_triangles(const std::filesystem::path& file) {
  Warnings warnings;
  const MeshPointer mesh = load_mesh(file, Vector3::Ones(), warnings);
  std::vector<Corners> triangles;
  for (const Triangle& t : mesh->triangles()) {
    triangles.push_back({mesh->vertices()[t[0]], mesh->vertices()[t[1]], mesh->vertices()[t[2]]});
  }
  return triangles;
}

/// The largest distance of corresponding corners, relative to the size of the mesh, corner by corner in order. Under a
/// mirror we turn triangles around and assimp does not: `turned` compares them so.
double worst_gap(const std::vector<Corners>& ours, const std::vector<Corners>& theirs, bool turned = false) {
  double size = 0.0, gap = 0.0;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t other = turned ? (3 - k) % 3 : k;
      size = std::max(size, ours[i][k].cwiseAbs().maxCoeff());
      gap = std::max(gap, (ours[i][k] - theirs[i][other]).cwiseAbs().maxCoeff());
    }
  }
  return gap / size;
}

TEST(MeshOracle, ReadsEveryModelAsAssimpDoes) {
  TOCCA_NEED_MODELS();
  int compared = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(testing::models())) {
    if (!entry.is_regular_file() || !is_mesh_file(entry.path())) continue;
    SCOPED_TRACE(entry.path().string());
    const std::vector<Corners> ours = our_triangles(entry.path());
    const std::vector<Corners> theirs = assimp_triangles(entry.path());
    ASSERT_EQ(ours.size(), theirs.size());
    EXPECT_LT(worst_gap(ours, theirs), 1e-6);
    ++compared;
  }
  EXPECT_GE(compared, 100);
}

std::string three(const Vector3& v) {
  return std::to_string(v.x()) + " " + std::to_string(v.y()) + " " + std::to_string(v.z());
}

/// A chain of nested nodes, each with a few random transformations in random order; each shows the geometry.
std::string random_collada(testing::Draw& draw, bool& mirrors) {
  std::string open, close;
  mirrors = false;
  for (int depth = draw.integer(1, 4); depth > 0; --depth) {
    open += "<node id=\"n" + std::to_string(depth) + "\">";
    for (int step = draw.integer(0, 3); step > 0; --step) {
      const int kind = draw.integer(0, 2);
      if (kind == 0) open += "<translate>" + three(draw.vector(3.0)) + "</translate>";
      if (kind == 1) {
        const std::string degrees = std::to_string(draw.uniform(-720, 720));
        open += "<rotate>" + three(draw.direction()) + " " + degrees + "</rotate>";
      }
      if (kind == 2) open += "<scale>" + three({draw.uniform(0.5, 2), draw.uniform(0.5, 2), 1.5}) + "</scale>";
    }
    close += "</node>";
  }
  if (draw.coin()) {
    open += "<scale>1 -1 1</scale>";
    mirrors = true;
  }
  const std::string metre = draw.coin() ? "0.0254" : "1";
  return testing::collada(testing::collada_triangles(), open + "<instance_geometry url=\"#g\"/>" + close,
                          metre.c_str());
}

TEST(MeshOracle, PlacesColladaPartsAsAssimpDoes) {
  const testing::ScratchFolder folder;
  testing::Draw draw;
  int mirrored = 0;
  const int cases = testing::cases(200, 5000);
  for (int k = 0; k < cases; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    bool mirrors = false;
    const auto file = folder.write("a.dae", random_collada(draw, mirrors));
    const auto ours = our_triangles(file), theirs = assimp_triangles(file);
    ASSERT_EQ(ours.size(), theirs.size());
    EXPECT_LT(worst_gap(ours, theirs, mirrors), 1e-5);
    mirrored += mirrors;
  }
  EXPECT_GT(mirrored, cases / 5);
}

/// The same for glTF: a chain of nodes with translation, rotation and scale; half of them mirror.
TEST(MeshOracle, PlacesGltfPartsAsAssimpDoes) {
  const testing::ScratchFolder folder;
  testing::Draw draw;
  int mirrored = 0;
  const int cases = testing::cases(200, 5000);
  const auto list = [](std::initializer_list<double> values) {
    std::string text;
    for (const double value : values) text += (text.empty() ? "[" : ",") + std::to_string(value);
    return text + "]";
  };
  for (int k = 0; k < cases; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    std::string nodes;
    const int depth = draw.integer(1, 4);
    bool mirrors = false;
    for (int n = 0; n < depth; ++n) {
      const bool mirror = draw.coin(0.3);
      mirrors = mirrors != mirror;
      const Vector3 t = draw.vector(3.0), axis = draw.direction();
      const double half = draw.uniform(-3, 3), s = std::sin(half);
      nodes += (n == 0 ? "[{" : ",{") + std::string("\"translation\":") + list({t.x(), t.y(), t.z()}) +
               ",\"rotation\":" + list({s * axis.x(), s * axis.y(), s * axis.z(), std::cos(half)}) +
               ",\"scale\":" + list({draw.uniform(0.5, 2), mirror ? -1.0 : 1.0, 1.5}) +
               (n + 1 < depth ? ",\"children\":[" + std::to_string(n + 1) + "]}" : ",\"mesh\":0}");
    }
    const auto file = folder.write("a.gltf", testing::gltf_json(testing::embedded_buffer(), nodes + "]"));
    const auto ours = our_triangles(file), theirs = assimp_triangles(file);
    ASSERT_EQ(ours.size(), theirs.size());
    EXPECT_LT(worst_gap(ours, theirs, mirrors), 1e-5);
    mirrored += mirrors;
  }
  EXPECT_GT(mirrored, cases / 5);
}

}  // namespace
}  // namespace tocca::mesh_oracle_tests
