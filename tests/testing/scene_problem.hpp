// A benchmark scene as a problem, by way of its files. For tests that link the scenes.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>

#include "tocca/io/path.hpp"
#include "tocca/io/problem.hpp"
#include "tocca/io/robot.hpp"
#include "tocca/io/scene.hpp"
#include "tocca/scenes/scenes.hpp"

namespace tocca::testing {

inline Problem scene_problem(const std::string& name) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("tocca_oracle_" + name + "_" + std::to_string(getpid()));
  Warnings warnings;
  const auto files = write_benchmark_scene(name, folder);
  Problem problem;
  if (files.front().filename() == "problem.json") {
    problem = load_problem(files.front(), warnings);
  } else {
    problem.robots.push_back({load_robot(files[0], {}, warnings), Pose(), {}});
    RobotTask& task = problem.robots.front();
    task.path = load_path(files[2], task.robot.tree, task.robot.tree.zero_configuration(), warnings);
    problem.scene = load_scene(files[1], warnings);
  }
  std::filesystem::remove_all(folder);
  return problem;
}

}  // namespace tocca::testing
