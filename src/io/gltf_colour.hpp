#pragma once

#include <optional>

#include "io/gltf_buffers.hpp"
#include "io/mesh_readers.hpp"

namespace tocca {

/// The base colour of a primitive's material; nothing where the file is not as it should
/// be: a mesh that is checked is never refused for its look.
std::optional<Colour> gltf_colour(const GltfDocument& document, const nlohmann::json& primitive);

}  // namespace tocca
