#include "table.hpp"

#include <algorithm>

#include "tocca/core/error.hpp"

namespace tocca::cli {
namespace {

std::size_t width_of(const std::string& cell) {  // code points, not bytes: names may be in any script
  return static_cast<std::size_t>(
      std::count_if(cell.begin(), cell.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

}  // namespace

std::string Table::text() const {
  std::vector<std::vector<std::string>> lines(1);
  for (const auto& column : columns_) lines[0].push_back(column.title);
  for (const auto& row : rows_) {
    lines.emplace_back();
    for (const auto& cell : row) lines.back().push_back(printable(cell));
  }
  std::vector<std::size_t> widths(columns_.size(), 0);
  for (const auto& line : lines) {
    for (std::size_t c = 0; c < line.size(); ++c) widths[c] = std::max(widths[c], width_of(line[c]));
  }
  std::string text;
  for (const auto& line : lines) {
    std::string out;
    for (std::size_t c = 0; c < line.size(); ++c) {
      const std::string fill(widths[c] - width_of(line[c]), ' ');
      out += "  " + (columns_[c].right ? fill + line[c] : line[c] + fill);
    }
    out.erase(out.find_last_not_of(' ') + 1);
    text += out + "\n";
  }
  return text;
}

}  // namespace tocca::cli
