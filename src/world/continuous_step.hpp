// World::first_contacts(): what happens within a step.
#pragma once

#include <span>
#include <vector>

#include "world/active_pairs.hpp"
#include "world/box_choice.hpp"
#include "world/world_motion.hpp"

namespace tocca {

/// First contacts of all pairs of a world within a step. Boxes of what bodies sweep go through a broad phase of their own, which is as
/// coherent from step to step as the motion is; memory is kept as well.
class ContinuousStep {
 public:
  /// The bodies must outlive it.
  explicit ContinuousStep(const WorldBodies& bodies) : bodies_(bodies), motion_(bodies) {}

  /// By time.hi, then by bodies. Fails like WorldMotion::begin(); deformable bodies are in their steps.
  std::vector<TimedContact> first_contacts(std::span<const World::Moving> moving, const WorldSettings& settings,
                                           const ActivePairs& active);

 private:
  void find_pairs(const ActivePairs& active);

  const WorldBodies& bodies_;
  WorldMotion motion_;
  AdaptiveBoxPairs broad_;
  OverlapChanges changes_;
  std::vector<char> listed_;  // by body: the broad phase has it
  std::vector<BodyPair> pairs_;
  std::vector<TimedContact> found_;  // by pair, where they touch
  std::vector<char> touches_;        // by pair
};

}  // namespace tocca
