// glTF 2.0 (.gltf, .glb): the triangles of the scene. Of other files only a buffer is opened, and only inside the
// folder of the glTF file.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "io/gltf_buffers.hpp"
#include "io/gltf_colour.hpp"
#include "io/json.hpp"
#include "io/mesh_readers.hpp"
#include "io/text.hpp"

namespace tocca {
namespace {

using nlohmann::json;

enum ComponentType : std::uint64_t {
  byte_unsigned = 5121,
  short_unsigned = 5123,
  int_unsigned = 5125,
  float_32 = 5126
};
enum Mode : std::uint64_t { triangles = 4, triangle_strip = 5, triangle_fan = 6 };

/// Extensions that a file may require and that do not concern the shape.
bool is_harmless(std::string_view extension) {
  return extension.starts_with("KHR_materials_") || extension.starts_with("KHR_texture_") ||
         extension.starts_with("EXT_texture_") || extension.starts_with("MSFT_texture_") ||
         extension.starts_with("KHR_lights_") || extension.starts_with("KHR_xmp");
}

/// Exactly what one mesh needs; twice as much as before where many follow, so that their copying stays linear.
template <class Item>
void make_room(std::size_t added, std::vector<Item>& items) {
  const std::size_t needed = items.size() + added;
  if (needed > items.capacity()) items.reserve(std::max(needed, 2 * items.capacity()));
}

class GltfReader {
 public:
  GltfReader(std::string_view bytes, const std::filesystem::path& file, Warnings& warnings)
      : document_(file, bytes), buffers_(document_), warnings_(warnings) {}

  MeshArrays read() {
    require_readable();
    if (const json* nodes = document_.array(document_.root(), "nodes", "")) {
      visited_.assign(nodes->size(), false);
      for (const std::size_t root : roots(*nodes)) walk(*nodes, root);
    } else if (const json* meshes = document_.array(document_.root(), "meshes", "")) {  // a bare library of shapes
      for (std::size_t k = 0; k < meshes->size(); ++k) read_mesh(k, Affine{});
    }
    return std::move(mesh_);
  }

 private:
  void require_readable() const {
    const json* asset = document_.member(document_.root(), "asset");
    const json* version = asset ? document_.member(*asset, "version") : nullptr;
    if (!version || !version->is_string() || !version->get_ref<const std::string&>().starts_with("2.")) {
      document_.fail("asset", "is not glTF 2.0", "export glTF 2.0");
    }
    const json* required = document_.array(document_.root(), "extensionsRequired", "");
    if (!required) return;
    for (const json& extension : *required) {
      if (extension.is_string() && is_harmless(extension.get_ref<const std::string&>())) continue;
      document_.fail("extensionsRequired",
                     "needs the extension " + in_quotes(extension.dump()) + ", which is not supported",
                     "export without compression and extensions");
    }
  }

  // ---- scene --------------------------------------------------------------------------------------------------------

  /// The roots of the scene that the file shows; without scenes, the nodes that have no parent.
  std::vector<std::size_t> roots(const json& nodes) const {
    std::vector<std::size_t> result;
    if (const json* scenes = document_.array(document_.root(), "scenes", ""); scenes && !scenes->empty()) {
      const std::size_t shown = document_.index(document_.root(), "scene", "").value_or(0);
      if (shown >= scenes->size())
        document_.fail("scene", "there is no scene with this number", "export the file again");
      return document_.indices((*scenes)[shown], "nodes", "scenes[" + std::to_string(shown) + "]", nodes.size());
    }
    std::vector<bool> is_child(nodes.size(), false);
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      for (const std::size_t child : document_.indices(nodes[k], "children", place("nodes", k), nodes.size())) {
        is_child[child] = true;
      }
    }
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      if (!is_child[k]) result.push_back(k);
    }
    return result;
  }

  /// Depth first without recursion, children in their order; a node met twice is an error, so that circles end.
  void walk(const json& nodes, std::size_t root) {
    std::vector<std::pair<std::size_t, Affine>> stack{{root, Affine{}}};
    while (!stack.empty()) {
      const auto [k, parent] = stack.back();
      stack.pop_back();
      const std::string here = place("nodes", k);
      if (visited_[k]) document_.fail(here, "is the child of two nodes, or of itself", "export the file again");
      visited_[k] = true;
      const json& node = nodes[k];
      const Affine placement = parent * local_transform(node, here);
      if (const auto mesh = document_.index(node, "mesh", here)) {
        if (document_.member(node, "skin")) {
          document_.fail(here, "is skinned, which is not supported", "export a plain mesh, without skin");
        }
        if (const json* extensions = document_.member(node, "extensions");
            extensions && document_.member(*extensions, "EXT_mesh_gpu_instancing")) {
          document_.fail(here, "uses EXT_mesh_gpu_instancing, which is not supported", "export the instances as nodes");
        }
        read_mesh(*mesh, placement);
      }
      const auto children = document_.indices(node, "children", here, nodes.size());
      for (auto child = children.rbegin(); child != children.rend(); ++child) stack.emplace_back(*child, placement);
    }
  }

  Affine local_transform(const json& node, const std::string& here) const {
    Affine result;
    std::array<double, 16> m;
    if (document_.numbers(node, "matrix", here, m)) {  // column by column
      result.linear << m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10];
      result.translation << m[12], m[13], m[14];
      return result;
    }
    std::array<double, 3> scale{1.0, 1.0, 1.0}, translation{0.0, 0.0, 0.0};
    std::array<double, 4> rotation{0.0, 0.0, 0.0, 1.0};
    document_.numbers(node, "scale", here, scale);
    document_.numbers(node, "rotation", here, rotation);
    document_.numbers(node, "translation", here, translation);
    if (rotation == std::array<double, 4>{}) document_.fail(here, "its rotation is zero", "give a unit quaternion");
    result.translation << translation[0], translation[1], translation[2];
    const Pose turned = Pose::from_quaternion(result.translation, rotation[0], rotation[1], rotation[2], rotation[3]);
    result.linear = turned.rotation * Vector3(scale[0], scale[1], scale[2]).asDiagonal();
    return result;
  }

  // ---- geometry -----------------------------------------------------------------------------------------------------

  void read_mesh(std::size_t number, const Affine& placement) {
    const json* meshes = document_.array(document_.root(), "meshes", "");
    if (!meshes || number >= meshes->size()) {
      document_.fail(place("meshes", number), "does not exist, but a node refers to it", "export the file again");
    }
    const std::string here = place("meshes", number);
    const json* primitives = document_.array((*meshes)[number], "primitives", here);
    if (!primitives) document_.fail(here, "has no primitives", "export the file again");
    const std::size_t first_vertex = mesh_.vertices.size(), first_triangle = mesh_.triangles.size();
    for (std::size_t k = 0; k < primitives->size(); ++k) {
      read_primitive((*primitives)[k], here + "." + place("primitives", k));
    }
    place_part(first_vertex, first_triangle, placement, mesh_);
  }

  /// Before memory is asked for: accessors may share bytes, primitives accessors, and nodes meshes.
  void count_repetitions(std::size_t count, const std::string& here) {
    if (!budget_.spend(count, buffers_.bytes())) {
      document_.fail(here, "the file repeats its vertices and triangles too often", "export fewer instances");
    }
  }

  void read_primitive(const json& primitive, const std::string& here) {
    count_repetitions(1, here);
    const std::size_t mode = document_.index(primitive, "mode", here).value_or(triangles);
    if (mode < triangles) {
      if (!std::exchange(warned_lines_, true)) {
        warnings_.push_back(document_.file().string() + ": lines and points are ignored: they have no area");
      }
      return;
    }
    if (mode > triangle_fan) document_.fail(here, "has an unknown mode", "export the file again");
    if (const json* extensions = document_.member(primitive, "extensions");
        extensions && document_.member(*extensions, "KHR_draco_mesh_compression")) {
      document_.fail(here, "is compressed with Draco, which is not supported", "export without compression");
    }
    mesh_.materials.push_back({mesh_.triangles.size(), gltf_colour(document_, primitive)});
    const json* attributes = document_.member(primitive, "attributes");
    const auto positions = attributes ? document_.index(*attributes, "POSITION", here) : std::nullopt;
    if (!positions) document_.fail(here, "has no positions", "export the file again");
    const Accessor vertices = buffers_.accessor(*positions);
    if (vertices.type != "VEC3" || vertices.component_type != float_32 || vertices.normalised) {
      document_.fail(place("accessors", *positions), "positions must be three floats each",
                     "export without quantisation");
    }
    count_repetitions(vertices.count, here);
    const auto first = static_cast<Index>(mesh_.vertices.size());
    make_room(vertices.count, mesh_.vertices);
    for (std::size_t k = 0; k < vertices.count; ++k) {
      std::array<float, 3> xyz;
      std::memcpy(xyz.data(), vertices.at(k), sizeof xyz);
      mesh_.add_vertex({xyz[0], xyz[1], xyz[2]});
    }
    if (const auto indices = document_.index(primitive, "indices", here)) {
      const Accessor corners = buffers_.accessor(*indices);
      if (corners.type != "SCALAR" || corners.component_type == float_32) {
        document_.fail(place("accessors", *indices), "indices must be unsigned whole numbers", "export the file again");
      }
      count_repetitions(corners.count, here);
      read_triangles(mode, corners.count, here, [&](std::size_t k) {
        const std::size_t index = corners.unsigned_at(k);
        if (index >= vertices.count) {
          document_.fail(place("accessors", *indices),
                         "refers to vertex " + std::to_string(index) + " of " + std::to_string(vertices.count),
                         "export the file again");
        }
        return first + static_cast<Index>(index);
      });
    } else {
      read_triangles(mode, vertices.count, here, [&](std::size_t k) { return first + static_cast<Index>(k); });
    }
  }

  template <class Corner>
  void read_triangles(std::size_t mode, std::size_t count, const std::string& here, const Corner& corner) {
    if (mode == triangles) {
      if (count % 3 != 0)
        document_.fail(here, "the number of corners is not a multiple of three", "export the file again");
      make_room(count / 3, mesh_.triangles);
      for (std::size_t k = 0; k < count; k += 3) {
        const Index a = corner(k), b = corner(k + 1), c = corner(k + 2);
        mesh_.triangles.push_back({a, b, c});
      }
      return;
    }
    for (std::size_t k = 2; k < count; ++k) {
      const bool fan = mode == triangle_fan, odd = k % 2 == 1 && !fan;
      const Index a = corner(fan ? 0 : k - 2), b = corner(k - 1), c = corner(k);
      mesh_.triangles.push_back({odd ? b : a, odd ? a : b, c});
    }
  }

  static std::string place(const char* list, std::size_t number) {
    return std::string(list) + "[" + std::to_string(number) + "]";
  }

  GltfDocument document_;
  GltfBuffers buffers_;
  Warnings& warnings_;
  std::vector<bool> visited_;
  RepetitionBudget budget_;
  bool warned_lines_ = false;
  MeshArrays mesh_;
};

}  // namespace

MeshArrays read_gltf(std::string_view bytes, const std::filesystem::path& file, Warnings& warnings) {
  return GltfReader(bytes, file, warnings).read();
}

}  // namespace tocca
