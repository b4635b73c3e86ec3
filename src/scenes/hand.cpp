// A right hand of a palm and fourteen finger pieces, all convex, and the way it takes through the furnished room.
#include <fmt/format.h>

#include <cmath>

#include "scenes/furnished_room.hpp"

namespace tocca::scenes {

namespace {

// The hand's frame: x along the fingers, y to the thumb's side, z out of the back of the hand; its origin is in the palm.
constexpr double palm_length = 0.1, palm_width = 0.086, palm_height = 0.028;

/// A finger piece along x, rounded at both ends.
Solid phalanx(double length, double radius, double tip_radius) {
  const std::vector<ProfilePoint> profile{{0.0, -0.6 * radius},
                                          {0.75 * radius, -0.4 * radius},
                                          {radius, 0.0},
                                          {tip_radius, length},
                                          {0.75 * tip_radius, length + 0.5 * tip_radius},
                                          {0.0, length + 0.75 * tip_radius}};
  return hull_of(lathe(profile, 10).turned(about_y(90)).vertices);
}

struct Finger {
  const char* name;
  Vector3 root;
  double yaw_degrees;
  std::vector<double> lengths;
  double radius;
};

const std::vector<Finger>& fingers() {
  static const std::vector<Finger> all{{"thumb", {-0.025, 0.046, -0.006}, 48, {0.042, 0.032}, 0.0115},
                                       {"index", {0.056, 0.032, 0}, 4, {0.044, 0.026, 0.021}, 0.0095},
                                       {"middle", {0.059, 0.0105, 0}, 1, {0.049, 0.03, 0.022}, 0.0098},
                                       {"ring", {0.056, -0.011, 0}, -2, {0.045, 0.028, 0.022}, 0.0093},
                                       {"little", {0.05, -0.032, 0}, -6, {0.035, 0.02, 0.019}, 0.008}};
  return all;
}

// How far the joints of a finger bend when the hand is a fist, from the palm outwards.
constexpr double fist_degrees[] = {70, 85, 50};

/// The hand at one place, turned by yaw, then pitch (nose down is positive), then roll.
struct Key {
  double x, y, z, yaw, pitch, roll;
  double closed;  ///< 0 open, 1 a fist
};

constexpr Key keys[] = {
    // Into the room, to the table.
    {1.7, -1.0, 1.25, 180, 0, 0, 0.1},
    {0.95, -0.35, 1.1, 180, 15, 0, 0.0},
    {0.35, -0.3, 0.9, 180, 10, 0, 0.0},
    // The fruit is taken hold of and let go.
    {-0.02, -0.3, 0.92, 180, 25, 0, 0.2},
    {-0.02, -0.3, 0.92, 180, 25, 0, 0.6},
    {0.05, -0.3, 1.0, 180, 0, 0, 0.0},
    // A flat hand on the table.
    {0.2, -0.48, 0.79, 180, 0, 0, 0.0},
    {0.2, -0.48, 0.762, 180, 0, 0, 0.0},
    {-0.15, -0.52, 0.8, 180, 0, 0, 0.0},
    // Up to the lamp that hangs over it.
    {-0.1, -0.5, 1.35, 180, -50, 0, 0.3},
    {-0.16, -0.34, 1.42, 180, -70, 0, 0.3},
    {-0.3, -0.8, 1.3, 215, 0, 0, 0.0},
    // The back of the chair at the head of the table.
    {-0.95, -0.75, 1.15, 150, 30, 0, 0.0},
    {-1.3, -0.32, 1.05, 180, 30, 0, 0.1},
    {-1.43, -0.32, 0.905, 180, 35, 0, 0.1},
    {-1.43, -0.32, 0.905, 180, 35, 0, 0.6},
    {-1.2, -0.5, 1.15, 200, 10, 0, 0.0},
    // Along the backs of the books.
    {-1.85, -1.3, 1.3, 270, 0, 0, 0.2},
    {-1.85, -1.6, 1.3, 270, 0, 0, 0.15},
    {-1.05, -1.6, 1.25, 270, 0, 0, 0.15},
    {-0.9, -1.1, 1.3, 300, 0, 0, 0.0},
    // To the sink, and around the tap.
    {-1.0, 0.9, 1.25, 90, 10, 0, 0.0},
    {-0.9, 1.45, 1.16, 90, 10, 0, 0.0},
    {-0.9, 1.64, 1.12, 90, 10, 0, 0.0},
    {-0.9, 1.64, 1.12, 90, 10, 0, 0.7},
    {-0.9, 1.4, 1.2, 90, 0, 0, 0.0},
    // Along the cups on the shelf.
    {0.1, 1.45, 1.45, 90, 0, 0, 0.1},
    {0.1, 1.66, 1.43, 90, 0, 0, 0.1},
    {1.15, 1.66, 1.43, 90, 0, 0, 0.1},
    {1.3, 1.2, 1.4, 30, 0, 0, 0.0},
    // Out of the door, to the swing on the porch.
    {2.2, 0.1, 1.2, 0, 0, 0, 0.0},
    {3.1, 0.0, 1.15, 20, 0, 0, 0.0},
    {3.75, 0.55, 1.0, 50, 20, 0, 0.0},
    {3.9, 1.18, 0.84, 80, 20, 0, 0.2},
    {3.5, 0.5, 1.05, 80, -10, -40, 0.0},
    {3.39, 0.72, 1.06, 90, -10, -60, 0.1},
    {3.39, 0.72, 1.06, 90, -10, -60, 0.8},
    {3.3, 0.0, 1.2, 40, 0, 0, 0.0},
};

Quaternion about(int axis, double degrees) {
  const Eigen::Vector2d half = on_circle(degrees / 720.0);
  Quaternion q{0, 0, 0, half.x()};
  q[static_cast<std::size_t>(axis)] = half.y();
  return q;
}

/// A part of the way from one key to the next. Yaw, pitch and roll run on straight lines.
Key between(const Key& a, const Key& b, double part) {
  const auto mix = [part](double from, double to) { return from + part * (to - from); };
  return {mix(a.x, b.x),         mix(a.y, b.y),       mix(a.z, b.z),          mix(a.yaw, b.yaw),
          mix(a.pitch, b.pitch), mix(a.roll, b.roll), mix(a.closed, b.closed)};
}

/// Steps of at most two centimetres, three degrees and a twentieth of a fist.
int steps_between(const Key& a, const Key& b) {
  const double way = std::sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y) + (b.z - a.z) * (b.z - a.z));
  const double turn = std::max({std::abs(b.yaw - a.yaw), std::abs(b.pitch - a.pitch), std::abs(b.roll - a.roll)});
  return std::max(
      1, static_cast<int>(std::ceil(std::max({way / 0.02, turn / 3.0, std::abs(b.closed - a.closed) / 0.05}) - 1e-6)));
}

void fill_row(const KinematicTree& tree, const Key& key, Configuration& q) {
  const Quaternion turn = product(product(about(2, key.yaw), about(1, key.pitch)), about(0, key.roll));
  const double values[] = {key.x, key.y, key.z, turn[0], turn[1], turn[2], turn[3]};
  const Joint& place = tree.joints()[static_cast<std::size_t>(tree.find_joint("hand"))];
  for (int k = 0; k < 7; ++k) q[place.first_coordinate + k] = rounded(values[k]);
  for (const Finger& finger : fingers()) {
    for (std::size_t k = 0; k < finger.lengths.size(); ++k) {
      const int joint = tree.find_joint(fmt::format("{}_{}", finger.name, k + 1));
      q[tree.joints()[static_cast<std::size_t>(joint)].first_coordinate] =
          rounded(key.closed * fist_degrees[k] * radians_per_degree);
    }
  }
}

}  // namespace

RobotDraft hand() {
  RobotDraft robot{.name = "hand", .links = {}, .joints = {}, .touching = {}};
  robot.add("room", {});
  robot.add("palm", hull_of(rounded_box(Vector3(palm_length, palm_width, palm_height), 0.01).vertices));
  JointDraft place{.name = "hand", .parent = "room", .child = "palm"};
  place.type = JointType::floating;
  robot.joints.push_back(place);
  for (const Finger& finger : fingers()) {
    std::string parent = "palm";
    Vector3 root = finger.root;
    double yaw = finger.yaw_degrees, radius = finger.radius;
    for (std::size_t k = 0; k < finger.lengths.size(); ++k) {
      const std::string name = fmt::format("{}_{}", finger.name, k + 1);
      robot.add(name, phalanx(finger.lengths[k] - 0.002, radius, 0.9 * radius));
      // Fingers bend towards the palm; the thumb's root turns in the plane of the palm as well.
      robot.joints.push_back({.name = name,
                              .parent = parent,
                              .child = name,
                              .xyz = root,
                              .rpy_degrees = Vector3(0, 0, yaw),
                              .axis = Vector3::UnitY(),
                              .lower_degrees = -10,
                              .upper_degrees = 100});
      parent = name;
      root = Vector3(finger.lengths[k], 0, 0);
      yaw = 0;
      radius *= 0.9;
    }
  }
  return robot;
}

Path hand_path(const KinematicTree& tree) {
  std::vector<Configuration> rows(1, tree.zero_configuration());
  fill_row(tree, keys[0], rows[0]);
  for (std::size_t k = 0; k + 1 < std::size(keys); ++k) {
    const int steps = steps_between(keys[k], keys[k + 1]);
    for (int step = 1; step <= steps; ++step) {
      rows.push_back(tree.zero_configuration());
      fill_row(tree, between(keys[k], keys[k + 1], static_cast<double>(step) / steps), rows.back());
    }
  }
  Path path;
  path.waypoints.resize(static_cast<Eigen::Index>(rows.size()), tree.coordinate_count());
  for (std::size_t k = 0; k < rows.size(); ++k) path.waypoints.row(static_cast<Eigen::Index>(k)) = rows[k];
  path.interpolation.assign(static_cast<std::size_t>(tree.coordinate_count()), Interpolation::linear);
  return path;
}

}  // namespace tocca::scenes
