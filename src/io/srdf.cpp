#include "io/srdf.hpp"

#include <map>
#include <set>
#include <utility>

#include "io/text.hpp"
#include "io/xml.hpp"

namespace tocca {
namespace {

using tinyxml2::XMLElement;
using Pair = std::pair<int, int>;  // link numbers, ascending

constexpr std::uint64_t max_srdf_bytes = 64 << 20;
constexpr std::size_t max_pairs = 50'000'000;  // a thousand links that are each off by default make half a million

class SrdfReader {
 public:
  SrdfReader(const std::filesystem::path& file, Robot& robot, Warnings& warnings)
      : xml_(file, max_srdf_bytes), robot_(robot), warnings_(warnings) {}

  void read() {
    const XMLElement& root = xml_.root("robot");
    if (const char* name = root.Attribute("name"); name && name != robot_.name) {
      warn("is for the robot " + in_quotes(name) + ", not for " + in_quotes(robot_.name));
    }
    // As MoveIt reads them: links off by default first, then the pairs that are on nevertheless, then single pairs.
    for (const XMLElement& element : children(root, "disable_default_collisions")) disable_all_of(element);
    for (const XMLElement& element : children(root, "enable_collisions")) {
      if (const auto pair = pair_of(element)) reasons_.erase(*pair);
    }
    for (const XMLElement& element : children(root, "disable_collisions")) {
      const char* reason = element.Attribute("reason");
      if (const auto pair = pair_of(element)) reasons_[*pair] = reason ? std::string("SRDF: ") + reason : "SRDF";
    }
    if (!unknown_.empty()) warn_of_unknown();
    robot_.allowed = named_pairs();
    read_states(root);
    read_end_effectors(root);
  }

 private:
  void disable_all_of(const XMLElement& element) {
    const auto link = link_of(element, "link");
    if (!link) return;
    const int count = static_cast<int>(robot_.tree.links().size());
    if (reasons_.size() + static_cast<std::size_t>(count) > max_pairs) {
      throw xml_.error(element, "disables more pairs than can be listed", "remove the geometry of those links instead");
    }
    for (int other = 0; other < count; ++other) {
      if (other != *link) reasons_.emplace(std::minmax(*link, other), "SRDF: disabled by default");
    }
  }

  /// Nothing where the robot lacks one of the links, or both are the same.
  std::optional<Pair> pair_of(const XMLElement& element) {
    const auto a = link_of(element, "link1"), b = link_of(element, "link2");
    if (!a || !b || *a == *b) return std::nullopt;
    return std::minmax(*a, *b);
  }

  std::optional<int> link_of(const XMLElement& element, const char* attribute) {
    const std::string_view name = xml_.attribute(element, attribute);
    const int link = robot_.tree.find_link(name);
    if (link >= 0) return link;
    unknown_.emplace(name);
    return std::nullopt;
  }

  std::vector<AllowedPair> named_pairs() {
    const auto& links = robot_.tree.links();
    std::vector<AllowedPair> pairs;
    pairs.reserve(reasons_.size());
    for (auto& [pair, why] : reasons_) {
      pairs.push_back({links[static_cast<std::size_t>(pair.first)].name,
                       links[static_cast<std::size_t>(pair.second)].name, std::move(why)});
    }
    return pairs;
  }

  void read_states(const XMLElement& root) {
    std::set<std::string> unknown;
    for (const XMLElement& element : children(root, "group_state")) {
      GroupState state{std::string(xml_.attribute(element, "name")), std::string(xml_.attribute(element, "group")), {}};
      for (const XMLElement& joint : children(element, "joint")) {
        const std::string_view name = xml_.attribute(joint, "name");
        const int index = robot_.tree.find_joint(name);
        if (index < 0) {
          unknown.emplace(name);
        } else {
          read_value(joint, robot_.tree.joints()[static_cast<std::size_t>(index)], state);
        }
      }
      robot_.states.push_back(std::move(state));
    }
    if (unknown.empty()) return;
    const std::vector<std::string> names(unknown.begin(), unknown.end());
    warn("its group states name joints that the robot does not have: " + some_in_quotes(names));
  }

  /// One number per coordinate. A mimic joint has none: it follows its own rule, whatever the SRDF writes.
  void read_value(const XMLElement& element, const Joint& joint, GroupState& state) {
    if (joint.first_coordinate < 0) return;
    const int count = coordinate_count(joint.type);
    std::vector<double> values(static_cast<std::size_t>(count));
    if (!parse_numbers(xml_.attribute(element, "value"), values)) {
      throw xml_.error(element,
                       "the value of joint " + in_quotes(joint.name) + " is not " +
                           (count == 1 ? "a finite number" : std::to_string(count) + " finite numbers"),
                       "give as many numbers as the joint has coordinates");
    }
    for (int k = 0; k < count; ++k) {
      state.values.push_back({joint.first_coordinate + k, values[static_cast<std::size_t>(k)]});
    }
  }

  /// Pages follow the links that carry them: one that the robot lacks is no reason to complain.
  void read_end_effectors(const XMLElement& root) {
    for (const XMLElement& element : children(root, "end_effector")) {
      const char* link = element.Attribute("parent_link");
      if (link && robot_.tree.find_link(link) >= 0) robot_.tools.emplace_back(link);
    }
  }

  void warn_of_unknown() {
    std::string names;
    for (const std::string& name : unknown_) names += (names.empty() ? "" : ", ") + in_quotes(name);
    warn("names links that the robot does not have: " + printable(names, 300));
  }

  void warn(const std::string& text) { warnings_.push_back(xml_.path().string() + ": " + text); }

  XmlFile xml_;
  Robot& robot_;
  Warnings& warnings_;
  std::map<Pair, std::string> reasons_;
  std::set<std::string> unknown_;
};

}  // namespace

void load_srdf(const std::filesystem::path& srdf, Robot& robot, Warnings& warnings) {
  SrdfReader(srdf, robot, warnings).read();
}

}  // namespace tocca
