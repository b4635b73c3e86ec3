#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

#include "tocca/core/error.hpp"
#include "tocca/model/path.hpp"
#include "tocca/model/robot.hpp"

namespace tocca {

/// One row of a path file, in the tree's coordinate order.
struct Waypoint {
  Configuration position, velocity, acceleration;  ///< the last two: zero if the file has no such column
  double time_s = 0.0;
};

/// How a path file, or the text of a configuration, is meant.
struct PathOptions {
  /// Revolute and continuous joints and planar joints' theta, with their velocities and accelerations, are in degrees.
  bool degrees = false;
};

/// A row of a path file, by which a reader of the same file gets there without reading what comes before.
struct PathPlace {
  std::uint64_t row = 0;             ///< counts from 0
  std::uint64_t byte = 0, line = 0;  ///< of a table
};

/// Reads a path or an edge list, row by row; what kind of file it is shows in what it holds. "-" is the standard input.
///
/// A table (CSV, with commas, semicolons, tabs or blanks): ten million rows in bounded memory. A path has one column per
/// joint and optional `time` (or `time_from_start`, or `t`), `vel.JOINT`, `acc.JOINT`; an edge list has `a.JOINT` and
/// `b.JOINT`. A message of ROS (JointTrajectory, RobotTrajectory, DisplayTrajectory, as YAML or JSON) is read whole; the
/// same path gives the same bits in every format.
/// Joints that are not named stay at `defaults`; one warning says where. Values outside joint limits give one warning
/// per joint, angles that look like degrees one per file. Quaternions stay as given.
/// Fails: InputError with file and place, from the constructor (header, message) or from the call that meets the bad
/// row; a table without rows fails at the first call. `tree` and `warnings` must outlive the reader.
class PathReader {
 public:
  PathReader(const std::filesystem::path& file, const KinematicTree& tree, const Configuration& defaults,
             Warnings& warnings, const PathOptions& options = {});
  ~PathReader();
  PathReader(PathReader&&) noexcept;
  PathReader& operator=(PathReader&&) noexcept;

  bool is_edge_list() const noexcept;
  bool has_time() const noexcept;
  bool has_velocity() const noexcept;
  bool has_acceleration() const noexcept;
  const std::vector<Interpolation>& interpolation() const noexcept;  ///< one per coordinate

  /// Reads the next row; returns false at the end of the file.
  bool next(Waypoint& waypoint);                  ///< requires a path
  bool next(Configuration& a, Configuration& b);  ///< requires an edge list
  /// Reads up to `most` rows straight into the matrices, below their existing rows, and returns how many; 0 at the end
  /// of the file.
  std::size_t append(std::size_t most, Path& path);                            ///< requires a path
  std::size_t append(std::size_t most, WaypointMatrix& a, WaypointMatrix& b);  ///< requires an edge list

  PathPlace here() const;  ///< of the row that is read next
  PathPlace last() const;  ///< of the row read last; requires one
  /// Reads on at a place told by a reader of the same file, from which rows before it have been read without an error.
  /// Fails: InputError if the file is a pipe.
  void go_to(const PathPlace& place);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Reads a whole path into memory. An empty file or an edge list is an InputError.
Path load_path(const std::filesystem::path& file, const KinematicTree& tree, const Configuration& defaults,
               Warnings& warnings, const PathOptions& options = {});
/// The same for callers who read no warnings: joints that the file does not name are at zero.
inline Path load_path(const std::filesystem::path& file, const Robot& robot, const PathOptions& options = {}) {
  Warnings unread;
  return load_path(file, robot.tree, robot.tree.zero_configuration(), unread, options);
}

/// Write CSV that the reader reads back exactly, with one column per coordinate. Fail: InputError if the file cannot be
/// written.
void write_path_csv(const std::filesystem::path& file, const KinematicTree& tree, const Path& path);
/// The same as a message trajectory_msgs/JointTrajectory of ROS 2, in YAML. Also fails if the path has no stamps or stamps
/// that are not whole nanoseconds, counted from its start, or if a joint has several coordinates.
void write_path_trajectory(const std::filesystem::path& file, const KinematicTree& tree, const Path& path);
/// Edge k leads from row k of `a` to row k of `b`. Requires equal numbers of rows.
void write_edges_csv(const std::filesystem::path& file, const KinematicTree& tree, const WaypointMatrix& a,
                     const WaypointMatrix& b);

/// Applies "j=v,k=w" (the text of --default, --start, --goal) on top of `defaults`, or of the zero configuration.
/// Errors name it by `option`.
Configuration parse_configuration(std::string_view text, const KinematicTree& tree, std::string_view option,
                                  const Configuration& defaults, const PathOptions& options = {});
Configuration parse_configuration(std::string_view text, const KinematicTree& tree, std::string_view option);

/// Gives one warning if several joints turn so far that their values look like degrees. `place` says where the values
/// were given: "--start".
void warn_of_degrees(const KinematicTree& tree, const Configuration& q, const std::string& place, Warnings& warnings);

}  // namespace tocca
