// A roadmap as bytes: a line of JSON, the milestones and the edges in binary, a checksum of all that.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "tocca/plan/roadmap.hpp"

namespace tocca {

/// The file's bytes without the checksum.
std::string roadmap_bytes(const Roadmap& roadmap);
/// Sixteen bytes that follow them.
std::string roadmap_checksum(std::string_view bytes);
/// The reverse of roadmap_bytes(). Throws InputError, which names the file.
Roadmap parse_roadmap(std::string_view bytes, const std::filesystem::path& file);

}  // namespace tocca
