#include "io/packed_numbers.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

namespace tocca {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays are written as they lie in memory");

void append_base64(std::string& text, std::span<const std::uint8_t> bytes) {
  static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::size_t k = 0;
  const auto put = [&](std::uint32_t three, int count) {
    for (int i = 0; i < count; ++i) text += digits[three >> (18 - 6 * i) & 63u];
  };
  for (; k + 3 <= bytes.size(); k += 3) {
    put(static_cast<std::uint32_t>(bytes[k] << 16 | bytes[k + 1] << 8 | bytes[k + 2]), 4);
  }
  if (bytes.size() - k == 1) {
    put(static_cast<std::uint32_t>(bytes[k] << 16), 2);
    text += "==";
  } else if (bytes.size() - k == 2) {
    put(static_cast<std::uint32_t>(bytes[k] << 16 | bytes[k + 1] << 8), 3);
    text += '=';
  }
}

template <class Number>
void append_array(std::string& text, const char* type, std::span<const Number> numbers) {
  text.append("{\"type\":\"").append(type).append("\",\"data\":\"");
  text.reserve(text.size() + numbers.size_bytes() / 3 * 4 + 16);
  append_base64(text, {reinterpret_cast<const std::uint8_t*>(numbers.data()), numbers.size_bytes()});
  text += "\"}";
}

constexpr auto crc_table = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t n = 0; n < 256; ++n) {
    std::uint32_t c = n;
    for (int k = 0; k < 8; ++k) c = (c & 1u) != 0 ? 0xEDB88320u ^ c >> 1 : c >> 1;
    table[n] = c;
  }
  return table;
}();

}  // namespace

void append_packed(std::string& text, std::span<const float> numbers) { append_array(text, "f32", numbers); }
void append_packed(std::string& text, std::span<const double> numbers) { append_array(text, "f64", numbers); }

void append_packed(std::string& text, std::span<const std::uint32_t> numbers) {
  if (std::any_of(numbers.begin(), numbers.end(), [](std::uint32_t n) { return n > 0xffffu; })) {
    return append_array(text, "u32", numbers);
  }
  std::vector<std::uint16_t> small;
  small.reserve(numbers.size());
  for (const std::uint32_t n : numbers) small.push_back(static_cast<std::uint16_t>(n));
  append_array(text, "u16", std::span<const std::uint16_t>(small));
}

std::uint32_t crc32(std::string_view text) {
  std::uint32_t crc = 0xffffffffu;
  for (const char c : text) crc = crc_table[(crc ^ static_cast<std::uint8_t>(c)) & 0xffu] ^ crc >> 8;
  return ~crc;
}

}  // namespace tocca
