// What is proven here: every mesh file gives the triangles, in number and place, that assimp reads out of it.
// Oracle: assimp, which shares no code with our readers. It stores floats, so places agree to float precision.
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <assimp/Importer.hpp>
#include <cmath>
#include <filesystem>

#include "testing/draw.hpp"
#include "tocca/io/mesh.hpp"

namespace tocca {
namespace {

using Corners = std::array<Vector3, 3>;

void collect(const aiScene& scene, const aiNode& node, const aiMatrix4x4& parent, std::vector<Corners>& triangles) {
  const aiMatrix4x4 placement = parent * node.mTransformation;
  for (unsigned m = 0; m < node.mNumMeshes; ++m) {
    const aiMesh& mesh = *scene.mMeshes[node.mMeshes[m]];
    for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
      const aiFace& face = mesh.mFaces[f];
      if (face.mNumIndices != 3) continue;
      Corners corners;
      for (unsigned k = 0; k < 3; ++k) {
        const aiVector3D p = placement * mesh.mVertices[face.mIndices[k]];
        corners[k] = {p.x, p.y, p.z};
      }
      triangles.push_back(corners);
    }
  }
  for (unsigned k = 0; k < node.mNumChildren; ++k) collect(scene, *node.mChildren[k], placement, triangles);
}

/// assimp turns COLLADA by its up axis and we do not, so the root's own transformation is left out for it.
std::vector<Corners> assimp_triangles(const std::filesystem::path& file) {
  Assimp::Importer importer;
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  const aiScene* scene = importer.ReadFile(file.string(), aiProcess_Triangulate);
  std::vector<Corners> triangles;
  if (scene) collect(*scene, *scene->mRootNode, aiMatrix4x4(), triangles);
  return triangles;
}

std::vector<Corners> our_triangles(const std::filesystem::path& file) {
  Warnings warnings;
  const MeshPointer mesh = load_mesh(file, Vector3::Ones(), warnings);
  std::vector<Corners> triangles;
  for (const Triangle& t : mesh->triangles()) {
    triangles.push_back({mesh->vertices()[t[0]], mesh->vertices()[t[1]], mesh->vertices()[t[2]]});
  }
  return triangles;
}

/// The largest distance of corresponding corners, relative to the size of the mesh, corner by corner in order.
double worst_gap(const std::vector<Corners>& ours, const std::vector<Corners>& theirs) {
  double size = 0.0, gap = 0.0;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      size = std::max(size, ours[i][k].cwiseAbs().maxCoeff());
      gap = std::max(gap, (ours[i][k] - theirs[i][k]).cwiseAbs().maxCoeff());
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

}  // namespace
}  // namespace tocca
