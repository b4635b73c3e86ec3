#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tocca/core/error.hpp"
#include "tocca/shape/mesh.hpp"

namespace tocca {

/// What is worth a warning about the meshes of one robot or scene: one line per kind of remark, however many meshes it is
/// about. They are collected while files are read; tell() makes warnings of them.
class MeshRemarks {
 public:
  /// Triangles without area or given twice, and edges that keep a mesh from being a solid.
  void look_at(const std::filesystem::path& file, const TriangleMesh& mesh);
  /// Warnings of the reader of one file, which begin with its name.
  void add(const std::filesystem::path& file, const Warnings& of_reader);
  void tell(Warnings& warnings) const;

 private:
  /// How many parts of a mesh it is about.
  struct Remark {
    std::filesystem::path file;
    std::size_t count, of;
    std::string more;  ///< how the mesh counts, or in which pieces
  };
  using Remarks = std::vector<Remark>;

  void look_for_defects(const std::filesystem::path& file, const TriangleMesh& mesh);
  static std::string listed(const Remarks& remarks, const char* unit);

  Remarks without_area_, repeated_, open_;
  std::string why_open_;                                                  ///< of the last of open_, in full
  std::vector<std::pair<std::string, std::vector<std::string>>> others_;  ///< text, files
};

/// load_mesh(), with its warnings left to the remarks.
MeshPointer load_mesh(const std::filesystem::path& file, const Vector3& scale, MeshRemarks& remarks);

}  // namespace tocca
