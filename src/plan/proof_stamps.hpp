// What a proof is about, in numbers that can be compared with those of another day.
#pragma once

#include <vector>

#include "tocca/check/collision_model.hpp"
#include "tocca/model/problem.hpp"
#include "tocca/plan/roadmap.hpp"

namespace tocca {

/// A motion is free if every checked pair of bodies is. These pairs fall into groups, each with a stamp: those of robots
/// and what they hold among themselves, and for each object that stands still its pairs with all of these.
///
/// Guarantee   Equal stamps: the same pairs, with the same clearances, of bodies with the same shapes (bit by bit), which
///             the same configurations put into the same places. So a proof about a group with one stamp is a proof about
///             every group with that stamp.
struct ProofStamps {
  Roadmap::Stamp robots{};
  std::vector<Roadmap::Object> objects;  ///< those that stand still and have geometry, in the scene's order
  std::vector<int> index;                ///< of the scene's objects: which of these; -1: none

  ProofStamps(const Problem& problem, const CollisionModel& model, double tolerance_m);
};

}  // namespace tocca
