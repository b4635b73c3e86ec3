// Whether two things are the same, by 128 bits of each.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace tocca {

/// Stands for everything that was added, in its order. Different things have the same value by accident about once in
/// 2^128 comparisons; who wants to deceive finds two that have: it is no cryptography. The same on every platform.
class Fingerprinter {
 public:
  using Value = std::array<std::uint64_t, 2>;

  void add(std::uint64_t number) {
    // Each line maps the old state one to one, so that no difference is ever lost from both.
    first_ = (first_ ^ number) * 0x9e3779b97f4a7c15u;
    first_ ^= first_ >> 29;
    second_ = (second_ + number) * 0xc2b2ae3d27d4eb4fu;
    second_ ^= second_ >> 32;
  }
  void add(int number) { add(static_cast<std::uint64_t>(static_cast<std::int64_t>(number))); }
  /// By its bits: 0 and -0 differ.
  void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
  /// With its length: "ab", "c" and "a", "bc" differ.
  void add(std::string_view text) {
    add(static_cast<std::uint64_t>(text.size()));
    for (; text.size() >= 8; text.remove_prefix(8)) add(word(text.substr(0, 8)));
    if (!text.empty()) add(word(text));
  }
  void add(std::span<const double> numbers) {
    add(static_cast<std::uint64_t>(numbers.size()));
    for (const double number : numbers) add(number);
  }

  Value value() const { return {mixed(first_ ^ std::rotl(second_, 23)), mixed(second_ + 0x27d4eb2f165667c5u)}; }

 private:
  static std::uint64_t word(std::string_view bytes) {  // the first byte lowest, on every platform
    std::uint64_t result = 0;
    for (std::size_t k = bytes.size(); k-- > 0;) result = result << 8 | static_cast<unsigned char>(bytes[k]);
    return result;
  }
  static std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
    return x ^ (x >> 32);
  }

  std::uint64_t first_ = 0x243f6a8885a308d3u, second_ = 0x13198a2e03707344u;
};

}  // namespace tocca
