// STL, text and binary. Corners come out one by one; TriangleMesh makes those at the same place one vertex.
#include <array>
#include <bit>
#include <cstring>

#include "io/mesh_readers.hpp"
#include "io/text.hpp"

namespace tocca {
namespace {

constexpr std::size_t header_bytes = 84, triangle_bytes = 50;

std::uint32_t little_endian_32(const char* bytes) {
  std::array<unsigned char, 4> b;
  std::memcpy(b.data(), bytes, 4);
  return b[0] | std::uint32_t{b[1]} << 8 | std::uint32_t{b[2]} << 16 | std::uint32_t{b[3]} << 24;
}

double little_endian_float(const char* bytes) { return std::bit_cast<float>(little_endian_32(bytes)); }

MeshArrays read_binary(std::string_view bytes, const std::filesystem::path& file, Warnings& warnings) {
  if (bytes.size() < header_bytes) {
    throw InputError(file.string(), "", "is too short for a binary STL and does not start with 'solid'",
                     "check that the file is complete");
  }
  const std::size_t count = little_endian_32(bytes.data() + 80);
  const std::size_t expected = header_bytes + triangle_bytes * count;
  if (bytes.size() < expected) {
    throw InputError(file.string(), "",
                     "is truncated: its header declares " + std::to_string(count) + " triangles, but " +
                         std::to_string((bytes.size() - header_bytes) / triangle_bytes) + " are there",
                     "export or copy it again");
  }
  if (bytes.size() > expected) {
    warnings.push_back(file.string() + ": " + std::to_string(bytes.size() - expected) +
                       " bytes after the last triangle are ignored");
  }
  if (count > TriangleMesh::no_triangle / 3) {
    throw InputError(file.string(), "", "has more triangles than can be counted", "split the mesh");
  }
  MeshArrays mesh;
  mesh.vertices.resize(3 * count);
  mesh.triangles.resize(count);
  const char* at = bytes.data() + header_bytes;
  Index corner = 0;
  for (Triangle& triangle : mesh.triangles) {
    for (std::size_t k = 0; k < 3; ++k, ++corner) {
      const char* xyz = at + 12 + 12 * k;  // the normal comes first: it is redundant, and often wrong
      mesh.vertices[corner] = {little_endian_float(xyz), little_endian_float(xyz + 4), little_endian_float(xyz + 8)};
      triangle[k] = corner;
    }
    at += triangle_bytes;
  }
  return mesh;
}

/// solid NAME { facet normal X Y Z outer loop { vertex X Y Z }x3 endloop endfacet } endsolid NAME, any number of times.
class TextReader {
 public:
  TextReader(std::string_view text, const std::filesystem::path& file) : file_(file), cursor_(text) {
    // "vertex 0.1 0.2 0.3" and its share of the rest of a facet: no file has a triangle in fewer bytes.
    mesh_.triangles.reserve(text.size() / 200);
    mesh_.vertices.reserve(text.size() / 200 * 3);
  }

  MeshArrays read() {
    while (const auto word = cursor_.next_word()) {
      if (lower_case(*word) != "solid") fail("expected 'solid', found " + in_quotes(*word));
      cursor_.next_line();
      read_solid();
    }
    return std::move(mesh_);
  }

 private:
  void read_solid() {
    for (;;) {
      const std::string word = next_word();
      if (word == "endsolid") break;
      if (word != "facet") fail("expected 'facet' or 'endsolid', found " + in_quotes(word));
      read_facet();
    }
    cursor_.next_line();  // the name again
  }

  void read_facet() {
    // The normal's numbers are redundant, and some exporters write "nan" for triangles without area.
    for (int words = 0; next_word() != "outer"; ++words) {
      if (words == 4) fail("expected 'outer loop'");
    }
    expect("loop");
    Triangle triangle;
    for (Index& corner : triangle) {
      expect("vertex");
      const double x = number(), y = number(), z = number();
      corner = mesh_.add_vertex({x, y, z});
    }
    mesh_.triangles.push_back(triangle);
    expect("endloop");
    expect("endfacet");
  }

  std::string next_word() {
    const auto word = cursor_.next_word();
    if (!word) fail("is truncated: 'endsolid' is missing");
    return lower_case(*word);
  }

  void expect(std::string_view keyword) {
    const std::string word = next_word();
    if (word != keyword) fail("expected " + in_quotes(keyword) + ", found " + in_quotes(word));
  }

  double number() {
    const auto word = cursor_.next_word();
    if (!word) fail("is truncated in the middle of a facet");
    const auto value = parse_number(*word);
    if (!value) fail("expected a finite number, found " + in_quotes(*word));
    return *value;
  }

  [[noreturn]] void fail(std::string_view problem) const {
    throw InputError(file_.string(), line_place(cursor_.line()), problem, "export the STL file again");
  }

  const std::filesystem::path& file_;
  TextCursor cursor_;
  MeshArrays mesh_;
};

/// Many binary files start with "solid" too, so their size decides first; a header of zeros is not text.
bool is_text(std::string_view bytes) {
  if (bytes.size() >= header_bytes &&
      bytes.size() == header_bytes + triangle_bytes * std::size_t{little_endian_32(bytes.data() + 80)}) {
    return false;
  }
  const std::string_view start = trimmed(bytes.substr(0, 1024));
  return lower_case(start.substr(0, 5)) == "solid" && start.find('\0') == std::string_view::npos;
}

}  // namespace

MeshArrays read_stl(std::string_view bytes, const std::filesystem::path& file, Warnings& warnings) {
  return is_text(bytes) ? TextReader(bytes, file).read() : read_binary(bytes, file, warnings);
}

}  // namespace tocca
