#include "check/model/sweep_trees.hpp"

#include <algorithm>

#include "check/model/model_body.hpp"
#include "tocca/check/collision_model.hpp"

namespace tocca {

SweepTrees::SweepTrees(const CollisionModel& model)
    : body_tree_(model.bodies().size()), skew_(model.bodies().size(), 0.0) {
  for (const auto& body : model.bodies()) part_.push_back(&body.part);
  for (const int body : model.still()) {
    const Part& part = *part_[static_cast<std::size_t>(body)];
    still_parts_.push_back(&part);
    still_rounding_m_ = std::max(still_rounding_m_, part.rounding_m());
  }
  still_ = BoxTree(still_parts_);
  for (const int body : model.movable()) {
    const auto index = static_cast<std::size_t>(body);
    body_tree_[index] = BoxTree(part(body));
    for (const Part::Node& node : part_[index]->nodes()) skew_[index] = std::max(skew_[index], skew_of(node.volume));
  }
}

}  // namespace tocca
