#include "kept_question.hpp"

#include "plan_question.hpp"

namespace tocca::cli {

void KeptQuestion::keep(const KeptClearance& found, const QuestionArguments& question) {
  clearance = found;
  if (!found.reduced()) return;
  problem.clearance.default_m = found.kept_m;
  checker.emplace(problem, QuestionArguments::limited(), question.pairs());
}

void KeptQuestion::choose(const QuestionArguments& question, const Configuration& start, const Configuration& goal,
                          Warnings& warnings) {
  const AskedClearance asked = ask_clearance(question, problem);
  checker.emplace(question.checker(problem, QuestionArguments::limited(), warnings));
  clearance.asked_m = clearance.kept_m = asked.metres;
  by_default = asked.by_default;
  if (by_default) keep(kept_clearance(*checker, asked.metres, start, goal), question);
}

}  // namespace tocca::cli
