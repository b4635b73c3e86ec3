//
// The walkthrough of cohen-1995 (section 5.4) on the drawing board: a kitchen with its porch, a hand, the hand's way.
#pragma once

#include "scenes/write.hpp"
#include "tocca/model/path.hpp"

namespace tocca::scenes {

std::vector<ObjectDraft> furnished_room_objects();
RobotDraft hand();
Path hand_path(const KinematicTree& tree);

/// hand.urdf, scene.json and path.csv with their meshes.
Files write_furnished_room(const std::filesystem::path& folder);

}  // namespace tocca::scenes
