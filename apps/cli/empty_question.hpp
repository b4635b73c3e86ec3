// Why there is nothing to check, and what to do about it.
#pragma once

#include <string>

#include "check/model/problem_pairs.hpp"

namespace tocca::cli {

struct EmptyQuestion {
  std::string problem, remedy;  ///< as in InputError
};

/// Requires that no pair is checked. `visual_only`: how many links have geometry that --visual would use; `in_file`: a
/// problem file takes the place of the options.
EmptyQuestion why_empty(const ProblemPairs& pairs, std::size_t visual_only, bool in_file);

/// Why there is no least distance if there is no pair to measure.
inline constexpr const char* nothing_measured_text = "nothing was checked: there is no pair to measure\n";

}  // namespace tocca::cli
