#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "io/coordinate_names.hpp"
#include "io/path_columns.hpp"
#include "tocca/core/error.hpp"
#include "tocca/io/path.hpp"

namespace tocca {

/// The rows of a path or an edge list, whatever the format of the file: columns with a meaning, and finite numbers under
/// them, angles in radians.
class PathRows {
 public:
  virtual ~PathRows() = default;

  virtual const PathColumns& columns() const = 0;
  /// Reads a row into `targets`, one per column; false at the end of the file.
  virtual bool next(std::span<double* const> targets) = 0;
  virtual std::uint64_t rows() const = 0;  ///< read so far
  virtual PathPlace here() const = 0;      ///< of the row that next() reads next
  virtual PathPlace last() const = 0;      ///< of the row read last
  virtual void go_to(const PathPlace& place) = 0;

  virtual const std::string& file() const = 0;
  virtual std::string place() const = 0;  ///< of the row read last: "line 12", "points[3]"
  /// How messages call a column: "column 'elbow'", "joint 'elbow'".
  virtual std::string place_of(const PathColumns::Column& column) const = 0;
  virtual std::string_view naming() const = 0;  ///< what a joint has that is named: "a column", "positions"

  /// An InputError at the row read last.
  [[noreturn]] void fail(const PathColumns::Column& column, std::string_view problem, std::string_view remedy) const {
    throw InputError(file(), place() + ", " + place_of(column), problem, remedy);
  }
};

/// Opens a file ("-": the standard input) as the kind of path that it holds. `names` and `warnings` must outlive the
/// rows. Joints that a message does not name from its beginning start at `defaults`.
std::unique_ptr<PathRows> open_path_rows(const std::filesystem::path& file, const CoordinateNames& names,
                                         const Configuration& defaults, const PathOptions& options, Warnings& warnings);

}  // namespace tocca
