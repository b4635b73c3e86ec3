// Parts that fit closely and turn: the tests count their work, and the benchmark times it.
#pragma once

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "tocca/model/problem.hpp"

namespace tocca::testing {

/// An open disc of 3 rings, 570 triangles.
inline MeshPointer disc_mesh(double radius) {
  constexpr Index sides = 114, rings = 3;
  std::vector<Vector3> vertices{Vector3::Zero()};
  std::vector<Triangle> triangles;
  for (Index ring = 1; ring <= rings; ++ring) {
    for (Index i = 0; i < sides; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / sides, r = radius * ring / rings;
      vertices.emplace_back(r * std::cos(angle), r * std::sin(angle), 0.0);
    }
  }
  for (Index i = 0; i < sides; ++i) {
    const Index j = (i + 1) % sides;
    triangles.push_back({0, 1 + i, 1 + j});
    for (Index ring = 0; ring + 1 < rings; ++ring) {
      const Index inner = 1 + ring * sides, outer = inner + sides;
      triangles.push_back({inner + i, outer + i, outer + j});
      triangles.push_back({inner + i, outer + j, inner + j});
    }
  }
  return std::make_shared<const TriangleMesh>(vertices, triangles);
}

/// An open plate of 17 by 17 squares.
inline MeshPointer squares_mesh(double half) {
  constexpr Index squares = 17;
  std::vector<Vector3> vertices;
  std::vector<Triangle> triangles;
  for (Index i = 0; i <= squares; ++i) {
    for (Index j = 0; j <= squares; ++j) {
      vertices.emplace_back(half * (2.0 * i / squares - 1.0), half * (2.0 * j / squares - 1.0), 0.0);
    }
  }
  for (Index i = 0; i < squares; ++i) {
    for (Index j = 0; j < squares; ++j) {
      const Index a = i * (squares + 1) + j, b = a + squares + 1;
      triangles.push_back({a, b, b + 1});
      triangles.push_back({a, b + 1, a + 1});
    }
  }
  return std::make_shared<const TriangleMesh>(vertices, triangles);
}

/// An open cylinder along z.
inline MeshPointer tube_mesh(double radius, double length, Index sides, Index pieces) {
  std::vector<Vector3> vertices;
  std::vector<Triangle> triangles;
  for (Index k = 0; k <= pieces; ++k) {
    for (Index i = 0; i < sides; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / sides;
      vertices.emplace_back(radius * std::cos(angle), radius * std::sin(angle), length * (1.0 * k / pieces - 0.5));
    }
  }
  for (Index k = 0; k < pieces; ++k) {
    for (Index i = 0; i < sides; ++i) {
      const Index j = (i + 1) % sides, low = k * sides, high = low + sides;
      triangles.push_back({low + i, low + j, high + j});
      triangles.push_back({low + i, high + j, high + i});
    }
  }
  return std::make_shared<const TriangleMesh>(vertices, triangles);
}

struct JointLine {
  JointType type;
  Vector3 origin, axis;
};

/// A chain whose last link has the geometry, on a base.
inline Problem turning_problem(const std::vector<JointLine>& joints, const Geometry& geometry, const Pose& base,
                               const Geometry& obstacle, const Pose& X_WO) {
  std::vector<Link> links{{"base", {}}};
  std::vector<KinematicTree::JointSpec> specs;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    KinematicTree::JointSpec spec;
    spec.name = "j" + std::to_string(i);
    spec.type = joints[i].type;
    spec.parent_link = links.back().name;
    spec.child_link = "link" + std::to_string(i);
    spec.origin.translation = joints[i].origin;
    spec.axis = joints[i].axis;
    std::vector<Collider> bodies;
    if (i + 1 == joints.size()) bodies.push_back({{}, geometry});
    links.push_back({spec.child_link, std::move(bodies)});
    specs.push_back(std::move(spec));
  }
  Problem problem;
  RobotTask task;
  task.robot = {"robot", KinematicTree::build(std::move(links), std::move(specs)), {}};
  task.base = base;
  task.path.waypoints = task.robot.tree.zero_configuration().transpose();
  task.path.interpolation.assign(joints.size(), Interpolation::linear);
  problem.robots.push_back(std::move(task));
  problem.scene.objects.push_back({"obstacle", X_WO, {{{}, obstacle}}});
  return problem;
}

inline const JointLine about_z{JointType::continuous, Vector3::Zero(), Vector3::UnitZ()};

inline Pose tilted() {
  return {Eigen::AngleAxisd(1.1, Vector3(1, -2, 0.5).normalized()).toRotationMatrix(), Vector3(0.3, -0.7, 1.1)};
}

/// A disc that turns `gap` above a plate, both carried by the base alike.
inline Problem disc_above_plate(const std::vector<JointLine>& joints, double gap, const Pose& base) {
  const Pose below{Matrix3::Identity(), {0.0, 0.0, -gap}};
  return turning_problem(joints, disc_mesh(0.5), base, squares_mesh(0.6), base * below);
}

/// The same disc as an object with a motion of its own: it turns by a radian and goes 5 cm along the plate.
inline Problem disc_object_above_plate(ObjectMotion motion, double gap, const Pose& base) {
  const Pose turned{Eigen::AngleAxisd(1.0, Vector3::UnitZ()).toRotationMatrix(), {0.05, 0.0, 0.0}};
  Problem problem;
  problem.scene.objects = {{"disc", base, {{{}, disc_mesh(0.5)}}},
                           {"plate", base * Pose{Matrix3::Identity(), {0.0, 0.0, -gap}}, {{{}, squares_mesh(0.6)}}}};
  problem.moving.push_back({0, motion, {{0.0, base}, {1.0, base * turned}}});
  return problem;
}

/// A shaft of 500 triangles in a hole of as many.
inline Problem shaft_in_hole(const std::vector<JointLine>& joints, double play, const Pose& base) {
  return turning_problem(joints, tube_mesh(0.01, 0.1, 50, 5), base, tube_mesh(0.01 + play, 0.06, 50, 5), base);
}
inline Problem shaft_in_hole(const Pose& base) { return shaft_in_hole({about_z}, 0.0004, base); }

/// From zero to there.
inline Path straight(const std::vector<double>& to) {
  const auto count = static_cast<Eigen::Index>(to.size());
  Path path;
  path.waypoints = WaypointMatrix::Zero(2, count);
  path.waypoints.row(1) = Eigen::Map<const Configuration>(to.data(), count).transpose();
  path.interpolation.assign(to.size(), Interpolation::linear);
  return path;
}

/// The same, gently: at rest at both ends, a cubic between.
inline Path eased(const std::vector<double>& to) {
  Path path = straight(to);
  path.velocities = WaypointMatrix::Zero(2, path.waypoints.cols());
  path.time_s = {0.0, 1.0};
  path.interpolation.assign(to.size(), Interpolation::cubic);
  return path;
}

/// A rod at the end of an arm of two turning joints, and a box at a distance along x.
inline Problem rod_and_box(double distance) {
  const JointLine elbow{JointType::continuous, {0.3, 0, 0}, Vector3::UnitY()};
  return turning_problem({about_z, elbow}, tube_mesh(0.01, 0.3, 12, 1), {}, Box{{0.1, 0.1, 0.1}},
                         {Matrix3::Identity(), {distance, 0, 0}});
}

}  // namespace tocca::testing
