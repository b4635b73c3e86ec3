// Small worlds for planners: gantries and arms whose free space is known.
#pragma once

#include "testing/small_worlds.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/path_checker.hpp"

namespace tocca::testing {

inline Configuration numbers(std::initializer_list<double> values) {
  Configuration q(static_cast<Eigen::Index>(values.size()));
  std::copy(values.begin(), values.end(), q.begin());
  return q;
}

inline WaypointMatrix rows(std::initializer_list<std::initializer_list<double>> points) {
  WaypointMatrix result(static_cast<Eigen::Index>(points.size()), static_cast<Eigen::Index>(points.begin()->size()));
  Eigen::Index k = 0;
  for (const auto& point : points) result.row(k++) = numbers(point);
  return result;
}

inline Robot limited(Robot robot, double lower, double upper) {
  std::vector<Link> links = robot.tree.links();
  std::vector<KinematicTree::JointSpec> joints;
  for (const Joint& joint : robot.tree.joints()) {
    joints.push_back({joint.name, joint.type, robot.tree.links()[static_cast<std::size_t>(joint.parent_link)].name,
                      robot.tree.links()[static_cast<std::size_t>(joint.child_link)].name, joint.origin, joint.axis,
                      Limits{lower, upper}, std::nullopt});
  }
  robot.tree = KinematicTree::build(std::move(links), std::move(joints));
  return robot;
}

/// A ball of radius 0.1 that slides along x and y within [-2, 2].
inline Robot gantry() {
  return limited(chain({{JointType::prismatic, {}, Vector3::UnitX(), {}},
                        {JointType::prismatic, {}, Vector3::UnitY(), {{Pose{}, Sphere{0.1}}}}}),
                 -2.0, 2.0);
}

/// A wall across the gantry's room at x = 0, 0.1 thick, with a gap of `gap` at y = 0.
inline std::vector<SceneObject> wall_with_gap(double gap) {
  const double half = 3.0;
  std::vector<SceneObject> walls;
  for (const double side : {-1.0, 1.0}) {
    const double length = half - 0.5 * gap;
    walls.push_back(object(side < 0 ? "south" : "north", at(0.0, side * (0.5 * gap + 0.5 * length), 0.0),
                           Box{Vector3(0.1, length, 1.0)}));
  }
  return walls;
}

/// Proven free by a checker of its own, segment by segment.
inline bool is_free(const Problem& problem, const WaypointMatrix& rows) {
  const Checker fresh(problem);
  for (Eigen::Index k = 1; k < rows.rows(); ++k) {
    if (fresh.check(Configuration(rows.row(k - 1)), Configuration(rows.row(k))).outcome != Outcome::free) return false;
  }
  return rows.rows() > 0;
}

}  // namespace tocca::testing
