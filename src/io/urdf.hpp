#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "io/xml.hpp"
#include "tocca/core/error.hpp"
#include "tocca/model/robot.hpp"

namespace tocca {

inline constexpr std::uint64_t max_urdf_bytes = 64 << 20;

/// Like load_robot, without an SRDF. `remedy` ends the warning about links whose only geometry is visual.
Robot read_urdf(const std::filesystem::path& urdf, bool visual, std::string_view remedy, Warnings& warnings);

/// Where the <origin> of an element puts it; in its owner's place if it has none. Throws InputError.
Pose urdf_origin(const XmlFile& xml, const tinyxml2::XMLElement& owner);
/// The shape inside a <geometry>; nothing for a mesh and for what URDF does not know. Throws InputError if a size is missing.
std::optional<Geometry> urdf_primitive(const XmlFile& xml, const tinyxml2::XMLElement& shape);

}  // namespace tocca
