// Layer: io, internal.  JSON text into a document, with the guards that nlohmann-json leaves to its users.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

#include "tocca/core/error.hpp"

namespace tocca {

/// Parses `text`, which came from `file`.
/// Fails: InputError with line and column: not JSON, a key twice in one object, nested more than 100 deep, a number
/// beyond the range of a double.
nlohmann::json parse_json(std::string_view text, const std::filesystem::path& file);

/// Reads and parses a file of at most `max_bytes`.
nlohmann::json load_json(const std::filesystem::path& file, std::uint64_t max_bytes = 256u << 20);

}  // namespace tocca
