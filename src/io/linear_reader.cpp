#include <fmt/format.h>

#include "io/csv_rows.hpp"
#include "io/linear_queries.hpp"
#include "io/rational.hpp"
#include "io/text.hpp"

namespace tocca {

struct LinearReader::State {
  explicit State(const std::filesystem::path& file) : rows(file) {}

  /// The next row, of 6 or 7 fields; false at the end of the file.
  bool next_fields() {
    if (!rows.next()) return false;
    const std::size_t count = rows.fields().size();
    if (count != 6 && count != 7) {
      rows.fail(fmt::format("has {} fields", count), "give x_num,x_den,y_num,y_den,z_num,z_den and, if known, 0 or 1");
    }
    if (columns != 0 && count != columns) {
      rows.fail(fmt::format("has {} fields where the first row has {}", count, columns),
                "give the truth in all rows, or in none");
    }
    columns = count;
    return true;
  }

  /// Numbers of the usual length are read without long arithmetic: numerators below 2^53 over powers of two.
  static std::optional<NearDouble> short_fraction(std::string_view numerator, std::string_view denominator) {
    const std::optional<std::int64_t> n = parse_integer(numerator), d = parse_integer(denominator);
    constexpr std::int64_t limit = std::int64_t{1} << 53;
    if (!n || !d || *n > limit || *n < -limit || *d <= 0 || (*d & (*d - 1)) != 0) return std::nullopt;
    return NearDouble{static_cast<double>(*n) / static_cast<double>(*d), 0.0};
  }

  NearDouble fraction(std::size_t field) const {
    const std::string_view numerator = rows.fields()[field], denominator = rows.fields()[field + 1];
    if (const auto quick = short_fraction(numerator, denominator)) return *quick;
    const auto n = parse_whole(numerator), d = parse_whole(denominator);
    if (!n || !d)
      rows.fail(in_quotes(n ? denominator : numerator) + " is not a whole number",
                "give numerators and denominators, such as 3,8");
    if (d->sign() == 0) rows.fail("a denominator is zero", "give whole numbers other than zero as denominators");
    const auto number = near_double(*n, *d);
    if (!number) rows.fail("a coordinate is beyond the range of a double", "give coordinates below 1.7e308");
    return *number;
  }

  void read_row(std::array<double, 3>& vertex, LinearRow& row, bool is_first) {
    for (std::size_t c = 0; c < 3; ++c) {
      const NearDouble x = fraction(2 * c);
      vertex[c] = x.value;
      row.rounding_m = std::max(row.rounding_m, x.error);
    }
    if (columns == 6) return;
    const std::string_view text = rows.fields()[6];
    if (text != "0" && text != "1")
      rows.fail("the truth " + in_quotes(text) + " is neither 0 nor 1", "give 1 for contact, 0 for no contact");
    if (!is_first && row.truth != (text == "1"))
      rows.fail("the truth changes within a query", "give its eight rows the same truth");
    row.truth = text == "1";
  }

  bool next(LinearRow& row) {
    row.rounding_m = 0.0;
    row.truth.reset();
    for (std::size_t k = 0; k < 8; ++k) {
      if (!next_fields()) {
        if (k == 0) return false;
        rows.fail(fmt::format("the file ends {} {} before the end of a query", 8 - k, k == 7 ? "row" : "rows"),
                  "give eight rows per query");
      }
      read_row(k < 4 ? row.vertices.from[k] : row.vertices.to[k - 4], row, k == 0);
    }
    return true;
  }

  CsvRows rows;
  std::size_t columns = 0;
};

LinearReader::LinearReader(const std::filesystem::path& file) : state_(std::make_unique<State>(file)) {}
LinearReader::~LinearReader() = default;
LinearReader::LinearReader(LinearReader&&) noexcept = default;
bool LinearReader::next(LinearRow& row) { return state_->next(row); }

}  // namespace tocca
