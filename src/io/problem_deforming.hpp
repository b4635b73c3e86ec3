#pragma once

#include <vector>

#include "io/json_cursor.hpp"
#include "tocca/model/problem.hpp"

namespace tocca {

/// Reads "deforming" of a problem: [{"name": "hose", "frames": [{"time": 0, "mesh": "hose_00.ply"}, ..], "pose": {..}, "scale": 0.001}],
/// or for numbered files "frames": {"files": "hose_*.ply", "interval": 0.04, "start": 0}. Robots and scene are read before: no name is
/// given twice. Fails at the place of what is wrong.
std::vector<DeformingBody> read_deforming(const JsonCursor& deforming, const Problem& problem, PoseReader& poses,
                                          Warnings& warnings);

}  // namespace tocca
