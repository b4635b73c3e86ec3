#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "io/degree_watch.hpp"
#include "io/limit_watch.hpp"
#include "io/path_rows.hpp"
#include "io/unnamed_joints.hpp"
#include "tocca/io/path.hpp"

namespace tocca {
namespace {

/// Where the numbers of a row go, block by block; null: nowhere, since the file has no such block.
struct RowPlace {
  double* blocks[6] = {};

  double*& operator[](Block block) { return blocks[static_cast<std::size_t>(block)]; }
  double* operator[](Block block) const { return blocks[static_cast<std::size_t>(block)]; }
};

[[noreturn]] void refuse_edges(const std::string& file) {
  throw InputError(file, "", "is a list of edges, not a path", "give a column per joint, without a. and b.");
}

}  // namespace

struct PathReader::State {
  State(const std::filesystem::path& file, const KinematicTree& tree, const Configuration& defaults, Warnings& notes,
        const PathOptions& options)
      : names(tree),
        rows(open_path_rows(file, names, defaults, options, notes)),
        columns(rows->columns()),
        quaternions(tree),
        limits(tree),
        rest(defaults),
        warnings(notes) {
    if (!options.degrees) degrees.emplace(tree);
    if (!columns.unnamed.empty()) {
      warnings.push_back(fmt::format("{}: joints without {} stay {}", rows->file(), rows->naming(),
                                     unnamed_text(tree, columns.unnamed, defaults)));
    }
  }

  Eigen::Index size() const { return rest.size(); }

  /// Reads a row to where it is kept. What no column names: positions are at rest, derivatives zero.
  bool next(const RowPlace& place) {
    for (double* positions : {place[Block::position], place[Block::a], place[Block::b]}) {
      if (!positions) continue;
      for (const int coordinate : columns.unnamed) positions[coordinate] = rest[coordinate];
    }
    for (double* derivatives : {place[Block::velocity], place[Block::acceleration]}) {
      if (derivatives) std::fill_n(derivatives, size(), 0.0);
    }
    targets.clear();
    for (const PathColumns::Column& column : columns.columns) {
      if (!place[column.block]) refuse_kind();
      targets.push_back(place[column.block] + std::max(0, column.coordinate));
    }
    if (!rows->next(targets)) return false;
    for (const double* positions : {place[Block::position], place[Block::a], place[Block::b]}) {
      if (positions) check_configuration(Eigen::Map<const Configuration>(positions, size()));
    }
    if (columns.has_time) check_time(*place[Block::time]);
    return true;
  }

  /// The file is not of the kind that is asked for.
  [[noreturn]] void refuse_kind() const {
    if (columns.is_edge_list) refuse_edges(rows->file());
    throw InputError(rows->file(), "", "is a path, not a list of edges", "name the columns a.JOINT and b.JOINT");
  }

  void check_configuration(ConfigurationView q) {
    if (const Joint* joint = quaternions.find_zero(q)) {
      const int coordinate = joint->first_coordinate + quaternion_place(joint->type);
      rows->fail({Block::position, coordinate, joint->name + ".qx"}, "a zero quaternion is not a rotation",
                 "write 0,0,0,1 for no rotation");
    }
    if (degrees && degrees->suspects(q)) degrees->warn(q, rows->file() + ": " + rows->place(), warnings);
    if (limits.sees_breach(q)) limits.warn(q, rows->file() + ": " + rows->place(), warnings);
  }

  void check_time(double time_s) {
    if (rows->rows() > 1 && !(time_s > last_time_s)) {
      const auto is_time = [](const PathColumns::Column& column) { return column.block == Block::time; };
      rows->fail(*std::find_if(columns.columns.begin(), columns.columns.end(), is_time),
                 fmt::format("{} does not come after {}", time_s, last_time_s), "order the rows by time");
    }
    last_time_s = time_s;
  }

  CoordinateNames names;
  std::unique_ptr<PathRows> rows;
  const PathColumns& columns;
  Quaternions quaternions;
  std::optional<DegreeWatch> degrees;  // none where they are meant
  LimitWatch limits;
  Configuration rest;  // where joints stay that are not named
  Warnings& warnings;
  std::vector<double*> targets;  // where each column's number goes
  double last_time_s = 0.0;
};

PathReader::PathReader(const std::filesystem::path& file, const KinematicTree& tree, const Configuration& defaults,
                       Warnings& warnings, const PathOptions& options)
    : state_(std::make_unique<State>(file, tree, defaults, warnings, options)) {}
PathReader::~PathReader() = default;
PathReader::PathReader(PathReader&&) noexcept = default;
PathReader& PathReader::operator=(PathReader&&) noexcept = default;

bool PathReader::is_edge_list() const noexcept { return state_->columns.is_edge_list; }
bool PathReader::has_time() const noexcept { return state_->columns.has_time; }
bool PathReader::has_velocity() const noexcept { return state_->columns.has_velocity; }
bool PathReader::has_acceleration() const noexcept { return state_->columns.has_acceleration; }
const std::vector<Interpolation>& PathReader::interpolation() const noexcept { return state_->columns.interpolation; }

bool PathReader::next(Waypoint& waypoint) {
  for (Configuration* block : {&waypoint.position, &waypoint.velocity, &waypoint.acceleration}) {
    block->resize(state_->size());
  }
  RowPlace place;
  place[Block::position] = waypoint.position.data();
  place[Block::velocity] = waypoint.velocity.data();
  place[Block::acceleration] = waypoint.acceleration.data();
  place[Block::time] = &waypoint.time_s;
  return state_->next(place);
}

bool PathReader::next(Configuration& a, Configuration& b) {
  a.resize(state_->size());
  b.resize(state_->size());
  RowPlace place;
  place[Block::a] = a.data();
  place[Block::b] = b.data();
  return state_->next(place);
}

std::size_t PathReader::append(std::size_t most, Path& path) {
  const Eigen::Index had = path.waypoints.rows(), size = state_->size();
  const auto resize = [&](Eigen::Index rows) {  // row-major matrices grow in place: no second copy of a long path
    path.waypoints.conservativeResize(rows, size);
    if (has_velocity()) path.velocities.conservativeResize(rows, size);
    if (has_acceleration()) path.accelerations.conservativeResize(rows, size);
    if (has_time()) path.time_s.resize(static_cast<std::size_t>(rows));
  };
  path.interpolation = interpolation();
  const Eigen::Index room = had + static_cast<Eigen::Index>(most);
  resize(room);
  Eigen::Index rows = had;
  for (RowPlace place; rows < room; ++rows) {
    place[Block::position] = path.waypoints.data() + rows * size;
    if (has_velocity()) place[Block::velocity] = path.velocities.data() + rows * size;
    if (has_acceleration()) place[Block::acceleration] = path.accelerations.data() + rows * size;
    if (has_time()) place[Block::time] = &path.time_s[static_cast<std::size_t>(rows)];
    if (!state_->next(place)) break;
  }
  if (rows < room) resize(rows);
  return static_cast<std::size_t>(rows - had);
}

std::size_t PathReader::append(std::size_t most, WaypointMatrix& a, WaypointMatrix& b) {
  const Eigen::Index had = a.rows(), size = state_->size(), room = had + static_cast<Eigen::Index>(most);
  a.conservativeResize(room, size);
  b.conservativeResize(room, size);
  Eigen::Index rows = had;
  for (RowPlace place; rows < room; ++rows) {
    place[Block::a] = a.data() + rows * size;
    place[Block::b] = b.data() + rows * size;
    if (!state_->next(place)) break;
  }
  if (rows < room) {
    a.conservativeResize(rows, size);
    b.conservativeResize(rows, size);
  }
  return static_cast<std::size_t>(rows - had);
}

PathPlace PathReader::here() const { return state_->rows->here(); }
PathPlace PathReader::last() const { return state_->rows->last(); }

void PathReader::go_to(const PathPlace& place) {
  state_->rows->go_to(place);
  state_->last_time_s = -std::numeric_limits<double>::infinity();  // whoever read up to there has seen to the order
}

Path load_path(const std::filesystem::path& file, const KinematicTree& tree, const Configuration& defaults,
               Warnings& warnings, const PathOptions& options) {
  PathReader reader(file, tree, defaults, warnings, options);
  if (reader.is_edge_list()) refuse_edges(file.string());
  Path path;
  std::size_t more = 64;
  while (reader.append(more, path) == more) more = static_cast<std::size_t>(path.waypoints.rows());  // twice as many
  return path;
}

}  // namespace tocca
