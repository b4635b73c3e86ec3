#include "check/model/live_object.hpp"

#include <algorithm>
#include <unordered_set>

#include "check/model/model_body.hpp"
#include "check/model/problem_pairs.hpp"
#include "core/index.hpp"

namespace tocca {

PairRules::PairRules(const Problem& problem, std::span<const AllowedPair> allowed, const Clearance& clearance)
    : default_m_(clearance.default_m) {
  std::unordered_set<std::string> links;
  for (std::size_t robot = 0; robot < problem.robots.size(); ++robot) {
    const std::vector<Link>& own = problem.robots[robot].robot.tree.links();
    for (std::size_t link = 0; link < own.size(); ++link) {
      if (!own[link].colliders.empty()) links.insert(link_name(problem, robot, link));
    }
  }
  // The first thing said about a pair counts, as in pairs_of().
  const auto allow = [&](const std::string& object, const std::string& other, const std::string& why) {
    if (links.contains(object)) return;
    Rule& own = rule(object, other);
    if (!own.allowed) own.why = why;
    own.allowed = true;
  };
  for (std::size_t robot = 0; robot < problem.robots.size(); ++robot) {
    const Robot& own = problem.robots[robot].robot;
    const auto full = [&](const std::string& name) {
      const int link = own.tree.find_link(name);
      return link < 0 ? name : link_name(problem, robot, at(link));
    };
    for (const AllowedPair& pair : own.allowed) {
      // A name of one of the robot's links means the link, even where it has no geometry.
      if (own.tree.find_link(pair.a) < 0) allow(pair.a, full(pair.b), pair.why);
      if (own.tree.find_link(pair.b) < 0) allow(pair.b, full(pair.a), pair.why);
    }
  }
  for (const AllowedPair& pair : allowed) {
    allow(pair.a, pair.b, pair.why);
    allow(pair.b, pair.a, pair.why);
  }
  const auto keep_apart = [&](const std::string& object, const std::string& other, double clearance_m) {
    if (links.contains(object)) return;
    Rule& own = rule(object, other);
    if (!own.clearance_m) own.clearance_m = clearance_m;
  };
  for (const Clearance::ForPair& pair : clearance.pairs) {
    keep_apart(pair.a, pair.b, pair.clearance_m);
    keep_apart(pair.b, pair.a, pair.clearance_m);
  }
}

PairRules::Rule& PairRules::rule(const std::string& object, const std::string& other) {
  std::vector<Rule>& own = rules_[object];
  const auto found = std::find_if(own.begin(), own.end(), [&](const Rule& one) { return one.other == other; });
  if (found != own.end()) return *found;
  own.push_back({other, false, {}, {}});
  return own.back();
}

const PairRules::Rule* PairRules::find(const std::string& object, const std::string& other) const {
  for (const Rule& one : of(object)) {
    if (one.other == other) return &one;
  }
  return nullptr;
}

std::span<const PairRules::Rule> PairRules::of(const std::string& object) const {
  const auto found = rules_.find(object);
  return found == rules_.end() ? std::span<const Rule>() : found->second;
}

double clearance_of(const PairRules& rules, const std::string& object, const std::string& other) {
  const PairRules::Rule* const rule = rules.find(object, other);
  return rule && rule->clearance_m ? *rule->clearance_m : rules.default_clearance_m();
}

std::string why_unchecked(const CollisionModel& root, const PairRules& rules, int link_body, const LiveObject& object) {
  const CollisionModel::Body& link = root.bodies()[at(link_body)];
  const int group = root.rigid_group(link.robot, link.link);
  if (object.held && object.held->robot == link.robot && root.rigid_group(link.robot, object.held->link) == group) {
    return "attached to it";
  }
  const PairRules::Rule* const rule = rules.find(object.name, link.name);
  if (rule && rule->allowed) return rule->why;
  return !object.held && group == 0 ? "no joint moves the link" : "";
}

std::string why_unchecked(const CollisionModel& root, const PairRules& rules, const LiveObject& a,
                          const LiveObject& b) {
  if (!a.held && !b.held) return "neither moves";
  if (a.held && b.held && a.held->robot == b.held->robot &&
      root.rigid_group(a.held->robot, a.held->link) == root.rigid_group(b.held->robot, b.held->link)) {
    const CollisionModel::RobotFrame& robot = root.robots()[at(a.held->robot)];
    const std::string& link = robot.tree.links()[at(a.held->link)].name;
    return "both held by " + (root.robots().size() > 1 ? robot.name + "/" + link : link);
  }
  const PairRules::Rule* const rule = rules.find(a.name, b.name);
  return rule && rule->allowed ? rule->why : "";
}

void LiveObject::complete(const CollisionModel& root, const PairRules& rules) {
  links.clear();
  body.reset();
  if (removed || !shape->movable) return;
  for (const int number : root.movable()) {
    const CollisionModel::Body& link = root.bodies()[at(number)];
    if (link.object >= 0 || !why_unchecked(root, rules, number, *this).empty()) continue;
    const double clearance_m = clearance_of(rules, name, link.name);
    links.push_back({number, clearance_m, level_of(clearance_m, padding_m, link.padding_m)});
  }
  move_to(pose);
}

void LiveObject::move_to(const Pose& X_WO) {
  pose = X_WO;
  if (removed || !shape->movable) return;
  body = std::make_shared<const CollisionModel::Body>(CollisionModel::Body{name, -1, -1, static_cast<int>(id), false,
                                                                           padding_m, shape->movable->part,
                                                                           shape->movable, StaticMotion(X_WO), !held});
}

}  // namespace tocca
