#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "io/csv.hpp"
#include "io/line_reader.hpp"

namespace tocca {

/// One line after the other, split into fields; empty lines are skipped. Bounded memory.
/// Fails: InputError with file and line.
class CsvRows {
 public:
  explicit CsvRows(const std::filesystem::path& file) : lines_(file) {}

  /// Goes to the next row; false at the end of the file.
  bool next();
  const std::vector<std::string_view>& fields() const noexcept { return splitter_.fields(); }

  std::string line() const;  ///< "line 12": of the row read last
  const std::string& file() const noexcept { return lines_.name(); }
  /// An InputError at the row read last.
  [[noreturn]] void fail(std::string_view problem, std::string_view remedy) const;

 private:
  LineReader lines_;
  CsvSplitter splitter_;
};

}  // namespace tocca
