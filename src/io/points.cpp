#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

#include "io/mesh_readers.hpp"
#include "io/points_readers.hpp"
#include "io/text.hpp"
#include "tocca/io/cloud.hpp"

namespace tocca {
namespace {

constexpr std::uint64_t max_points_bytes = std::uint64_t{16} << 30;

bool separates(char c) { return c == ',' || c == ';' || is_blank(c); }

/// The next field of a line, between commas, semicolons or blanks.
std::string_view take_field(std::string_view& line) {
  while (!line.empty() && separates(line.front())) line.remove_prefix(1);
  const auto end = std::find_if(line.begin(), line.end(), separates);
  const auto length = static_cast<std::size_t>(end - line.begin());
  const std::string_view field = line.substr(0, length);
  line.remove_prefix(length);
  return field;
}

std::vector<Vector3> read_any(const std::filesystem::path& file, const std::string& extension) {
  const std::string bytes = read_file(file, max_points_bytes);
  if (extension == ".pcd") return read_pcd(bytes, file);
  if (extension == ".xyz") return read_xyz(bytes, file);
  Warnings of_faces;  // which are passed over
  return read_ply(bytes, file, of_faces).vertices;
}

}  // namespace

bool parse_measurement(std::string_view word, double& value) noexcept {
  if (const auto number = parse_number(word)) return value = *number, true;
  const bool negative = !word.empty() && word.front() == '-';
  if (negative || (!word.empty() && word.front() == '+')) word.remove_prefix(1);
  const auto is = [&](std::string_view name) {
    return std::equal(word.begin(), word.end(), name.begin(), name.end(), [](char x, char y) {
      return (x >= 'A' && x <= 'Z' ? static_cast<char>(x - 'A' + 'a') : x) == y;
    });
  };
  if (is("nan")) return value = std::numeric_limits<double>::quiet_NaN(), true;
  if (!is("inf") && !is("infinity")) return false;
  value = std::numeric_limits<double>::infinity();
  return true;
}

std::vector<Vector3> read_xyz(std::string_view bytes, const std::filesystem::path& file) {
  TextCursor cursor(bytes);
  std::vector<Vector3> points;
  bool begun = false;
  while (const auto line = cursor.next_line()) {
    std::string_view rest = trimmed(*line);
    if (rest.empty() || rest.front() == '#' || rest.substr(0, 2) == "//") continue;
    Vector3 point;
    bool is_row = true;
    for (int k = 0; k < 3 && is_row; ++k) is_row = parse_measurement(take_field(rest), point[k]);
    if (is_row) {
      points.push_back(point);
    } else if (begun) {
      throw InputError(file.string(), line_place(cursor.line()), "expected three numbers, found " + in_quotes(*line),
                       "write x, y and z of one point a line");
    }
    begun = true;  // the first line may be a header, or how many points there are
  }
  return points;
}

bool is_points_file(const std::filesystem::path& file) {
  const std::string extension = lower_case(file.extension().string());
  return extension == ".pcd" || extension == ".xyz" || extension == ".ply";
}

std::vector<Vector3> load_points(const std::filesystem::path& file, Warnings& warnings) {
  const std::string extension = lower_case(file.extension().string());
  if (!is_points_file(file)) {
    throw InputError(file.string(), "", "is not a file of points (" + in_quotes(file.extension().string()) + ")",
                     "use .pcd, .ply or .xyz");
  }
  try {
    std::vector<Vector3> points = read_any(file, extension);
    const std::size_t count = points.size();
    std::erase_if(points, [](const Vector3& p) { return !p.allFinite(); });
    if (points.empty()) {
      throw InputError(file.string(), "", count == 0 ? "contains no point" : "none of its points is finite",
                       "give a scan with at least one measured point");
    }
    if (const std::size_t left_out = count - points.size(); left_out > 0) {
      warnings.push_back(file.string() + ": " + std::to_string(left_out) + " of " + std::to_string(count) +
                         " points are not finite, and left out");
    }
    return points;
  } catch (const std::bad_alloc&) {
    throw InputError(file.string(), "", "does not fit into memory", "thin the cloud out");
  }
}

}  // namespace tocca
