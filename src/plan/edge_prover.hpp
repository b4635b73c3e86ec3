// Many straight motions at once: which are free, and what is in the way of the others.
#pragma once

#include <span>
#include <vector>

#include "core/lending_pool.hpp"
#include "tocca/check/checker.hpp"

namespace tocca {

class EdgeProver {
 public:
  /// A motion between two configurations of all robots, wherever they are stored.
  struct Motion {
    std::span<const double> from, to;
  };
  struct Verdict {
    Outcome outcome = Outcome::undecided;  ///< free: proven; contact: something touches
    int object = -1;  ///< contact: the object of the scene that stands there; -1: only robots touch
  };

  /// Keeps a reference to the checker.
  explicit EdgeProver(const Checker& checker) : checker_(checker), queries_([this] { return checker_.query(); }) {}

  /// Uses all cores; results do not depend on their number.
  void prove(std::span<const Motion> motions, std::vector<Verdict>& verdicts);

 private:
  Verdict prove(const Motion& motion, Query& query) const;

  const Checker& checker_;
  LendingPool<Query> queries_;
};

}  // namespace tocca
