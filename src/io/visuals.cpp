#include "io/visuals.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <tuple>

#include "io/mesh_remarks.hpp"
#include "io/mesh_uri.hpp"
#include "io/text.hpp"
#include "io/urdf.hpp"

namespace tocca {
namespace {

using tinyxml2::XMLElement;

/// The triangles of a mesh that have one colour; without a colour they take that of the URDF.
struct ColouredMesh {
  MeshPointer mesh;
  std::optional<Colour> colour;
};

/// A <color>: what it looks like, and whether it can be seen at all.
struct Paint {
  std::optional<Colour> colour;
  bool seen = true;
};

/// Some triangles of a mesh, with the vertices that they use.
MeshPointer part_of(const MeshArrays& whole, std::vector<Triangle> triangles) {
  std::vector<Index> place(whole.vertices.size(), no_index);
  std::vector<Vector3> vertices;
  for (Triangle& triangle : triangles) {
    for (Index& corner : triangle) {
      if (place[corner] == no_index) {
        place[corner] = static_cast<Index>(vertices.size());
        vertices.push_back(whole.vertices[corner]);
      }
      corner = place[corner];
    }
  }
  return std::make_shared<const TriangleMesh>(TriangleMesh::unwelded(std::move(vertices), std::move(triangles)));
}

/// A mesh by its colours: each colour once, in the order in which they occur.
std::vector<ColouredMesh> split_by_colour(const MeshArrays& whole) {
  std::vector<std::optional<Colour>> colours;
  std::vector<std::vector<Triangle>> triangles;
  std::size_t next = 0, place = 0;
  const auto begin_colour = [&](const std::optional<Colour>& colour) {
    place = static_cast<std::size_t>(std::find(colours.begin(), colours.end(), colour) - colours.begin());
    if (place < colours.size()) return;
    colours.push_back(colour);
    triangles.emplace_back();
  };
  begin_colour(std::nullopt);
  for (std::size_t k = 0; k < whole.triangles.size(); ++k) {
    for (; next < whole.materials.size() && whole.materials[next].first_triangle <= k; ++next) {
      begin_colour(whole.materials[next].colour);
    }
    triangles[place].push_back(whole.triangles[k]);
  }
  std::vector<ColouredMesh> parts;
  for (std::size_t k = 0; k < colours.size(); ++k) {
    if (!triangles[k].empty()) parts.push_back({part_of(whole, std::move(triangles[k])), colours[k]});
  }
  return parts;
}

class VisualReader {
 public:
  VisualReader(const std::filesystem::path& urdf, std::size_t most_triangles)
      : xml_(urdf, max_urdf_bytes), most_triangles_(most_triangles) {}

  std::vector<LinkVisual> read(Warnings& warnings) {
    const XMLElement& root = xml_.root("robot");
    find_paints(root);
    for (const XMLElement& link : children(root, "link")) {
      for (const XMLElement& visual : children(link, "visual")) look_at(link, visual);
    }
    const std::vector<const std::vector<ColouredMesh>*> dropped = too_many();
    for (const Found& found : found_) show(found, dropped);
    tell(warnings);
    return std::move(visuals_);
  }

 private:
  /// A <visual> whose shape is known: a primitive, or the parts of a mesh.
  struct Found {
    std::string link;
    Pose placement;
    Paint paint;
    std::optional<Geometry> primitive;
    const std::vector<ColouredMesh>* parts;
  };

  /// Materials that are named anywhere count everywhere.
  void find_paints(const XMLElement& element) {
    for (const XMLElement& child : children(element)) {
      if (std::string_view(child.Name()) != "material") {
        find_paints(child);
      } else if (const char* name = child.Attribute("name"); name && *name) {
        if (const auto paint = own_paint(child)) paints_.emplace(name, *paint);
      }
    }
  }

  static std::optional<Paint> own_paint(const XMLElement& material) {
    const XMLElement* color = material.FirstChildElement("color");
    const char* text = color ? color->Attribute("rgba") : nullptr;
    std::array<double, 4> rgba;
    if (!text || !parse_numbers(text, rgba)) return std::nullopt;
    const auto part = [&](std::size_t k) { return std::clamp(rgba[k], 0.0, 1.0); };
    return Paint{Colour{part(0), part(1), part(2)}, rgba[3] > 0.0};
  }

  Paint paint_of(const XMLElement& visual) const {
    const XMLElement* material = visual.FirstChildElement("material");
    if (!material) return {};
    if (const auto own = own_paint(*material)) return *own;
    const char* name = material->Attribute("name");
    const auto known = paints_.find(name ? name : "");
    return known == paints_.end() ? Paint{} : known->second;
  }

  void look_at(const XMLElement& link, const XMLElement& visual) {
    const char* name = link.Attribute("name");
    if (!name) return;
    try {
      const XMLElement* geometry = visual.FirstChildElement("geometry");
      const XMLElement* shape = geometry ? geometry->FirstChildElement() : nullptr;
      if (!shape) throw xml_.error(visual, "there is no shape", "");
      Found found{name, urdf_origin(xml_, visual), paint_of(visual), urdf_primitive(xml_, *shape), nullptr};
      if (!found.paint.seen) return;
      if (found.primitive) {
        require_valid(*found.primitive);
      } else {
        found.parts = &mesh_of(*shape);
      }
      found_.push_back(std::move(found));
    } catch (const InputError& error) {
      left_out_.push_back({name, error.problem()});
    }
  }

  /// Each file is read once for each scale.
  const std::vector<ColouredMesh>& mesh_of(const XMLElement& shape) {
    const std::string_view uri = trimmed(xml_.attribute(shape, "filename"));
    const Vector3 scale = xml_.vector(shape, "scale", Vector3::Ones());
    std::filesystem::path file;
    try {
      file = find_mesh(uri, xml_.path());
    } catch (const InputError&) {  // its message says where it was looked for: more than a page needs
      throw InputError("", "", "there is no mesh " + in_quotes(uri, 120), "");
    }
    const auto key = std::tuple(file.lexically_normal(), scale.x(), scale.y(), scale.z());
    const auto known = meshes_.find(key);
    if (known != meshes_.end()) return known->second;
    MeshRemarks unheard;
    MeshArrays arrays = load_arrays(file, scale, unheard);
    find_colours(file, arrays);
    return meshes_.emplace(key, split_by_colour(arrays)).first->second;
  }

  static std::size_t triangles_of(const std::vector<ColouredMesh>& parts) {
    std::size_t count = 0;
    for (const ColouredMesh& part : parts) count += part.mesh->triangles().size();
    return count;
  }

  /// The largest meshes, so that the others fit.
  std::vector<const std::vector<ColouredMesh>*> too_many() const {
    std::vector<const std::vector<ColouredMesh>*> all;
    for (const auto& [key, parts] : meshes_) all.push_back(&parts);
    std::stable_sort(all.begin(), all.end(),
                     [](const auto* a, const auto* b) { return triangles_of(*a) < triangles_of(*b); });
    std::size_t count = 0;
    const auto first = std::find_if(
        all.begin(), all.end(), [&](const auto* parts) { return (count += triangles_of(*parts)) > most_triangles_; });
    return {first, all.end()};
  }

  void show(const Found& found, const std::vector<const std::vector<ColouredMesh>*>& dropped) {
    if (found.primitive) {
      visuals_.push_back({found.link, {found.placement, *found.primitive}, found.paint.colour});
    } else if (std::find(dropped.begin(), dropped.end(), found.parts) != dropped.end()) {
      left_out_.push_back({found.link, "a page takes " + std::to_string(most_triangles_) + " triangles in all"});
    } else {
      for (const auto& [mesh, colour] : *found.parts) {
        visuals_.push_back({found.link, {found.placement, mesh}, colour ? colour : found.paint.colour});
      }
    }
  }

  /// One line per reason.
  void tell(Warnings& warnings) const {
    std::map<std::string, std::vector<std::string>> links;
    for (const auto& [link, why] : left_out_) {
      std::vector<std::string>& names = links[why];
      if (names.empty() || names.back() != link) names.push_back(link);
    }
    for (const auto& [why, names] : links) {
      warnings.push_back("Visual geometry of " + some_in_quotes(names) + " is left out: " + why + ".");
    }
  }

  XmlFile xml_;
  std::size_t most_triangles_;
  std::map<std::string, Paint> paints_;
  std::map<std::tuple<std::filesystem::path, double, double, double>, std::vector<ColouredMesh>>
      meshes_;  // file and scale
  std::vector<Found> found_;
  std::vector<std::pair<std::string, std::string>> left_out_;  ///< link and why
  std::vector<LinkVisual> visuals_;
};

}  // namespace

std::vector<LinkVisual> read_visuals(const std::filesystem::path& urdf, Warnings& warnings,
                                     std::size_t most_triangles) {
  try {
    return VisualReader(urdf, most_triangles).read(warnings);
  } catch (const InputError& error) {
    warnings.push_back("Visual geometry is left out: " + std::string(error.problem()) + ".");
    return {};
  }
}

}  // namespace tocca
