#include "tocca/model/problem.hpp"

#include <algorithm>
#include <limits>

#include "core/index.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

constexpr double forever = std::numeric_limits<double>::infinity();

/// Every moment at which some object has a pose or some body a frame, in order.
std::vector<double> moments_of_objects(const Problem& problem) {
  std::vector<double> times;
  for (const MovingObject& moving : problem.moving) {
    for (const TimedPose& pose : moving.poses) times.push_back(pose.time);
  }
  for (const DeformingBody& body : problem.deforming) {
    for (const DeformingMesh::Frame& frame : body.mesh->frames) times.push_back(frame.time);
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

double time_of(const Problem& problem, int robot, int waypoint) {
  if (robot < 0) return moments_of_objects(problem)[at(waypoint)];
  const Path& path = problem.robots[at(robot)].path;
  return path.time_s.empty() ? waypoint : path.time_s[at(waypoint)];
}

}  // namespace

Configuration RobotTask::start() const {
  if (path.waypoints.rows() > 0) return path.waypoints.row(0).transpose();
  return rest.size() > 0 ? rest : robot.tree.zero_configuration();
}

bool ClockStretch::whole() const { return begin == -forever && end == forever; }

int last_waypoint(const Problem& problem, int robot) {
  TOCCA_REQUIRE(robot < static_cast<int>(problem.robots.size()), "a problem has no such robot");
  const auto moments = robot >= 0 ? static_cast<std::size_t>(problem.robots[at(robot)].path.waypoints.rows())
                                  : moments_of_objects(problem).size();
  return std::max(0, static_cast<int>(moments) - 1);
}

ClockStretch clock_stretch(const Problem& problem, const AllowedStretch& allowed) {
  TOCCA_REQUIRE(allowed.robot < static_cast<int>(problem.robots.size()), "a problem has no such robot");
  return {allowed.from < 0 ? -forever : time_of(problem, allowed.robot, allowed.from),
          allowed.to < 0 ? forever : time_of(problem, allowed.robot, allowed.to)};
}

ClockStretch clock_of(const Problem& problem) {
  std::vector<double> moments = moments_of_objects(problem);
  for (int robot = 0; robot < static_cast<int>(problem.robots.size()); ++robot) {
    const int last = last_waypoint(problem, robot);
    if (last < 1) continue;
    moments.push_back(time_of(problem, robot, 0));
    moments.push_back(time_of(problem, robot, last));
  }
  if (moments.empty()) return {0.0, 0.0};
  const auto [first, last] = std::minmax_element(moments.begin(), moments.end());
  return {*first, *last};
}

}  // namespace tocca
