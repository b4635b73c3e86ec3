// The triangles of a mesh file as assimp reads them. For tests that link it.
#pragma once

#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <array>
#include <assimp/Importer.hpp>
#include <filesystem>
#include <vector>

#include "tocca/core/vector.hpp"

namespace tocca::testing {

using Corners = std::array<Vector3, 3>;

inline void collect_triangles(const aiScene& scene, const aiNode& node, const aiMatrix4x4& parent,
                              std::vector<Corners>& triangles) {
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
  for (unsigned k = 0; k < node.mNumChildren; ++k) collect_triangles(scene, *node.mChildren[k], placement, triangles);
}

/// Places are those of single precision. assimp turns COLLADA by its up axis and we do not, so the root's own transformation is left
/// out for it.
inline std::vector<Corners> assimp_triangles(const std::filesystem::path& file) {
  Assimp::Importer importer;
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  const aiScene* scene = importer.ReadFile(file.string(), aiProcess_Triangulate);
  std::vector<Corners> triangles;
  if (scene) collect_triangles(*scene, *scene->mRootNode, aiMatrix4x4(), triangles);
  return triangles;
}

}  // namespace tocca::testing
