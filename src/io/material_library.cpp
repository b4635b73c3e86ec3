// The material library of an OBJ file (.mtl): diffuse colours, and nothing else of it.
#include <algorithm>
#include <map>

#include "io/text.hpp"
#include "io/visuals.hpp"

namespace tocca {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t max_library_bytes = 16 << 20;

void read_library(std::string_view text, std::map<std::string, Colour, std::less<>>& colours) {
  TextCursor cursor(text);
  std::string material;
  while (auto line = cursor.next_line()) {
    const std::string_view keyword = take_word(*line);
    if (keyword == "newmtl") material = trimmed(*line);
    Colour colour;
    if (keyword != "Kd" || !parse_numbers(*line, colour)) continue;  // "Kd spectral ..." is rare
    for (double& part : colour) part = std::clamp(part, 0.0, 1.0);
    colours.insert_or_assign(material, colour);
  }
}

}  // namespace

void find_colours(const fs::path& obj, MeshArrays& mesh) {
  std::map<std::string, Colour, std::less<>> colours;
  for (const std::string& name : mesh.material_libraries) {
    const fs::path library = name;
    if (library.filename() != library) continue;  // nothing is opened but what lies beside the file
    try {
      read_library(read_file(obj.parent_path() / library, max_library_bytes), colours);
    } catch (const InputError&) {  // a library that is missing means: no colours
    }
  }
  for (MeshMaterial& material : mesh.materials) {
    const auto found = colours.find(material.name);
    if (found != colours.end()) material.colour = found->second;
  }
}

}  // namespace tocca
