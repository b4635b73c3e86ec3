// Questions that know nothing of bodies that deform.
#pragma once

#include <string>

#include "tocca/model/problem.hpp"

namespace tocca::cli {

/// Throws InputError, which says why, if a body of the problem deforms: none is left out in silence.
void require_rigid(const Problem& problem, const std::string& file, const std::string& why);

}  // namespace tocca::cli
