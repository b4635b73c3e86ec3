#pragma once

#include <filesystem>
#include <string_view>

#include "tocca/core/error.hpp"
#include "tocca/model/robot.hpp"

namespace tocca {

/// Like load_robot, without an SRDF. `remedy` ends the warning about links whose only geometry is visual.
Robot read_urdf(const std::filesystem::path& urdf, bool visual, std::string_view remedy, Warnings& warnings);

}  // namespace tocca
