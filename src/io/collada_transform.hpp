#pragma once

#include <optional>

#include "io/mesh_readers.hpp"
#include "io/xml.hpp"

namespace tocca {

/// The map that `element`, a child of a <node>, stands for; nothing if it is not a transformation. Fails: InputError.
std::optional<Affine> node_transform(const XmlFile& xml, const tinyxml2::XMLElement& element);

}  // namespace tocca
