// Whole paths: what was found out about each segment.
#pragma once

#include "verdict.hpp"

namespace tocca::python {

/// The answer about a path, and the path itself, so that it can be drawn.
struct PathAnswer {
  QuestionPointer question;
  PathPointer path;  ///< null: the problem's own
  std::shared_ptr<const StepSequence> steps;
  Verdict verdict;
};

/// `every`: does not end at the first contact. `any`: ends at any contact.
PathAnswer check_path(const QuestionPointer& question, py::handle path, bool any, bool every);

}  // namespace tocca::python
