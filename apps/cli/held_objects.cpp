#include "held_objects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "io/grasp_rows.hpp"
#include "io/nearest_name.hpp"

namespace tocca::cli {
namespace {

/// Finds names among those of one kind.
class Names {
 public:
  Names(std::span<const std::string> names, int first, const char* kind)
      : names_(names.begin(), names.end()), first_(first), kind_(kind) {}

  int find(const std::string& name, const std::string& file, const std::string& line) const {
    const auto found = std::ranges::find(names_, std::string_view(name));
    if (found != names_.end()) return first_ + static_cast<int>(found - names_.begin());
    throw InputError(file, line, fmt::format("there is no {} named '{}'", kind_, printable(name)),
                     did_you_mean(name, names_));
  }

 private:
  std::vector<std::string_view> names_;
  int first_;
  const char* kind_;
};

}  // namespace

HeldObjects::HeldObjects(const std::string& file, std::span<const std::string> names, std::size_t pieces, int steps) {
  const Names of_hand(names.first(pieces), 0, "piece of the hand with geometry");
  const Names of_room(names.subspan(pieces), static_cast<int>(pieces), "object");
  std::map<int, int> held_by;
  for (const GraspRow& row : load_grasps(file)) {
    if (row.step >= steps) {
      throw InputError(file, row.place, fmt::format("the path has no step {}", row.step),
                       fmt::format("give a step from 0 to {}", steps - 1));
    }
    Change change{row.step, -1, of_room.find(row.object, file, row.place), row.grasps};
    const auto holder = held_by.find(change.object);
    if (row.grasps) {
      change.piece = of_hand.find(row.piece, file, row.place);
      if (holder != held_by.end()) {
        throw InputError(file, row.place, fmt::format("'{}' is held already", printable(row.object)),
                         "release it before it is taken again");
      }
      held_by[change.object] = change.piece;
    } else {
      if (holder == held_by.end()) {
        throw InputError(file, row.place, fmt::format("'{}' is not held", printable(row.object)),
                         "take it before it is released");
      }
      change.piece = holder->second;
      held_by.erase(holder);
    }
    changes_.push_back(change);
  }
}

bool HeldObjects::is_taken(int object) const {
  return std::ranges::any_of(changes_, [&](const Change& change) { return change.object == object; });
}

std::span<const HeldObjects::Change> HeldObjects::changes(int step) {
  const std::size_t first = next_;
  while (next_ < changes_.size() && changes_[next_].step == step) ++next_;
  return {changes_.data() + first, next_ - first};
}

void HeldObjects::take(const Change& change, const Pose& X_WP, const Pose& X_WO) {
  held_.push_back({change.object, change.piece, X_WP.inverse() * X_WO});
}

void HeldObjects::release(const Change& change) {
  std::erase_if(held_, [&](const Hold& hold) { return hold.object == change.object; });
}

}  // namespace tocca::cli
