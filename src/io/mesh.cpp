#include "tocca/io/mesh.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <new>

#include "io/mesh_readers.hpp"
#include "io/mesh_remarks.hpp"
#include "io/output.hpp"
#include "io/text.hpp"
#include "tocca/io/cloud.hpp"

namespace tocca {
namespace {

constexpr std::uint64_t max_mesh_bytes = std::uint64_t{64} << 30;

using Reader = MeshArrays (*)(std::string_view, const std::filesystem::path&, Warnings&);
#define TOCCA_MESH_FORMAT(extension, reader, words) MeshFormat{"." #extension, words},
constexpr MeshFormat formats[] = {
#include "io/mesh_formats.def"
};
#define TOCCA_MESH_FORMAT(extension, reader, words) reader,
constexpr Reader readers[] = {
#include "io/mesh_formats.def"
};

Reader reader_of(const std::filesystem::path& file) {
  const std::string extension = lower_case(file.extension().string());
  for (std::size_t k = 0; k < std::size(formats); ++k) {
    if (formats[k].extension == extension) return readers[k];
  }
  return nullptr;
}

void require_valid_scale(const Vector3& scale, const std::filesystem::path& file) {
  if (!scale.allFinite() || (scale.array() == 0.0).any()) {
    throw InputError(file.string(), "scale", "the factors must be finite and not zero",
                     "give three finite numbers other than zero");
  }
}

/// A mirror (a negative number of negative factors) turns the triangles around, so that outside stays outside.
void apply_scale(const Vector3& scale, MeshArrays& mesh) {
  if (scale == Vector3::Ones()) return;
  for (Vector3& vertex : mesh.vertices) vertex = vertex.cwiseProduct(scale);
  const bool mirror = (scale.x() < 0.0) != ((scale.y() < 0.0) != (scale.z() < 0.0));
  if (mirror) {
    for (Triangle& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
  }
}

/// The bytes of the file are gone when this returns: they never lie in memory beside the finished mesh.
MeshArrays read_arrays(const std::filesystem::path& file, Reader read, Warnings& warnings) {
  const std::string bytes = read_file(file, max_mesh_bytes);
  return read(bytes, file, warnings);
}

MeshArrays load_scaled(const std::filesystem::path& file, const Vector3& scale, MeshRemarks& remarks) {
  const Reader read = reader_of(file);
  if (!read) {
    throw InputError(file.string(), "", "is not a mesh file (" + in_quotes(file.extension().string()) + ")",
                     "use " + mesh_extensions());
  }
  require_valid_scale(scale, file);
  Warnings of_reader;
  MeshArrays arrays = read_arrays(file, read, of_reader);
  remarks.add(file, of_reader);
  if (arrays.triangles.empty()) {
    throw InputError(file.string(), "", "contains no triangle",
                     is_points_file(file) && !arrays.vertices.empty()
                         ? "export a triangle mesh, or give the radius of its points to take it as a cloud"
                         : "export a triangle mesh");
  }
  apply_scale(scale, arrays);
  return arrays;
}

/// What `load` returns; errors name the file, which pieces below do not know.
template <class Load>
auto in_file(const std::filesystem::path& file, const Load& load) {
  try {
    return load();
  } catch (const InputError& error) {
    if (!error.file().empty()) throw;
    throw error.in_file(file.string());
  } catch (const std::bad_alloc&) {
    throw InputError(file.string(), "", "does not fit into memory", "use a coarser mesh");
  }
}

}  // namespace

bool is_mesh_file(const std::filesystem::path& file) { return reader_of(file) != nullptr; }

std::span<const MeshFormat> mesh_formats() { return formats; }

std::string mesh_extensions() {
  std::string list;
  for (std::size_t k = 0; k < std::size(formats); ++k) {
    list += k == 0 ? "" : k + 1 < std::size(formats) ? ", " : " or ";
    list += formats[k].extension;
  }
  return list;
}

MeshPointer load_mesh(const std::filesystem::path& file, const Vector3& scale, Warnings& warnings) {
  MeshRemarks remarks;
  MeshPointer mesh = load_mesh(file, scale, remarks);
  remarks.tell(warnings);
  return mesh;
}

MeshPointer load_mesh(const std::filesystem::path& file, const Vector3& scale, MeshRemarks& remarks) {
  return in_file(file, [&] {
    MeshArrays arrays = load_scaled(file, scale, remarks);
    auto mesh = std::make_shared<const TriangleMesh>(std::move(arrays.vertices), std::move(arrays.triangles));
    remarks.look_at(file, *mesh);
    return MeshPointer(std::move(mesh));
  });
}

MeshArrays load_arrays(const std::filesystem::path& file, const Vector3& scale, MeshRemarks& remarks) {
  return in_file(file, [&] { return load_scaled(file, scale, remarks); });
}

Index MeshArrays::add_vertex(const Vector3& position) {
  if (vertices.size() >= TriangleMesh::no_triangle) {
    throw InputError("", "", "has more vertices than can be counted", "split the mesh");
  }
  vertices.push_back(position);
  return static_cast<Index>(vertices.size() - 1);
}

void place_part(std::size_t first_vertex, std::size_t first_triangle, const Affine& placement, MeshArrays& mesh) {
  for (std::size_t k = first_vertex; k < mesh.vertices.size(); ++k) mesh.vertices[k] = placement * mesh.vertices[k];
  if (!placement.mirrors()) return;
  for (std::size_t k = first_triangle; k < mesh.triangles.size(); ++k) {
    std::swap(mesh.triangles[k][1], mesh.triangles[k][2]);
  }
}

void write_obj(const std::filesystem::path& file, const TriangleMesh& mesh) {
  OutputFile output(file);
  std::string& text = output.text();
  for (const Vector3& vertex : mesh.vertices()) {
    text += 'v';
    for (const double coordinate : vertex) {
      text += ' ';
      append_number(text, coordinate);
    }
    text += '\n';
    output.flush_if_large();
  }
  for (const Triangle& triangle : mesh.triangles()) {
    text += 'f';
    for (const Index index : triangle) text += ' ' + std::to_string(std::uint64_t{index} + 1);
    text += '\n';
    output.flush_if_large();
  }
  output.close();
}

}  // namespace tocca
