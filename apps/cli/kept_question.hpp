// A question of `tocca plan` or `tocca smooth` with the clearance that its answer keeps.
#pragma once

#include <optional>

#include "check_arguments.hpp"
#include "plan/kept_clearance.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::cli {

/// What is asked with, and which clearance the path keeps.
struct KeptQuestion {
  Problem problem;
  std::optional<Checker> checker;
  KeptClearance clearance;
  bool by_default = false;  ///< nobody asked for this clearance: less will do where there is less

  /// The clearance that was asked for; the default one only as far as the path's ends allow. Makes the checker.
  void choose(const QuestionArguments& question, const Configuration& start, const Configuration& goal,
              Warnings& warnings);
  /// The same as far as the waypoints allow that a repaired path keeps.
  void choose_for_repair(const QuestionArguments& question, const WaypointMatrix& path, Warnings& warnings);
  /// Takes a clearance that was found to be kept, and a checker for it if it is less than asked for.
  void keep(const KeptClearance& found, const QuestionArguments& question);

 private:
  void ask(const QuestionArguments& question, Warnings& warnings);
};

}  // namespace tocca::cli
