#include "check/model/rss_trees.hpp"

#include "check/model/model_body.hpp"
#include "tocca/check/collision_model.hpp"

namespace tocca {

RssTrees::RssTrees(const CollisionModel& model) : body_tree_(model.bodies().size()) {
  std::vector<const Part*> still;
  for (const int body : model.still()) still.push_back(&model.bodies()[static_cast<std::size_t>(body)].part);
  still_ = RssTree(still);
  for (const int body : model.movable()) {
    const Part* part = &model.bodies()[static_cast<std::size_t>(body)].part;
    body_tree_[static_cast<std::size_t>(body)] = RssTree({&part, 1});
  }
}

}  // namespace tocca
