#pragma once

#include <filesystem>
#include <vector>

#include "tocca/core/error.hpp"
#include "tocca/model/robot.hpp"

namespace tocca {

/// The pairs that `srdf` disables, each once. Warns about each link that `robot` lacks, and about another robot's name.
/// Fails: InputError with file and line.
std::vector<AllowedPair> load_srdf(const std::filesystem::path& srdf, const Robot& robot, Warnings& warnings);

}  // namespace tocca
