// How near things come: at one configuration, and along a path.
#pragma once

#include "question.hpp"
#include "tocca/check/path_results.hpp"

namespace tocca::python {

/// The nearest checked pair at one configuration.
struct NearestAnswer {
  QuestionPointer question;
  Nearest nearest;
};
NearestAnswer distance(const QuestionPointer& question, py::handle q);

/// The least distance along a path, and the distance over time.
struct ClearanceAnswer {
  ClearanceProfile profile;
  bool measured() const { return !profile.a.empty(); }
};
/// `points`: at most so many moments per segment in the profile; 0: the minimum alone, which costs less.
ClearanceAnswer clearance(const QuestionPointer& question, py::handle path, double tolerance_m, py::handle points);

}  // namespace tocca::python
