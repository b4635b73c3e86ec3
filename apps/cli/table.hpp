// Aligned columns for people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/words.hpp"  // numbers in words, for cells

namespace tocca::cli {

struct Column {
  std::string title;
  bool right = false;  ///< right-aligned, for numbers
};

class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// Requires one cell per column.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const noexcept { return rows_.empty(); }

  /// Title row, then the rows; each indented by two blanks, two blanks between columns, none at a line's end.
  std::string text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace tocca::cli
