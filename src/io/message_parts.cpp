#include "io/message_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "io/degrees.hpp"
#include "io/text.hpp"

namespace tocca {
namespace {

std::array<double, 3> read_vector(const JsonCursor& vector) {
  vector.expect_object({"x", "y", "z"});
  return {vector.at("x").number(), vector.at("y").number(), vector.at("z").number()};
}

std::array<double, 4> read_rotation(const JsonCursor& rotation) {
  rotation.expect_object({"x", "y", "z", "w"});
  return {rotation.at("x").number(), rotation.at("y").number(), rotation.at("z").number(), rotation.at("w").number()};
}

/// geometry_msgs/Transform as the coordinates of a joint: x, y, theta, or x, y, z and a quaternion.
std::vector<double> read_transform(const JsonCursor& transform, const Joint& joint) {
  transform.expect_object({"translation", "rotation"});
  const auto [x, y, z] = read_vector(transform.at("translation"));
  const auto [qx, qy, qz, qw] = read_rotation(transform.at("rotation"));
  if (joint.type == JointType::floating) return {x, y, z, qx, qy, qz, qw};
  if (joint.axis != Vector3::UnitZ()) {
    transform.fail("planar joint " + in_quotes(joint.name) + " does not lie in the plane of x and y",
                   fmt::format("write a table with {0}.x, {0}.y and {0}.theta", joint.name));
  }
  if (z != 0.0 || qx != 0.0 || qy != 0.0) {
    transform.fail("leaves the plane of joint " + in_quotes(joint.name), "let it move in x and y and turn about z");
  }
  if (qz == 0.0 && qw == 0.0) transform.fail("a zero quaternion is not a rotation", "write w: 1 for no rotation");
  return {x, y, 2.0 * std::atan2(qz, qw)};
}

bool is_identity(const JsonCursor& transform) {
  transform.expect_object({"translation", "rotation"});
  const auto [x, y, z] = read_vector(transform.at("translation"));
  const auto [qx, qy, qz, qw] = read_rotation(transform.at("rotation"));
  return x == 0.0 && y == 0.0 && z == 0.0 && qx == 0.0 && qy == 0.0 && qz == 0.0 && qw != 0.0;
}

std::int64_t whole_number(const JsonCursor& cursor, double least, double most) {
  const double number = cursor.number();
  if (!(number >= least && number <= most && number == std::floor(number))) {
    cursor.fail(fmt::format("should be a whole number from {} to {}, not {}", least, most, number),
                "write seconds and nanoseconds");
  }
  return static_cast<std::int64_t>(number);
}

void require_no_rates(const JsonCursor& point) {
  for (const char* key : {"velocities", "accelerations"}) {
    const auto rates = point.find(key);
    if (rates && list_size(*rates) > 0) {
      rates->fail("of planar and floating joints are not read", "remove them: these joints move in straight lines");
    }
  }
}

/// The transforms of a point, into its row from `column` on. Angles take the shorter way from the row before.
void read_transforms(const JsonCursor& transforms, const std::vector<const Joint*>& joints, Eigen::Index row,
                     Eigen::Index column, WaypointMatrix& positions) {
  if (list_size(transforms) != joints.size()) {
    transforms.fail(fmt::format("should have {} transforms, one per joint name", joints.size()),
                    "give each joint a transform");
  }
  for (std::size_t k = 0; k < joints.size(); ++k) {
    for (const double number : read_transform(transforms.item(k), *joints[k])) positions(row, column++) = number;
    if (joints[k]->type != JointType::planar || row == 0) continue;
    double& theta = positions(row, column - 1);
    const double before = positions(row - 1, column - 1);
    theta = before + std::remainder(theta - before, 2.0 * std::numbers::pi);
  }
}

std::optional<double> read_time(const JsonCursor& point) {
  const auto time = point.find("time_from_start");
  if (!time || time->is_null()) return std::nullopt;
  return read_duration(*time);
}

}  // namespace

std::size_t list_size(const JsonCursor& list) {
  if (list.is_null()) return 0;
  if (list.is_text() && std::string_view(list.text()).starts_with("<sequence type")) {
    list.fail("was left out by 'ros2 topic echo --no-arr'", "echo the topic without --no-arr");
  }
  const std::size_t size = list.size();
  if (size > 0) {
    const JsonCursor last = list.item(size - 1);
    if (last.is_text() && last.text() == "...") {
      list.fail("was cut off by 'ros2 topic echo'", "echo the topic with --full-length");
    }
  }
  return size;
}

bool has_points(const JsonCursor& trajectory) {
  if (trajectory.is_null()) return false;
  trajectory.expect_object({"header", "joint_names", "points"});
  const auto points = trajectory.find("points");
  return points && list_size(*points) > 0;
}

double read_duration(const JsonCursor& duration) {
  if (duration.is_number()) return duration.number();
  const bool is_ros1 = duration.is_object() && duration.find("secs").has_value();
  is_ros1 ? duration.expect_object({"secs", "nsecs"}) : duration.expect_object({"sec", "nanosec"});
  constexpr std::int64_t second = 1'000'000'000;
  const std::int64_t sec = whole_number(duration.at(is_ros1 ? "secs" : "sec"), -9e9, 9e9);
  const std::int64_t nanosec = whole_number(duration.at(is_ros1 ? "nsecs" : "nanosec"), 0.0, second - 1);
  const std::int64_t total = sec * second + nanosec;
  const auto magnitude = static_cast<std::uint64_t>(std::abs(total));
  // As the digits of a table: the reader of numbers rounds once, to nearest.
  const std::string digits = fmt::format("{}{}.{:09}", total < 0 ? "-" : "", magnitude / second, magnitude % second);
  return *parse_number(digits);
}

MessageParts::MessageParts(const CoordinateNames& names, const PathOptions& options)
    : names_(names), in_degrees_(angles_of(names.tree())) {
  if (!options.degrees) in_degrees_.assign(in_degrees_.size(), false);
}

int MessageParts::coordinate(const JsonCursor& name) const {
  const int found = names_.find(name.text());
  if (found >= 0) return found;
  const auto [problem, remedy] = names_.refuse(name.text());
  name.fail(problem, remedy);
}

const Joint& MessageParts::pose_joint(const JsonCursor& name) const {
  const int found = names_.tree().find_joint(name.text());
  if (found >= 0) {
    const Joint& joint = names_.tree().joints()[static_cast<std::size_t>(found)];
    if (!joint.mimic && coordinate_count(joint.type) > 1) return joint;
  }
  name.fail("the robot has no planar or floating joint " + in_quotes(name.text()),
            "give the robot's description such a joint, or remove it from the message");
}

double MessageParts::value(int coordinate, double number) const {
  return in_degrees_[static_cast<std::size_t>(coordinate)] ? radians(number) : number;
}

void MessageParts::read_values(const JsonCursor& list, const TrajectoryPiece& piece, double* row) const {
  const std::size_t count = piece.coordinates.size();
  if (list_size(list) != count) {
    list.fail(fmt::format("should have {} {}, one per joint name, not {}", count, count == 1 ? "number" : "numbers",
                          list_size(list)),
              "give each joint a number");
  }
  list.numbers({row, count});
  for (std::size_t k = 0; k < count; ++k) row[k] = value(piece.coordinates[k], row[k]);
}

/// Reads velocities or accelerations of a point: all points have them, or none.
bool MessageParts::read_rates(const JsonCursor& point, std::string_view key, bool is_first, TrajectoryPiece& piece,
                              WaypointMatrix& rates, Eigen::Index row) const {
  const auto list = point.find(key);
  const bool is_given = list && list_size(*list) > 0;
  if (is_first && is_given) rates.setZero(piece.positions.rows(), piece.positions.cols());
  const bool is_wanted = rates.size() > 0;
  if (is_given != is_wanted) {
    point.fail(fmt::format("has {}{}, although points before it have {}", is_given ? "" : "no ", key,
                           is_given ? "none" : "them"),
               fmt::format("give every point {}, or none", key));
  }
  if (is_given) read_values(*list, piece, rates.data() + row * rates.cols());
  return is_given;
}

TrajectoryPiece MessageParts::read_joints(const JsonCursor& trajectory) const {
  TrajectoryPiece piece;
  const JsonCursor joint_names = trajectory.at("joint_names");
  const std::size_t joints = list_size(joint_names);
  if (joints == 0) joint_names.fail("is empty", "name the joints that the points move");
  for (std::size_t k = 0; k < joints; ++k) {
    const int found = coordinate(joint_names.item(k));
    if (std::find(piece.coordinates.begin(), piece.coordinates.end(), found) != piece.coordinates.end()) {
      joint_names.item(k).fail("joint " + in_quotes(names_[found]) + " is given twice", "remove one of them");
    }
    piece.coordinates.push_back(found);
  }
  const JsonCursor points = trajectory.at("points");
  const auto rows = static_cast<Eigen::Index>(points.size());
  piece.positions.resize(rows, static_cast<Eigen::Index>(joints));
  for (Eigen::Index row = 0; row < rows; ++row) {
    const JsonCursor point = points.item(static_cast<std::size_t>(row));
    point.expect_object({"positions", "velocities", "accelerations", "effort", "time_from_start"});
    read_values(point.at("positions"), piece, piece.positions.data() + row * piece.positions.cols());
    const bool has_velocity = read_rates(point, "velocities", row == 0, piece, piece.velocities, row);
    const bool has_acceleration = read_rates(point, "accelerations", row == 0, piece, piece.accelerations, row);
    if (has_acceleration && !has_velocity) {
      point.fail("has accelerations, but no velocities", "give velocities too, or remove the accelerations");
    }
    piece.time_s.push_back(read_time(point));
  }
  piece.interpolation.assign(joints, piece.accelerations.size() > 0 ? Interpolation::quintic
                                     : piece.velocities.size() > 0  ? Interpolation::cubic
                                                                    : Interpolation::linear);
  return piece;
}

std::vector<const Joint*> MessageParts::pose_joints(const JsonCursor& joint_names, TrajectoryPiece& piece) const {
  const std::size_t count = list_size(joint_names);
  if (count == 0) joint_names.fail("is empty", "name the joints that the points move");
  std::vector<const Joint*> joints;
  for (std::size_t k = 0; k < count; ++k) {
    const Joint& joint = pose_joint(joint_names.item(k));
    const auto given = std::find(piece.coordinates.begin(), piece.coordinates.end(), joint.first_coordinate);
    if (given != piece.coordinates.end()) joint_names.item(k).fail("the joint is given twice", "remove one of them");
    joints.push_back(&joint);
    for (int i = 0; i < coordinate_count(joint.type); ++i) piece.coordinates.push_back(joint.first_coordinate + i);
  }
  return joints;
}

void MessageParts::add_poses(const JsonCursor& trajectory, TrajectoryPiece& piece) const {
  const JsonCursor points = trajectory.at("points");
  const std::size_t rows = points.size(), had = piece.coordinates.size();
  if (had > 0 && rows != piece.time_s.size()) {
    points.fail(fmt::format("there are {} of them, but {} of joint_trajectory", rows, piece.time_s.size()),
                "give both as many points, at the same times");
  }
  const std::vector<const Joint*> joints = pose_joints(trajectory.at("joint_names"), piece);
  piece.interpolation.resize(piece.coordinates.size(), Interpolation::linear);
  const auto height = static_cast<Eigen::Index>(rows), width = static_cast<Eigen::Index>(piece.coordinates.size());
  piece.positions.conservativeResize(height, width);
  for (WaypointMatrix* rates : {&piece.velocities, &piece.accelerations}) {
    if (rates->size() > 0) rates->conservativeResizeLike(WaypointMatrix::Zero(height, width));
  }
  for (std::size_t row = 0; row < rows; ++row) {
    const JsonCursor point = points.item(row);
    point.expect_object({"transforms", "velocities", "accelerations", "time_from_start"});
    require_no_rates(point);
    const std::optional<double> time = read_time(point);
    if (had == 0) piece.time_s.push_back(time);
    if (time != piece.time_s[row]) {
      point.fail("is not at the time of the same point of joint_trajectory", "give both the same times");
    }
    read_transforms(point.at("transforms"), joints, static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(had),
                    piece.positions);
  }
}

void MessageParts::read_state(const JsonCursor& state, const Set& set) const {
  state.expect_object({"header", "name", "position", "velocity", "effort"});
  const auto joint_names = state.find("name"), positions = state.find("position");
  const std::size_t count = joint_names ? list_size(*joint_names) : 0;
  if (count != (positions ? list_size(*positions) : 0)) {
    state.fail("has not as many positions as names", "give each joint a position");
  }
  for (std::size_t k = 0; k < count; ++k) {
    const JsonCursor name = joint_names->item(k);
    const int joint = names_.tree().find_joint(name.text());
    const double number = positions->item(k).number();
    if (joint >= 0) {
      const Joint& found = names_.tree().joints()[static_cast<std::size_t>(joint)];
      if (found.mimic || is_fixed(found.type)) continue;
    }
    const int at = coordinate(name);
    set(at, value(at, number));
  }
}

void MessageParts::read_poses(const JsonCursor& state, const Set& set) const {
  state.expect_object({"header", "joint_names", "transforms", "twist", "wrench"});
  const auto joint_names = state.find("joint_names"), transforms = state.find("transforms");
  const std::size_t count = joint_names ? list_size(*joint_names) : 0;
  if (count != (transforms ? list_size(*transforms) : 0)) {
    state.fail("has not as many transforms as names", "give each joint a transform");
  }
  for (std::size_t k = 0; k < count; ++k) {
    const JsonCursor name = joint_names->item(k), transform = transforms->item(k);
    if (names_.tree().find_joint(name.text()) < 0 && is_identity(transform)) continue;
    const Joint& joint = pose_joint(name);
    int at = joint.first_coordinate;
    for (const double number : read_transform(transform, joint)) set(at++, number);
  }
}

}  // namespace tocca
