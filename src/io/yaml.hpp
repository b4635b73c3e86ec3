#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tocca/core/error.hpp"

namespace tocca {

/// Parses YAML, of which JSON is a part, into one value per document; empty documents are left out. `text` came from
/// `file`. A scalar without quotes that spells a finite decimal number is a number; any other is text, so that yes, .nan,
/// 0x10 and 010 are not numbers.
///
/// Guarantee   Nested at most 100 deep, so that no recursion over the text or the document can exhaust the stack; at most
///             five million values; no anchors and aliases, with which a few lines can mean gigabytes; no key twice in a
///             map. The text is looked through before the library sees it: brackets nested too deep and control
///             characters, at one of which the library would silently stop, are refused.
/// Fails       InputError: with line and column.
std::vector<nlohmann::json> parse_yaml(std::string text, const std::filesystem::path& file);

}  // namespace tocca
