#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tocca {

/// What was compressed in the format of LibLZF, as in PCD files; nothing unless `compressed` is exactly one stream that gives exactly
/// `size` bytes.
std::optional<std::string> unpack_lzf(std::string_view compressed, std::size_t size);

}  // namespace tocca
