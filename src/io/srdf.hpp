#pragma once

#include <filesystem>

#include "tocca/core/error.hpp"
#include "tocca/model/robot.hpp"

namespace tocca {

/// Gives `robot` what `srdf` says about it: the pairs that it disables, each once, and its group states. Warns about the
/// links and joints that the robot lacks, and about another robot's name. Fails: InputError with file and line.
void load_srdf(const std::filesystem::path& srdf, Robot& robot, Warnings& warnings);

}  // namespace tocca
