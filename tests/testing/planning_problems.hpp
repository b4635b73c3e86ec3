// The planning problems of the real models: robots from URDF and SRDF among boxes, cylinders and spheres. For tests that link
// tocca_io and nlohmann_json.
#pragma once

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "small_worlds.hpp"
#include "tocca/io/robot.hpp"

namespace tocca::testing {

/// A robot of the real models, with what its SRDF allows if it has one.
inline Robot real_robot(const std::string& name) {
  const std::filesystem::path folder = models() / "robots" / name, srdf = folder / "robot.srdf";
  Warnings unread;
  return load_robot(folder / "robot.urdf", {is_regular_file(srdf) ? srdf : std::filesystem::path(), false}, unread);
}

struct PlanningProblem {
  Problem problem;
  Configuration start, goal;
};

inline SceneObject obstacle_of(const nlohmann::json& from) {
  const auto vector = [](const nlohmann::json& v) {
    return Vector3(v[0].get<double>(), v[1].get<double>(), v[2].get<double>());
  };
  const nlohmann::json& q = from["quat_xyzw"];
  const Pose pose = Pose::from_quaternion(vector(from["position"]), q[0], q[1], q[2], q[3]);
  if (from["type"] == "box") return object(from["name"], pose, Box{vector(from["size_xyz"])});
  if (from["type"] == "cylinder") return object(from["name"], pose, Cylinder{from["radius"], from["length_z"]});
  return object(from["name"], pose, Sphere{from["radius"]});
}

/// The first problems of `models`/problems/FILE.
inline std::vector<PlanningProblem> planning_problems(const std::string& file, int count) {
  const auto set = nlohmann::json::parse(std::ifstream(models() / "problems" / file));
  const Robot robot = real_robot(std::filesystem::path(set["robot_folder"].get<std::string>()).filename());
  const auto configuration = [&](const nlohmann::json& values) {
    Configuration q = robot.tree.zero_configuration();
    for (std::size_t k = 0; k < set["joints"].size(); ++k) {
      const int joint = robot.tree.find_joint(set["joints"][k].get<std::string>());
      q[robot.tree.joints()[static_cast<std::size_t>(joint)].first_coordinate] = values[k].get<double>();
    }
    return q;
  };
  std::vector<PlanningProblem> problems;
  for (int k = 0; k < count; ++k) {
    const nlohmann::json& from = set["problems"][static_cast<std::size_t>(k)];
    PlanningProblem& own = problems.emplace_back(
        PlanningProblem{problem_of(robot, {}), configuration(from["start"]), configuration(from["goal"])});
    for (const nlohmann::json& one : from["obstacles"]) own.problem.scene.objects.push_back(obstacle_of(one));
  }
  return problems;
}

}  // namespace tocca::testing
