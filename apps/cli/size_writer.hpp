// How large robots and scene are: a line for people, and warnings if a mesh seems to be in other units.
#pragma once

#include <string>

#include "check/model/problem_extents.hpp"
#include "tocca/core/error.hpp"

namespace tocca::cli {

/// "extents: robot 2.05 x 0.1 x 0.1 m, reach 2.05 m; scene 4 x 4 x 2 m".
std::string extents_text(const ProblemExtents& extents);

/// One line each: what is larger than 100 m, smaller than 1 mm; a scene that does not fit the robot, or that it cannot reach.
void warn_of_sizes(const Problem& problem, const ProblemExtents& extents, Warnings& warnings);

}  // namespace tocca::cli
