#pragma once

#include <vector>

#include "io/visuals.hpp"
#include "tocca/model/robot.hpp"

namespace tocca {

/// What a robot's links look like, from the file that it was read from; empty for one that was made in a program. What could
/// not be read is told in `notes`. A mesh that a link is checked by as well is shared with it, so that a page holds it once.
std::vector<LinkVisual> looks_of(const Robot& robot, Warnings& notes);

}  // namespace tocca
