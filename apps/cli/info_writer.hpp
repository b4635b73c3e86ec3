// What `tocca info` shows people: tables. The same facts for programs are in tocca/io/result_writers.hpp.
#pragma once

#include <string>

#include "check/model/problem_extents.hpp"
#include "check/model/problem_pairs.hpp"

namespace tocca::cli {

/// `all`: every excluded pair and every object instead of a summary.
std::string info_tables(const Problem& problem, const ProblemExtents& extents, const ProblemPairs& pairs, bool all);

}  // namespace tocca::cli
