#include "rest_hint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "check/model/model_body.hpp"
#include "core/index.hpp"
#include "io/problem_text.hpp"
#include "tocca/core/error.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::cli {
namespace {

/// Where an object's rest ends.
struct Departure {
  int robot;     ///< whose waypoint; -1: none moves
  int waypoint;  ///< at or just before that moment
  bool gripped;  ///< else it moves by itself
};

bool has_path(const RobotTask& task) { return task.path.waypoints.rows() > 1; }

/// The last waypoint at or before a time of the clock.
int waypoint_before(const Problem& problem, int robot, double time) {
  const int last = last_waypoint(problem, robot);
  int waypoint = 0;
  while (waypoint < last && clock_stretch(problem, AllowedStretch{"", "", robot, waypoint + 1, -1}).begin <= time)
    ++waypoint;
  return waypoint;
}

std::optional<Departure> departure(const Problem& problem, int object) {
  std::optional<Departure> first;
  const auto offer = [&](const Departure& other) {
    if (!first || other.waypoint < first->waypoint) first = other;
  };
  for (const Attachment& held : problem.attached) {
    if (held.object == object) offer({held.robot, std::max(held.from, 0), true});
  }
  const auto mover = std::find_if(problem.robots.begin(), problem.robots.end(), has_path);
  const int robot = mover == problem.robots.end() ? -1 : static_cast<int>(mover - problem.robots.begin());
  for (const MovingObject& moving : problem.moving) {
    if (moving.object != object) continue;
    offer({robot, waypoint_before(problem, robot, moving.poses.front().time), false});
  }
  return first;
}

/// Must an entry say whose waypoints it counts?
bool names_robot(const Problem& problem) {
  const auto stamped = [](const RobotTask& task) { return has_path(task) && !task.path.time_s.empty(); };
  return std::count_if(problem.robots.begin(), problem.robots.end(), stamped) > 1;
}

/// `segment`: where the two touch; -1: before the first waypoint, so that no `from` may be given.
std::string entry(const Problem& problem, const std::string& a, const std::string& b, const Departure& leaves,
                  std::int64_t segment) {
  AllowEntry allowed{a, b, std::nullopt, std::min(leaves.waypoint + 1, last_waypoint(problem, leaves.robot)), {}};
  if (segment >= 0) allowed.from = 0;
  if (names_robot(problem)) allowed.robot = problem.robots[at(leaves.robot)].robot.name;
  return text_of(allowed);
}

}  // namespace

std::string rest_hint(const Problem& problem, const CollisionModel& model, const SegmentVerdict& segment) {
  if (!segment.initial) return "";
  const auto deforms = [&](const std::string& name) {
    return std::any_of(problem.deforming.begin(), problem.deforming.end(),
                       [&](const auto& b) { return b.name == name; });
  };
  const auto body = [&](const std::string& name) -> const CollisionModel::Body& {
    return *std::find_if(model.bodies().begin(), model.bodies().end(), [&](const auto& b) { return b.name == name; });
  };
  for (const auto& [a, b] : segment.pairs) {
    std::string part = a, other = b;
    if (deforms(b)) {
      return fmt::format("{} touches {} from the start: if it is fixed there, add {} to \"allow\"\n", printable(b),
                         printable(a), pair_text(a, b));
    }
    std::optional<Departure> leaves;
    for (const auto& [x, y] : {std::pair(a, b), std::pair(b, a)}) {
      const CollisionModel::Body &of_x = body(x), &of_y = body(y);
      if (of_x.object < 0 || (of_y.object < 0 && model.rigid_group(of_y.robot, of_y.link) != 0)) continue;
      const std::optional<Departure> own = departure(problem, of_x.object);
      if (!own || (leaves && leaves->waypoint <= own->waypoint)) continue;
      leaves = own;
      part = x;
      other = y;
    }
    if (!leaves || segment.index > leaves->waypoint) continue;
    const char* when = segment.index < leaves->waypoint ? "before" : "when";
    const std::string event =
        leaves->gripped ? fmt::format("{} it is gripped at waypoint {}", when, leaves->waypoint) : "before it moves";
    return fmt::format("{} touches {} {}: to allow this until it has left, add {} to \"allow\"\n", printable(part),
                       printable(other), event, entry(problem, part, other, *leaves, segment.index));
  }
  return "";
}

}  // namespace tocca::cli
