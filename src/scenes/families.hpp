//
// What each file of this folder draws. A new scene: draw it in a file of its own, name it here and in scenes.cpp.
#pragma once

#include "scenes/drafts.hpp"

namespace tocca::scenes {

// Robots.
RobotDraft puma_560();
RobotDraft irb_2400();
RobotDraft fanuc_200();
RobotDraft linkage(int links, double link_length, double radius);
RobotDraft mannequin();

// Scenes of robots.
CellDraft puma_pipes();
CellDraft puma_machine_room();
CellDraft arms_tori();
CellDraft irb_cage();
CellDraft fanuc_cage();
CellDraft fanuc_machine();
CellDraft irb_workshop();
CellDraft six_irb_car();
CellDraft linkage_lattice();
CellDraft nine_linkages();
CellDraft mannequins();

}  // namespace tocca::scenes
