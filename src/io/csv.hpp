#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace tocca {

/// Splits lines into fields, reusing its memory: after the first line no allocation, unless a field is in quotes.
class CsvSplitter {
 public:
  /// What stands between fields: a comma, a semicolon, a tab, or ' ' for one or more blanks.
  void separate_by(char separator) noexcept { separator_ = separator; }
  char separator() const noexcept { return separator_; }

  /// The fields of `line`, blanks around them removed. A field in double quotes may hold separators and, doubled,
  /// quotes. False if a quote is not closed or text follows it. The fields are views into `line` or into this object,
  /// valid until the next call.
  bool split(std::string_view line);

  const std::vector<std::string_view>& fields() const noexcept { return fields_; }

 private:
  bool split_words(std::string_view line);
  bool take_quoted(std::string_view& rest);

  std::vector<std::string_view> fields_;
  std::deque<std::string> unquoted_;
  char separator_ = ',';
};

/// What separates the names of a header: of semicolon, comma and tab, in this order, the first that stands outside
/// quotes; else blanks, if there are several words; else a comma, which separates nothing.
char find_separator(std::string_view header) noexcept;

/// Appends `field` so that CsvSplitter, and a reader that has to find the separator, gives it back: in quotes where it
/// needs them.
void append_csv_field(std::string& text, std::string_view field);

}  // namespace tocca
