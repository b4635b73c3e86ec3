// What `tocca info` tells: the same facts for people (tables) and for programs (JSON of DESIGN section 7).
#pragma once

#include <string>

#include "problem_pairs.hpp"

namespace tocca::cli {

std::string info_json(const Problem& problem, const ProblemPairs& pairs);

/// `all`: every excluded pair and every object instead of a summary.
std::string info_tables(const Problem& problem, const ProblemPairs& pairs, bool all);

}  // namespace tocca::cli
