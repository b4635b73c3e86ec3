#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "io/json_cursor.hpp"
#include "io/mesh_remarks.hpp"

namespace tocca {

/// The meshes that a JSON document names, relative to its own folder; each file is read once per scale.
class JsonMeshes {
 public:
  /// `scale`: one number or three, all positive. Fails: InputError, at the place of the name or in the mesh file.
  MeshPointer read(const JsonCursor& mesh, const std::optional<JsonCursor>& scale);
  /// What is worth a warning about all of them.
  void tell(Warnings& warnings) const { remarks_.tell(warnings); }

 private:
  std::map<std::pair<std::string, std::array<double, 3>>, MeshPointer> meshes_;
  MeshRemarks remarks_;
};

}  // namespace tocca
