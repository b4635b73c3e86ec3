// COLLADA (.dae): the geometry that the scene instantiates, in metres. The up axis is ignored, as RViz does: robot
// descriptions give their meshes in the link's frame.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "io/collada_colours.hpp"
#include "io/collada_transform.hpp"
#include "io/mesh_readers.hpp"
#include "io/polygon.hpp"
#include "io/text.hpp"
#include "io/xml.hpp"

namespace tocca {
namespace {

using tinyxml2::XMLElement;

class ColladaReader {
 public:
  ColladaReader(std::string_view text, const std::filesystem::path& file, Warnings& warnings)
      : xml_(text, file), bytes_(text.size()), warnings_(warnings), root_(xml_.root("COLLADA")) {
    remember_ids(root_);
  }

  MeshArrays read() {
    const Affine to_metres{Matrix3::Identity() * metres_per_unit(), Vector3::Zero()};
    if (const XMLElement* scene = chosen_scene()) {
      for (const XMLElement& node : children(*scene, "node")) read_node(node, to_metres, 0);
    } else {  // a bare library of shapes
      for (const XMLElement& library : children(root_, "library_geometries")) {
        for (const XMLElement& geometry : children(library, "geometry")) read_geometry(geometry, to_metres);
      }
    }
    return std::move(mesh_);
  }

 private:
  // ---- references ---------------------------------------------------------------------------------------------------

  void remember_ids(const XMLElement& element) {
    if (const char* id = element.Attribute("id")) by_id_.emplace(std::pair(element.Name(), id), &element);
    for (const XMLElement& child : children(element)) remember_ids(child);
  }

  /// The element of kind `name` that the attribute refers to: "#id".
  const XMLElement& target(const XMLElement& element, const char* attribute, std::string_view name) const {
    const std::string_view url = xml_.attribute(element, attribute);
    if (!url.starts_with('#')) {
      throw xml_.error(element, "refers to another file, " + in_quotes(url) + ", which is not read",
                       "export everything into one file");
    }
    const auto found = by_id_.find({name, url.substr(1)});
    if (found == by_id_.end()) {
      throw xml_.error(element, "refers to " + in_quotes(url) + ", but there is no such <" + std::string(name) + ">",
                       "export the file again");
    }
    return *found->second;
  }

  // ---- scene --------------------------------------------------------------------------------------------------------

  double metres_per_unit() const {
    const XMLElement* asset = root_.FirstChildElement("asset");
    const XMLElement* unit = asset ? asset->FirstChildElement("unit") : nullptr;
    const double metres = unit ? xml_.optional_number(*unit, "meter").value_or(1.0) : 1.0;
    if (!(metres > 0.0))
      throw xml_.error(*unit, "the unit must be longer than 0 metres", "correct the attribute 'meter'");
    return metres;
  }

  const XMLElement* chosen_scene() const {
    if (const XMLElement* scene = root_.FirstChildElement("scene")) {
      if (const XMLElement* instance = scene->FirstChildElement("instance_visual_scene")) {
        return &target(*instance, "url", "visual_scene");
      }
    }
    const XMLElement* library = root_.FirstChildElement("library_visual_scenes");
    return library ? library->FirstChildElement("visual_scene") : nullptr;
  }

  void read_node(const XMLElement& node, const Affine& parent, int depth) {
    if (depth > max_depth) throw xml_.error(node, "nodes contain each other in a cycle", "export the file again");
    if (++nodes_ > max_nodes) throw xml_.error(node, "repeats its nodes too often", "export fewer instances");
    Affine placement = parent;
    for (const XMLElement& child : children(node)) {
      const std::string_view name = child.Name();
      if (const auto step = node_transform(xml_, child)) {
        placement = placement * *step;
      } else if (name == "node") {
        read_node(child, placement, depth + 1);
      } else if (name == "instance_node") {
        read_node(target(child, "url", "node"), placement, depth + 1);
      } else if (name == "instance_geometry") {
        colours_.bind(child);
        read_geometry(target(child, "url", "geometry"), placement);
      } else if (name == "instance_controller") {
        throw xml_.error(child, "skinned and morphed meshes are not supported", "export a plain mesh, without skin");
      }
    }
  }

  // ---- geometry -----------------------------------------------------------------------------------------------------

  void read_geometry(const XMLElement& geometry, const Affine& placement) {
    const XMLElement* mesh = geometry.FirstChildElement("mesh");
    if (!mesh)
      throw xml_.error(geometry, "contains no <mesh>; splines and the like are not supported", "export a mesh");
    const std::size_t first_vertex = mesh_.vertices.size(), first_triangle = mesh_.triangles.size();
    first_of_source_.clear();
    std::size_t added = 0;
    for (const XMLElement& primitive : children(*mesh)) {
      if (const char* material = primitive.Attribute("material")) {
        mesh_.materials.push_back({mesh_.triangles.size(), colours_.of(material)});
      }
      read_primitive(primitive);
      ++added;
    }
    place_part(first_vertex, first_triangle, placement, mesh_);
    added += mesh_.vertices.size() - first_vertex + mesh_.triangles.size() - first_triangle;
    if (!budget_.spend(added, bytes_)) {
      throw xml_.error(geometry, "the file repeats its geometry too often", "export fewer instances");
    }
  }

  void read_primitive(const XMLElement& primitive) {
    const std::string_view name = primitive.Name();
    if (name == "lines" || name == "linestrips") {
      if (!std::exchange(warned_lines_, true)) {
        warnings_.push_back(xml_.path().string() + ": lines are ignored: they have no area");
      }
    } else if (name == "triangles") {
      for (const XMLElement& p : children(primitive, "p")) {
        start_corners(primitive, p);
        while (const auto a = next_corner()) {
          const Index b = required_corner(), c = required_corner();
          mesh_.triangles.push_back({*a, b, c});
        }
      }
    } else if (name == "tristrips" || name == "trifans") {
      for (const XMLElement& p : children(primitive, "p")) read_strip(primitive, p, name == "trifans");
    } else if (name == "polylist") {
      read_polylist(primitive);
    } else if (name == "polygons") {
      if (const XMLElement* holes = primitive.FirstChildElement("ph")) {
        throw xml_.error(*holes, "polygons with holes are not supported", "export triangles");
      }
      for (const XMLElement& p : children(primitive, "p")) {
        start_corners(primitive, p);
        polygon_.clear();
        while (const auto corner = next_corner()) polygon_.push_back(*corner);
        add_polygon();
      }
    }
  }

  void read_polylist(const XMLElement& primitive) {
    const XMLElement* counts = primitive.FirstChildElement("vcount");
    const XMLElement* p = primitive.FirstChildElement("p");
    if (!counts || !p) {
      const auto announced = xml_.optional_number(primitive, "count");
      if (announced.value_or(0.0) == 0.0) return;
      throw xml_.error(primitive, "has no <vcount> or no <p>", "export the file again");
    }
    start_corners(primitive, *p);
    std::string_view text = text_of(*counts);
    for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
      const auto count = parse_integer(word);
      if (!count || *count < 0) throw xml_.error(*counts, in_quotes(word) + " is not a count", "export the file again");
      polygon_.clear();
      for (std::int64_t k = 0; k < *count; ++k) polygon_.push_back(required_corner());
      add_polygon();
    }
    if (next_corner()) throw xml_.error(*p, "has more corners than <vcount> declares", "export the file again");
  }

  void add_polygon() {
    if (polygon_.size() < 3) throw xml_.error(*corners_.element, "a polygon has fewer than three corners", "remove it");
    triangulator_.add(mesh_.vertices, polygon_, mesh_.triangles);
  }

  void read_strip(const XMLElement& primitive, const XMLElement& p, bool fan) {
    start_corners(primitive, p);
    auto first = next_corner(), second = next_corner();
    for (bool odd = false; const auto third = next_corner(); odd = !odd && !fan) {
      mesh_.triangles.push_back({odd ? *second : *first, odd ? *first : *second, *third});
      if (!fan) first = second;
      second = third;
    }
  }

  // ---- corners: the numbers of a <p>, of which the one at the offset of VERTEX counts -------------------------------

  struct Corners {
    const XMLElement* element = nullptr;  // <p>, for errors
    std::string_view text;
    std::size_t group = 1, offset = 0;  // numbers a corner; which of them is the position's
    Index first_vertex = 0, vertex_count = 0;
  };

  void start_corners(const XMLElement& primitive, const XMLElement& p) {
    corners_ = {&p, text_of(p), 1, 0, 0, 0};
    const XMLElement* source = nullptr;
    for (const XMLElement& input : children(primitive, "input")) {
      const double offset = xml_.optional_number(input, "offset").value_or(0.0);
      if (!(offset >= 0.0 && offset < 256.0) || offset != std::floor(offset)) {
        throw xml_.error(input, "the offset must be a small whole number", "export the file again");
      }
      corners_.group = std::max(corners_.group, static_cast<std::size_t>(offset) + 1);
      const std::string_view semantic = xml_.attribute(input, "semantic");
      if (semantic != "VERTEX" && semantic != "POSITION") continue;
      corners_.offset = static_cast<std::size_t>(offset);
      source = semantic == "VERTEX" ? &positions_of(target(input, "source", "vertices"))
                                    : &target(input, "source", "source");
    }
    if (!source) throw xml_.error(primitive, "has no <input semantic=\"VERTEX\">", "export the file again");
    if (trimmed(corners_.text).empty()) return;
    const auto [known, is_new] = first_of_source_.try_emplace(source, Range{});
    if (is_new) known->second = read_positions(*source);
    corners_.first_vertex = known->second.first;
    corners_.vertex_count = known->second.count;
  }

  const XMLElement& positions_of(const XMLElement& vertices) const {
    for (const XMLElement& input : children(vertices, "input")) {
      if (xml_.attribute(input, "semantic") == "POSITION") return target(input, "source", "source");
    }
    throw xml_.error(vertices, "has no <input semantic=\"POSITION\">", "export the file again");
  }

  std::optional<Index> next_corner() {
    std::optional<Index> corner;
    for (std::size_t k = 0; k < corners_.group; ++k) {
      const std::string_view word = take_word(corners_.text);
      if (word.empty() && k == 0) return std::nullopt;
      if (k != corners_.offset) {
        if (word.empty()) throw truncated();
        continue;
      }
      const auto index = parse_integer(word);
      if (word.empty()) throw truncated();
      if (!index || *index < 0 || *index >= corners_.vertex_count) {
        throw xml_.error(*corners_.element,
                         "refers to vertex " + in_quotes(word) + " of " + std::to_string(corners_.vertex_count),
                         "export the file again");
      }
      corner = corners_.first_vertex + static_cast<Index>(*index);
    }
    return corner;
  }

  Index required_corner() {
    const auto corner = next_corner();
    if (!corner) throw truncated();
    return *corner;
  }

  InputError truncated() const {
    return xml_.error(*corners_.element, "ends in the middle of a polygon", "export the file again");
  }

  // ---- positions: a float array seen through its accessor -----------------------------------------------------------

  struct Range {
    Index first = 0, count = 0;
  };

  struct Accessor {
    std::size_t offset = 0, stride = 3, count = 0;
    std::array<std::size_t, 3> columns{0, 1, 2};
  };

  Range read_positions(const XMLElement& source) {
    const XMLElement* array = source.FirstChildElement("float_array");
    if (!array) throw xml_.error(source, "has no <float_array>", "export the file again");
    const Accessor accessor = read_accessor(source, *array);
    const auto first = static_cast<Index>(mesh_.vertices.size());
    std::string_view text = text_of(*array);
    Vector3 position;
    for (std::size_t k = 0; k < accessor.offset && !text.empty(); ++k) take_word(text);
    for (std::size_t row = 0; row < accessor.count; ++row) {
      for (std::size_t column = 0; column < accessor.stride; ++column) {
        const std::string_view word = take_word(text);
        const auto axis =
            std::find(accessor.columns.begin(), accessor.columns.end(), column) - accessor.columns.begin();
        if (axis == 3 && (!word.empty() || row + 1 == accessor.count)) continue;
        const auto value = parse_number(word);
        if (!value) {
          throw xml_.error(*array,
                           word.empty() ? "has fewer numbers than its accessor declares"
                                        : in_quotes(word) + " is not a finite number",
                           "export the file again");
        }
        position[axis] = *value;
      }
      mesh_.add_vertex(position);
    }
    return {first, static_cast<Index>(mesh_.vertices.size() - first)};
  }

  Accessor read_accessor(const XMLElement& source, const XMLElement& array) const {
    Accessor result;
    const XMLElement* common = source.FirstChildElement("technique_common");
    const XMLElement* element = common ? common->FirstChildElement("accessor") : nullptr;
    if (!element) {
      result.count = size(array, "count", 0) / 3;
      return result;
    }
    result.count = size(*element, "count", 0);
    result.offset = size(*element, "offset", 0);
    result.stride = size(*element, "stride", 3);
    if (result.stride > 4096) throw xml_.error(*element, "has a stride greater than 4096", "export the file again");
    std::size_t column = 0, named = 0;
    for (const XMLElement& param : children(*element, "param")) {  // one without a name is passed over
      if (param.Attribute("name") && named < 3) result.columns[named++] = column;
      ++column;
    }
    if (named == 0) named = 3;
    if (named < 3 || *std::max_element(result.columns.begin(), result.columns.end()) >= result.stride) {
      throw xml_.error(*element, "does not give three coordinates per vertex", "export the file again");
    }
    return result;
  }

  /// A whole number. Nothing is reserved by it: a false one ends where the numbers of the array end.
  std::size_t size(const XMLElement& element, const char* name, std::size_t fallback) const {
    const auto value = xml_.optional_number(element, name);
    if (!value) return fallback;
    if (!(*value >= 0.0 && *value < 4e9) || *value != std::floor(*value)) {
      throw xml_.error(element, std::string("the attribute ") + name + " must be a whole number",
                       "export the file again");
    }
    return static_cast<std::size_t>(*value);
  }

  static constexpr int max_depth = 200;
  static constexpr int max_nodes = 100'000;

  XmlFile xml_;
  std::size_t bytes_;
  Warnings& warnings_;
  const XMLElement& root_;
  ColladaIds by_id_;
  ColladaColours colours_{by_id_};
  std::map<const XMLElement*, Range> first_of_source_;  // of the geometry being read
  RepetitionBudget budget_;
  int nodes_ = 0;
  bool warned_lines_ = false;
  Corners corners_;
  std::vector<Index> polygon_;
  Triangulator triangulator_;
  MeshArrays mesh_;
};

}  // namespace

MeshArrays read_collada(std::string_view bytes, const std::filesystem::path& file, Warnings& warnings) {
  return ColladaReader(bytes, file, warnings).read();
}

}  // namespace tocca
