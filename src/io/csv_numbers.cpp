#include "csv_numbers.hpp"

#include <fmt/format.h>

#include "text.hpp"

namespace tocca {

CsvNumbers::CsvNumbers(const std::filesystem::path& file, std::string_view header, std::string_view row)
    : lines_(file), row_(row) {
  if (!next_fields()) throw InputError(lines_.name(), "", "is empty", fmt::format("start with {}", header));
  names_.assign(splitter_.fields().begin(), splitter_.fields().end());
}

/// The next line that is not empty, split into fields; false at the end of the file.
bool CsvNumbers::next_fields() {
  while (const auto line = lines_.next()) {
    if (trimmed(*line).empty()) continue;
    if (!splitter_.split(*line)) fail("", "a quote is not closed", "write quotes in pairs around a field");
    return true;
  }
  return false;
}

bool CsvNumbers::next(std::span<double* const> targets) {
  if (!next_fields()) {
    if (rows_ > 0) return false;
    throw InputError(lines_.name(), "", "has no rows below its header", fmt::format("give at least one {}", row_));
  }
  const std::vector<std::string_view>& fields = splitter_.fields();
  if (fields.size() != targets.size()) {
    fail("", fmt::format("has {} fields where the header has {}", fields.size(), targets.size()),
         "give one number a column");
  }
  for (std::size_t k = 0; k < fields.size(); ++k) {
    const std::optional<double> number = parse_number(fields[k]);
    if (!number) refuse_field(k);
    *targets[k] = *number;
  }
  ++rows_;
  return true;
}

std::string CsvNumbers::line() const { return line_place(lines_.line()); }

void CsvNumbers::fail(std::string_view place, std::string_view problem, std::string_view remedy) const {
  throw InputError(lines_.name(), place.empty() ? line() : line() + ", " + std::string(place), problem, remedy);
}

void CsvNumbers::fail_in(std::size_t column, std::string_view problem, std::string_view remedy) const {
  fail("column " + in_quotes(names_[column]), problem, remedy);
}

void CsvNumbers::refuse_field(std::size_t column) const {
  const std::string_view field = splitter_.fields()[column];
  if (field.empty()) fail_in(column, "is empty", "give a number");
  fail_in(column, in_quotes(field) + " is not a finite number", "give a number such as -1.5 or 2e-3");
}

}  // namespace tocca
