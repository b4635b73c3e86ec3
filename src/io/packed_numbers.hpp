#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tocca {

/// Append {"type":"f32","data":"<base64, little endian>"}; u16 if every number fits, else u32.
void append_packed(std::string& text, std::span<const float> numbers);
void append_packed(std::string& text, std::span<const double> numbers);  ///< as "f64"
void append_packed(std::string& text, std::span<const std::uint32_t> numbers);

/// CRC-32 as zip and PNG compute it (reflected, polynomial 0xEDB88320).
std::uint32_t crc32(std::string_view text);

}  // namespace tocca
