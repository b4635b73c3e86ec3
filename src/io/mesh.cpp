#include "tocca/io/mesh.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <new>

#include "io/mesh_readers.hpp"
#include "io/output.hpp"
#include "io/text.hpp"
#include "shape/mesh_defects.hpp"

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

MeshPointer load_checked(const std::filesystem::path& file, const Vector3& scale, Reader read, Warnings& warnings) {
  MeshArrays arrays = read_arrays(file, read, warnings);
  if (arrays.triangles.empty()) {
    throw InputError(file.string(), "", "contains no triangle", "export a triangle mesh");
  }
  apply_scale(scale, arrays);
  auto mesh = std::make_shared<const TriangleMesh>(std::move(arrays.vertices), std::move(arrays.triangles));
  warn_of_triangles(file, *mesh, warnings);
  return mesh;
}

void warn_of_defects(const std::filesystem::path& file, const TriangleMesh& mesh, Warnings& warnings) {
  const MeshDefects defects = find_defects(mesh);
  if (defects.components == 0) return;
  const std::size_t pieces = mesh.components().size();
  const bool of_one = defects.components == 1;
  std::string text = file.string() + ": " + std::to_string(defects.open_edges) + " of " +
                     std::to_string(defects.edges) + " edges are not closed";
  if (pieces == 1) {
    text += ": it counts as a surface, so nothing is inside it; close the mesh to make it a solid";
  } else {
    text += " in " + std::to_string(defects.components) + " of its " + std::to_string(pieces) + " pieces: " +
            (of_one ? "this one counts as a surface, so nothing is inside it; close it to make it a solid"
                    : "these count as surfaces, so nothing is inside them; close them to make them solids");
  }
  warnings.push_back(text);
}

}  // namespace

void warn_of_triangles(const std::filesystem::path& file, const TriangleMesh& mesh, Warnings& warnings) {
  const std::string of_all = " of " + std::to_string(mesh.triangles().size()) + " triangles ";
  if (const std::size_t count = mesh.zero_area_triangles(); count > 0) {
    warnings.push_back(file.string() + ": " + std::to_string(count) + of_all + "have no area and are kept as segments");
  }
  if (const std::size_t count = mesh.repeated_triangles(); count > 0) {
    const auto& components = mesh.components();
    const bool any_solid = std::any_of(components.begin(), components.end(), [](const auto& c) { return c.closed; });
    warnings.push_back(file.string() + ": " + std::to_string(count) + of_all +
                       "repeat another one, as double-sided exports do; the mesh counts as " +
                       (mesh.closed() ? "a solid"
                        : any_solid   ? "partly a solid"
                                      : "an open surface"));
  }
  warn_of_defects(file, mesh, warnings);
}

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
  const Reader read = reader_of(file);
  if (!read) {
    throw InputError(file.string(), "", "is not a mesh file (" + in_quotes(file.extension().string()) + ")",
                     "use " + mesh_extensions());
  }
  require_valid_scale(scale, file);
  try {
    return load_checked(file, scale, read, warnings);
  } catch (const InputError& error) {  // pieces below do not know the file
    if (!error.file().empty()) throw;
    throw error.in_file(file.string());
  } catch (const std::bad_alloc&) {
    throw InputError(file.string(), "", "does not fit into memory", "use a coarser mesh");
  }
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
