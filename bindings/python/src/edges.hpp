// Many edges at once: arrays in, arrays out.
#pragma once

#include "question.hpp"

namespace tocca::python {

/// What was found out about each edge, one entry of each array an edge.
struct EdgeAnswers {
  QuestionPointer question;
  py::array_t<std::uint8_t> outcome;
  py::array_t<double> time, free_until, micros;
  py::array_t<std::int32_t> bodies;
};

/// edges (N, 2, columns): not copied if it is doubles in C order. Uses all cores; Ctrl-C ends it.
EdgeAnswers check_edges(const QuestionPointer& question, py::handle edges, bool any);

}  // namespace tocca::python
