#include "io/csv_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/text.hpp"

namespace tocca {

CsvNumbers::CsvNumbers(const std::filesystem::path& file, std::string_view header, std::string_view row)
    : CsvNumbers(LineReader(file), header, row, [](std::string_view) { return false; }) {}

CsvNumbers::CsvNumbers(LineReader lines, std::string_view header, std::string_view row,
                       const std::function<bool(std::string_view)>& is_name)
    : csv_(std::move(lines)), row_(row) {
  if (!csv_.next_header([&](std::string_view line) { return is_name(trimmed(line)); }))
    throw InputError(csv_.file(), "", "is empty", fmt::format("start with {}", header));
  names_.assign(csv_.fields().begin(), csv_.fields().end());
}

bool CsvNumbers::next(std::span<double* const> targets) {
  if (!csv_.next()) {
    if (rows_ > 0) return false;
    throw InputError(csv_.file(), "", "has no rows below its header", fmt::format("give at least one {}", row_));
  }
  const std::vector<std::string_view>& fields = csv_.fields();
  if (fields.size() != targets.size()) {
    fail("",
         fmt::format("has {} {} where the header has {}", fields.size(), fields.size() == 1 ? "field" : "fields",
                     targets.size()),
         "give one number per column");
  }
  for (std::size_t k = 0; k < fields.size(); ++k) {
    const std::optional<double> number = parse_number(fields[k]);
    if (!number) refuse_field(k);
    *targets[k] = *number;
  }
  ++rows_;
  return true;
}

void CsvNumbers::fail(std::string_view place, std::string_view problem, std::string_view remedy) const {
  throw InputError(csv_.file(), place.empty() ? line() : line() + ", " + std::string(place), problem, remedy);
}

void CsvNumbers::fail_in(std::size_t column, std::string_view problem, std::string_view remedy) const {
  fail("column " + in_quotes(names_[column]), problem, remedy);
}

void CsvNumbers::refuse_field(std::size_t column) const {
  const std::string_view field = csv_.fields()[column];
  if (field.empty()) fail_in(column, "is empty", "give a number such as -1.5 or 2e-3");
  std::string with_point(field);
  std::replace(with_point.begin(), with_point.end(), ',', '.');
  if (field.find(',') != std::string_view::npos && parse_number(with_point)) {
    fail_in(column, in_quotes(field) + " has a decimal comma", "write " + printable(with_point, 60) + " in all rows");
  }
  fail_in(column, in_quotes(field) + " is not a finite number", "give a number such as -1.5 or 2e-3");
}

}  // namespace tocca
