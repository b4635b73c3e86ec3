#pragma once

#include <vector>

#include "io/visuals.hpp"
#include "tocca/model/robot.hpp"

namespace tocca {

/// What a robot's links look like, from the file that it was read from. Empty for one that was made in a program, and for one
/// that looks like its collision geometry, without colours. What could not be read is told in `notes`. A mesh that a link is checked
/// by as well is shared with it, so that a page holds it once.
std::vector<LinkVisual> looks_of(const Robot& robot, Warnings& notes);

}  // namespace tocca
