#include "io/tool_samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/csv_rows.hpp"
#include "io/text.hpp"
#include "tocca/shape/mesh.hpp"

namespace tocca {
namespace {

constexpr std::array<std::string_view, 8> column_names = {"t", "x", "y", "z", "qx", "qy", "qz", "qw"};
constexpr const char* header_remedy = "write t,x,y,z,qx,qy,qz,qw in the first line";

}  // namespace

struct SampleReader::State {
  explicit State(const std::filesystem::path& file) : rows(file) {
    if (!rows.next()) throw InputError(rows.file(), "", "is empty", header_remedy);
    column.fill(rows.fields().size());
    for (std::size_t i = 0; i < rows.fields().size(); ++i) {
      const std::string_view field = rows.fields()[i];
      const auto name = std::find(column_names.begin(), column_names.end(), field);
      if (name == column_names.end()) rows.fail("unknown column " + in_quotes(field), header_remedy);
      std::size_t& place = column[static_cast<std::size_t>(name - column_names.begin())];
      if (place < rows.fields().size())
        rows.fail("column " + in_quotes(field) + " is given twice", "remove one of them");
      place = i;
    }
    for (std::size_t k = 0; k < column_names.size(); ++k) {
      if (column[k] == rows.fields().size())
        rows.fail("column " + in_quotes(column_names[k]) + " is missing", header_remedy);
    }
  }

  bool next(ToolSample& sample) {
    if (!rows.next()) return false;
    if (rows.fields().size() != column_names.size()) {
      rows.fail(fmt::format("has {} fields", rows.fields().size()), "give one for each of the 8 columns");
    }
    std::array<double, 8> value;
    for (std::size_t k = 0; k < column_names.size(); ++k) {
      const std::string_view field = rows.fields()[column[k]];
      const auto number = parse_number(field);
      if (!number)
        rows.fail(fmt::format("{} is {}, not a number", column_names[k], in_quotes(field)), "give a decimal number");
      if (k > 0 && std::abs(*number) > largest_coordinate) {
        rows.fail(fmt::format("{} is too large", column_names[k]), "give metres, and quaternions of about unit length");
      }
      value[k] = *number;
    }
    const Eigen::Vector4d q(value[4], value[5], value[6], value[7]);
    if (!(q.cwiseAbs().maxCoeff() > 1e-30)) rows.fail("the quaternion is zero", "give the orientation as qx,qy,qz,qw");
    sample.time_s = value[0];
    sample.X_WT = Pose::from_quaternion({value[1], value[2], value[3]}, q[0], q[1], q[2], q[3]);
    return true;
  }

  CsvRows rows;
  std::array<std::size_t, 8> column;  ///< of each name
};

SampleReader::SampleReader(const std::filesystem::path& file) : state_(std::make_unique<State>(file)) {}
SampleReader::~SampleReader() = default;
SampleReader::SampleReader(SampleReader&&) noexcept = default;
bool SampleReader::next(ToolSample& sample) { return state_->next(sample); }

}  // namespace tocca
