// Wavefront OBJ: vertices and polygons. Groups, texture coordinates and normals are passed over; of materials only the names
// are kept, their library is not opened.
#include <algorithm>
#include <array>

#include "io/mesh_readers.hpp"
#include "io/polygon.hpp"
#include "io/text.hpp"

namespace tocca {
namespace {

class ObjReader {
 public:
  ObjReader(std::string_view text, const std::filesystem::path& file, Warnings& warnings)
      : file_(file), warnings_(warnings), cursor_(text) {
    // Most lines hold 20 to 40 bytes, a third of them vertices; growth by doubling corrects a wrong guess.
    mesh_.vertices.reserve(text.size() / 96);
    mesh_.triangles.reserve(text.size() / 48);
  }

  MeshArrays read() {
    while (auto line = cursor_.next_line()) {
      first_line_ = cursor_.line();
      if (line->ends_with('\\')) {
        joined_.assign(*line);
        *line = join_continuations();
      }
      read_statement(*line);
    }
    return std::move(mesh_);
  }

 private:
  /// A backslash at the end of a line joins it with the next.
  std::string_view join_continuations() {
    while (joined_.ends_with('\\')) {
      joined_.back() = ' ';
      if (const auto next = cursor_.next_line()) joined_ += *next;
    }
    return joined_;
  }

  void read_statement(std::string_view line) {
    const std::string_view keyword = take_word(line);
    if (keyword == "v") {
      read_vertex(line);
    } else if (keyword == "f" || keyword == "fo") {
      read_face(line);
    } else if (keyword == "usemtl") {
      mesh_.materials.push_back({mesh_.triangles.size(), {}, std::string(trimmed(line))});
    } else if (keyword == "mtllib") {
      mesh_.material_libraries.emplace_back(trimmed(line));
    } else if (keyword == "l" || keyword == "p") {
      warn_once(warned_lines_, "lines and points are ignored: they have no area");
    } else if (keyword == "curv" || keyword == "surf") {
      fail("free-form curves and surfaces are not supported", "export polygons");
    } else if (!keyword.empty() && !keyword.starts_with('#') && !is_passed_over(keyword)) {
      warn_once(warned_unknown_, "the unknown statement " + in_quotes(keyword) + " is ignored");
    }
  }

  static bool is_passed_over(std::string_view keyword) {
    static constexpr auto known =
        std::to_array<std::string_view>({"vt", "vn", "vp", "g", "o", "s", "mg", "usemap", "maplib", "lod", "shadow_obj",
                                         "trace_obj", "bevel", "c_interp", "d_interp"});
    return std::find(known.begin(), known.end(), keyword) != known.end();
  }

  void read_vertex(std::string_view line) {
    Vector3 position;
    for (double& coordinate : position) {  // a weight or a colour may follow
      const std::string_view word = take_word(line);
      const auto value = parse_number(word);
      if (!value)
        fail("a vertex needs three finite numbers, found " + in_quotes(word), "write a line such as v 0.1 0.2 0.3");
      coordinate = *value;
    }
    mesh_.add_vertex(position);
  }

  void read_face(std::string_view line) {
    corners_.clear();
    for (std::string_view word = take_word(line); !word.empty() && !word.starts_with('#'); word = take_word(line)) {
      corners_.push_back(corner(word));
    }
    if (corners_.size() < 3) fail("a face needs at least three corners", "remove the face or add corners");
    triangulator_.add(mesh_.vertices, corners_, mesh_.triangles);
  }

  /// "7", "7/1", "7/1/2", "7//2": the vertex counts from 1, a negative one from the last vertex backwards.
  Index corner(std::string_view word) const {
    const std::string_view vertex = word.substr(0, word.find('/'));
    const auto number = parse_integer(vertex);
    if (!number || word.find_first_not_of("0123456789+-/") != std::string_view::npos) {
      fail("a corner of a face must look like 7, 7/1, 7//2 or 7/1/2, found " + in_quotes(word), "correct this line");
    }
    const auto count = static_cast<std::int64_t>(mesh_.vertices.size());
    const std::int64_t index = *number < 0 ? count + *number : *number - 1;
    if (*number == 0 || index < 0 || index >= count) {
      fail("a face refers to vertex " + in_quotes(vertex) + ", but there are " + std::to_string(count) + " so far",
           "give numbers from 1 to the number of vertices above");
    }
    return static_cast<Index>(index);
  }

  void warn_once(bool& warned, std::string_view text) {
    if (!warned) warnings_.push_back(file_.string() + ": " + line_place(first_line_) + ": " + std::string(text));
    warned = true;
  }

  [[noreturn]] void fail(std::string_view problem, std::string_view remedy) const {
    throw InputError(file_.string(), line_place(first_line_), problem, remedy);
  }

  const std::filesystem::path& file_;
  Warnings& warnings_;
  TextCursor cursor_;
  std::size_t first_line_ = 0;
  std::string joined_;
  std::vector<Index> corners_;
  Triangulator triangulator_;
  MeshArrays mesh_;
  bool warned_lines_ = false, warned_unknown_ = false;
};

}  // namespace

MeshArrays read_obj(std::string_view bytes, const std::filesystem::path& file, Warnings& warnings) {
  return ObjReader(bytes, file, warnings).read();
}

}  // namespace tocca
