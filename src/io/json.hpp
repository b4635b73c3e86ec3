#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

#include "tocca/core/error.hpp"

namespace tocca {

/// Parses `text`, which came from `file`.
///
/// Guarantee   Nested at most 100 deep, so that no recursion over the document can exhaust the stack; at most five
///             million values, so that a small file cannot fill the memory; every number finite; no key twice in an
///             object (of which the library would silently keep the last).
/// Fails       InputError: with line and column if it is not JSON, otherwise with the path of the value.
nlohmann::json parse_json(std::string_view text, const std::filesystem::path& file);

/// Reads and parses a file of at most `max_bytes`.
nlohmann::json load_json(const std::filesystem::path& file, std::uint64_t max_bytes = 256u << 20);

}  // namespace tocca
