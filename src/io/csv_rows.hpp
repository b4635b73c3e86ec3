#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "io/csv.hpp"
#include "io/line_reader.hpp"

namespace tocca {

/// One line after the other, split into fields; empty lines and comments, which begin with #, are skipped. Bounded
/// memory. Fails: InputError with file and line.
class CsvRows {
 public:
  explicit CsvRows(const std::filesystem::path& file) : lines_(file) {}
  explicit CsvRows(LineReader lines) : lines_(std::move(lines)) {}

  /// Goes to the next row; false at the end of the file.
  bool next();
  /// The same for a header, which shows what separates the fields of all rows: see find_separator(). Blanks do not, if
  /// the whole of it is a name by `is_name`.
  template <class IsName>
  bool next_header(const IsName& is_name) {
    const auto line = next_line();
    if (!line) return false;
    const char separator = find_separator(*line);
    splitter_.separate_by(separator == ' ' && is_name(*line) ? ',' : separator);
    split(*line);
    return true;
  }
  const std::vector<std::string_view>& fields() const noexcept { return splitter_.fields(); }
  char separator() const noexcept { return splitter_.separator(); }

  LinePlace here() const noexcept { return lines_.here(); }    ///< behind the row read last
  LinePlace last() const noexcept { return last_; }            ///< where the row read last begins
  void go_to(const LinePlace& place) { lines_.go_to(place); }  ///< a place told by here() or last()

  std::string line() const;  ///< "line 12": of the row read last
  const std::string& file() const noexcept { return lines_.name(); }
  /// An InputError at the row read last.
  [[noreturn]] void fail(std::string_view problem, std::string_view remedy) const;

 private:
  /// The next line that is a row.
  std::optional<std::string_view> next_line();
  void split(std::string_view line);

  LineReader lines_;
  LinePlace last_;
  CsvSplitter splitter_;
};

}  // namespace tocca
