// Random robots and random motions for them: every joint type, mimics, branches, far bases, tiny steps, many turns.
#pragma once

#include <numbers>

#include "oracle.hpp"
#include "testing/draw.hpp"
#include "tocca/motion/tree_motion.hpp"

namespace tocca::oracle {

enum class Joints { any, revolute };

inline KinematicTree draw_tree(testing::Draw& draw, int joint_count, Joints which, double branching = 0.0) {
  std::vector<Link> links{{"0", {}}};
  std::vector<KinematicTree::JointSpec> specs;
  std::vector<std::string> single;  // joints that may be mimicked
  for (int i = 1; i <= joint_count; ++i) {
    KinematicTree::JointSpec spec;
    spec.name = "j" + std::to_string(i);
    const double kind = which == Joints::revolute ? 0.0 : draw.uniform(0.0, 1.0);
    spec.type = kind < 0.5    ? JointType::revolute
                : kind < 0.6  ? JointType::continuous
                : kind < 0.75 ? JointType::prismatic
                : kind < 0.83 ? JointType::planar
                : kind < 0.9  ? JointType::floating
                              : JointType::fixed;
    spec.parent_link = std::to_string(draw.coin(branching) ? draw.integer(0, i - 1) : i - 1);
    spec.child_link = std::to_string(i);
    spec.origin = draw.pose(0.3);
    if (which == Joints::any && draw.coin(0.03)) {  // stored matrices are the model, rotations or not
      const double skew = draw.log_uniform(1e-12, 0.2);
      for (int c = 0; c < 3; ++c) spec.origin.rotation.col(c) += skew * draw.vector(1.0);
    }
    spec.axis = draw.coin(0.3) ? Vector3(Vector3::Unit(draw.integer(0, 2)) * draw.sign()) : draw.direction();
    if (coordinate_count(spec.type) == 1) {
      if (which == Joints::any && !single.empty() && draw.coin(0.15)) {
        const auto source = static_cast<std::size_t>(draw.integer(0, static_cast<int>(single.size()) - 1));
        spec.mimic = {single[source], draw.uniform(-2.0, 2.0), draw.uniform(-1.0, 1.0)};
      }
      single.push_back(spec.name);
    }
    links.push_back({spec.child_link, {}});
    specs.push_back(std::move(spec));
  }
  return KinematicTree::build(std::move(links), std::move(specs));
}

/// A path of one segment and the control values that it stands for.
struct Segment {
  Path path;
  Controls controls;
};

/// Angles within `angles` of zero and lengths within 3 m that move by up to `step`; cubic and quintic ones if asked.
inline Segment draw_segment(testing::Draw& draw, const KinematicTree& tree, double angles, double step, bool curved) {
  const int n = tree.coordinate_count();
  Segment segment;
  Path& path = segment.path;
  path.waypoints = path.velocities = path.accelerations = WaypointMatrix::Zero(2, n);
  path.time_s = {draw.uniform(-5.0, 5.0), 0.0};
  path.time_s[1] = path.time_s[0] + draw.log_uniform(0.01, 10.0);
  path.interpolation.assign(static_cast<std::size_t>(n), Interpolation::linear);
  segment.controls.resize(static_cast<std::size_t>(n));
  const double seconds = path.time_s[1] - path.time_s[0];
  std::vector<bool> quaternion(static_cast<std::size_t>(n), false), angle = quaternion;
  for (const Joint& joint : tree.joints()) {
    const int first = joint.first_coordinate;
    if (joint.type == JointType::floating) {
      for (int i = 3; i < 7; ++i) quaternion[static_cast<std::size_t>(first + i)] = true;
    } else if (first >= 0 && joint.type != JointType::prismatic) {
      angle[static_cast<std::size_t>(joint.type == JointType::planar ? first + 2 : first)] = true;
    }
  }
  for (int i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const bool turns = quaternion[k];
    double& from = path.waypoints(0, i) = turns ? draw.normal() : draw.uniform(-1.0, 1.0) * (angle[k] ? angles : 3.0);
    double& to = path.waypoints(1, i) = from + (turns ? std::min(step, 1.0) : step) * draw.uniform(-1.0, 1.0);
    segment.controls[k] = {from, to};
    if (turns || !curved || draw.coin(0.3)) continue;
    const double v0 = path.velocities(0, i) = step / seconds * draw.uniform(-2.0, 2.0);
    const double v1 = path.velocities(1, i) = step / seconds * draw.uniform(-2.0, 2.0);
    if (draw.coin()) {
      path.interpolation[k] = Interpolation::cubic;
      segment.controls[k] = {from, from + v0 * seconds / 3.0, to - v1 * seconds / 3.0, to};
      continue;
    }
    const double a0 = path.accelerations(0, i) = step / (seconds * seconds) * draw.uniform(-5.0, 5.0);
    const double a1 = path.accelerations(1, i) = step / (seconds * seconds) * draw.uniform(-5.0, 5.0);
    path.interpolation[k] = Interpolation::quintic;
    segment.controls[k] = {from,
                           from + v0 * seconds / 5.0,
                           from + 2.0 * (v0 * seconds) / 5.0 + a0 * seconds * seconds / 20.0,
                           to - 2.0 * (v1 * seconds) / 5.0 + a1 * seconds * seconds / 20.0,
                           to - v1 * seconds / 5.0,
                           to};
  }
  return segment;
}

/// Any part of [0, 1]: whole, wide, tiny, an instant, at an end.
inline Interval draw_window(testing::Draw& draw) {
  if (draw.coin(0.2)) return {0.0, 1.0};
  const double width = draw.coin(0.1) ? 0.0 : draw.log_uniform(1e-9, 1.0);
  const double start = draw.coin(0.1) ? 0.0 : draw.uniform(0.0, 1.0 - width);
  return draw.coin(0.1) ? Interval{1.0 - width, 1.0} : Interval{start, std::min(1.0, start + width)};
}

inline Lss draw_volume(testing::Draw& draw) {
  const Vector3 a = draw.vector(0.4);
  const Vector3 b = draw.coin(0.3) ? a : draw.vector(0.4);
  return {a, b, draw.coin(0.4) ? 0.0 : draw.log_uniform(1e-3, 0.3)};
}

/// Points of the volume, its ends and surface among them.
inline std::vector<Vector3> points_of(testing::Draw& draw, const Lss& volume, int extra) {
  std::vector<Vector3> points{volume.a, volume.b};
  for (int i = 0; i < extra; ++i) {
    const double s = draw.coin() ? draw.integer(0, 1) : draw.uniform(0.0, 1.0);
    // Shrunk by 1e-12: the sum is rounded, and a point outside the volume is nobody's promise.
    points.push_back(volume.a + s * (volume.b - volume.a) + (1.0 - 1e-12) * volume.radius * draw.direction());
  }
  return points;
}

}  // namespace tocca::oracle
