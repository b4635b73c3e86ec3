// PCD (Point Cloud Library): text, binary, and binary columns compressed by LZF. Fields other than x, y and z are passed over.
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>

#include "io/lzf.hpp"
#include "io/points_readers.hpp"
#include "io/text.hpp"

namespace tocca {
namespace {

struct PcdField {
  std::string name;
  std::size_t bytes = 4, count = 1;
  char type = 'F';

  std::size_t width() const { return bytes * count; }
};

struct PcdHeader {
  std::vector<PcdField> fields;
  std::optional<std::uint64_t> width, height, points;
  std::string data;

  std::size_t point_bytes() const {
    std::size_t sum = 0;
    for (const PcdField& field : fields) sum += field.width();
    return sum;
  }
};

class PcdReader {
 public:
  PcdReader(std::string_view bytes, const std::filesystem::path& file) : cursor_(bytes), file_(file) {}

  std::vector<Vector3> read() {
    while (header_.data.empty()) read_line();
    count_ = point_count();
    find_columns();
    if (header_.data == "ascii") return read_text();
    if (header_.data == "binary") return read_binary(cursor_.rest(), false);
    if (header_.data != "binary_compressed") fail("unknown kind of data " + in_quotes(header_.data));
    return read_compressed();
  }

 private:
  [[noreturn]] void fail(std::string_view problem) const {
    throw InputError(file_.string(), line_place(cursor_.line()), problem, "export the PCD file again");
  }
  [[noreturn]] void fail_truncated() const {
    throw InputError(file_.string(), "", "is truncated: it has fewer points than its header declares",
                     "export or copy it again");
  }

  void read_line() {
    const auto line = cursor_.next_line();
    if (!line) fail("is truncated: the header has no DATA line");
    std::string_view rest = trimmed(*line);
    if (rest.empty() || rest.front() == '#') return;
    const std::string_view key = take_word(rest);
    if (key == "FIELDS" || key == "COLUMNS") {
      for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
        header_.fields.push_back({std::string(word)});
      }
    } else if (key == "SIZE" || key == "COUNT" || key == "TYPE") {
      for (PcdField& field : header_.fields) set(field, key, take_word(rest));
    } else if (key == "WIDTH") {
      header_.width = whole(take_word(rest));
    } else if (key == "HEIGHT") {
      header_.height = whole(take_word(rest));
    } else if (key == "POINTS") {
      header_.points = whole(take_word(rest));
    } else if (key == "DATA") {
      header_.data = take_word(rest);
      if (header_.data.empty()) fail("does not say what kind of data follows");
    } else if (key != "VERSION" && key != "VIEWPOINT") {
      fail("the header contains the unknown word " + in_quotes(key));
    }
  }

  void set(PcdField& field, std::string_view key, std::string_view word) {
    if (key == "TYPE") {
      if (word != "F" && word != "I" && word != "U") fail("unknown type " + in_quotes(word));
      field.type = word.front();
    } else if (key == "SIZE") {
      field.bytes = static_cast<std::size_t>(whole(word));
      if (field.bytes != 1 && field.bytes != 2 && field.bytes != 4 && field.bytes != 8)
        fail("a size is not 1, 2, 4 or 8");
    } else {
      field.count = static_cast<std::size_t>(whole(word));
      if (field.count == 0 || field.count > 1'000'000) fail("a count is not between 1 and 1000000");
    }
  }

  std::uint64_t whole(std::string_view word) const {
    const auto value = parse_integer(word);
    if (!value || *value < 0) fail("expected a whole number, found " + in_quotes(word));
    return static_cast<std::uint64_t>(*value);
  }

  std::uint64_t point_count() const {
    const std::uint64_t width = header_.width.value_or(0), height = header_.height.value_or(1);
    if (width != 0 && height > UINT64_MAX / width) fail("has an absurd number of points");
    if (!header_.width && !header_.points) fail("does not say how many points there are");
    if (header_.points && header_.width && *header_.points != width * height) {
      fail("its POINTS are not WIDTH times HEIGHT");
    }
    return header_.points.value_or(width * height);
  }

  void find_columns() {
    std::array<bool, 3> found{};
    std::size_t place = 0, column = 0;
    for (const PcdField& field : header_.fields) {
      if (field.name.size() == 1 && field.name[0] >= 'x' && field.name[0] <= 'z') {
        const auto axis = static_cast<std::size_t>(field.name[0] - 'x');
        if (field.type == 'F' && field.bytes < 4) fail("a coordinate is a floating-point number of 1 or 2 bytes");
        if (field.count != 1 || found[axis]) fail("a coordinate is there several times");
        found[axis] = true;
        axes_[axis] = {&field, place, column};
      }
      place += field.width();
      column += field.count;
    }
    columns_ = column;
    if (!found[0] || !found[1] || !found[2]) fail("the points have no x, y or z");
  }

  /// Before memory is asked for: each point takes so many bytes.
  void require_bytes(std::size_t have, std::size_t of_each) const {
    if (count_ > (have + 1) / of_each) fail_truncated();
  }

  std::vector<Vector3> read_text() {
    require_bytes(cursor_.rest().size(), 2 * columns_);
    std::vector<Vector3> points(static_cast<std::size_t>(count_));
    for (Vector3& point : points) {
      for (std::size_t column = 0; column < columns_; ++column) {
        const auto word = cursor_.next_word();
        if (!word) fail_truncated();
        for (std::size_t axis = 0; axis < 3; ++axis) {
          if (axes_[axis].column != column) continue;
          if (!parse_measurement(*word, point[static_cast<int>(axis)])) {
            fail("expected a number or nan, found " + in_quotes(*word));
          }
        }
      }
    }
    return points;
  }

  std::vector<Vector3> read_compressed() {
    const std::string_view bytes = cursor_.rest();
    if (bytes.size() < 8) fail_truncated();
    std::uint32_t packed = 0, size = 0;
    std::memcpy(&packed, bytes.data(), 4);
    std::memcpy(&size, bytes.data() + 4, 4);
    if (packed > bytes.size() - 8) fail_truncated();
    const auto unpacked = unpack_lzf(bytes.substr(8, packed), size);
    if (!unpacked) fail("its compressed data is broken");
    return read_binary(*unpacked, true);
  }

  /// Point by point; compressed ones column by column.
  std::vector<Vector3> read_binary(std::string_view bytes, bool by_columns) const {
    const std::size_t stride = header_.point_bytes();
    require_bytes(bytes.size(), stride);
    if (bytes.size() < count_ * stride) fail_truncated();
    std::vector<Vector3> points(static_cast<std::size_t>(count_));
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto& [field, place, column] = axes_[axis];
      const char* const first = bytes.data() + (by_columns ? place * points.size() : place);
      const std::size_t step = by_columns ? field->width() : stride;
      for (std::size_t k = 0; k < points.size(); ++k) {
        points[k][static_cast<int>(axis)] = value(*field, first + k * step);
      }
    }
    return points;
  }

  static double value(const PcdField& field, const char* at) {
    static_assert(std::endian::native == std::endian::little, "numbers are read as they lie in memory");
    std::uint64_t bits = 0;
    std::memcpy(&bits, at, field.bytes);
    if (field.type == 'F') {
      return field.bytes == 4 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits)) : std::bit_cast<double>(bits);
    }
    if (field.type == 'U') return static_cast<double>(bits);
    const std::size_t unused = 64 - 8 * field.bytes;  // shifted up and down again, the sign fills the upper bits
    return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
  }

  struct Axis {
    const PcdField* field = nullptr;
    std::size_t place = 0;   ///< in bytes, among the fields of a point
    std::size_t column = 0;  ///< in numbers
  };

  TextCursor cursor_;
  const std::filesystem::path& file_;
  PcdHeader header_;
  std::uint64_t count_ = 0;
  std::array<Axis, 3> axes_;
  std::size_t columns_ = 0;
};

}  // namespace

std::vector<Vector3> read_pcd(std::string_view bytes, const std::filesystem::path& file) {
  return PcdReader(bytes, file).read();
}

}  // namespace tocca
