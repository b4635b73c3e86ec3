#include "tocca/check/step_sequence.hpp"

#include <algorithm>
#include <string>

#include "tocca/check/collision_model.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

/// The first number of a key says what kind of segment it is and so how to read the others: a SegmentCache may keep
/// segments of all kinds, and no two of them may have the same key.
enum class Kind { path = 1, configurations = 2, edge = 3 };

double tag(Kind kind) { return static_cast<double>(kind); }

void append(const WaypointMatrix& rows, int row, std::vector<double>& numbers) {
  numbers.insert(numbers.end(), rows.row(row).begin(), rows.row(row).end());
}

/// Does a configuration of this size describe all robots, not only the first? Throws InputError if it fits neither.
bool of_all_robots(const CollisionModel& model, Eigen::Index size) {
  const int first = model.robots().empty() ? 0 : model.robots()[0].tree.coordinate_count();
  int all = 0;
  for (const auto& robot : model.robots()) all += robot.tree.coordinate_count();
  if (size == first && !model.robots().empty()) return false;
  if (size == all) return true;
  throw InputError("", "configuration", "it has " + std::to_string(size) + " coordinates",
                   "give " + std::to_string(first) + (all == first ? "" : " or " + std::to_string(all)));
}

/// Throws InputError if a robot's configuration has a quaternion that is not a rotation.
void require_rotations(const KinematicTree& tree, const Configuration& q) {
  for (const Joint& joint : tree.joints()) {
    if (!has_quaternion(joint.type) || joint.first_coordinate < 0) continue;
    if ((q.segment<4>(joint.first_coordinate + 3).array() != 0.0).any()) continue;
    throw InputError("", "joint '" + joint.name + "'", "a zero quaternion is not a rotation",
                     "give qw = 1 for no rotation");
  }
}

void move_robot(const KinematicTree& tree, const Configuration& from, const Configuration& to, TreeMotion& motion) {
  require_rotations(tree, from);
  require_rotations(tree, to);
  motion.move(from, to);
}

/// Between consecutive rows; polynomials may go farther, which is of no consequence.
double way_between(const WaypointMatrix& rows, int segment) {
  if (segment + 1 >= rows.rows() || rows.cols() == 0) return 0.0;
  return (rows.row(segment + 1) - rows.row(segment)).cwiseAbs().maxCoeff();
}

}  // namespace

double PathSteps::way(int segment) const { return way_between(path_.waypoints, segment); }
double ConfigurationSteps::way(int segment) const { return way_between(rows_, segment); }

void PathSteps::set(int segment, int, MotionStep& target) const {
  TOCCA_REQUIRE(segment >= 0 && segment < segment_count(), "a path has no such segment");
  if (at_rest()) {
    target.tree(0).rest(path_, 0);
  } else {
    target.tree(0).follow(path_, segment);
  }
}

bool PathSteps::key(int segment, std::vector<double>& numbers) const {
  numbers.assign({tag(Kind::path), static_cast<double>(path_.waypoints.cols()),
                  static_cast<double>(path_.velocities.rows() > 0),
                  static_cast<double>(path_.accelerations.rows() > 0)});
  for (const int row : {segment, std::min(segment + 1, static_cast<int>(path_.waypoints.rows()) - 1)}) {
    append(path_.waypoints, row, numbers);
    if (path_.velocities.rows() > 0) append(path_.velocities, row, numbers);
    if (path_.accelerations.rows() > 0) append(path_.accelerations, row, numbers);
  }
  for (const Interpolation kind : path_.interpolation) numbers.push_back(static_cast<double>(kind));
  if (!path_.time_s.empty() && !at_rest()) {  // polynomials know the length of their time, which stamps give
    numbers.push_back(path_.time_s[static_cast<std::size_t>(segment)]);
    numbers.push_back(path_.time_s[static_cast<std::size_t>(segment) + 1]);
  }
  return true;
}

ConfigurationSteps::ConfigurationSteps(const CollisionModel& model, const WaypointMatrix& rows)
    : model_(model), rows_(rows) {
  if (rows.rows() == 0) throw InputError("", "path", "it has no waypoint", "give at least one waypoint");
  if (!rows.allFinite()) throw InputError("", "configuration", "a coordinate is not finite", "give finite numbers");
  of_all_robots(model, rows.cols());
}

void ConfigurationSteps::set(int segment, int, MotionStep& target) const {
  TOCCA_REQUIRE(segment >= 0 && segment < segment_count(), "a path has no such segment");
  const int last = static_cast<int>(rows_.rows()) - 1;
  move_robots(model_, rows_.row(segment), rows_.row(std::min(segment + 1, last)), target);
}

bool ConfigurationSteps::key(int segment, std::vector<double>& numbers) const {
  numbers.assign({tag(Kind::configurations), static_cast<double>(rows_.cols())});
  append(rows_, segment, numbers);
  append(rows_, std::min(segment + 1, static_cast<int>(rows_.rows()) - 1), numbers);
  return true;
}

EdgeSteps::EdgeSteps(const CollisionModel& model, const WaypointMatrix& from, const WaypointMatrix& to,
                     std::int64_t first)
    : model_(model), first_(first) {
  if (from.rows() != to.rows()) {
    throw InputError("", "edges", "the numbers of starts and ends differ", "give one start and one end per edge");
  }
  const auto row = [](const WaypointMatrix& rows, Eigen::Index k) {
    return std::span(rows.data() + k * rows.cols(), static_cast<std::size_t>(rows.cols()));
  };
  edges_.reserve(static_cast<std::size_t>(from.rows()));
  for (Eigen::Index k = 0; k < from.rows(); ++k) edges_.push_back({row(from, k), row(to, k)});
}

void EdgeSteps::add(const Configuration& from, const Configuration& to) {
  edges_.push_back(
      {{from.data(), static_cast<std::size_t>(from.size())}, {to.data(), static_cast<std::size_t>(to.size())}});
}

void EdgeSteps::set(int segment, int, MotionStep& target) const {
  const Edge& edge = edges_[static_cast<std::size_t>(segment)];
  const auto vector = [](std::span<const double> numbers) {
    return Eigen::Map<const Configuration>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
  };
  move_robots(model_, vector(edge.from), vector(edge.to), target);
}

bool EdgeSteps::key(int segment, std::vector<double>& numbers) const {
  const Edge& edge = edges_[static_cast<std::size_t>(segment)];
  numbers.assign({tag(Kind::edge), static_cast<double>(edge.from.size())});
  numbers.insert(numbers.end(), edge.from.begin(), edge.from.end());
  numbers.insert(numbers.end(), edge.to.begin(), edge.to.end());
  return true;
}

void move_robots(const CollisionModel& model, ConfigurationView from, ConfigurationView to, MotionStep& step) {
  if (!from.allFinite() || !to.allFinite()) {
    throw InputError("", "configuration", "a coordinate is not finite", "give finite numbers");
  }
  if (from.size() != to.size()) {
    throw InputError("", "configuration", "the two ends differ in size",
                     "give the same number of coordinates for both");
  }
  if (!of_all_robots(model, from.size())) return move_robot(model.robots()[0].tree, from, to, step.tree(0));
  int begin = 0;
  for (std::size_t robot = 0; robot < model.robots().size(); ++robot) {
    const KinematicTree& tree = model.robots()[robot].tree;
    const int count = tree.coordinate_count();
    move_robot(tree, from.segment(begin, count), to.segment(begin, count), step.tree(static_cast<int>(robot)));
    begin += count;
  }
}

}  // namespace tocca
