// The planning problems of the real models: robots from URDF and SRDF among boxes, cylinders and spheres.
#pragma once

#include <filesystem>
#include <vector>

#include "tocca/model/problem.hpp"

namespace tocca::bench {

/// A set of problems of one robot.
struct ProblemSet {
  struct Case {
    Problem problem;  ///< the robot at `start`
    Configuration start, goal;
  };
  std::vector<Case> cases;

  /// `models`/problems/NAME.json and `models`/robots/ROBOT; at most so many cases.
  ProblemSet(const std::filesystem::path& models, const std::string& name, const std::string& robot, std::size_t most);
  /// The same for a robot that has the joints that the set names.
  ProblemSet(const std::filesystem::path& models, const std::string& name, const Robot& robot, std::size_t most);
};

/// The folder of the real models: TOCCA_MODELS, or the one beside the project. Where it has no `part` ("problems", "robots") a line says so
/// and the path is empty.
std::filesystem::path real_models(const std::string& part);

/// `models`/robots/NAME with what its SRDF allows, if it has one.
Robot real_robot(const std::filesystem::path& models, const std::string& name);

}  // namespace tocca::bench
