// Several ways to answer the same questions, timed side by side.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "peers/edge_list.hpp"

namespace tocca::bench {

struct Contestant {
  std::string name;
  std::function<bool(std::size_t)> touches;  ///< the edge of this index
  std::size_t stride = 1;                    ///< answers every stride-th edge only: for the slow
};

/// Mean milliseconds of a contestant, and how its answers differ from the first contestant's.
struct Times {
  double contact_ms = 0.0, free_ms = 0.0;  ///< NaN where there was none
  int contacts = 0, frees = 0;
  int missed = 0, invented = 0;
};

/// Runs all contestants over all edges, three rounds. They take turns after every block of edges, so that whatever else
/// the machine does hits all alike while each still finds its own data in the caches. Of the three times of an edge the
/// least counts. Colliding or free: as the first contestant says.
std::vector<Times> contest(const std::vector<Contestant>& contestants, std::size_t edge_count);

}  // namespace tocca::bench
