#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/csv_rows.hpp"

namespace tocca {

/// A header line of names, then rows of finite numbers, one per name. The header shows what separates the fields: commas,
/// semicolons, tabs or blanks. Empty lines and comments are skipped. Bounded memory.
/// Fails: InputError with file and line; a file without rows fails at the first call of next().
class CsvNumbers {
 public:
  /// `header` says what the first line should be ("a line of joint names"), `row` what the others are ("waypoint or
  /// edge"). A first line that is a name as a whole (`is_name`) is one column, even if there are blanks in it.
  CsvNumbers(LineReader lines, std::string_view header, std::string_view row,
             const std::function<bool(std::string_view)>& is_name);
  CsvNumbers(const std::filesystem::path& file, std::string_view header, std::string_view row);

  const std::vector<std::string>& names() const noexcept { return names_; }
  /// Reads a row into `targets`, one per name; false at the end of the file.
  bool next(std::span<double* const> targets);
  std::uint64_t rows() const noexcept { return rows_; }
  LinePlace here() const noexcept { return csv_.here(); }  ///< behind the row read last
  LinePlace last() const noexcept { return csv_.last(); }  ///< where the row read last begins
  /// Goes on at a place told by here() or last(), before which there are so many rows.
  void go_to(const LinePlace& place, std::uint64_t rows) {
    csv_.go_to(place);
    rows_ = rows;
  }
  char separator() const noexcept { return csv_.separator(); }

  std::string line() const { return csv_.line(); }
  const std::string& file() const noexcept { return csv_.file(); }
  /// An InputError at the row read last; `place` may be empty.
  [[noreturn]] void fail(std::string_view place, std::string_view problem, std::string_view remedy) const;
  [[noreturn]] void fail_in(std::size_t column, std::string_view problem, std::string_view remedy) const;

 private:
  [[noreturn]] void refuse_field(std::size_t column) const;

  CsvRows csv_;
  std::vector<std::string> names_;
  std::string row_;
  std::uint64_t rows_ = 0;
};

}  // namespace tocca
