#include "io/grasp_rows.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "io/csv_rows.hpp"
#include "io/text.hpp"

namespace tocca {
namespace {

constexpr std::array<std::string_view, 4> grasp_columns{"step", "piece", "object", "event"};

/// Where each of grasp_columns stands.
using GraspColumns = std::array<std::size_t, grasp_columns.size()>;

GraspColumns read_header(CsvRows& rows) {
  constexpr const char* remedy = "begin with the line step,piece,object,event";
  const auto is_column = [](std::string_view) { return false; };
  if (!rows.next_header(is_column)) throw InputError(rows.file(), "", "is empty", remedy);
  GraspColumns columns{};
  for (std::size_t k = 0; k < grasp_columns.size(); ++k) {
    const auto found = std::ranges::find(rows.fields(), grasp_columns[k]);
    if (found == rows.fields().end()) rows.fail("there is no column " + in_quotes(grasp_columns[k]), remedy);
    columns[k] = static_cast<std::size_t>(found - rows.fields().begin());
  }
  return columns;
}

GraspRow read_row(const CsvRows& rows, const GraspColumns& columns, std::size_t width) {
  const auto& fields = rows.fields();
  if (fields.size() != width) rows.fail("has another number of fields than the header", "give one field per column");
  GraspRow row;
  const auto step = parse_integer(fields[columns[0]]);
  if (!step || *step < 0 || *step > std::numeric_limits<int>::max()) {
    rows.fail(in_quotes(fields[columns[0]]) + " is not the number of a step", "count the rows of the path from 0");
  }
  row.step = static_cast<int>(*step);
  row.piece = fields[columns[1]];
  row.object = fields[columns[2]];
  const std::string_view event = fields[columns[3]];
  row.grasps = event == "grasp";
  if (!row.grasps && event != "release") rows.fail("unknown event " + in_quotes(event), "choose grasp or release");
  row.place = rows.line();
  return row;
}

}  // namespace

std::vector<GraspRow> load_grasps(const std::filesystem::path& file) {
  CsvRows rows(file);
  const GraspColumns columns = read_header(rows);
  const std::size_t width = rows.fields().size();
  std::vector<GraspRow> read;
  while (rows.next()) read.push_back(read_row(rows, columns, width));
  std::ranges::stable_sort(read, {}, &GraspRow::step);
  return read;
}

}  // namespace tocca
