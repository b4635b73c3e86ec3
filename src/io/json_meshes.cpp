#include "io/json_meshes.hpp"

#include "io/text.hpp"
#include "tocca/io/mesh.hpp"

namespace tocca {
MeshPointer JsonMeshes::read(const JsonCursor& mesh, const std::optional<JsonCursor>& scale) {
  const Vector3 factors = scale ? scale->scale() : Vector3::Ones();
  const std::filesystem::path path = mesh.file().parent_path() / mesh.text();
  if (!is_mesh_file(path)) {
    mesh.fail(in_quotes(mesh.text()) + " does not have the extension of a mesh file", "use " + mesh_extensions());
  }
  MeshPointer& loaded = meshes_[{path.string(), {factors.x(), factors.y(), factors.z()}}];
  if (!loaded) loaded = load_mesh(path, factors, remarks_);
  return loaded;
}

}  // namespace tocca
