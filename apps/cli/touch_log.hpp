// What a hand touches on its way, and when.
#pragma once

#include <string>
#include <vector>

#include "tocca/world/world_results.hpp"

namespace tocca::cli {

/// Follows pairs of a hand's piece (a) and an object (b) from step to step.
class TouchLog {
 public:
  struct Event {
    BodyPair pair;
    bool enters;  ///< or leaves: the first step at which the two are apart again
  };
  /// All touches of one object.
  struct Touched {
    int object;
    int first = 0, last = 0;  ///< steps
    int steps = 0;            ///< at which some piece touches it
    std::vector<int> pieces;  ///< ascending
  };

  /// Takes the pairs of the next step, ascending; returns what changed since the step before, by pairs.
  std::vector<Event> add(const std::vector<BodyPair>& touching);

  /// In the order in which they were first touched.
  const std::vector<Touched>& touched() const { return touched_; }

 private:
  void count(const BodyPair& pair);

  int step_ = -1;
  std::vector<BodyPair> now_;
  std::vector<Touched> touched_;
  std::vector<int> place_;  ///< of an object in touched_, -1 if there is none
};

}  // namespace tocca::cli
