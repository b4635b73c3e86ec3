#include "rigid_question.hpp"

#include <fmt/format.h>

#include "tocca/core/error.hpp"

namespace tocca::cli {

void require_rigid(const Problem& problem, const std::string& file, const std::string& why) {
  if (problem.deforming.empty()) return;
  throw InputError(file, fmt::format("deforming '{}'", printable(problem.deforming[0].name)), why,
                   "use tocca check, or remove it from the problem");
}

}  // namespace tocca::cli
