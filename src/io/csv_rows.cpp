#include "io/csv_rows.hpp"

#include "io/text.hpp"

namespace tocca {

bool CsvRows::next() {
  const auto line = next_line();
  if (line) split(*line);
  return line.has_value();
}

std::optional<std::string_view> CsvRows::next_line() {
  for (last_ = lines_.here(); const auto line = lines_.next(); last_ = lines_.here()) {
    std::size_t begin = 0;
    while (begin < line->size() && is_blank((*line)[begin])) ++begin;
    if (begin == line->size() || (*line)[begin] == '#') continue;
    return line;
  }
  return std::nullopt;
}

void CsvRows::split(std::string_view line) {
  if (!splitter_.split(line)) fail("a quote is not closed", "put a quote before and after the field");
}

std::string CsvRows::line() const { return line_place(lines_.line()); }

void CsvRows::fail(std::string_view problem, std::string_view remedy) const {
  throw InputError(lines_.name(), line(), problem, remedy);
}

}  // namespace tocca
