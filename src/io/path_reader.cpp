#include <fmt/format.h>

#include <algorithm>

#include "csv.hpp"
#include "limit_watch.hpp"
#include "line_reader.hpp"
#include "path_columns.hpp"
#include "text.hpp"
#include "tocca/io/path.hpp"

namespace tocca {
namespace {

constexpr std::size_t block_count = 6;

}  // namespace

struct PathReader::State {
  State(const std::filesystem::path& file, const KinematicTree& tree, const Configuration& defaults, Warnings& notes)
      : lines(file), quaternions(tree), limits(tree), warnings(notes) {
    read_header(tree);
    for (const Block block : {Block::position, Block::a, Block::b}) values(block) = defaults;
    for (const Block block : {Block::velocity, Block::acceleration}) values(block).setZero(tree.coordinate_count());
    values(Block::time).setZero(1);
    for (const PathColumns::Column& column : columns.columns) {
      targets.push_back(values(column.block).data() + std::max(0, column.coordinate));
    }
  }

  Configuration& values(Block block) { return blocks[static_cast<std::size_t>(block)]; }

  [[noreturn]] void fail(std::string_view place, std::string_view problem, std::string_view remedy) const {
    const std::string line = line_place(lines.line());
    throw InputError(lines.name(), place.empty() ? line : line + ", " + std::string(place), problem, remedy);
  }

  /// The next line that is not empty, split into fields; false at the end of the file.
  bool next_fields() {
    while (const auto line = lines.next()) {
      if (trimmed(*line).empty()) continue;
      if (!splitter.split(*line)) fail("", "a quote is not closed", "write quotes in pairs around a field");
      return true;
    }
    return false;
  }

  void read_header(const KinematicTree& tree) {
    if (!next_fields()) throw InputError(lines.name(), "", "is empty", "start with a line of joint names");
    try {
      columns = understand_columns(splitter.fields(), CoordinateNames(tree));
    } catch (const InputError& error) {
      fail(error.place(), error.problem(), error.remedy());
    }
  }

  bool next_row() {
    if (!next_fields()) {
      if (rows > 0) return false;
      throw InputError(lines.name(), "", "has no rows below its header", "give at least one waypoint or edge");
    }
    const std::vector<std::string_view>& fields = splitter.fields();
    if (fields.size() != targets.size()) {
      fail("", fmt::format("has {} fields where the header has {}", fields.size(), targets.size()),
           "give one number a column");
    }
    for (std::size_t k = 0; k < fields.size(); ++k) {
      const std::optional<double> number = parse_number(fields[k]);
      if (!number) refuse_field(k);
      *targets[k] = *number;
    }
    ++rows;
    return true;
  }

  [[noreturn]] void refuse_field(std::size_t k) const {
    const std::string_view field = splitter.fields()[k];
    const std::string place = "column " + in_quotes(columns.columns[k].name);
    if (field.empty()) fail(place, "is empty", "give a number");
    fail(place, in_quotes(field) + " is not a finite number", "give a number such as -1.5 or 2e-3");
  }

  void check_configuration(const Configuration& q) {
    if (const Joint* joint = quaternions.find_zero(q)) {
      fail("column " + in_quotes(joint->name + ".qx"), "a zero quaternion is no rotation", "write 0,0,0,1 for none");
    }
    if (limits.sees_breach(q)) limits.warn(q, lines.name() + ": " + line_place(lines.line()), warnings);
  }

  void check_time(double time_s) {
    if (rows > 1 && !(time_s > last_time_s)) {
      fail("column 'time'", fmt::format("{} does not come after {}", time_s, last_time_s), "order the rows by time");
    }
    last_time_s = time_s;
  }

  LineReader lines;
  CsvSplitter splitter;
  PathColumns columns;
  Quaternions quaternions;
  LimitWatch limits;
  Warnings& warnings;
  Configuration blocks[block_count];
  std::vector<double*> targets;  // where each column's number goes
  std::uint64_t rows = 0;
  double last_time_s = 0.0;
};

PathReader::PathReader(const std::filesystem::path& file, const KinematicTree& tree, const Configuration& defaults,
                       Warnings& warnings)
    : state_(std::make_unique<State>(file, tree, defaults, warnings)) {}
PathReader::~PathReader() = default;
PathReader::PathReader(PathReader&&) noexcept = default;
PathReader& PathReader::operator=(PathReader&&) noexcept = default;

bool PathReader::is_edge_list() const noexcept { return state_->columns.is_edge_list; }
bool PathReader::has_time() const noexcept { return state_->columns.has_time; }
bool PathReader::has_velocity() const noexcept { return state_->columns.has_velocity; }
bool PathReader::has_acceleration() const noexcept { return state_->columns.has_acceleration; }
const std::vector<Interpolation>& PathReader::interpolation() const noexcept { return state_->columns.interpolation; }

bool PathReader::next(Waypoint& waypoint) {
  if (!state_->next_row()) return false;
  waypoint.position = state_->values(Block::position);
  waypoint.velocity = state_->values(Block::velocity);
  waypoint.acceleration = state_->values(Block::acceleration);
  waypoint.time_s = state_->values(Block::time)[0];
  state_->check_configuration(waypoint.position);
  if (has_time()) state_->check_time(waypoint.time_s);
  return true;
}

bool PathReader::next(Configuration& a, Configuration& b) {
  if (!state_->next_row()) return false;
  a = state_->values(Block::a);
  b = state_->values(Block::b);
  state_->check_configuration(a);
  state_->check_configuration(b);
  return true;
}

Path load_path(const std::filesystem::path& file, const KinematicTree& tree, const Configuration& defaults,
               Warnings& warnings) {
  PathReader reader(file, tree, defaults, warnings);
  if (reader.is_edge_list()) {
    throw InputError(file.string(), "", "is a list of edges, not a path", "give one column a joint, without a. and b.");
  }
  Path path;
  path.interpolation = reader.interpolation();
  Waypoint waypoint;
  const Eigen::Index columns = tree.coordinate_count();
  Eigen::Index rows = 0, room = 0;
  const auto resize = [&](Eigen::Index count) {  // row-major matrices grow in place: no second copy of a long path
    room = count;
    path.waypoints.conservativeResize(count, columns);
    if (reader.has_velocity()) path.velocities.conservativeResize(count, columns);
    if (reader.has_acceleration()) path.accelerations.conservativeResize(count, columns);
  };
  while (reader.next(waypoint)) {
    if (rows == room) resize(std::max<Eigen::Index>(64, 2 * room));
    path.waypoints.row(rows) = waypoint.position.transpose();
    if (reader.has_velocity()) path.velocities.row(rows) = waypoint.velocity.transpose();
    if (reader.has_acceleration()) path.accelerations.row(rows) = waypoint.acceleration.transpose();
    if (reader.has_time()) path.time_s.push_back(waypoint.time_s);
    ++rows;
  }
  resize(rows);
  return path;
}

}  // namespace tocca
