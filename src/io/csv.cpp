#include "io/csv.hpp"

#include <algorithm>

#include "io/text.hpp"

namespace tocca {
namespace {

/// Is there one of `wanted` outside quotes?
bool has_outside_quotes(std::string_view line, std::string_view wanted) noexcept {
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (!quoted && wanted.find(c) != std::string_view::npos) return true;
  }
  return false;
}

/// A field that would be read as something else: as several, as a comment, or as the beginning of another format.
bool needs_quotes(std::string_view field) noexcept {
  if (std::any_of(field.begin(), field.end(), is_blank)) return true;
  if (field.find_first_of(",;\"") != std::string_view::npos) return true;
  return field.starts_with('#') || field.starts_with('{') || field.starts_with('[') || field.starts_with('%') ||
         field.starts_with("---") || field.ends_with(':');
}

}  // namespace

bool CsvSplitter::split(std::string_view line) {
  fields_.clear();
  unquoted_.clear();
  if (separator_ == ' ') line = trimmed(line);  // blanks at the ends separate nothing
  while (true) {
    skip_blanks(line);
    if (line.starts_with('"')) {
      if (!take_quoted(line)) return false;
    } else {
      const std::size_t end = field_end(line);
      fields_.push_back(trimmed(line.substr(0, end)));
      line.remove_prefix(end);
    }
    if (line.empty()) return true;
    line.remove_prefix(1);  // the separator
  }
}

std::size_t CsvSplitter::field_end(std::string_view rest) const noexcept {
  if (separator_ != ' ') return std::min(rest.find(separator_), rest.size());
  return static_cast<std::size_t>(std::find_if(rest.begin(), rest.end(), is_blank) - rest.begin());
}

bool CsvSplitter::separates(char c) const noexcept { return separator_ == ' ' ? is_blank(c) : c == separator_; }

/// Goes to the next field's first character; a tab that separates is left where it is, since the field may be empty.
void CsvSplitter::skip_blanks(std::string_view& rest) const noexcept {
  while (!rest.empty() && is_blank(rest.front()) && (separator_ == ' ' || rest.front() != separator_)) {
    rest.remove_prefix(1);
  }
}

/// Takes a field in quotes off `rest`, which then is empty or starts with a separator.
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
  if (separator_ != ' ') skip_blanks(rest);
  return rest.empty() || separates(rest.front());
}

char find_separator(std::string_view header) noexcept {
  header = trimmed(header);
  for (const char separator : {';', ',', '\t'}) {
    if (has_outside_quotes(header, {&separator, 1})) return separator;
  }
  return has_outside_quotes(header, " \v\f") ? ' ' : ',';
}

void append_csv_field(std::string& text, std::string_view field) {
  if (!needs_quotes(field)) {
    text += field;
    return;
  }
  text += '"';
  for (const char c : field) text.append(c == '"' ? 2 : 1, c);
  text += '"';
}

}  // namespace tocca
