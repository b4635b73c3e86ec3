#include "robot_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "check/model/problem_pairs.hpp"
#include "given_configuration.hpp"
#include "goal_pose.hpp"
#include "io/nearest_name.hpp"
#include "io/text.hpp"
#include "tocca/io/problem.hpp"
#include "tocca/io/robot.hpp"
#include "tocca/io/scene.hpp"

namespace tocca::cli {
namespace {

SceneOptions scene_options(const RobotArguments& arguments) {
  SceneOptions options{arguments.scene_config, "--scene-config", arguments.degrees, arguments.point_radius, {}};
  if (!arguments.unknown.empty()) {
    options.unknown = arguments.unknown == "occupied" ? UnknownSpace::occupied : UnknownSpace::free;
  }
  return options;
}

Problem load_single(const RobotArguments& arguments, Warnings& warnings) {
  Problem problem;
  RobotTask task;
  task.robot = load_robot(arguments.robot, {arguments.srdf, arguments.visual, arguments.joint_limits}, warnings);
  task.rest = given_configuration(arguments.defaults, task.robot, task.robot.tree.zero_configuration(), "--default",
                                  FileRow::first, warnings, arguments.path_options());
  if (!arguments.base.empty()) task.base = parse_pose(arguments.base, "--base", arguments.degrees, warnings);
  problem.robots.push_back(std::move(task));
  if (!arguments.scene.empty()) {
    problem.scene = load_scene(arguments.scene, warnings, scene_options(arguments));
    return problem;
  }
  for (const auto& [given, option] : {std::pair(!arguments.scene_config.empty(), "--scene-config"),
                                      std::pair(arguments.point_radius.has_value(), "--point-radius"),
                                      std::pair(!arguments.unknown.empty(), "--unknown")}) {
    if (given) throw InputError(option, "", "there is no scene", "give ROBOT SCENE, or leave it out");
  }
  return problem;
}

/// A problem file says these things itself; an option that would be ignored is an error, never a silent guess.
void require_no_single_robot_options(const RobotArguments& arguments) {
  const auto refuse = [&](bool given, std::string_view option) {
    if (given)
      throw InputError(arguments.robot, option, "cannot be combined with a problem file", "put it into the file");
  };
  refuse(!arguments.scene.empty(), "SCENE");
  refuse(!arguments.srdf.empty(), "--srdf");
  refuse(!arguments.joint_limits.empty(), "--limits");
  refuse(!arguments.defaults.empty(), "--default");
  refuse(!arguments.base.empty(), "--base");
  refuse(!arguments.scene_config.empty(), "--scene-config");
  refuse(arguments.point_radius.has_value(), "--point-radius");
  refuse(!arguments.unknown.empty(), "--unknown");
  refuse(arguments.visual, "--visual");
  if (arguments.degrees) {
    throw InputError(arguments.robot, "--degrees", "cannot be combined with a problem file",
                     "write \"degrees\": true beside the robot's \"path\"");
  }
}

AllowedPair parse_allowed(const std::string& text, const std::vector<std::string>& names) {
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos || text.find(',', comma + 1) != std::string::npos) {
    throw InputError("--allow", "", fmt::format("'{}' is not a pair of names", printable(text)), "write --allow a,b");
  }
  AllowedPair pair{text.substr(0, comma), text.substr(comma + 1), "--allow"};
  for (std::string* name_of_one : {&pair.a, &pair.b}) {
    const std::string& name = *name_of_one = full_name(*name_of_one, names);
    const auto meanings = std::count(names.begin(), names.end(), name);
    if (meanings == 0) {
      throw InputError("--allow", "", fmt::format("there is no link or object '{}'", printable(name)),
                       did_you_mean(name, std::vector<std::string_view>(names.begin(), names.end())));
    }
    if (meanings > 1) {
      throw InputError("--allow", "", fmt::format("a link and an object are both named '{}'", printable(name)),
                       "rename the object");
    }
  }
  return pair;
}

}  // namespace

bool is_problem_file(const std::string& file) {
  std::string extension = std::filesystem::path(file).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(), [](char c) { return c | 0x20; });
  return extension == ".json";
}

void add_visual(CLI::App& verb, bool& visual) {
  verb.add_flag("--visual", visual, "Use visual geometry where a link has no collision geometry");
}

void RobotArguments::add_to(CLI::App& verb) {
  verb.add_option("ROBOT", robot, "Robot (URDF), or a problem file (JSON) instead of robot and scene")
      ->required()
      ->type_name("FILE");
  verb.add_option(
          "SCENE", scene,
          "Surroundings of the robot: mesh, URDF, MoveIt .scene, JSON, scan or OctoMap; left out: the robot against "
          "itself")
      ->type_name("FILE");
  add_options(verb);
}

void RobotArguments::add_options(CLI::App& verb) {
  verb.add_option("--srdf", srdf, "SRDF whose disabled pairs are not checked")->type_name("FILE");
  add_visual(verb, visual);
  verb.add_flag("--self,!--no-self", self_collision, "Check links of one robot against each other (default: yes)");
  verb.add_option("--allow", allow, "Do not check the pair of links or objects a,b; may be repeated")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->type_name("A,B");
  pads.add_to(verb);
  verb.add_option("--default", defaults,
                  "Values of joints that nothing else sets, as \"j=v,k=w\", or a group state of the SRDF")
      ->type_name("VALUES");
  verb.add_flag("--degrees", degrees,
                "Angles of joints, in path files and in values such as \"j=90\", are degrees (default: radians)");
  verb.add_option(
          "--base", base,
          "Where the robot stands in the scene (default: at its origin), metres and radians (degrees with --degrees)")
      ->type_name("\"X Y Z ROLL PITCH YAW\"");
  verb.add_option("--scene-config", scene_config,
                  "Values of the joints of a URDF scene, as \"drawer=0.3\" (default: zero)")
      ->type_name("VALUES");
  verb.add_option("--point-radius", point_radius,
                  "The scene is a scan (PCD, PLY, XYZ): each of its points is a ball of this radius")
      ->type_name("METRES");
  verb.add_option(
          "--unknown", unknown,
          "The scene is an OctoMap: what it does not know is free, or occupied as far as it reaches (default: free)")
      ->check(CLI::IsMember({"free", "occupied"}))
      ->type_name("free|occupied");
}

Problem RobotArguments::load(Warnings& warnings) const {
  const bool is_problem = is_problem_file(robot);
  if (is_problem) require_no_single_robot_options(*this);
  Problem problem = is_problem ? load_problem(robot, warnings) : load_single(*this, warnings);
  const std::vector<std::string> names = all_names(problem);
  for (const auto& text : allow) problem.allowed.push_back(parse_allowed(text, names));
  pads.apply(problem, warnings);
  return problem;
}

}  // namespace tocca::cli
