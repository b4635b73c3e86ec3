#include "problem_pairs.hpp"

#include <algorithm>
#include <optional>

namespace tocca::cli {
namespace {

/// A link or an object that takes part in pairs between different robots or with objects that move.
struct Party {
  std::string name;
  int robot = -1;  ///< -1: an object
  int group = -1;  ///< the rigid group of a link; of an attached object: that of the link it rides on
  int rides = -1;  ///< the robot an attached object rides on
  bool moves = false;
};

const std::string* allowed_why(const Problem& problem, const std::string& a, const std::string& b) {
  for (const auto& pair : problem.allowed) {
    if ((pair.a == a && pair.b == b) || (pair.a == b && pair.b == a)) return &pair.why;
  }
  return nullptr;
}

/// Why two parties need no check; nothing if they do.
std::optional<std::string> reason(const Problem& problem, const Party& a, const Party& b) {
  for (const auto& [rider, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    if (rider->rides >= 0 && rider->rides == other->robot && rider->group == other->group) return "attached to it";
  }
  if (const std::string* why = allowed_why(problem, a.name, b.name)) return *why;
  if (!a.moves && !b.moves) return "neither moves";
  return std::nullopt;
}

std::vector<Party> links_of(const Problem& problem, std::size_t robot) {
  const KinematicTree& tree = problem.robots[robot].robot.tree;
  const std::vector<int> groups = rigid_groups(tree);
  std::vector<Party> parties;
  for (std::size_t link = 0; link < tree.links().size(); ++link) {
    if (tree.links()[link].bodies.empty()) continue;
    parties.push_back({link_name(problem, robot, link), static_cast<int>(robot), groups[link], -1, groups[link] != 0});
  }
  return parties;
}

std::vector<Party> objects_of(const Problem& problem) {
  std::vector<Party> parties;
  for (const auto& object : problem.scene.objects) parties.push_back({object.name});
  for (const auto& moving : problem.moving) parties[static_cast<std::size_t>(moving.object)].moves = true;
  for (const auto& attached : problem.attached) {
    Party& party = parties[static_cast<std::size_t>(attached.object)];
    const auto groups = rigid_groups(problem.robots[static_cast<std::size_t>(attached.robot)].robot.tree);
    party.moves = true;
    party.rides = attached.robot;
    party.group = groups[static_cast<std::size_t>(attached.link)];
  }
  return parties;
}

void add(const Problem& problem, const Party& a, const Party& b, ProblemPairs& pairs) {
  if (const auto why = reason(problem, a, b)) {
    pairs.excluded.push_back({a.name, b.name, *why});
  } else {
    pairs.checked.emplace_back(a.name, b.name);
  }
}

/// The problem's allowed pairs with the robot's own links by their bare names, as the robot knows them.
std::vector<AllowedPair> allowed_for(const Problem& problem, std::size_t robot) {
  std::vector<AllowedPair> allowed = problem.allowed;
  if (problem.robots.size() < 2) return allowed;
  const std::string prefix = problem.robots[robot].robot.name + "/";
  for (auto& pair : allowed) {
    for (std::string* name : {&pair.a, &pair.b}) {
      if (name->rfind(prefix, 0) == 0) name->erase(0, prefix.size());
    }
  }
  return allowed;
}

void add_robot(const Problem& problem, std::size_t robot, const Scene& still, bool self_collision,
               ProblemPairs& pairs) {
  const Robot& model = problem.robots[robot].robot;
  const std::vector<AllowedPair> allowed = allowed_for(problem, robot);
  const PairTable table = pairs_to_check(model, still, {self_collision, allowed});
  const auto name = [&](int link) { return link_name(problem, robot, static_cast<std::size_t>(link)); };
  for (const auto& [a, b] : table.self) pairs.checked.emplace_back(name(a), name(b));
  for (const auto& [link, object] : table.scene) {
    pairs.checked.emplace_back(name(link), still.objects[static_cast<std::size_t>(object)].name);
  }
  // Pairs of two links come first. Only the order tells them from pairs with an object, which may be named like a link.
  const std::size_t self_count = pairs_to_check(model, {}, {self_collision, allowed}).excluded.size();
  for (std::size_t k = 0; k < table.excluded.size(); ++k) {
    PairTable::Excluded excluded = table.excluded[k];
    excluded.a = name(model.tree.find_link(excluded.a));
    if (k < self_count) excluded.b = name(model.tree.find_link(excluded.b));
    pairs.excluded.push_back(std::move(excluded));
  }
}

}  // namespace

std::string link_name(const Problem& problem, std::size_t robot, std::size_t link) {
  const Robot& model = problem.robots[robot].robot;
  const std::string& name = model.tree.links()[link].name;
  return problem.robots.size() > 1 ? model.name + "/" + name : name;
}

std::vector<std::string> all_names(const Problem& problem) {
  std::vector<std::string> names;
  for (std::size_t robot = 0; robot < problem.robots.size(); ++robot) {
    const std::size_t links = problem.robots[robot].robot.tree.links().size();
    for (std::size_t link = 0; link < links; ++link) names.push_back(link_name(problem, robot, link));
  }
  for (const auto& object : problem.scene.objects) names.push_back(object.name);
  return names;
}

ProblemPairs pairs_of(const Problem& problem, bool self_collision) {
  ProblemPairs pairs;
  const std::vector<Party> objects = objects_of(problem);
  Scene still;
  for (std::size_t k = 0; k < objects.size(); ++k) {
    if (!objects[k].moves) still.objects.push_back(problem.scene.objects[k]);
  }
  for (std::size_t r = 0; r < problem.robots.size(); ++r) add_robot(problem, r, still, self_collision, pairs);

  for (std::size_t r = 0; r < problem.robots.size(); ++r) {
    const std::vector<Party> links = links_of(problem, r);
    for (std::size_t other = r + 1; other < problem.robots.size(); ++other) {
      const std::vector<Party> other_links = links_of(problem, other);
      for (const auto& a : links) {
        for (const auto& b : other_links) add(problem, a, b, pairs);
      }
    }
    for (const auto& a : links) {
      for (const auto& b : objects) {
        if (b.moves) add(problem, a, b, pairs);
      }
    }
  }
  for (std::size_t i = 0; i < objects.size(); ++i) {
    for (std::size_t j = i + 1; j < objects.size(); ++j) {
      if (objects[i].moves || objects[j].moves) add(problem, objects[i], objects[j], pairs);
    }
  }
  return pairs;
}

}  // namespace tocca::cli
