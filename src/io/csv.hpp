#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace tocca {

/// Splits lines into fields, reusing its memory: after the first line no allocation, unless a field is in quotes.
class CsvSplitter {
 public:
  /// The fields of `line`, blanks around them removed. A field in double quotes may hold commas and, doubled, quotes.
  /// False if a quote is not closed or text follows it. The fields are views into `line` or into this object, valid
  /// until the next call.
  bool split(std::string_view line);

  const std::vector<std::string_view>& fields() const noexcept { return fields_; }

 private:
  bool take_quoted(std::string_view& rest);

  std::vector<std::string_view> fields_;
  std::deque<std::string> unquoted_;
};

/// Appends `field` so that CsvSplitter gives it back: in quotes where it needs them.
void append_csv_field(std::string& text, std::string_view field);

}  // namespace tocca
