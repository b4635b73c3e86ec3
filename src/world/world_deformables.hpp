// Pairs of a world of which at least one body deforms.
#pragma once

#include "deformable/deformable_search.hpp"
#include "world/world_bodies.hpp"

namespace tocca {

class WorldMotion;  // world_motion.hpp

/// One object per thread. The two bodies may be the same deformable one.
class DeformablePairs {
 public:
  explicit DeformablePairs(double tolerance_m) : search_(tolerance_m) {}

  /// Do the two touch where they are now? All deformable bodies are at rest.
  bool touching(const WorldBodies& bodies, int a, int b);
  /// False: proven apart during the whole step.
  bool first_contact(const WorldMotion& motion, int a, int b, TimedContact& contact);

 private:
  bool flexible_contact(const DeformableMesh& a, const DeformableMesh& b);

  DeformableSearch search_;
  DeformableContact found_;
};

/// Puts deformable bodies into their steps, and back where they were when it is destroyed.
class DeformingStep {
 public:
  /// Throws InputError if a number of vertices is wrong or a place is not finite; then nothing has moved.
  DeformingStep(WorldBodies& bodies, std::span<const World::Moving> moving);
  ~DeformingStep();
  DeformingStep(const DeformingStep&) = delete;
  DeformingStep& operator=(const DeformingStep&) = delete;

 private:
  std::vector<DeformableMesh*> moved_;
};

}  // namespace tocca
