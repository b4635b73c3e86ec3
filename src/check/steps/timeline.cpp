#include "check/steps/timeline.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "check/model/problem_pairs.hpp"
#include "core/index.hpp"
#include "core/interval_arithmetic.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/require.hpp"
#include "tocca/motion/coordinate.hpp"
#include "tocca/motion/rigid_motion.hpp"
#include "tocca/motion/tree_motion.hpp"

namespace tocca {
namespace {

void sort_unique(std::vector<double>& times) {
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
}

RigidMotion motion_between(ObjectMotion kind, const Pose& from, const Pose& to) {
  switch (kind) {
    case ObjectMotion::screw:
      return ScrewMotion::between(from, to);
    case ObjectMotion::in_between:
      return InBetweenMotion(from, to);
    case ObjectMotion::linear:
      break;
  }
  return LinearMotion(from, to);
}

void require_fit(const RobotTask& task) {
  if (task.rest.size() == 0 || task.rest.size() == task.robot.tree.coordinate_count()) return;
  throw InputError("", "robot '" + task.robot.name + "'",
                   "it rests at a configuration of " + std::to_string(task.rest.size()) + " coordinates",
                   "give " + std::to_string(task.robot.tree.coordinate_count()));
}

}  // namespace

Timeline::Timeline(const Problem& problem, const CollisionModel& model)
    : problem_(problem), allowed_(model.problem_pairs().stretches) {
  for (const RobotTask& task : problem.robots) {
    require_fit(task);
    starts_.push_back(task.start());
  }
  for (const MovingObject& moving : problem.moving) {
    std::vector<RigidMotion>& motions = motions_.emplace_back();
    for (std::size_t k = 0; k < moving.poses.size(); ++k) {
      cuts_.push_back(moving.poses[k].time);
      if (k == 0) continue;
      motions.push_back(motion_between(moving.motion, moving.poses[k - 1].pose, moving.poses[k].pose));
    }
  }
  for (const DeformingBody& body : problem.deforming) {
    for (const DeformingMesh::Frame& frame : body.mesh->frames) cuts_.push_back(frame.time);
  }
  sort_unique(cuts_);
  lay_out_segments();
  list_events(model);
}

double Timeline::time_of(int robot, int waypoint) const {
  const Path& path = problem_.robots[at(robot)].path;
  return path.time_s.empty() ? waypoint : path.time_s[at(waypoint)];
}

void Timeline::lay_out_segments() {
  for (std::size_t robot = 0; robot < problem_.robots.size(); ++robot) {
    const int last = last_waypoint(problem_, static_cast<int>(robot));
    if (last < 1) continue;
    for (int k = 0; k <= last; ++k) borders_.push_back(time_of(static_cast<int>(robot), k));
  }
  sort_unique(borders_);
  if (borders_.empty()) {
    borders_ = cuts_;
  } else if (!cuts_.empty()) {
    leads_in_ = cuts_.front() < borders_.front();
    if (leads_in_) borders_.insert(borders_.begin(), cuts_.front());
    if (cuts_.back() > borders_.back()) borders_.push_back(cuts_.back());
  }
  segment_count_ = at_rest() ? 1 : static_cast<int>(borders_.size()) - 1;
}

void Timeline::list_events(const CollisionModel& model) {
  std::vector<std::vector<Event>> events(problem_.scene.objects.size());
  for (std::size_t k = 0; k < problem_.moving.size(); ++k) {
    const MovingObject& moving = problem_.moving[k];
    Event event{moving.poses.front().time, moving.poses.back().time, -1, -1, {}, static_cast<int>(k), {}};
    event.after = moving.poses.back().pose;
    events[at(moving.object)].push_back(event);
  }
  for (const Attachment& held : problem_.attached) {
    const ClockStretch time = when_held(problem_, held);
    if (!time.empty())
      events[at(held.object)].push_back({time.begin, time.end, held.robot, held.link, {}, -1, {}, held.grasp});
  }
  std::vector<TreeMotion> trees;
  for (const auto& robot : model.robots()) trees.emplace_back(robot.tree, robot.base);
  const auto hand_at = [&](const Event& event,
                           double time) {  // a robot rests before its first and after its last moment
    set_robot(event.robot, {time, time}, trees[at(event.robot)]);
    return trees[at(event.robot)].link(event.link).pose(0.0);
  };
  for (std::size_t object = 0; object < events.size(); ++object) {
    std::vector<Event>& own = events[object];
    if (own.empty()) continue;
    std::sort(own.begin(), own.end(), [](const Event& a, const Event& b) { return a.begin < b.begin; });
    Pose place = problem_.scene.objects[object].pose;
    if (own.front().moving >= 0) place = problem_.moving[at(own.front().moving)].poses.front().pose;
    const Pose before = place;
    for (Event& event : own) {
      if (event.robot >= 0) {
        event.grip = event.grasp ? *event.grasp : hand_at(event, event.begin).inverse() * place;
        event.after = hand_at(event, event.end) * event.grip;
      }
      place = event.after;
    }
    objects_.push_back({static_cast<int>(object), before, std::move(own)});
  }
}

int Timeline::step_count(int segment) const {
  TOCCA_REQUIRE(segment >= 0 && segment < segment_count(), "a clock has no such segment");
  if (at_rest()) return 1;
  const auto first = std::upper_bound(cuts_.begin(), cuts_.end(), borders_[at(segment)]);
  const auto last = std::lower_bound(first, cuts_.end(), borders_[at(segment) + 1]);
  return 1 + static_cast<int>(last - first);
}

Timeline::Window Timeline::window(int segment, int step) const {
  if (at_rest()) {
    const double moment = borders_.empty() ? 0.0 : borders_[0];
    return {moment, moment};
  }
  const auto first = std::upper_bound(cuts_.begin(), cuts_.end(), borders_[at(segment)]) - cuts_.begin() - 1;
  const auto cut = [&](int k) { return cuts_[static_cast<std::size_t>(first + k)]; };
  return {step == 0 ? borders_[at(segment)] : cut(step),
          step + 1 == step_count(segment) ? borders_[at(segment) + 1] : cut(step + 1)};
}

/// The segment of a robot's own path that a moment between its first and its last waypoint belongs to.
int Timeline::segment_at(int robot, double time) const {
  const std::vector<double>& stamps = problem_.robots[at(robot)].path.time_s;
  if (stamps.empty()) return static_cast<int>(time);
  return static_cast<int>(std::upper_bound(stamps.begin(), stamps.end(), time) - stamps.begin()) - 1;
}

/// Objects that move by themselves share nothing from segment to segment.
double Timeline::way(int segment) const {
  if (!motions_.empty()) return std::numeric_limits<double>::infinity();
  if (at_rest()) return 0.0;
  const double begin = borders_[at(segment)], end = borders_[at(segment) + 1];
  double most = 0.0;
  for (int robot = 0; robot < static_cast<int>(problem_.robots.size()); ++robot) {
    const int last = last_waypoint(problem_, robot);
    if (last < 1 || end <= time_of(robot, 0) || begin >= time_of(robot, last)) continue;
    const WaypointMatrix& rows = problem_.robots[at(robot)].path.waypoints;
    const int own = segment_at(robot, begin);
    most = std::max(most, (rows.row(own + 1) - rows.row(own)).cwiseAbs().maxCoeff());
  }
  return most;
}

void Timeline::set_robot(int robot, const Window& window, TreeMotion& tree) const {
  const Path& path = problem_.robots[at(robot)].path;
  const int last = last_waypoint(problem_, robot);
  if (last == 0 || window.end <= time_of(robot, 0)) return tree.rest(starts_[at(robot)]);
  if (window.begin >= time_of(robot, last)) return tree.rest(path, last);
  const int segment = segment_at(robot, window.begin);
  const double begin = time_of(robot, segment), end = time_of(robot, segment + 1);
  if (window.begin == begin && window.end == begin) return tree.rest(path, segment);
  tree.follow(path, segment, Stretch::of(window.begin, window.end, begin, end));
}

void Timeline::set_object(const ObjectEvents& object, const Window& window, MotionStep& target) const {
  const Pose* rests = &object.before;
  for (const Event& event : object.events) {
    if (event.end <= window.begin && window.begin < window.end) {
      rests = &event.after;
      continue;
    }
    if (event.begin > window.begin) break;
    if (event.robot >= 0) return target.attach(object.object, event.robot, event.link, event.grip);
    const std::vector<TimedPose>& poses = problem_.moving[at(event.moving)].poses;
    const auto next = std::upper_bound(poses.begin(), poses.end(), window.begin,
                                       [](double time, const TimedPose& pose) { return time < pose.time; });
    const Stretch stretch = Stretch::of(window.begin, window.end, std::prev(next)->time, next->time);
    const RigidMotion& whole = motions_[at(event.moving)][static_cast<std::size_t>(next - poses.begin()) - 1];
    return target.move_object(
        object.object, std::visit([&](const auto& motion) { return RigidMotion(motion.restricted(stretch)); }, whole));
  }
  target.move_object(object.object, StaticMotion(*rests));
}

void Timeline::set_allowed(const Window& window, MotionStep& target) const {
  target.allow_none();
  for (const ProblemPairs::Stretch& pair : allowed_) {
    if (pair.time.begin <= window.begin && window.end <= pair.time.end) target.allow(pair.a, pair.b);
  }
}

void Timeline::set(int segment, int step, MotionStep& target) const {
  TOCCA_REQUIRE(step >= 0 && step < step_count(segment), "a segment has no such step");
  const Window now = window(segment, step);
  for (std::size_t robot = 0; robot < problem_.robots.size(); ++robot) {
    set_robot(static_cast<int>(robot), now, target.tree(static_cast<int>(robot)));
  }
  for (const ObjectEvents& object : objects_) set_object(object, now, target);
  target.set_clock({now.begin, now.end});
  set_allowed(now, target);
}

void Timeline::set_start(MotionStep& target) const {
  for (std::size_t robot = 0; robot < problem_.robots.size(); ++robot) {
    target.tree(static_cast<int>(robot)).rest(starts_[robot]);
  }
  const double start = borders_.empty() ? 0.0 : borders_.front();
  for (const ObjectEvents& object : objects_) {
    const Event& first = object.events.front();
    if (first.robot >= 0 && first.begin <= start && start < first.end) {
      target.attach(object.object, first.robot, first.link, first.grip);
    } else {
      target.move_object(object.object, StaticMotion(object.before));
    }
  }
  target.set_clock({start, start});
  set_allowed({start, start}, target);
}

Interval Timeline::in_segment(int segment, int step, double t) const {
  TOCCA_REQUIRE(0.0 <= t && t <= 1.0, "a time of a step lies inside [0, 1]");
  if (at_rest() || step_count(segment) == 1) return t;
  const Window now = window(segment, step);
  const Interval begin = borders_[at(segment)], end = borders_[at(segment) + 1];
  const Interval time = Interval(now.begin) + Interval(t) * (Interval(now.end) - Interval(now.begin));
  const Interval local = (time - begin) / (end - begin);
  return {std::clamp(local.lo, 0.0, 1.0), std::clamp(local.hi, 0.0, 1.0)};
}

std::unique_ptr<const StepSequence> steps_of(const Problem& problem, const CollisionModel& model) {
  return std::make_unique<const Timeline>(problem, model);
}

}  // namespace tocca
