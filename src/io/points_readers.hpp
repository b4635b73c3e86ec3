#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "tocca/core/error.hpp"
#include "tocca/core/vector.hpp"

namespace tocca {

// `bytes` is the content of `file`, which is named in errors. Points may have coordinates that are not finite.
// Each throws InputError with file and place, whatever the bytes.
std::vector<Vector3> read_pcd(std::string_view bytes, const std::filesystem::path& file);
std::vector<Vector3> read_xyz(std::string_view bytes, const std::filesystem::path& file);

/// A number of a scan: as parse_number, or nan, inf and -inf; nothing for anything else.
bool parse_measurement(std::string_view word, double& value) noexcept;

}  // namespace tocca
