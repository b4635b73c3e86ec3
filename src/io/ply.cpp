// PLY (Stanford polygon format): text and binary of both byte orders; any types and order of properties. Elements and
// properties that are no geometry are passed over.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

#include "io/mesh_readers.hpp"
#include "io/polygon.hpp"
#include "io/text.hpp"

namespace tocca {
namespace {

enum class Encoding { text, little_endian, big_endian };

struct Type {
  std::size_t bytes;
  bool is_signed, is_float;
};

struct Property {
  std::string name;
  Type type;
  std::optional<Type> count_type;  // present: a list
};

struct Element {
  std::string name;
  std::size_t count = 0;
  std::vector<Property> properties;
};

std::optional<Type> parse_type(std::string_view name) {
  if (name == "char" || name == "int8") return Type{1, true, false};
  if (name == "uchar" || name == "uint8") return Type{1, false, false};
  if (name == "short" || name == "int16") return Type{2, true, false};
  if (name == "ushort" || name == "uint16") return Type{2, false, false};
  if (name == "int" || name == "int32") return Type{4, true, false};
  if (name == "uint" || name == "uint32") return Type{4, false, false};
  if (name == "float" || name == "float32") return Type{4, true, true};
  if (name == "double" || name == "float64") return Type{8, true, true};
  return std::nullopt;
}

/// The values behind the header, one after another.
class Values {
 public:
  Values(std::string_view bytes, std::size_t first_line, Encoding format, const std::filesystem::path& file)
      : file_(&file), format_(format), first_line_(first_line), bytes_(bytes), words_(bytes) {}

  double next(const Type& type) { return format_ == Encoding::text ? next_word() : next_binary(type); }

  void skip(const Type& type, std::size_t count) {
    if (format_ == Encoding::text) {
      for (; count > 0; --count) next_word();
    } else {
      take(type.bytes, count);
    }
  }

  std::size_t bytes_left() const { return format_ == Encoding::text ? words_.rest().size() : bytes_.size(); }

  /// An honest count does not exceed it: in text each value fills a character and what parts it from the next, in
  /// binary its bytes; a list fills at least its length. Before memory is asked for.
  std::size_t most_rows(const Element& element) const {
    std::size_t row_bytes = 0;
    for (const Property& property : element.properties) {
      row_bytes += format_ == Encoding::text ? 2 : property.count_type.value_or(property.type).bytes;
    }
    return (bytes_left() + 1) /
           std::max<std::size_t>(1, row_bytes);  // the last value of a text needs nothing behind it
  }

  [[noreturn]] void fail(std::string_view problem, std::string_view remedy) const {
    const std::string place = format_ == Encoding::text ? line_place(first_line_ + words_.line()) : "";
    throw InputError(file_->string(), place, problem, remedy);
  }
  [[noreturn]] void fail_truncated() const {
    fail("is truncated: it has fewer values than its header declares", "export or copy it again");
  }

 private:
  double next_word() {
    const auto word = words_.next_word();
    if (!word) fail_truncated();
    const auto value = parse_number(*word);
    if (!value) fail("expected a finite number, found " + in_quotes(*word), "write a number such as -1.5 or 2e-3");
    return *value;
  }

  const char* take(std::size_t bytes, std::size_t count) {
    if (count > bytes_.size() / bytes) fail_truncated();
    const char* at = bytes_.data();
    bytes_.remove_prefix(bytes * count);
    return at;
  }

  double next_binary(const Type& type) {
    const char* at = take(type.bytes, 1);
    std::uint64_t bits = 0;
    for (std::size_t k = 0; k < type.bytes; ++k) {
      const std::size_t place = format_ == Encoding::little_endian ? k : type.bytes - 1 - k;
      bits |= std::uint64_t{static_cast<unsigned char>(at[k])} << (8 * place);
    }
    if (type.is_float) {
      return type.bytes == 4 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits)) : std::bit_cast<double>(bits);
    }
    if (!type.is_signed) return static_cast<double>(bits);
    const std::size_t unused = 64 - 8 * type.bytes;  // shifted up and down again, the sign fills the upper bits
    return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
  }

  const std::filesystem::path* file_;
  Encoding format_;
  std::size_t first_line_;
  std::string_view bytes_;
  TextCursor words_;
};

struct Header {
  Encoding format = Encoding::text;
  std::vector<Element> elements;
};

class HeaderReader {
 public:
  HeaderReader(TextCursor& cursor, const std::filesystem::path& file) : cursor_(cursor), file_(file) {}

  Header read() {
    if (trimmed(next_line()) != "ply") fail("must start with 'ply'");
    bool has_format = false;
    for (;;) {
      std::string_view line = next_line();
      const std::string_view keyword = take_word(line);
      if (keyword == "end_header") break;
      if (keyword == "format") {
        read_format(take_word(line));
        has_format = true;
      } else if (keyword == "element") {
        read_element(line);
      } else if (keyword == "property") {
        read_property(line);
      } else if (!keyword.empty() && keyword != "comment" && keyword != "obj_info") {
        fail("the header contains the unknown word " + in_quotes(keyword));
      }
    }
    if (!has_format) fail("the header has no 'format' line");
    return std::move(header_);
  }

 private:
  void read_format(std::string_view name) {
    if (name == "ascii") {
      header_.format = Encoding::text;
    } else if (name == "binary_little_endian") {
      header_.format = Encoding::little_endian;
    } else if (name == "binary_big_endian") {
      header_.format = Encoding::big_endian;
    } else {
      fail("unknown format " + in_quotes(name));
    }
  }

  void read_element(std::string_view line) {
    const std::string_view name = take_word(line);
    const auto count = parse_integer(take_word(line));
    if (name.empty() || !count || *count < 0) fail("an element needs a name and a count");
    header_.elements.push_back({std::string(name), static_cast<std::size_t>(*count), {}});
  }

  void read_property(std::string_view line) {
    if (header_.elements.empty()) fail("a property comes before any element");
    std::string_view word = take_word(line);
    std::optional<Type> count_type;
    if (word == "list") {
      count_type = type(take_word(line));
      word = take_word(line);
    }
    const Type value_type = type(word);
    const std::string_view name = take_word(line);
    if (name.empty()) fail("a property needs a name");
    header_.elements.back().properties.push_back({std::string(name), value_type, count_type});
  }

  Type type(std::string_view name) const {
    const auto found = parse_type(name);
    if (!found) fail("unknown type " + in_quotes(name));
    return *found;
  }

  std::string_view next_line() {
    const auto line = cursor_.next_line();
    if (!line) fail("is truncated: the header has no end");
    return *line;
  }

  [[noreturn]] void fail(std::string_view problem) const {
    throw InputError(file_.string(), line_place(cursor_.line()), problem, "export the PLY file again");
  }

  TextCursor& cursor_;
  const std::filesystem::path& file_;
  Header header_;
};

class PlyReader {
 public:
  PlyReader(Header header, Values values) : header_(std::move(header)), values_(values) {}

  MeshArrays read() {
    std::vector<std::pair<const Element*, Values>> faces_before_vertices;
    bool has_vertices = false;
    for (const Element& element : header_.elements) {
      if (element.properties.empty() && element.name != "vertex") continue;  // fills nothing, whatever its count
      if (element.count > values_.most_rows(element)) values_.fail_truncated();
      const bool faces = element.name == "face" || element.name == "tristrips";
      if (element.name == "vertex") {
        read_vertices(element);
        has_vertices = true;
      } else if (faces && has_vertices) {
        read_faces(element);
      } else {
        if (faces) faces_before_vertices.emplace_back(&element, values_);
        skip(element);
      }
    }
    for (const auto& [element, start] : faces_before_vertices) {
      values_ = start;
      read_faces(*element);
    }
    return std::move(mesh_);
  }

 private:
  void read_vertices(const Element& element) {
    std::array<std::size_t, 3> column;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const char name = "xyz"[axis];
      const auto found = std::find_if(element.properties.begin(), element.properties.end(), [&](const Property& p) {
        return p.name.size() == 1 && p.name[0] == name && !p.count_type;
      });
      if (found == element.properties.end())
        values_.fail("the vertices have no x, y or z", "export the PLY file again");
      column[axis] = static_cast<std::size_t>(found - element.properties.begin());
    }
    mesh_.vertices.reserve(mesh_.vertices.size() + element.count);
    for (std::size_t row = 0; row < element.count; ++row) {
      Vector3 position;
      for (std::size_t k = 0; k < element.properties.size(); ++k) {
        const auto axis = std::find(column.begin(), column.end(), k) - column.begin();
        if (axis < 3) {
          position[axis] = values_.next(element.properties[k].type);
        } else {
          skip(element.properties[k]);
        }
      }
      mesh_.add_vertex(position);
    }
  }

  void read_faces(const Element& element) {
    const bool strips = element.name == "tristrips";
    mesh_.triangles.reserve(mesh_.triangles.size() + element.count);
    for (std::size_t row = 0; row < element.count; ++row) {
      for (const Property& property : element.properties) {
        if (!property.count_type || (property.name != "vertex_indices" && property.name != "vertex_index")) {
          skip(property);
        } else if (strips) {
          read_strip(property);
        } else {
          read_polygon(property);
        }
      }
    }
  }

  void read_polygon(const Property& property) {
    corners_.clear();
    for (std::size_t left = list_length(property); left > 0; --left) corners_.push_back(index(property.type));
    if (corners_.size() < 3) values_.fail("a face has fewer than three corners", "remove it from the file");
    triangulator_.add(mesh_.vertices, corners_, mesh_.triangles);
  }

  /// Each corner makes a triangle with the two before it, turning every other one around; -1 starts anew.
  void read_strip(const Property& property) {
    corners_.clear();
    for (std::size_t left = list_length(property); left > 0; --left) {
      const double value = values_.next(property.type);
      if (value == -1.0) {
        corners_.clear();
        continue;
      }
      corners_.push_back(checked_index(value));
      const std::size_t n = corners_.size();
      if (n < 3) continue;
      const bool odd = n % 2 == 0;
      mesh_.triangles.push_back({corners_[odd ? n - 2 : n - 3], corners_[odd ? n - 3 : n - 2], corners_[n - 1]});
    }
  }

  std::size_t list_length(const Property& property) {
    const double length = values_.next(*property.count_type);
    if (!(length >= 0.0) || length != std::floor(length)) {
      values_.fail("the length of a list is negative or not whole", "export the PLY file again");
    }
    if (length > static_cast<double>(values_.bytes_left())) values_.fail_truncated();
    return static_cast<std::size_t>(length);
  }

  Index index(const Type& type) { return checked_index(values_.next(type)); }

  Index checked_index(double value) const {
    if (!(value >= 0.0) || value >= static_cast<double>(mesh_.vertices.size()) || value != std::floor(value)) {
      values_.fail("a face refers to a vertex that does not exist: they are numbered from 0 to " +
                       std::to_string(static_cast<std::int64_t>(mesh_.vertices.size()) - 1),
                   "export the PLY file again");
    }
    return static_cast<Index>(value);
  }

  void skip(const Property& property) { values_.skip(property.type, property.count_type ? list_length(property) : 1); }
  void skip(const Element& element) {
    for (std::size_t row = 0; row < element.count; ++row) {
      for (const Property& property : element.properties) skip(property);
    }
  }

  Header header_;
  Values values_;
  std::vector<Index> corners_;
  Triangulator triangulator_;
  MeshArrays mesh_;
};

}  // namespace

MeshArrays read_ply(std::string_view bytes, const std::filesystem::path& file, Warnings&) {
  TextCursor cursor(bytes);
  Header header = HeaderReader(cursor, file).read();
  const Values values(cursor.rest(), cursor.line(), header.format, file);
  return PlyReader(std::move(header), values).read();
}

}  // namespace tocca
