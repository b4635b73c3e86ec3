#include "report/drawn_links.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "check/model/model_body.hpp"
#include "core/index.hpp"
#include "io/nearest_name.hpp"
#include "io/text.hpp"
#include "report/link_looks.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/core/error.hpp"
#include "tocca/model/problem.hpp"

namespace tocca {
namespace {

constexpr std::size_t most_other_points = 120'000;  // of all lines of a path to compare with, 12 bytes each
constexpr std::array<std::string_view, 2> tool_names = {"tcp", "tool0"};
constexpr int no_tool = 3;
constexpr Colour grey = {0.7, 0.7, 0.7};  // of what has no colour

/// "tcp" and "left_tcp", in any case.
bool is_named(std::string_view link, std::string_view tool) {
  const std::string name = lower_case(link);
  if (!name.ends_with(tool)) return false;
  return name.size() == tool.size() ||
         std::string_view("_-./").find(name[name.size() - tool.size() - 1]) != std::string_view::npos;
}

int rank_of(const Robot& robot, const std::string& link) {
  for (std::size_t k = 0; k < tool_names.size(); ++k) {
    if (is_named(link, tool_names[k])) return static_cast<int>(k);
  }
  const bool carries = std::find(robot.tools.begin(), robot.tools.end(), link) != robot.tools.end();
  return carries ? static_cast<int>(tool_names.size()) : no_tool;
}

/// Each link in the frame of the first link of its rigid group.
std::vector<Pose> in_groups(const KinematicTree& tree) {
  std::vector<Pose> X_GL(tree.links().size());
  for (std::size_t link = 1; link < X_GL.size(); ++link) {
    const Joint& joint = tree.joints()[link - 1];
    if (joint.type == JointType::fixed) X_GL[link] = X_GL[at(joint.parent_link)] * joint.origin;
  }
  return X_GL;
}

}  // namespace

DrawnLinks::DrawnLinks(const Problem& problem, const CollisionModel& model, Report& report)
    : problem_(problem), model_(model), report_(report) {
  std::map<std::string, std::vector<LinkVisual>> looks;
  for (int robot = 0; at(robot) < problem.robots.size(); ++robot) {
    const KinematicTree& tree = problem.robots[at(robot)].robot.tree;
    X_WL_.emplace_back(tree.links().size());
    body_of_.emplace_back();
    for (int link = 0; at(link) < tree.links().size(); ++link) {
      body_of_.back().push_back(model.body_of_link(robot, link));
    }
    const std::string& file = problem.robots[at(robot)].robot.file;
    const auto [known, fresh] = looks.try_emplace(file);  // robots that are alike look alike
    if (fresh) known->second = looks_of(problem.robots[at(robot)].robot, report.notes);
    add_looks(robot, known->second);
    add_ways(robot);
  }
}

/// A body without shapes that follows a link.
int DrawnLinks::add_body(int robot, int link) {
  const Robot& owner = problem_.robots[at(robot)].robot;
  const int number = static_cast<int>(report_.bodies.size());
  Report::Body& body = report_.bodies.emplace_back();
  const std::string& name = owner.tree.links()[at(link)].name;
  body.name = problem_.robots.size() > 1 ? owner.name + "/" + name : name;
  body.role = Report::Role::link;
  body.group = owner.name;
  if (at(robot) < report_.robots.size()) report_.robots[at(robot)].bodies[at(link)] = number;
  extra_.push_back({robot, link, number});
  return body_of_[at(robot)][at(link)] = number;
}

void DrawnLinks::add_looks(int robot, std::span<const LinkVisual> looks) {
  for (const LinkVisual& visual : looks) {
    const int link = problem_.robots[at(robot)].robot.tree.find_link(visual.link);
    if (link < 0) continue;
    const int own = body_of_[at(robot)][at(link)], body = own >= 0 ? own : add_body(robot, link);
    report_.bodies[at(body)].visuals.push_back({visual.shape, visual.colour.value_or(grey)});
  }
}

/// Every link that a joint carries has a way. Frames without geometry go with a body of their rigid group, if there is one.
void DrawnLinks::add_ways(int robot) {
  const Robot& owner = problem_.robots[at(robot)].robot;
  const std::vector<Pose> X_GL = in_groups(owner.tree);
  std::map<int, int> carriers;  // of each rigid group: the first link that has a body
  const auto count = static_cast<int>(X_GL.size());
  for (int link = 0; link < count; ++link) {
    if (body_of_[at(robot)][at(link)] >= 0) carriers.try_emplace(model_.rigid_group(robot, link), link);
  }
  for (int link = 0; link < count; ++link) {
    const int group = model_.rigid_group(robot, link), checked = model_.body_of_link(robot, link);
    if (group == 0) continue;  // with the base
    const std::string& name = owner.tree.links()[at(link)].name;
    const int rank = rank_of(owner, name);
    Vector3 point = Vector3::Zero();
    if (checked >= 0 && rank == no_tool) {
      const Lss& volume = model_.bodies()[at(checked)].part.lss();
      point = 0.5 * (volume.a + volume.b);
    }
    if (!carriers.contains(group)) {
      add_body(robot, link);
      carriers.emplace(group, link);
    }
    const int carrier = body_of_[at(robot)][at(link)] >= 0 ? link : carriers.at(group);
    const Vector3 p = carrier == link ? point : X_GL[at(carrier)].inverse() * (X_GL[at(link)] * point);
    ways_.push_back({robot, link, point, {name, owner.name, body_of_[at(robot)][at(carrier)], p}, rank});
  }
}

void DrawnLinks::follow(const std::string& name) {
  std::vector<std::string> names;
  for (const Way& way : ways_)
    names.push_back(X_WL_.size() > 1 ? way.drawn.robot + "/" + way.drawn.name : way.drawn.name);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    throw InputError("--path-link", "", "no joint carries a link " + in_quotes(name),
                     did_you_mean(name, std::vector<std::string_view>(names.begin(), names.end())));
  }
  Way& asked = ways_[static_cast<std::size_t>(found - names.begin())];
  for (Way& way : ways_) way.asked = way.asked && way.robot != asked.robot;
  asked.asked = true;
}

void DrawnLinks::place(const MotionStep& step, double t) {
  for (int robot = 0; at(robot) < X_WL_.size(); ++robot) step.tree(robot).poses(t, X_WL_[at(robot)]);
}

Vector3 DrawnLinks::at_now(const Way& way) const { return X_WL_[at(way.robot)][at(way.link)] * way.point; }

void DrawnLinks::add(const MotionStep& step, double t, double clock, double stray_m) {
  place(step, t);
  stray_m_ = stray_m;
  for (const Extra& extra : extra_) {
    report_.bodies[at(extra.body)].poses.push_back(X_WL_[at(extra.robot)][at(extra.link)]);
  }
  const bool goes_on = started_ && (clock == last_clock_ || t > 0.0);  // otherwise something was left out in between
  for (Way& way : ways_) {
    const Vector3 here = at_now(way);
    const double step_m = goes_on ? (here - way.last).norm() : 0.0;
    broken_ |= t == 0.0 && step_m > stray_m;
    way.length_m += step_m;
    way.last = here;
  }
  started_ = true;
  last_clock_ = clock;
}

void DrawnLinks::begin_other(const std::string& name, const std::string& tone) {
  others_.push_back({name, tone, std::vector<std::vector<Vector3>>(ways_.size())});
  kept_ = KeptMoments(std::max<std::size_t>(200, most_other_points / (ways_.size() + 1)));
}

void DrawnLinks::add_to_other(const MotionStep& step, double t) {
  place(step, t);
  const auto gone = kept_.add(false);
  for (std::size_t k = 0; k < ways_.size(); ++k) {
    erase_places(others_.back().lines[k], gone);
    others_.back().lines[k].push_back(at_now(ways_[k]));
  }
}

const DrawnLinks::Way* DrawnLinks::followed(int robot) const {
  const Way* best = nullptr;
  const auto better = [](const Way& a, const Way& b) {
    if (a.asked != b.asked) return a.asked;
    return a.rank != b.rank ? a.rank < b.rank : a.length_m > b.length_m;
  };
  for (const Way& way : ways_) {
    if (way.robot != robot || !is_drawn(way)) continue;
    if (!best || better(way, *best)) best = &way;
  }
  return best;
}

void DrawnLinks::tell() {
  report_.links.clear();
  for (const Way& way : ways_) {
    if (!is_drawn(way)) continue;
    report_.links.push_back(way.drawn);
    report_.links.back().followed = followed(way.robot) == &way;
  }
}

void DrawnLinks::finish() {
  tell();
  if (report_.links.empty()) return;
  for (Report::OtherPath& other : others_) {
    std::vector<std::vector<Vector3>> lines;
    for (std::size_t k = 0; k < ways_.size(); ++k) {
      if (is_drawn(ways_[k])) lines.push_back(std::move(other.lines[k]));
    }
    report_.other_paths.push_back({std::move(other.name), std::move(other.tone), std::move(lines)});
  }
}

}  // namespace tocca
