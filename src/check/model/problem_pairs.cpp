#include "check/model/problem_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <unordered_map>

#include "core/index.hpp"
#include "model/rigid_groups.hpp"
#include "tocca/core/error.hpp"

namespace tocca {
namespace {

void require_clearance(double clearance_m, const std::string& place) {
  if (clearance_m >= 0.0 && clearance_m <= largest_coordinate) return;
  throw InputError("", place, "a clearance must be a number of metres, not negative", "give 0 or more");
}

/// A pair's own may be negative: how deep the two may penetrate each other.
void require_pair_clearance(double clearance_m, const std::string& place) {
  if (std::fabs(clearance_m) <= largest_coordinate) return;
  throw InputError("", place, "a clearance must be a number of metres", "give 0 or more, or less for convex bodies");
}

/// Numbers for the partners of one body at a time, so that the loop over all pairs compares no names.
class Partners {
 public:
  explicit Partners(std::size_t bodies) : of_(bodies), mark_(bodies, none) {}

  /// The first number given for a pair counts.
  void add(int a, int b, int number) {
    of_[at(a)].push_back({b, number});
    of_[at(b)].push_back({a, number});
  }
  /// From now on, with() refers to partners of `body`.
  void choose(int body) {
    if (chosen_ == body) return;
    if (chosen_ >= 0) {
      for (const auto& [partner, number] : of_[at(chosen_)]) mark_[at(partner)] = none;
    }
    chosen_ = body;
    for (const auto& [partner, number] : of_[at(body)]) {
      if (mark_[at(partner)] == none) mark_[at(partner)] = number;
    }
  }
  int with(int partner) const { return mark_[at(partner)]; }
  static constexpr int none = -1;

 private:
  std::vector<std::vector<std::pair<int, int>>> of_;
  std::vector<int> mark_;
  int chosen_ = -1;
};

/// Never below the exact sum.
double sum_above(double a, double b) {
  return a == 0.0 || b == 0.0 ? a + b : std::nextafter(a + b, std::numeric_limits<double>::infinity());
}

class PairFinder {
 public:
  PairFinder(const Problem& problem, const PairSettings& settings) : problem_(problem), settings_(settings) {
    list_bodies();
    list_padding();
    allowed_.emplace(result_.bodies.size());
    clearances_.emplace(result_.bodies.size());
    held_.emplace(result_.bodies.size());
    list_allowed();
    list_stretches();
    list_clearances();
    list_held();
  }

  ProblemPairs run() {
    for (std::size_t robot = 0; robot < problem_.robots.size(); ++robot) add_robot(robot);
    for (std::size_t robot = 0; robot < problem_.robots.size(); ++robot) {
      for (int a = first_[robot]; a < first_[robot + 1]; ++a) {
        for (int b = first_[robot + 1]; b < first_.back(); ++b) add_other(a, b);
      }
      for (int a = first_[robot]; a < first_[robot + 1]; ++a) {
        for (int b = first_.back(); b < count(); ++b) {
          if (!body(b).still) add_other(a, b);
        }
      }
    }
    for (int a = first_.back(); a < count(); ++a) {
      for (int b = a + 1; b < count(); ++b) {
        if (!body(a).still || !body(b).still) add_other(a, b);
      }
    }
    require_distances();
    return std::move(result_);
  }

 private:
  /// A reason that holds for a part of the path.
  struct ForAWhile {
    int why;
    ClockStretch time;
    bool allowed;  ///< else two bodies are held, which steps know themselves
  };

  const ProblemPairs::Body& body(int i) const { return result_.bodies[at(i)]; }
  int count() const { return static_cast<int>(result_.bodies.size()); }

  int reason(const std::string& text) {
    const auto [found, added] = reason_index_.emplace(text, static_cast<int>(result_.reasons.size()));
    if (added) result_.reasons.push_back(text);
    return found->second;
  }

  void list_bodies() {
    for (std::size_t robot = 0; robot < problem_.robots.size(); ++robot) {
      const KinematicTree& tree = problem_.robots[robot].robot.tree;
      groups_.push_back(rigid_groups(tree));
      first_.push_back(count());
      for (std::size_t link = 0; link < tree.links().size(); ++link) {
        if (tree.links()[link].colliders.empty()) continue;
        result_.bodies.push_back({link_name(problem_, robot, link), static_cast<int>(robot), static_cast<int>(link), -1,
                                  groups_.back()[link], false});
      }
    }
    first_.push_back(count());
    std::vector<bool> moves(problem_.scene.objects.size(), false);
    for (const MovingObject& moving : problem_.moving) moves[at(moving.object)] = true;
    for (const Attachment& attached : problem_.attached) moves[at(attached.object)] = true;
    object_body_.assign(moves.size(), -1);
    for (std::size_t object = 0; object < moves.size(); ++object) {
      if (problem_.scene.objects[object].colliders.empty()) continue;
      object_body_[object] = count();
      result_.bodies.push_back(
          {problem_.scene.objects[object].name, -1, -1, static_cast<int>(object), -1, !moves[object]});
    }
    for (std::size_t k = 0; k < problem_.deforming.size(); ++k) {
      ProblemPairs::Body& body = result_.bodies.emplace_back();
      body.name = problem_.deforming[k].name;
      body.deforming = static_cast<int>(k);
    }
    for (int i = 0; i < count(); ++i) by_name_.emplace(body(i).name, i);  // links first: they win a name they share
  }

  void list_padding() {
    std::vector<std::string> names, grown;
    if (!problem_.padding.empty()) names = all_names(problem_);
    for (const Padding& padding : problem_.padding) {
      const std::string place = "padding of " + padding.body;
      if (!(padding.metres >= 0.0 && padding.metres <= largest_padding_m)) {
        throw InputError("", place, "a padding must be a number of metres, not negative and no more than 1000",
                         "give a length such as 0.01");
      }
      const auto meanings = std::count(names.begin(), names.end(), padding.body);
      if (meanings == 0) throw InputError("", place, "there is no such link or object", "tocca info lists the names");
      if (meanings > 1) throw InputError("", place, "a link and an object both have this name", "rename the object");
      if (std::find(grown.begin(), grown.end(), padding.body) != grown.end()) {
        throw InputError("", place, "is given twice", "give one of them");
      }
      grown.push_back(padding.body);
      if (const auto found = by_name_.find(padding.body); found != by_name_.end()) {
        result_.bodies[at(found->second)].padding_m = padding.metres;
      }
    }
  }

  /// The body of a name as the problem knows it; `robot`: as that robot's own file knows it.
  int find(const std::string& name, int robot = -1) const {
    if (robot >= 0) {
      // A name of one of the robot's own links means that link, even where the link has no geometry and an object of
      // the scene bears the same name: that object stays checked.
      const Robot& own = problem_.robots[at(robot)].robot;
      if (own.tree.find_link(name) >= 0) {
        const auto link = by_name_.find(problem_.robots.size() > 1 ? own.name + "/" + name : name);
        return link != by_name_.end() && body(link->second).object < 0 ? link->second : -1;
      }
    }
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? -1 : found->second;
  }

  void list_allowed() {
    const auto add = [&](const AllowedPair& pair, int robot) {
      const int a = find(pair.a, robot), b = find(pair.b, robot);
      if (a >= 0 && b >= 0 && a != b) allowed_->add(a, b, reason(pair.why));
    };
    for (std::size_t robot = 0; robot < problem_.robots.size(); ++robot) {
      for (const AllowedPair& pair : problem_.robots[robot].robot.allowed) add(pair, static_cast<int>(robot));
    }
    for (const AllowedPair& pair : problem_.allowed) add(pair, -1);
    for (const LoopJoint& loop : problem_.loops) {
      add({link_name(problem_, at(loop.robot_a), at(loop.link_a)),
           link_name(problem_, at(loop.robot_b), at(loop.link_b)), "joined by a loop joint"},
          -1);
    }
  }

  void list_clearances() {
    require_clearance(problem_.clearance.default_m, "clearance");
    require_clearance(settings_.self_clearance_m, "self-clearance");
    for (const Clearance::ForPair& pair : problem_.clearance.pairs) {
      require_pair_clearance(pair.clearance_m, "clearance of " + pair.a + ", " + pair.b);
      const int a = find(pair.a), b = find(pair.b);
      if (a < 0 || b < 0 || a == b) continue;
      clearances_->add(a, b, static_cast<int>(pair_clearance_.size()));
      pair_clearance_.push_back(pair.clearance_m);
    }
  }

  /// -1: that end is open.
  static std::string from_to(int from, int to) {
    if (from < 0) return to < 0 ? " all the time" : " until waypoint " + std::to_string(to);
    return " from waypoint " + std::to_string(from) + (to < 0 ? " on" : " to " + std::to_string(to));
  }

  void list_stretches() {
    for (const AllowedStretch& stretch : problem_.allowed_stretches) {
      const int a = find(stretch.a), b = find(stretch.b);
      if (a < 0 || b < 0 || a == b) continue;
      const ClockStretch time = clock_stretch(problem_, stretch);
      const bool several = stretch.robot >= 0 && problem_.robots.size() > 1;
      const int why = reason("allowed" + from_to(stretch.from, stretch.to) +
                             (several ? " of " + problem_.robots[at(stretch.robot)].robot.name : ""));
      if (time.whole()) {
        allowed_->add(a, b, why);
      } else if (!time.empty()) {
        for_a_while_[std::minmax(a, b)].push_back({why, time, true});
      }
    }
  }

  /// What a rigid group holds is not checked against its links, nor against what else it holds meanwhile.
  void list_held() {
    for (std::size_t i = 0; i < problem_.attached.size(); ++i) {
      const Attachment& own = problem_.attached[i];
      const int object = object_body_[at(own.object)], group = groups_[at(own.robot)][at(own.link)];
      if (object < 0) continue;
      for (int link = first_[at(own.robot)]; link < first_[at(own.robot) + 1]; ++link) {
        if (body(link).group == group) hold(link, object, own, "attached to it");
      }
      for (std::size_t j = 0; j < i; ++j) {
        const Attachment& other = problem_.attached[j];
        const int second = object_body_[at(other.object)];
        if (second < 0 || second == object || other.robot != own.robot) continue;
        if (groups_[at(other.robot)][at(other.link)] != group) continue;
        Attachment both = own;
        both.from = std::max(own.from, other.from);
        both.to = own.to < 0 ? other.to : other.to < 0 ? own.to : std::min(own.to, other.to);
        hold(second, object, both, "both held by " + link_name(problem_, at(other.robot), at(other.link)));
      }
    }
  }

  /// Two bodies that keep their places relative to each other while an attachment lasts.
  void hold(int a, int b, const Attachment& during, const std::string& why) {
    const ClockStretch time = when_held(problem_, during);
    if (time.whole()) {
      held_->add(a, b, reason(why));
    } else if (!time.empty()) {
      for_a_while_[std::minmax(a, b)].push_back({reason(why + from_to(during.from, during.to)), time, false});
    }
  }

  void choose(int a) {
    allowed_->choose(a);
    clearances_->choose(a);
    held_->choose(a);
  }

  /// Do the stretches of these reasons follow each other without a gap, over the whole clock? They begin and end where
  /// segments do.
  bool is_always(std::vector<ForAWhile> parts) const {
    std::sort(parts.begin(), parts.end(),
              [](const ForAWhile& x, const ForAWhile& y) { return x.time.begin < y.time.begin; });
    ClockStretch together = parts.front().time;
    for (const ForAWhile& part : parts) {
      if (part.time.begin > together.end) return false;
      together.end = std::max(together.end, part.time.end);
    }
    const ClockStretch clock = clock_of(problem_);
    return together.begin <= clock.begin && clock.end <= together.end;
  }

  void exclude(int a, int b, int why) { result_.excluded.push_back({a, b, why}); }
  void check(int a, int b, double default_m) {
    if (const auto parts = for_a_while_.find(std::minmax(a, b)); parts != for_a_while_.end()) {
      for (const ForAWhile& part : parts->second) exclude(a, b, part.why);
      if (is_always(parts->second)) return;  // never looked at: not a checked pair
      for (const ForAWhile& part : parts->second) {
        if (part.allowed) result_.stretches.push_back({a, b, part.time});
      }
    }
    const int own = clearances_->with(b);
    const double clearance_m = own == Partners::none ? default_m : pair_clearance_[at(own)];
    result_.checked.push_back({a, b, clearance_m, level_of(clearance_m, body(a).padding_m, body(b).padding_m)});
  }

  void add_robot(std::size_t robot) {
    const std::vector<int>& groups = groups_[robot];
    Partners joined(groups.size());
    for (const Joint& joint : problem_.robots[robot].robot.tree.joints()) {
      const int a = groups[at(joint.parent_link)], b = groups[at(joint.child_link)];
      if (a != b) joined.add(a, b, 1);
    }
    const int one_group = reason("one rigid group"), by_joint = reason("joined by a joint"),
              off = reason("self-collision is off"), unmoved = reason("no joint moves the link");
    for (int a = first_[robot]; a < first_[robot + 1]; ++a) {
      choose(a);
      joined.choose(body(a).group);
      for (int b = a + 1; b < first_[robot + 1]; ++b) {
        if (body(a).group == body(b).group) {
          exclude(a, b, one_group);
        } else if (joined.with(body(b).group) != Partners::none) {
          exclude(a, b, by_joint);
        } else if (const int why = allowed_->with(b); why != Partners::none) {
          exclude(a, b, why);
        } else if (!settings_.self_collision) {
          exclude(a, b, off);
        } else {
          check(a, b, settings_.self_clearance_m);
        }
      }
    }
    for (int a = first_[robot]; a < first_[robot + 1]; ++a) {
      choose(a);
      for (int b = first_.back(); b < count(); ++b) {
        if (!body(b).still) continue;
        if (const int why = allowed_->with(b); why != Partners::none) {
          exclude(a, b, why);
        } else if (body(a).group == 0) {
          exclude(a, b, unmoved);
        } else {
          check(a, b, problem_.clearance.default_m);
        }
      }
    }
  }

  bool moves(int i) const {
    return body(i).deforming >= 0 || (body(i).object >= 0 ? !body(i).still : body(i).group != 0);
  }

  /// Two robots' links, or a pair with an object that moves or rides at some time, or with a body that deforms.
  void add_other(int a, int b) {
    choose(a);
    if (body(a).deforming >= 0 && body(b).deforming >= 0) return exclude(a, b, reason("both deform"));
    if (const int held = held_->with(b); held != Partners::none) {
      exclude(a, b, held);
    } else if (const int why = allowed_->with(b); why != Partners::none) {
      exclude(a, b, why);
    } else if (!moves(a) && !moves(b)) {
      exclude(a, b, reason("neither moves"));
    } else {
      check(a, b, problem_.clearance.default_m);
    }
  }

  /// Has the body as it was sensed: very many solids, which are no convex one together?
  bool has_cloud(const ProblemPairs::Body& own) const {
    if (own.deforming >= 0) return false;
    const std::vector<Collider>& colliders =
        own.object >= 0 ? problem_.scene.objects[at(own.object)].colliders
                        : problem_.robots[at(own.robot)].robot.tree.links()[at(own.link)].colliders;
    return std::any_of(colliders.begin(), colliders.end(),
                       [](const Collider& c) { return std::holds_alternative<CloudPointer>(c.geometry); });
  }

  /// How deep something is in a cloud, or in a surface that deforms, is not measured.
  void require_distances() const {
    for (const ProblemPairs::Checked& pair : result_.checked) {
      for (const int index : {pair.a, pair.b}) {
        if (!(pair.level_m < 0.0) || !has_cloud(body(index))) continue;
        throw InputError("", "clearance of " + body(pair.a).name + ", " + body(pair.b).name,
                         "it is negative, but '" + body(index).name +
                             "' is a cloud: penetration is bounded for two convex bodies only",
                         "give a clearance of 0 or more, or allow the pair");
      }
      if (body(pair.b).deforming < 0 || pair.clearance_m >= 0.0) continue;
      throw InputError(
          "", "clearance of " + body(pair.a).name + ", " + body(pair.b).name,
          "it is negative, but '" + body(pair.b).name + "' deforms: penetration is bounded for two convex bodies only",
          "give a clearance of 0 or more, or allow the pair");
    }
  }

  const Problem& problem_;
  const PairSettings& settings_;
  ProblemPairs result_;
  std::vector<std::vector<int>> groups_;  ///< of each robot's links
  std::vector<int> first_;                ///< body of each robot, and of the objects
  std::vector<int> object_body_;
  std::unordered_map<std::string, int> by_name_, reason_index_;
  std::optional<Partners> allowed_, clearances_, held_;
  std::map<std::pair<int, int>, std::vector<ForAWhile>> for_a_while_;
  std::vector<double> pair_clearance_;
};

}  // namespace

double level_of(double clearance_m, double padding_a_m, double padding_b_m) {
  return sum_above(sum_above(padding_a_m, padding_b_m), clearance_m);
}

double padding_of(const ProblemPairs::Body& a, const ProblemPairs::Body& b) {
  return sum_above(a.padding_m, b.padding_m);
}

std::string link_name(const Problem& problem, std::size_t robot, std::size_t link) {
  const Robot& model = problem.robots[robot].robot;
  const std::string& name = model.tree.links()[link].name;
  return problem.robots.size() > 1 ? model.name + "/" + name : name;
}

std::string full_name(const std::string& name, const std::vector<std::string>& names) {
  if (std::find(names.begin(), names.end(), name) != names.end()) return name;
  const auto means = [&](const std::string& full) { return full.ends_with("/" + name); };
  const auto found = std::find_if(names.begin(), names.end(), means);
  const bool only_one = found != names.end() && std::none_of(std::next(found), names.end(), means);
  return only_one ? *found : name;
}

std::vector<std::string> all_names(const Problem& problem) {
  std::vector<std::string> names;
  for (std::size_t robot = 0; robot < problem.robots.size(); ++robot) {
    const std::size_t links = problem.robots[robot].robot.tree.links().size();
    for (std::size_t link = 0; link < links; ++link) names.push_back(link_name(problem, robot, link));
  }
  for (const auto& object : problem.scene.objects) names.push_back(object.name);
  for (const auto& body : problem.deforming) names.push_back(body.name);
  return names;
}

ProblemPairs pairs_of(const Problem& problem, const PairSettings& settings) {
  return PairFinder(problem, settings).run();
}

}  // namespace tocca
