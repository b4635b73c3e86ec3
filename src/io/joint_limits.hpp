#pragma once

#include <filesystem>

#include "tocca/core/error.hpp"
#include "tocca/model/robot.hpp"

namespace tocca {

/// Gives `robot` what MoveIt's joint_limits.yaml says about it: limits of velocity, acceleration and jerk, and the parts of
/// them with which it moves by default. What the file does not limit keeps the URDF's limit. The node names of ROS 2
/// parameter files around it are taken off. Positions are not read, with a warning: those of the URDF count. Warns about
/// joints that the robot lacks.
/// Fails: InputError with file, place and remedy.
void load_joint_limits(const std::filesystem::path& file, Robot& robot, Warnings& warnings);

}  // namespace tocca
