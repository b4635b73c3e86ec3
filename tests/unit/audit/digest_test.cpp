// SHA-256 by the examples of FIPS 180-4 and NIST's test vectors.
#include <gtest/gtest.h>

#include <sstream>

#include "audit/reader.hpp"
#include "audit/sha256.hpp"

namespace tocca::audit {
namespace {

std::string digest(const std::string& text) {
  std::istringstream stream(text);
  return text_of(digest_of(stream));
}

TEST(AuditDigest, KnownAnswers) {
  EXPECT_EQ(digest(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(digest("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(
      digest("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrst"
             "nopqrstu"),
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  EXPECT_EQ(digest(std::string(1'000'000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(AuditDigest, PiecesOfAnyLength) {
  const std::string text(1000, 'x');
  for (std::size_t piece = 1; piece < 200; ++piece) {
    Sha256 sum;
    for (std::size_t i = 0; i < text.size(); i += piece) sum.add(text.data() + i, std::min(piece, text.size() - i));
    EXPECT_EQ(text_of(sum.digest()), digest(text)) << piece;
  }
}

TEST(AuditDigest, TheSameWithAndWithoutTheProcessorsInstructions) {
  if (!Sha256::has_instructions()) GTEST_SKIP() << "this processor has none: the plain code alone is at work";
  std::string text;
  for (int k = 0; k < 5000; ++k) {
    Sha256 fast, plain(true);
    fast.add(text.data(), text.size());
    plain.add(text.data(), text.size());
    ASSERT_EQ(text_of(fast.digest()), text_of(plain.digest())) << k;
    text += static_cast<char>(k * 131 + k / 7);
  }
}

TEST(AuditDigest, Checksum) {
  const std::string text = "123456789";
  EXPECT_EQ(crc32(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()), 0xcbf43926u);
  EXPECT_EQ(crc32(nullptr, 0), 0u);
}

}  // namespace
}  // namespace tocca::audit
