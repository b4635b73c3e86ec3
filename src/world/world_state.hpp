// What a World holds.
#pragma once

#include <variant>

#include "tocca/world/world.hpp"
#include "world/active_pairs.hpp"
#include "world/box_choice.hpp"
#include "world/continuous_step.hpp"
#include "world/sweep_and_prune.hpp"
#include "world/world_bodies.hpp"
#include "world/world_deformables.hpp"
#include "world/world_pairs.hpp"

namespace tocca {

struct World::State {
  explicit State(const WorldSettings& given);

  WorldSettings settings;
  WorldBodies bodies;
  ActivePairs active;
  WorldPairs pairs;
  std::variant<AdaptiveBoxPairs, SweepAndPrune, MovingBoxTree> broad;
  OverlapChanges changes;
  std::vector<char> listed;  ///< by body: the broad phase has it
  enum class Itself : char { unknown, apart, touching };
  std::vector<Itself> itself;  ///< by body: does a deformable one touch itself, where it is?
  ContinuousStep ahead;
  WorldStep result;
  std::vector<BodyDistance> nearest;  ///< one per pair, those of inactive pairs unused

  bool is_active(int a, int b) const { return active.active(a, b, bodies.group(a), bodies.group(b)); }
  bool deforms(const WorldPair& pair) const { return bodies.deformable(pair.a) || bodies.deformable(pair.b); }
  void update_boxes();
  void update_pairs();
  void look(WorldPair& pair);
  void look_at_deformable(WorldPair& pair);
  void add_self_contacts();
  void look_nearest(WorldPair& pair, BodyDistance& result);
};

}  // namespace tocca
