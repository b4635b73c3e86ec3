// What `tocca roadmap` reports to people.
#pragma once

#include <string>

#include "tocca/plan/roadmap.hpp"

namespace tocca::cli {

/// Milestones, edges and what is known of them.
std::string count_table(const RoadmapCount& count);
/// What bars edges, and how many; empty if nothing does.
std::string blocker_table(const Roadmap& roadmap);
/// What has changed in the scene, and what it concerns; empty if nothing has.
std::string change_table(const RoadmapUpdate& update);
/// "6 motions: 4 proven before, 2 proven now; 11 checked, 3 refuted, 5 searches\n"
std::string path_line(const RoadmapPlan& plan);

}  // namespace tocca::cli
