#include "check/model/lane_volumes.hpp"

#include <optional>

#include "check/model/model_body.hpp"
#include "check/model/sweep_trees.hpp"
#include "core/index.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca {

LaneVolumes::LaneVolumes(const CollisionModel& model, bool joint_cells) : cells(model, joint_cells) {
  if (!model.robots().empty()) origin = model.robots()[0].base.translation;
  std::vector<std::optional<BodyBalls>> balls(model.movable().size());
  parallel_for(balls.size(),
               [&](std::size_t rank) { balls[rank].emplace(model.bodies()[at(model.movable()[rank])].part); });
  for (std::optional<BodyBalls>& own : balls) movable.push_back(std::move(*own));
  still = StillVolumes(model.trees().still_parts(), origin);
}

}  // namespace tocca
