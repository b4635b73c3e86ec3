#pragma once

#include "core/seeded_random.hpp"
#include "tocca/shape/pose.hpp"

namespace tocca::scenes {

/// Draws of the scenes' things.
class Random : public SeededRandom {
 public:
  using SeededRandom::SeededRandom;

  bool chance(double probability) { return unit() < probability; }
};

}  // namespace tocca::scenes
