// Real robots of the shared models, and configurations of any robot.
#pragma once

#include <filesystem>
#include <numbers>
#include <string>

#include "draw.hpp"
#include "tocca/io/robot.hpp"

namespace tocca::testing {

/// Requires that the models are there (TOCCA_NEED_MODELS).
inline Robot real_robot(const std::string& name, bool srdf) {
  const std::filesystem::path folder = models() / "robots" / name;
  Warnings ignored;
  return load_robot(folder / "robot.urdf", {srdf ? folder / "robot.srdf" : std::filesystem::path(), false}, ignored);
}

/// Within the limits, one turn where an angle has none; `at_limits`: the part of the joints that are at one of their limits, where
/// contacts are. Joints with several coordinates stay at zero.
inline Configuration draw_within_limits(Draw& draw, const KinematicTree& tree, double at_limits = 0.0) {
  Configuration q = tree.zero_configuration();
  for (const Joint& joint : tree.joints()) {
    if (joint.first_coordinate < 0 || joint.mimic || !is_simple(joint.type)) continue;
    const Limits limits = joint.limits.value_or(Limits{-std::numbers::pi, std::numbers::pi});
    const double part = draw.coin(at_limits) ? (draw.coin() ? 0.0 : 1.0) : draw.uniform(0.0, 1.0);
    q[joint.first_coordinate] = limits.lower + part * (limits.upper - limits.lower);
  }
  return q;
}

}  // namespace tocca::testing
