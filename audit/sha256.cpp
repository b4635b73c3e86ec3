#include "audit/sha256.hpp"

#include <algorithm>
#include <bit>
#include <vector>
#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace tocca::audit {
namespace {

constexpr std::array<std::uint32_t, 64> constants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

#if defined(__x86_64__)
/// Has the processor instructions for SHA-256 (leaf 7, EBX, bit 29) and what goes with them, SSE4.1 (leaf 1, ECX, bit 19)?
bool find_instructions() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> 19 & 1)) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b >> 29 & 1);
}

/// One block by the processor's own instructions: four rounds, and four words of the message's schedule, at a time. The state is kept in
/// the order that they ask for: a, b, e, f and c, d, g, h, from the highest word down.
__attribute__((target("sha,sse4.1"))) void block_by_instructions(std::uint32_t* state, const std::uint8_t* bytes) {
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  const auto load = [](const void* from) { return _mm_loadu_si128(static_cast<const __m128i*>(from)); };
  const __m128i cdab = _mm_shuffle_epi32(load(state), 0xB1), efgh = _mm_shuffle_epi32(load(state + 4), 0x1B);
  const __m128i abef_before = _mm_alignr_epi8(cdab, efgh, 8), cdgh_before = _mm_blend_epi16(efgh, cdab, 0xF0);
  __m128i abef = abef_before, cdgh = cdgh_before, words[4];
  for (int i = 0; i < 4; ++i) words[i] = _mm_shuffle_epi8(load(bytes + 16 * i), big_endian);
#pragma GCC unroll 16
  for (int round = 0; round < 16; ++round) {
    __m128i& w = words[round & 3];
    const __m128i& last = words[(round + 3) & 3];
    const __m128i sum = _mm_add_epi32(w, load(&constants[static_cast<std::size_t>(4 * round)]));
    cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
    abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
    if (round >= 12) continue;
    const __m128i seven_back = _mm_alignr_epi8(last, words[(round + 2) & 3], 4);
    w = _mm_sha256msg2_epu32(_mm_add_epi32(_mm_sha256msg1_epu32(w, words[(round + 1) & 3]), seven_back), last);
  }
  abef = _mm_shuffle_epi32(_mm_add_epi32(abef, abef_before), 0x1B);  // f, e, b, a
  cdgh = _mm_shuffle_epi32(_mm_add_epi32(cdgh, cdgh_before), 0xB1);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(state), _mm_blend_epi16(abef, cdgh, 0xF0));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(state + 4), _mm_alignr_epi8(cdgh, abef, 8));
}
#endif

}  // namespace

bool Sha256::has_instructions() {
#if defined(__x86_64__)
  static const bool found = find_instructions();
  return found;
#else
  return false;
#endif
}

void Sha256::block(const std::uint8_t* bytes) {
#if defined(__x86_64__)
  if (fast_) return block_by_instructions(state_.data(), bytes);
#endif
  std::array<std::uint32_t, 64> w{};
  for (std::size_t i = 0; i < 16; ++i) {
    w[i] = static_cast<std::uint32_t>(bytes[4 * i]) << 24 | static_cast<std::uint32_t>(bytes[4 * i + 1]) << 16 |
           static_cast<std::uint32_t>(bytes[4 * i + 2]) << 8 | bytes[4 * i + 3];
  }
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3)) + w[i - 7] +
           (std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10));
  }
  auto [a, b, c, d, e, f, g, h] = state_;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t one =
        h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] + w[i];
    const std::uint32_t two = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
  }
  const std::array<std::uint32_t, 8> added{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) state_[i] += added[i];
}

void Sha256::add(const void* bytes, std::size_t count) {
  const auto* next = static_cast<const std::uint8_t*>(bytes);
  total_ += count;
  while (count > 0) {
    if (held_ == 0 && count >= 64) {
      block(next);
      next += 64, count -= 64;
      continue;
    }
    const std::size_t taken = std::min(count, 64 - held_);
    std::copy_n(next, taken, pending_.begin() + static_cast<std::ptrdiff_t>(held_));
    held_ += taken, next += taken, count -= taken;
    if (held_ == 64) block(pending_.data()), held_ = 0;
  }
}

Digest Sha256::digest() {
  const std::uint64_t bits = 8 * total_;
  const std::uint8_t one = 0x80, zero = 0;
  add(&one, 1);
  while (held_ != 56) add(&zero, 1);
  std::array<std::uint8_t, 8> length;
  for (std::size_t i = 0; i < 8; ++i) length[i] = static_cast<std::uint8_t>(bits >> (56 - 8 * i));
  add(length.data(), length.size());
  Digest result;
  for (std::size_t i = 0; i < 32; ++i) result[i] = static_cast<std::uint8_t>(state_[i / 4] >> (24 - 8 * (i % 4)));
  return result;
}

Digest digest_of(std::istream& stream) {
  Sha256 sum;
  std::vector<char> piece(1 << 16);
  while (stream) {
    stream.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    sum.add(piece.data(), static_cast<std::size_t>(stream.gcount()));
  }
  return sum.digest();
}

std::string text_of(const Digest& digest) {
  std::string text;
  for (const std::uint8_t byte : digest) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

}  // namespace tocca::audit
