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
};

}  // namespace tocca::bench
