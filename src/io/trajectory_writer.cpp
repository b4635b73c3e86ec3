#include <cmath>
#include <cstdint>

#include "io/output.hpp"
#include "tocca/core/require.hpp"
#include "tocca/io/path.hpp"

namespace tocca {
namespace {

constexpr double most_seconds = 2147483647.0;  // sec of a ROS 2 duration

/// "{sec: 1, nanosec: 250000000}": what the stamp is in decimals, if nine of them say it.
std::string duration_text(double time_s, const std::string& file) {
  if (!(time_s >= 0.0 && time_s <= most_seconds)) {
    throw InputError(file, "time", "does not begin at zero", "write CSV: a trajectory's times are from its start");
  }
  auto sec = static_cast<std::int64_t>(std::floor(time_s));
  auto nanosec = static_cast<std::int64_t>(std::llround((time_s - static_cast<double>(sec)) * 1e9));
  if (nanosec == 1'000'000'000) ++sec, nanosec = 0;
  if (static_cast<double>(sec * 1'000'000'000 + nanosec) / 1e9 != time_s) {
    throw InputError(file, "time", "is not a whole number of nanoseconds, as a trajectory's times are",
                     "write CSV, or time the path by its joints' limits (--timed)");
  }
  return "{sec: " + std::to_string(sec).append(", nanosec: ") + std::to_string(nanosec).append("}");
}

void append_values(std::string& text, const char* name, const WaypointMatrix& rows, Eigen::Index i) {
  text.append("    ").append(name).append(": [");
  for (Eigen::Index column = 0; column < rows.cols(); ++column) {
    if (column > 0) text += ", ";
    append_number(text, rows(i, column));
  }
  text += "]\n";
}

/// A stamp of zero starts the motion at once. A name as YAML reads it back, whatever it is made of: JSON's quotes are YAML's.
void append_head(std::string& text, const KinematicTree& tree) {
  text += "header: {stamp: {sec: 0, nanosec: 0}, frame_id: \"\"}\njoint_names: [";
  bool first = true;
  for (const std::string& name : tree.coordinate_names()) {
    if (!first) text += ", ";
    append_json_string(text, name);
    first = false;
  }
  text += "]\npoints:\n";
}

}  // namespace

void write_path_trajectory(const std::filesystem::path& file, const KinematicTree& tree, const Path& path) {
  TOCCA_REQUIRE(path.time_s.empty() || path.time_s.size() == static_cast<std::size_t>(path.waypoints.rows()),
                "a path has one stamp per waypoint");
  for (const Joint& joint : tree.joints()) {
    if (joint.first_coordinate < 0 || coordinate_count(joint.type) == 1) continue;
    throw InputError(file.string(), "joint '" + joint.name + "'", "a JointTrajectory has joints of one number only",
                     "write CSV");
  }
  if (path.time_s.empty()) {
    throw InputError(file.string(), "", "a trajectory has times, and the path has none",
                     "time it by its joints' limits (--timed), or write CSV");
  }
  OutputFile out(file);
  std::string& text = out.text();
  append_head(text, tree);
  for (Eigen::Index i = 0; i < path.waypoints.rows(); ++i) {
    text.append("  - time_from_start: ").append(duration_text(path.time_s[static_cast<std::size_t>(i)], file.string()));
    text += '\n';
    append_values(text, "positions", path.waypoints, i);
    if (path.velocities.rows() > 0) append_values(text, "velocities", path.velocities, i);
    if (path.accelerations.rows() > 0) append_values(text, "accelerations", path.accelerations, i);
    text += "    effort: []\n";
    out.flush_if_large();
  }
  out.close();
}

}  // namespace tocca
