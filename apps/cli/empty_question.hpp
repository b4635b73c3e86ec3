// Why there is nothing to check, and what to do about it.
#pragma once

#include <string>

#include "check/model/problem_pairs.hpp"

namespace tocca::cli {

struct EmptyQuestion {
  std::string problem, remedy;  ///< as in InputError
};

/// Requires that no pair is checked. `visual_only`: how many links have geometry that --visual would take; `in_file`: a problem
/// file says what options say else.
EmptyQuestion why_empty(const ProblemPairs& pairs, std::size_t visual_only, bool in_file);

/// Why there is no least distance, where there is no pair to measure.
inline constexpr const char* nothing_measured_text = "nothing was checked: there is no pair to measure\n";

}  // namespace tocca::cli
