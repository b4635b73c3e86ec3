// Layer: io, internal.  What a COLLADA <node> says about its place.
#pragma once

#include <optional>

#include "mesh_readers.hpp"
#include "xml.hpp"

namespace tocca {

/// The map that `element`, a child of a <node>, stands for; nothing if it is not a transformation. Fails: InputError.
std::optional<Affine> node_transform(const XmlFile& xml, const tinyxml2::XMLElement& element);

}  // namespace tocca
