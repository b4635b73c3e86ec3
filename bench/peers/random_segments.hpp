// SeededRandom segments in the space of configurations of all robots, as schwarzer-2002 (section 4.1) draws them.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/seeded_random.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::bench {

struct Segment {
  Configuration from, to;  ///< of all robots, one after the other
};

/// Ends uniform within the joints' limits (a full turn where there is none), both kept only if `is_free` says so. `reach`
/// < 1 draws the second end within that part of each joint's range around the first one.
class RandomSegments {
 public:
  RandomSegments(const Problem& problem, std::uint64_t seed, double reach,
                 std::function<bool(const Configuration&)> is_free);

  Segment next();
  Configuration free_configuration();

 private:
  std::vector<Limits> limits_;
  SeededRandom random_;
  double reach_;
  std::function<bool(const Configuration&)> is_free_;
};

}  // namespace tocca::bench
