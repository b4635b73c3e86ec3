// Which pairs of a whole problem are checked: model/pairs.hpp for each robot, and what only several robots or objects
// that move can add.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tocca/model/pairs.hpp"
#include "tocca/motion/problem.hpp"

namespace tocca::cli {

/// "link", or "robot/link" where there are several robots.
std::string link_name(const Problem& problem, std::size_t robot, std::size_t link);

/// Names of every link and object, in that order.
std::vector<std::string> all_names(const Problem& problem);

struct ProblemPairs {
  std::vector<std::pair<std::string, std::string>> checked;
  std::vector<PairTable::Excluded> excluded;
};

ProblemPairs pairs_of(const Problem& problem, bool self_collision);

}  // namespace tocca::cli
