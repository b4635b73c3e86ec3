// OFF (Object File Format), text: OFF, COFF, NOFF, CNOFF, STOFF and so on; colours, normals and texture coordinates
// follow the coordinates and are passed over.
#include <algorithm>

#include "io/mesh_readers.hpp"
#include "io/polygon.hpp"
#include "io/text.hpp"

namespace tocca {
namespace {

class OffReader {
 public:
  OffReader(std::string_view text, const std::filesystem::path& file, Warnings& warnings)
      : file_(file), warnings_(warnings), cursor_(text), size_(text.size()) {}

  MeshArrays read() {
    read_header();
    for (std::size_t k = 0; k < vertex_count_; ++k) read_vertex();
    for (std::size_t k = 0; k < face_count_; ++k) read_face();
    if (left_out_ > 0) {
      warnings_.push_back(file_.string() + ": " + std::to_string(left_out_) +
                          " faces with fewer than three corners are ignored: they have no area");
    }
    return std::move(mesh_);
  }

 private:
  /// "OFF", then the numbers of vertices, faces and edges, on the same line or the next.
  void read_header() {
    std::string_view line = next_line();
    const std::size_t end =
        std::min(line.size(), line.find("OFF") == std::string_view::npos ? 0 : line.find("OFF") + 3);
    const std::string_view keyword = line.substr(0, end);
    if (keyword.empty() || keyword.find_first_not_of("STCN") != keyword.size() - 3) {
      const bool dimensions = keyword.ends_with("4OFF") || keyword.ends_with("nOFF");
      fail(dimensions ? "is not three-dimensional" : "must start with 'OFF'", "convert it to plain OFF");
    }
    line.remove_prefix(end);
    if (trimmed(line).starts_with("BINARY")) fail("is binary OFF, which is not supported", "convert it to text");
    if (trimmed(line).empty()) line = next_line();
    vertex_count_ = count(take_word(line));
    face_count_ = count(take_word(line));
    // "0 0 0" and "3 0 1 2", each with the end of its line: false counts reserve no more than a few times the file.
    if (vertex_count_ > size_ / 6)
      fail("declares more vertices than the file can contain", "check the counts in the header");
    mesh_.vertices.reserve(vertex_count_);
    mesh_.triangles.reserve(std::min(face_count_, size_ / 8));
  }

  /// Each vertex and each face fills a line of its own, so that no honest count exceeds the file's size.
  std::size_t count(std::string_view word) const {
    const auto value = parse_integer(word);
    if (!value || *value < 0) fail("expected the numbers of vertices and faces", "write them after 'OFF', as in 8 6 0");
    if (static_cast<std::uint64_t>(*value) > size_)
      fail("declares more than the file contains", "check the counts in the header");
    return static_cast<std::size_t>(*value);
  }

  void read_vertex() {
    std::string_view line = next_line();
    Vector3 position;
    for (double& coordinate : position) {
      const std::string_view word = take_word(line);
      const auto value = parse_number(word);
      if (!value)
        fail("a vertex needs three finite numbers, found " + in_quotes(word), "write a line such as 0.1 0.2 0.3");
      coordinate = *value;
    }
    mesh_.add_vertex(position);
  }

  void read_face() {
    std::string_view line = next_line();
    const std::size_t corner_count = count(take_word(line));
    corners_.clear();
    for (std::size_t k = 0; k < corner_count; ++k) {
      const std::string_view word = take_word(line);
      const auto index = parse_integer(word);
      if (!index || *index < 0 || static_cast<std::uint64_t>(*index) >= mesh_.vertices.size()) {
        fail("a face refers to vertex " + in_quotes(word) + ", but they are numbered from 0 to " +
                 std::to_string(static_cast<std::int64_t>(mesh_.vertices.size()) - 1),
             "correct this line");
      }
      corners_.push_back(static_cast<Index>(*index));
    }
    if (corner_count < 3) {
      ++left_out_;
    } else {
      triangulator_.add(mesh_.vertices, corners_, mesh_.triangles);
    }
  }

  /// The next line that holds more than blanks and comments.
  std::string_view next_line() {
    for (;;) {
      const auto line = cursor_.next_line();
      if (!line) fail("is truncated: it has fewer lines than its header declares", "export or copy it again");
      const std::string_view content = trimmed(line->substr(0, line->find('#')));
      if (!content.empty()) return content;
    }
  }

  [[noreturn]] void fail(std::string_view problem, std::string_view remedy) const {
    throw InputError(file_.string(), line_place(cursor_.line()), problem, remedy);
  }

  const std::filesystem::path& file_;
  Warnings& warnings_;
  TextCursor cursor_;
  std::size_t size_, vertex_count_ = 0, face_count_ = 0, left_out_ = 0;
  std::vector<Index> corners_;
  Triangulator triangulator_;
  MeshArrays mesh_;
};

}  // namespace

MeshArrays read_off(std::string_view bytes, const std::filesystem::path& file, Warnings& warnings) {
  return OffReader(bytes, file, warnings).read();
}

}  // namespace tocca
