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
  if (separator_ == ' ') return split_words(trimmed(line));
  const char separator = separator_;
  while (true) {
    // A tab that separates is left where it is, since the field before it may be empty.
    while (!line.empty() && is_blank(line.front()) && line.front() != separator) line.remove_prefix(1);
    if (line.starts_with('"')) {
      if (!take_quoted(line)) return false;
    } else {
      const std::size_t end = std::min(line.find(separator), line.size());
      fields_.push_back(trimmed(line.substr(0, end)));
      line.remove_prefix(end);
    }
    if (line.empty()) return true;
    line.remove_prefix(1);  // the separator
  }
}

bool CsvSplitter::split_words(std::string_view line) {
  while (!line.empty()) {
    if (line.starts_with('"')) {
      if (!take_quoted(line)) return false;
    } else {
      fields_.push_back(take_word(line));
    }
    while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
  }
  return true;
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
  if (separator_ == ' ') return rest.empty() || is_blank(rest.front());
  while (!rest.empty() && is_blank(rest.front()) && rest.front() != separator_) rest.remove_prefix(1);
  return rest.empty() || rest.front() == separator_;
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
