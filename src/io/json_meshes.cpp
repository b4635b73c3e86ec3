#include "io/json_meshes.hpp"

#include "io/text.hpp"
#include "tocca/io/mesh.hpp"

namespace tocca {
namespace {

Vector3 read_scale(const JsonCursor& scale) {
  if (!scale.is_array()) return Vector3::Constant(scale.positive());
  scale.vector();
  return {scale.item(0).positive(), scale.item(1).positive(), scale.item(2).positive()};
}

}  // namespace

MeshPointer JsonMeshes::read(const JsonCursor& mesh, const std::optional<JsonCursor>& scale) {
  const Vector3 factors = scale ? read_scale(*scale) : Vector3::Ones();
  const std::filesystem::path path = mesh.file().parent_path() / mesh.text();
  if (!is_mesh_file(path)) {
    mesh.fail(in_quotes(mesh.text()) + " does not have the extension of a mesh file", "use " + mesh_extensions());
  }
  MeshPointer& loaded = meshes_[{path.string(), {factors.x(), factors.y(), factors.z()}}];
  if (!loaded) loaded = load_mesh(path, factors, remarks_);
  return loaded;
}

}  // namespace tocca
