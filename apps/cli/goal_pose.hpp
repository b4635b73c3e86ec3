// A goal that is the pose of a link: --goal-pose and --goal-tolerance.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "kept_question.hpp"
#include "tocca/plan/pose_goal.hpp"

namespace tocca::cli {

/// "x y z roll pitch yaw" or "x y z qx qy qz qw", with blanks or commas between. Throws InputError, which names the option.
Pose parse_pose(std::string text, const std::string& option, bool degrees, Warnings& warnings);

class GoalPoseOption {
 public:
  /// Excludes other kinds of goals.
  void add_to(CLI::App& verb, CLI::Option* goal, CLI::Option* below);
  bool given() const { return !pose_.empty(); }
  /// "tool0 at 0.5 0 0.8 0 0 0"
  std::string text() const;
  /// What was asked for. Throws InputError for an unknown link, and what is no pose or tolerance.
  PoseGoal goal(const Problem& problem, bool degrees, Warnings& warnings) const;

 private:
  std::vector<std::string> pose_;  // link, pose
  std::string tolerance_;
};

/// The question with no clearance by default.
Checker without_clearance(Problem problem, const QuestionArguments& question);

/// Which clearance a path to one of several goals keeps: as far as the start allows; if no goal is free then, as far as the nearest of them
/// does. Makes the checker.
void choose_for_goals(KeptQuestion& kept, const QuestionArguments& question, const Configuration& start,
                      const std::vector<Configuration>& goals, Warnings& warnings);

}  // namespace tocca::cli
