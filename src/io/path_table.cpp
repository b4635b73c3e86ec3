#include "io/path_table.hpp"

#include <algorithm>

#include "io/csv_numbers.hpp"
#include "io/degrees.hpp"
#include "io/text.hpp"

namespace tocca {
namespace {

class PathTable final : public PathRows {
 public:
  PathTable(LineReader lines, const CoordinateNames& names, const PathOptions& options)
      : table_(std::move(lines), "a line of joint names", "waypoint or edge",
               [&](std::string_view line) { return names.find(line) >= 0; }) {
    read_header(names);
    if (!options.degrees) return;
    const std::vector<bool> angles = angles_of(names.tree());
    for (std::size_t k = 0; k < columns_.columns.size(); ++k) {
      const int coordinate = columns_.columns[k].coordinate;
      if (coordinate >= 0 && angles[static_cast<std::size_t>(coordinate)]) in_degrees_.push_back(k);
    }
  }

  const PathColumns& columns() const override { return columns_; }
  bool next(std::span<double* const> targets) override {
    if (!table_.next(targets)) return false;
    for (const std::size_t column : in_degrees_) *targets[column] = radians(*targets[column]);
    return true;
  }
  std::uint64_t rows() const override { return table_.rows(); }
  PathPlace here() const override { return place_at(table_.here(), table_.rows()); }
  PathPlace last() const override { return place_at(table_.last(), table_.rows() - 1); }
  void go_to(const PathPlace& place) override { table_.go_to({place.byte, place.line}, place.row); }

  const std::string& file() const override { return table_.file(); }
  std::string place() const override { return table_.line(); }
  std::string place_of(const PathColumns::Column& column) const override { return "column " + in_quotes(column.name); }
  std::string_view naming() const override { return "a column"; }

 private:
  static PathPlace place_at(const LinePlace& line, std::uint64_t row) { return {row, line.byte, line.line}; }

  void read_header(const CoordinateNames& names) {
    const std::vector<std::string_view> header(table_.names().begin(), table_.names().end());
    try {
      columns_ = understand_columns(header, names);
    } catch (const InputError& error) {
      if (is_numbers(header)) refuse_numbers(names);
      table_.fail(error.place(), error.problem(), error.remedy());
    }
  }

  /// Digits and what belongs to them, decimal commas included.
  static bool is_numbers(const std::vector<std::string_view>& fields) {
    return std::all_of(fields.begin(), fields.end(), [](std::string_view field) {
      return field.find_first_not_of("0123456789+-.eE, \t") == std::string_view::npos &&
             field.find_first_of("0123456789") != std::string_view::npos;
    });
  }

  [[noreturn]] void refuse_numbers(const CoordinateNames& names) const {
    constexpr int most_shown = 12;
    const int count = names.tree().coordinate_count();
    const bool by_tabs = table_.separator() == '\t';  // which a message cannot show
    std::string header;
    for (int k = 0; k < std::min(count, most_shown); ++k) {
      if (k > 0) header += by_tabs ? ' ' : table_.separator();
      header += names[k];
    }
    if (count > most_shown) header += " ...";
    table_.fail("", "row 1 must name the joints, but it holds numbers",
                std::string("put a header first, without #") + (by_tabs ? " and with tabs: " : ": ") + header);
  }

  CsvNumbers table_;
  PathColumns columns_;
  std::vector<std::size_t> in_degrees_;  // columns to convert
};

}  // namespace

std::unique_ptr<PathRows> open_path_table(LineReader lines, const CoordinateNames& names, const PathOptions& options) {
  return std::make_unique<PathTable>(std::move(lines), names, options);
}

}  // namespace tocca
