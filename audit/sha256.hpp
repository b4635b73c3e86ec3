// Digests of files: SHA-256 (FIPS 180-4).
#pragma once

#include <array>
#include <cstdint>
#include <istream>
#include <string>

namespace tocca::audit {

using Digest = std::array<std::uint8_t, 32>;

/// Piece by piece.
class Sha256 {
 public:
  /// `plain`: without the processor's instructions for it, for tests; they are used where there are some.
  explicit Sha256(bool plain = false) : fast_(!plain && has_instructions()) {}
  static bool has_instructions();

  void add(const void* bytes, std::size_t count);
  /// Ends it; nothing may be added afterwards.
  Digest digest();

 private:
  void block(const std::uint8_t* bytes);

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, 64> pending_{};
  std::size_t held_ = 0;
  std::uint64_t total_ = 0;
  bool fast_;
};

/// Of what is left of a stream.
Digest digest_of(std::istream& stream);
/// In lower-case hexadecimal digits.
std::string text_of(const Digest& digest);

}  // namespace tocca::audit
