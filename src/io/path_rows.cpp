#include "io/path_rows.hpp"

#include "io/line_reader.hpp"
#include "io/path_messages.hpp"
#include "io/path_table.hpp"
#include "io/text.hpp"

namespace tocca {
namespace {

constexpr std::uint64_t max_message_bytes = 256u << 20;

enum class PathFormat { unknown, table, message };

/// "joint_names:", "'points': [..]": a word and a colon before a blank or the end of the line.
bool begins_with_key(std::string_view line) {
  std::size_t end = 0;
  if (line.starts_with('"') || line.starts_with('\'')) {
    end = line.find(line.front(), 1);
    if (end == std::string_view::npos) return false;
    ++end;
  } else {
    const auto is_word = [](char c) {
      return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    };
    while (end < line.size() && is_word(line[end])) ++end;
    if (end == 0) return false;
  }
  while (end < line.size() && is_blank(line[end])) ++end;
  if (end == line.size() || line[end] != ':') return false;
  return end + 1 == line.size() || is_blank(line[end + 1]);
}

bool begins_message(std::string_view line) {
  return line.starts_with('{') || line.starts_with('[') || line.starts_with("---") || line.starts_with("%YAML") ||
         line.starts_with("- ") || line == "-" || begins_with_key(line);
}

/// What the first line that is neither empty nor a comment shows; unknown if it is not there yet.
PathFormat format_of(std::string_view text, bool is_whole) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (text.find_first_not_of(" \t\r") < end) {
      const std::string_view line = trimmed(text.substr(0, end));
      const char first = line.front();
      if (first == '{' || first == '[') return PathFormat::message;  // JSON may be one long line
      if (end == std::string_view::npos && !is_whole) return PathFormat::unknown;
      if (first != '#') return begins_message(line) ? PathFormat::message : PathFormat::table;
    }
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return is_whole ? PathFormat::table : PathFormat::unknown;
}

PathFormat recognise_path(LineReader& lines) {
  bool more = true;
  while (true) {
    const PathFormat format = format_of(lines.ahead(), !more);
    if (format != PathFormat::unknown) return format;
    more = lines.look_further();
  }
}

}  // namespace

std::unique_ptr<PathRows> open_path_rows(const std::filesystem::path& file, const CoordinateNames& names,
                                         const Configuration& defaults, const PathOptions& options,
                                         Warnings& warnings) {
  LineReader lines(file);
  if (recognise_path(lines) == PathFormat::table) return open_path_table(std::move(lines), names, options);
  const std::string name = lines.name();
  return read_path_messages(lines.rest(max_message_bytes), name, names, defaults, options, warnings);
}

}  // namespace tocca
