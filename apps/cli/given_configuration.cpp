#include "given_configuration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>

#include "core/index.hpp"
#include "io/file_kind.hpp"
#include "io/limit_watch.hpp"
#include "io/nearest_name.hpp"
#include "io/text.hpp"
#include "tocca/io/path.hpp"

namespace tocca::cli {
namespace {

/// What stands between commas. A text of blanks has no parts; a part of blanks is a slip.
void for_each_part(std::string_view text, const std::string& option,
                   const std::function<void(std::string_view)>& take) {
  bool more = !trimmed(text).empty();
  while (more) {
    const std::size_t comma = text.find(',');
    const std::string_view part = trimmed(text.substr(0, comma));
    more = comma != std::string_view::npos;
    if (more) text.remove_prefix(comma + 1);
    if (part.empty()) {
      throw InputError(option, "''", "nothing stands between two commas, or after the last", "remove the comma");
    }
    take(part);
  }
}

bool is_value(std::string_view part) { return part.find('=') != std::string_view::npos; }

bool has_state(const Robot& robot, std::string_view name) {
  return std::any_of(robot.states.begin(), robot.states.end(), [&](const GroupState& s) { return s.name == name; });
}

[[noreturn]] void refuse_state(std::string_view name, const Robot& robot, const std::string& option) {
  if (robot.states.empty()) {
    throw InputError(option, in_quotes(name), "is neither joint=value nor a file, and no SRDF names it",
                     "write \"elbow=1.5,wrist=0\", or give the SRDF that has this group state with --srdf");
  }
  std::vector<std::string_view> names;
  for (const GroupState& state : robot.states) {
    if (std::find(names.begin(), names.end(), state.name) == names.end()) names.push_back(state.name);
  }
  throw InputError(option, in_quotes(name), "is neither joint=value, nor a file, nor a group state of the SRDF",
                   did_you_mean(name, names));
}

/// The state of every group that has it: "home" of an arm and of its hand is one posture.
void apply_state(std::string_view name, const Robot& robot, const std::string& option, Configuration& q) {
  std::map<int, const GroupState*> set_by;
  for (const GroupState& state : robot.states) {
    if (state.name != name) continue;
    for (const auto& [coordinate, value] : state.values) {
      const auto [earlier, is_new] = set_by.emplace(coordinate, &state);
      if (!is_new && q[coordinate] != value) {
        throw InputError(option, in_quotes(name),
                         fmt::format("the groups '{}' and '{}' disagree about '{}'", printable(earlier->second->group),
                                     printable(state.group), robot.tree.coordinate_names()[at(coordinate)]),
                         "give the values as joint=value");
      }
      q[coordinate] = value;
    }
  }
  if (!set_by.empty()) return;
  if (!has_state(robot, name)) refuse_state(name, robot, option);
  throw InputError(option, in_quotes(name), "the state sets no joint that moves", "give values as joint=value");
}

/// "path.csv:12", if that is what the text means.
struct RowOfFile {
  std::string file;
  std::optional<std::int64_t> row;
};

std::optional<RowOfFile> file_of(const std::string& text) {
  const auto is_file = [](const std::string& name) {
    std::error_code missing;
    return std::filesystem::is_regular_file(name, missing);
  };
  if (is_file(text)) return RowOfFile{text, std::nullopt};
  const std::size_t colon = text.rfind(':');
  const std::optional<std::int64_t> row =
      colon == std::string::npos ? std::nullopt : parse_integer(std::string_view(text).substr(colon + 1));
  RowOfFile given{row ? text.substr(0, colon) : text, row};
  const bool means_file = std::filesystem::path(given.file).has_extension() && !is_value(text);
  if (is_file(given.file) || means_file) return given;
  return std::nullopt;
}

Configuration row_of(const RowOfFile& given, const Robot& robot, const Configuration& defaults, FileRow which,
                     Warnings& warnings, const PathOptions& options) {
  const auto refuse = [&](const std::string& problem, const char* remedy) {
    throw InputError(given.file, given.row ? fmt::format("waypoint {}", *given.row) : "", problem, remedy);
  };
  PathReader reader(given.file, robot.tree, defaults, warnings, options);
  if (reader.is_edge_list()) refuse("is an edge list", "give a path: one waypoint per row");
  if (given.row && *given.row < 0) refuse("waypoints are counted from 0", "leave out the number for the first or last");
  Waypoint waypoint;
  std::int64_t rows = 0;
  while (reader.next(waypoint)) {
    const bool found = given.row ? *given.row == rows : which == FileRow::first;
    if (found) return waypoint.position;
    ++rows;
  }
  if (given.row) refuse(fmt::format("the path ends at waypoint {}", rows - 1), "waypoints are counted from 0");
  return waypoint.position;
}

/// The parts of "left/a=1,right/home" about one robot, without its name.
std::string part_of(const std::string& text, const Problem& problem, const std::string& robot,
                    const std::string& option) {
  std::string own;
  for_each_part(text, option, [&](std::string_view part) {
    const std::string_view name = part.substr(0, part.find('/'));
    const bool known =
        name.size() < part.size() && std::any_of(problem.robots.begin(), problem.robots.end(),
                                                 [&](const RobotTask& task) { return task.robot.name == name; });
    if (!known) {
      throw InputError(option, printable(std::string(part)), "does not begin with the name of a robot",
                       fmt::format("there are several: write {}/joint=value", problem.robots.front().robot.name));
    }
    if (name != robot) return;
    if (!own.empty()) own += ',';
    own += part.substr(name.size() + 1);
  });
  return own;
}

/// Postures first, then values: "home,elbow=1" is home with another elbow.
Configuration configuration_of(const std::string& text, const Robot& robot, const Configuration& defaults,
                               const std::string& option, const PathOptions& options) {
  Configuration q = defaults;
  std::string values;
  for_each_part(text, option, [&](std::string_view part) {
    if (!is_value(part)) return apply_state(part, robot, option, q);
    if (!values.empty()) values += ',';
    values += part;
  });
  return parse_configuration(values, robot.tree, option, q, options);
}

}  // namespace

Configuration given_configuration(const std::string& text, const Robot& robot, const Configuration& defaults,
                                  const std::string& option, FileRow row, Warnings& warnings,
                                  const PathOptions& options) {
  if (!has_state(robot, text)) {
    if (const std::optional<RowOfFile> file = file_of(text))
      return row_of(*file, robot, defaults, row, warnings, options);
  }
  const Configuration q = configuration_of(text, robot, defaults, option, options);
  if (!options.degrees) warn_of_degrees(robot.tree, q, option, warnings);
  LimitWatch(robot.tree).warn(q, option, warnings);
  return q;
}

Configuration given_configurations(const std::string& text, const Problem& problem, const Configuration& defaults,
                                   const std::string& option, FileRow row, Warnings& warnings,
                                   const PathOptions& options) {
  if (problem.robots.size() == 1)
    return given_configuration(text, problem.robots[0].robot, defaults, option, row, warnings, options);
  Configuration q = defaults;
  Eigen::Index first = 0;
  for (const RobotTask& task : problem.robots) {
    const Eigen::Index count = task.robot.tree.coordinate_count();
    const Configuration own = configuration_of(part_of(text, problem, task.robot.name, option), task.robot,
                                               q.segment(first, count), option, options);
    const std::string place = option + ": " + task.robot.name;
    if (!options.degrees) warn_of_degrees(task.robot.tree, own, place, warnings);
    LimitWatch(task.robot.tree).warn(own, place, warnings);
    q.segment(first, count) = own;
    first += count;
  }
  return q;
}

}  // namespace tocca::cli
