#include <fmt/format.h>

#include <algorithm>

#include "io/csv_numbers.hpp"
#include "io/degree_watch.hpp"
#include "io/limit_watch.hpp"
#include "io/path_columns.hpp"
#include "io/text.hpp"
#include "io/unnamed_joints.hpp"
#include "tocca/io/path.hpp"

namespace tocca {
namespace {

constexpr std::size_t block_count = 6;

}  // namespace

struct PathReader::State {
  State(const std::filesystem::path& file, const KinematicTree& tree, const Configuration& defaults, Warnings& notes)
      : table(file, "a line of joint names", "waypoint or edge"),
        quaternions(tree),
        degrees(tree),
        limits(tree),
        warnings(notes) {
    read_header(tree);
    if (!columns.unnamed.empty()) {
      warnings.push_back(table.file() + ": joints without a column stay " +
                         unnamed_text(tree, columns.unnamed, defaults));
    }
    for (const Block block : {Block::position, Block::a, Block::b}) values(block) = defaults;
    for (const Block block : {Block::velocity, Block::acceleration}) values(block).setZero(tree.coordinate_count());
    values(Block::time).setZero(1);
    for (const PathColumns::Column& column : columns.columns) {
      targets.push_back(values(column.block).data() + std::max(0, column.coordinate));
    }
  }

  Configuration& values(Block block) { return blocks[static_cast<std::size_t>(block)]; }

  void read_header(const KinematicTree& tree) {
    const std::vector<std::string_view> header(table.names().begin(), table.names().end());
    try {
      columns = understand_columns(header, CoordinateNames(tree));
    } catch (const InputError& error) {
      table.fail(error.place(), error.problem(), error.remedy());
    }
  }

  bool next_row() { return table.next(targets); }

  void check_configuration(const Configuration& q) {
    if (const Joint* joint = quaternions.find_zero(q)) {
      table.fail("column " + in_quotes(joint->name + ".qx"), "a zero quaternion is not a rotation",
                 "write 0,0,0,1 for no rotation");
    }
    if (degrees.suspects(q)) degrees.warn(q, table.file() + ": " + table.line(), warnings);
    if (limits.sees_breach(q)) limits.warn(q, table.file() + ": " + table.line(), warnings);
  }

  void check_time(double time_s) {
    if (table.rows() > 1 && !(time_s > last_time_s)) {
      table.fail("column 'time'", fmt::format("{} does not come after {}", time_s, last_time_s),
                 "order the rows by time");
    }
    last_time_s = time_s;
  }

  CsvNumbers table;
  PathColumns columns;
  Quaternions quaternions;
  DegreeWatch degrees;
  LimitWatch limits;
  Warnings& warnings;
  Configuration blocks[block_count];
  std::vector<double*> targets;  // where each column's number goes
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
    throw InputError(file.string(), "", "is a list of edges, not a path", "give a column per joint, without a. and b.");
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
