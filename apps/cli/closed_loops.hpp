// Loops of a problem: a question is answered only for a path that is proven to close them.
#pragma once

#include <string>
#include <vector>

#include "check_arguments.hpp"
#include "tocca/check/path_results.hpp"

namespace tocca::cli {

/// How the problem's path closes its loops. Throws InputError, with place and distance, if it leaves one open or that cannot be told.
std::vector<LoopClosure> closed_loops(const QuestionArguments& question, const Problem& problem,
                                      const Checker& checker);

/// "loops: 1, closed within 1 mm at every moment: proven; ..."; nothing if there is none.
std::string loops_text(const std::vector<LoopClosure>& loops);

/// For verbs that make another path, which need not close any loop. Throws InputError if there is one.
void refuse_loops(const Problem& problem, const std::string& file);

}  // namespace tocca::cli
