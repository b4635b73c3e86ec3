#include "kept_question.hpp"

#include "plan_question.hpp"

namespace tocca::cli {

void KeptQuestion::keep(const KeptClearance& found, const QuestionArguments& question) {
  clearance = found;
  if (!found.reduced()) return;
  problem.clearance.default_m = found.kept_m;
  checker.emplace(problem, QuestionArguments::limited(), question.pairs());
}

void KeptQuestion::ask(const QuestionArguments& question, Warnings& warnings) {
  const AskedClearance asked = ask_clearance(question, problem);
  checker.emplace(question.checker(problem, QuestionArguments::limited(), warnings));
  clearance.asked_m = clearance.kept_m = asked.metres;
  by_default = asked.by_default;
}

void KeptQuestion::choose(const QuestionArguments& question, const Configuration& start, const Configuration& goal,
                          Warnings& warnings) {
  ask(question, warnings);
  if (by_default) keep(kept_clearance(*checker, clearance.asked_m, start, goal), question);
}

void KeptQuestion::choose_for_repair(const QuestionArguments& question, const WaypointMatrix& path,
                                     Warnings& warnings) {
  ask(question, warnings);
  if (by_default) keep(kept_at_waypoints(*checker, clearance.asked_m, path), question);
}

}  // namespace tocca::cli
