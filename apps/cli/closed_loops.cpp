#include "closed_loops.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "length_text.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/check/path_checker.hpp"

namespace tocca::cli {

std::vector<LoopClosure> closed_loops(const QuestionArguments& question, const Problem& problem,
                                      const Checker& checker) {
  if (problem.loops.empty()) return {};
  std::vector<LoopClosure> loops = check_loops(checker, problem.loops, *steps_of(problem, checker.model()));
  for (const LoopClosure& loop : loops) {
    if (loop.state == LoopClosure::State::closed) continue;
    const std::string place = fmt::format("loop '{}'", printable(loop.name));
    const std::string when = fmt::format("in segment {} at t = {:.6f}", loop.at.segment, loop.at.t);
    if (loop.state == LoopClosure::State::open) {
      throw InputError(
          question.robot.robot, place,
          fmt::format("the path leaves it open: its ends are at least {} apart {}", at_least_text(loop.lower_m), when),
          fmt::format("correct the path, or raise \"tolerance\" (now {} m)", loop.tolerance_m));
    }
    throw InputError(question.robot.robot, place,
                     fmt::format("cannot be proven to stay within {} m {}", loop.tolerance_m, when),
                     "raise \"tolerance\"");
  }
  return loops;
}

std::string loops_text(const std::vector<LoopClosure>& loops) {
  if (loops.empty()) return "";
  const auto widest = std::max_element(
      loops.begin(), loops.end(), [](const LoopClosure& x, const LoopClosure& y) { return x.upper_m < y.upper_m; });
  return fmt::format("loops: {}, closed to within {} at every moment: proven; bodies are where the tree puts them\n",
                     loops.size(), bracket_text(0.0, widest->upper_m).substr(8));
}

void refuse_loops(const Problem& problem, const std::string& file) {
  if (problem.loops.empty()) return;
  throw InputError(file, "loops", "a planned path would not close them",
                   "check a path that does, or leave out the loops");
}

}  // namespace tocca::cli
