#pragma once

#include <vector>

#include "io/json_cursor.hpp"
#include "io/problem_names.hpp"
#include "tocca/model/problem.hpp"

namespace tocca {

/// Reads "loops" of a problem: [{"name": "coupler", "type": "revolute", "a": {"link": .., "xyz": .., "rpy": ..}, "b": {..},
/// "tolerance": 0.001, "arm": 0.1}]. Fails at the place of what is wrong.
std::vector<LoopJoint> read_loops(const JsonCursor& loops, const ProblemNames& names, PoseReader& poses);

}  // namespace tocca
