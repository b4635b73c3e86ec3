#include "io/csv.hpp"
#include "io/output.hpp"
#include "tocca/core/require.hpp"
#include "tocca/io/path.hpp"

namespace tocca {
namespace {

/// The cells of a row, with commas between them.
class Row {
 public:
  explicit Row(std::string& text) : text_(text) {}
  void add(double number) {
    separate();
    append_number(text_, number);
  }
  void add(std::string_view name) {
    separate();
    append_csv_field(text_, name);
  }
  void end() {
    text_ += '\n';
    first_ = true;
  }

 private:
  void separate() {
    if (!first_) text_ += ',';
    first_ = false;
  }
  std::string& text_;
  bool first_ = true;
};

}  // namespace

void write_path_csv(const std::filesystem::path& file, const KinematicTree& tree, const Path& path) {
  OutputFile out(file);
  Row row(out.text());
  const std::vector<std::string> names = tree.coordinate_names();
  const auto moves_at_least = [&](std::size_t k, Interpolation kind) { return path.interpolation[k] >= kind; };

  if (!path.time_s.empty()) row.add("time");
  for (const std::string& name : names) row.add(name);
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (moves_at_least(k, Interpolation::cubic)) row.add("vel." + names[k]);
    if (moves_at_least(k, Interpolation::quintic)) row.add("acc." + names[k]);
  }
  row.end();
  for (Eigen::Index i = 0; i < path.waypoints.rows(); ++i) {
    if (!path.time_s.empty()) row.add(path.time_s[static_cast<std::size_t>(i)]);
    for (const double value : path.waypoints.row(i)) row.add(value);
    for (std::size_t k = 0; k < names.size(); ++k) {
      const auto column = static_cast<Eigen::Index>(k);
      if (moves_at_least(k, Interpolation::cubic)) row.add(path.velocities(i, column));
      if (moves_at_least(k, Interpolation::quintic)) row.add(path.accelerations(i, column));
    }
    row.end();
    out.flush_if_large();
  }
  out.close();
}

void write_edges_csv(const std::filesystem::path& file, const KinematicTree& tree, const WaypointMatrix& a,
                     const WaypointMatrix& b) {
  TOCCA_REQUIRE(a.rows() == b.rows(), "a and b must have the same number of rows");
  OutputFile out(file);
  Row row(out.text());
  for (const char* prefix : {"a.", "b."}) {
    for (const std::string& name : tree.coordinate_names()) row.add(prefix + name);
  }
  row.end();
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (const double value : a.row(i)) row.add(value);
    for (const double value : b.row(i)) row.add(value);
    row.end();
    out.flush_if_large();
  }
  out.close();
}

}  // namespace tocca
