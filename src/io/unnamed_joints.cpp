#include "io/unnamed_joints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/index.hpp"
#include "tocca/core/error.hpp"

namespace tocca {
namespace {

/// Names that stay at one value.
struct Group {
  double value;
  std::vector<std::string> names;
};

class Groups {
 public:
  void add(double value, std::string name) {
    auto found = std::find_if(groups_.begin(), groups_.end(), [&](const Group& group) { return group.value == value; });
    if (found == groups_.end()) found = groups_.insert(groups_.end(), Group{value, {}});
    found->names.push_back(std::move(name));
  }

  std::string text() const {
    constexpr std::size_t most_names = 12;
    std::string text;
    std::size_t count = 0;
    for (const Group& group : groups_) {
      for (std::size_t k = 0; k < group.names.size(); ++k) {
        if (++count > most_names) continue;
        if (k == 0) text += fmt::format("{}at {}: ", count == 1 ? "" : "; ", group.value);
        text += (k == 0 ? "" : ", ") + printable(group.names[k], 60);
      }
    }
    if (count > most_names) text += fmt::format(" and {} more", count - most_names);
    return text;
  }

 private:
  std::vector<Group> groups_;
};

/// A joint of several coordinates that stays at its zero is reported by its name; else each coordinate by its own.
bool stays_at_zero(const Joint& joint, const Configuration& q, const Configuration& zero) {
  const int count = coordinate_count(joint.type);
  return q.segment(joint.first_coordinate, count) == zero.segment(joint.first_coordinate, count);
}

}  // namespace

std::string unnamed_text(const KinematicTree& tree, std::span<const int> unnamed, const Configuration& q) {
  const Configuration zero = tree.zero_configuration();
  const std::vector<std::string> names = tree.coordinate_names();
  Groups groups;
  for (const Joint& joint : tree.joints()) {
    if (joint.mimic || std::find(unnamed.begin(), unnamed.end(), joint.first_coordinate) == unnamed.end()) continue;
    if (stays_at_zero(joint, q, zero)) {
      groups.add(0.0, joint.name);
      continue;
    }
    for (int k = joint.first_coordinate; k < joint.first_coordinate + coordinate_count(joint.type); ++k) {
      groups.add(q[k], names[at(k)]);
    }
  }
  return groups.text();
}

}  // namespace tocca
