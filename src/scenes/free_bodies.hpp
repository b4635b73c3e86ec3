//
// Scenes without robots: bodies on their own motions.
#pragma once

#include "scenes/write.hpp"

namespace tocca::scenes {

/// block.obj, l_shape.obj and motions.csv: 50,000 random placements of the L-shape beside the screwing block.
Files write_blocks_screw(const std::filesystem::path& folder);

/// tool.obj, hull.obj, hull_pressed.obj (the same triangles, dented) and samples.csv: the tool's poses at 1 kHz.
/// `triangle_count` of the hull: even, at least 16.
Files write_tool_hull(const std::filesystem::path& folder, int triangle_count);

Solid block_with_hole();
Solid l_shape();

}  // namespace tocca::scenes
