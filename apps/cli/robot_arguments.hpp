// The options of every verb that loads a robot, and what they load.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "pad_option.hpp"
#include "tocca/core/error.hpp"
#include "tocca/io/path.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::cli {

/// Does the first argument name a problem (JSON) instead of a robot?
bool is_problem_file(const std::string& file);

/// --visual, for verbs that load bodies or a robot.
void add_visual(CLI::App& verb, bool& visual);

struct RobotArguments {
  std::string robot, scene;  ///< ROBOT [SCENE], or a problem file in place of both
  std::string srdf, joint_limits, defaults, base, scene_config, unknown;
  std::optional<double> point_radius;
  bool visual = false, self_collision = true, degrees = false;
  std::vector<std::string> allow;  ///< "a,b"
  PadOption pads;

  void add_to(CLI::App& verb);
  /// All but the files, for a verb that names these itself.
  void add_options(CLI::App& verb);

  /// Reads the files. A robot with a scene becomes a problem of one robot without a path, at rest at its --default, so
  /// that verbs handle only one kind of input. Throws InputError.
  Problem load(Warnings& warnings) const;
  /// How path files and texts of configurations are meant.
  PathOptions path_options() const { return {.degrees = degrees}; }
};

}  // namespace tocca::cli
