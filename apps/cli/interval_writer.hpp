// tocca check --all: every stretch of contact along a path.
#pragma once

#include "check/model/problem_pairs.hpp"
#include "check_arguments.hpp"
#include "tocca/check/path_results.hpp"

namespace tocca::cli {

/// Checks, finds all intervals, reports them as asked for, and returns their outcome.
Outcome check_all(const CheckArguments& arguments, const Problem& problem, const Checker& checker,
                  const std::vector<LoopClosure>& loops, Warnings& warnings);

/// The table for people.
std::string intervals_text(const ContactList& list, const ProblemPairs& pairs);

}  // namespace tocca::cli
