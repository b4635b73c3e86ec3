#include "io/csv.hpp"

#include "io/text.hpp"

namespace tocca {

bool CsvSplitter::split(std::string_view line) {
  fields_.clear();
  unquoted_.clear();
  while (true) {
    while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
    if (line.starts_with('"')) {
      if (!take_quoted(line)) return false;
    } else {
      const std::size_t comma = std::min(line.find(','), line.size());
      fields_.push_back(trimmed(line.substr(0, comma)));
      line.remove_prefix(comma);
    }
    if (line.empty()) return true;
    line.remove_prefix(1);  // the comma
  }
}

/// Takes a field in quotes off `rest`, which then is empty or starts with a comma.
bool CsvSplitter::take_quoted(std::string_view& rest) {
  std::string& field = unquoted_.emplace_back();
  rest.remove_prefix(1);
  while (true) {
    const std::size_t quote = rest.find('"');
    if (quote == std::string_view::npos) return false;
    field += rest.substr(0, quote);
    rest.remove_prefix(quote + 1);
    if (!rest.starts_with('"')) break;
    field += '"';
    rest.remove_prefix(1);
  }
  fields_.push_back(field);
  while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
  return rest.empty() || rest.front() == ',';
}

void append_csv_field(std::string& text, std::string_view field) {
  if (trimmed(field).size() == field.size() && field.find_first_of(",\"") == std::string_view::npos) {
    text += field;
    return;
  }
  text += '"';
  for (const char c : field) text.append(c == '"' ? 2 : 1, c);
  text += '"';
}

}  // namespace tocca
