// Layer: io.  May include: model, motion, verdict and what they use.  Checked by tools/check_layers.py.
#pragma once

#include <filesystem>

#include "tocca/core/error.hpp"
#include "tocca/model/scene.hpp"

namespace tocca {

/// Reads what stands around a robot, by extension: a mesh file (one object named by the file's stem), a URDF (each link
/// with geometry is an object, at zero configuration), a MoveIt `.scene`, or the JSON of DESIGN section 7.
/// Fails: InputError with file, place and remedy.
Scene load_scene(const std::filesystem::path& file, Warnings& warnings);

}  // namespace tocca
