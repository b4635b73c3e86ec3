#include "goal_pose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "check/model/problem_pairs.hpp"
#include "io/degrees.hpp"
#include "io/nearest_name.hpp"
#include "io/text.hpp"
#include "plan/proofs.hpp"

namespace tocca::cli {
namespace {

constexpr double farthest_pose_m = 1e9;  // doubles resolve 1e-7 m there
constexpr double unit_to = 1e-2;         // as people round quaternions

void require_near(const Vector3& xyz, const std::string& text, const std::string& option) {
  if (!(xyz.cwiseAbs().maxCoeff() <= farthest_pose_m)) {
    throw InputError(option, in_quotes(text), "is more than 1e9 m away", "give metres");
  }
}

/// "x y z qx qy qz qw", as ROS orders them; nothing if that is not what it is.
std::optional<Pose> quaternion_pose(const std::string& text, const std::string& option) {
  std::array<double, 7> number;
  if (!parse_numbers(text, number)) return std::nullopt;
  const Eigen::Vector4d q(number[3], number[4], number[5], number[6]);
  if (!(std::fabs(q.norm() - 1.0) <= unit_to)) {
    throw InputError(option, in_quotes(text), "has a quaternion that is not of length 1",
                     "write \"x y z qx qy qz qw\", or six numbers: \"x y z roll pitch yaw\"");
  }
  const Vector3 xyz(number[0], number[1], number[2]);
  require_near(xyz, text, option);
  return Pose::from_quaternion(xyz, q[0], q[1], q[2], q[3]);
}

}  // namespace

Pose parse_pose(std::string text, const std::string& option, bool degrees, Warnings& warnings) {
  std::replace(text.begin(), text.end(), ',', ' ');
  if (const std::optional<Pose> pose = quaternion_pose(text, option)) return *pose;
  std::array<double, 6> number;
  if (!parse_numbers(text, number)) {
    throw InputError(option, in_quotes(text), "is not six finite numbers, nor seven with a quaternion",
                     "write \"x y z roll pitch yaw\", in metres and radians: \"0.5 0 0.8 0 0 1.5708\"");
  }
  Vector3 xyz(number[0], number[1], number[2]), rpy(number[3], number[4], number[5]);
  require_near(xyz, text, option);
  if (degrees) {
    rpy = rpy.unaryExpr([](double angle) { return radians(angle); });
  } else if (rpy.cwiseAbs().maxCoeff() > 2.0 * std::numbers::pi) {
    warnings.push_back(option + ": its angles look like degrees; --degrees says that they are");
  }
  return Pose::from_rpy(xyz, rpy);
}

void GoalPoseOption::add_to(CLI::App& verb, CLI::Option* goal, CLI::Option* below) {
  CLI::Option* pose =
      verb.add_option(
              "--goal-pose", pose_,
              "Instead of a goal: end where this link is at this pose in the scene, metres and radians (degrees "
              "with --degrees); or \"X Y Z QX QY QZ QW\"")
          ->expected(2)
          ->excludes(goal)
          ->excludes(below)
          ->type_name("LINK \"X Y Z ROLL PITCH YAW\"");
  verb.add_option("--goal-tolerance", tolerance_,
                  "How far the link may be from that pose (default: \"1e-4 1e-3\"), metres and radians")
      ->needs(pose)
      ->type_name("\"METRES RADIANS\"");
}

std::string GoalPoseOption::text() const { return pose_.at(0) + " at " + pose_.at(1); }

PoseGoal GoalPoseOption::goal(const Problem& problem, bool degrees, Warnings& warnings) const {
  PoseGoal goal;
  std::vector<std::string> names;
  bool found = false;
  for (std::size_t robot = 0; robot < problem.robots.size(); ++robot) {
    for (std::size_t link = 0; link < problem.robots[robot].robot.tree.links().size(); ++link) {
      names.push_back(link_name(problem, robot, link));
      if (names.back() != pose_.at(0)) continue;
      goal.robot = static_cast<int>(robot);
      goal.link = static_cast<int>(link);
      found = true;
    }
  }
  if (!found) {
    throw InputError("--goal-pose", "", fmt::format("there is no link '{}'", printable(pose_.at(0))),
                     did_you_mean(pose_.at(0), std::vector<std::string_view>(names.begin(), names.end())));
  }
  goal.X_WL = parse_pose(pose_.at(1), "--goal-pose", degrees, warnings);
  if (tolerance_.empty()) return goal;
  std::string text = tolerance_;
  std::replace(text.begin(), text.end(), ',', ' ');
  std::array<double, 2> number;
  if (!parse_numbers(text, number) || !(number[0] > 0.0 && number[1] > 0.0)) {
    throw InputError("--goal-tolerance", in_quotes(tolerance_), "is not two numbers greater than 0",
                     "write \"metres radians\", such as \"0.001 0.01\"");
  }
  goal.tolerance_m = number[0];
  goal.tolerance_rad = degrees ? radians(number[1]) : number[1];
  return goal;
}

Checker without_clearance(Problem problem, const QuestionArguments& question) {
  problem.clearance.default_m = 0.0;
  return Checker(problem, QuestionArguments::limited(), question.pairs());
}

void choose_for_goals(KeptQuestion& kept, const QuestionArguments& question, const Configuration& start,
                      const std::vector<Configuration>& goals, Warnings& warnings) {
  kept.choose(question, start, start, warnings);
  const auto is_free = [&](const Configuration& q) { return is_proof(kept.checker->check(q)); };
  if (goals.empty() || !kept.by_default || !is_free(start)) return;
  if (std::any_of(goals.begin(), goals.end(), is_free)) return;
  const Checker without = without_clearance(kept.problem, question);
  const auto nearest =
      std::find_if(goals.begin(), goals.end(), [&](const Configuration& q) { return is_proof(without.check(q)); });
  if (nearest != goals.end()) {
    kept.keep(kept_clearance(*kept.checker, kept.clearance.kept_m, start, *nearest), question);
  }
}

}  // namespace tocca::cli
