#include "model/pairs.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "core/index.hpp"

namespace tocca {
namespace {

/// Reasons by unordered pair of names; the first one given counts.
class AllowedNames {
 public:
  void add(std::span<const AllowedPair> pairs) {
    for (const AllowedPair& pair : pairs) reasons_.emplace(key(pair.a, pair.b), pair.why);
  }
  const std::string* why(std::string_view a, std::string_view b) const {
    const auto found = reasons_.find(key(a, b));
    return found == reasons_.end() ? nullptr : &found->second;
  }

 private:
  using Key = std::pair<std::string_view, std::string_view>;
  static Key key(std::string_view a, std::string_view b) { return a < b ? Key(a, b) : Key(b, a); }
  std::map<Key, std::string> reasons_;
};

std::vector<int> links_with_geometry(const KinematicTree& tree) {
  std::vector<int> found;
  for (std::size_t link = 0; link < tree.links().size(); ++link) {
    if (!tree.links()[link].colliders.empty()) found.push_back(static_cast<int>(link));
  }
  return found;
}

/// Rigid groups that one moving joint connects, as ascending pairs.
std::set<std::pair<int, int>> joined_groups(const KinematicTree& tree, const std::vector<int>& groups) {
  std::set<std::pair<int, int>> joined;
  for (const Joint& joint : tree.joints()) {
    const auto ends = std::minmax(groups[at(joint.parent_link)], groups[at(joint.child_link)]);
    if (ends.first != ends.second) joined.insert(ends);
  }
  return joined;
}

}  // namespace

std::vector<int> rigid_groups(const KinematicTree& tree) {
  std::vector<int> groups(tree.links().size());
  for (std::size_t link = 0; link < groups.size(); ++link) {  // parents first: the parent's group is known
    const bool fixed = link > 0 && tree.joints()[link - 1].type == JointType::fixed;
    groups[link] = fixed ? groups[at(tree.parent_link(static_cast<int>(link)))] : static_cast<int>(link);
  }
  return groups;
}

PairTable pairs_to_check(const Robot& robot, const Scene& scene, const PairOptions& options) {
  const auto& links = robot.tree.links();
  const std::vector<int> groups = rigid_groups(robot.tree);
  const auto joined = joined_groups(robot.tree, groups);
  const std::vector<int> solid = links_with_geometry(robot.tree);
  AllowedNames allowed;
  allowed.add(robot.allowed);
  allowed.add(options.allowed);

  PairTable table;
  for (std::size_t i = 0; i < solid.size(); ++i) {
    for (std::size_t j = i + 1; j < solid.size(); ++j) {
      const int a = solid[i], b = solid[j];
      const std::string &name_a = links[at(a)].name, &name_b = links[at(b)].name;
      const auto exclude = [&](const std::string& why) { table.excluded.push_back({name_a, name_b, why}); };
      if (groups[at(a)] == groups[at(b)]) {
        exclude("one rigid group");
      } else if (joined.contains(std::minmax(groups[at(a)], groups[at(b)]))) {
        exclude("joined by a joint");
      } else if (const std::string* why = allowed.why(name_a, name_b)) {
        exclude(*why);
      } else if (!options.self_collision) {
        exclude("self-collision is off");
      } else {
        table.self.emplace_back(a, b);
      }
    }
  }
  std::vector<bool> named_like_link;  // an allowed pair that gives such a name speaks of the link
  for (const SceneObject& object : scene.objects) named_like_link.push_back(robot.tree.find_link(object.name) >= 0);
  for (int link : solid) {
    for (std::size_t object = 0; object < scene.objects.size(); ++object) {
      if (scene.objects[object].colliders.empty()) continue;
      const std::string &name_a = links[at(link)].name, &name_b = scene.objects[object].name;
      const std::string* why = named_like_link[object] ? nullptr : allowed.why(name_a, name_b);
      if (why) {
        table.excluded.push_back({name_a, name_b, *why});
      } else if (groups[at(link)] == 0) {
        table.excluded.push_back({name_a, name_b, "no joint moves the link"});
      } else {
        table.scene.emplace_back(link, static_cast<int>(object));
      }
    }
  }
  return table;
}

}  // namespace tocca
