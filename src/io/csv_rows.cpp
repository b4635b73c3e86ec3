#include "io/csv_rows.hpp"

#include "io/text.hpp"

namespace tocca {

bool CsvRows::next() {
  while (const auto line = lines_.next()) {
    if (trimmed(*line).empty()) continue;
    if (!splitter_.split(*line)) fail("a quote is not closed", "put a quote before and after the field");
    return true;
  }
  return false;
}

std::string CsvRows::line() const { return line_place(lines_.line()); }

void CsvRows::fail(std::string_view problem, std::string_view remedy) const {
  throw InputError(lines_.name(), line(), problem, remedy);
}

}  // namespace tocca
