// What is shown here: what differs has another fingerprint, and the values are the same on every platform.
#include "core/fingerprint.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace tocca::fingerprint_tests {
namespace {

using Value = Fingerprinter::Value;

template <class... Things>
Value of(const Things&... things) {
  Fingerprinter fingerprinter;
  (fingerprinter.add(things), ...);
  return fingerprinter.value();
}

TEST(Fingerprint, OrderLengthsAndSignsCount) {
  const std::set<Value> values{of(),
                               of(0),
                               of(1),
                               of(0, 0),
                               of(0, 1),
                               of(1, 0),
                               of(0.0),
                               of(-0.0, 0.0),
                               of(0.0, -0.0),
                               of(std::string_view("")),
                               of(std::string_view("ab"), std::string_view("c")),
                               of(std::string_view("a"), std::string_view("bc")),
                               of(std::string_view("abc")),
                               of(std::string_view("abc\0", 4)),
                               of(std::string_view("abcdefgh")),
                               of(std::string_view("abcdefghi"))};
  EXPECT_EQ(values.size(), 14u);  // 0, 0.0 and the length of "" are the same 64 bits
  EXPECT_EQ(of(1, 2), of(1, 2));
}

TEST(Fingerprint, EveryBitChangesBothHalves) {
  std::set<std::uint64_t> first, second;
  for (int place = 0; place < 100; ++place) {
    for (int bit = 0; bit < 64; ++bit) {
      Fingerprinter fingerprinter;
      for (int k = 0; k < 100; ++k) fingerprinter.add(k == place ? std::uint64_t{1} << bit : std::uint64_t{0});
      first.insert(fingerprinter.value()[0]);
      second.insert(fingerprinter.value()[1]);
    }
  }
  EXPECT_EQ(first.size(), 6400u);
  EXPECT_EQ(second.size(), 6400u);
}

TEST(Fingerprint, IsTheSameEverywhere) {  // files hold it
  const Value value = of(7, -0.5, std::string_view("cell"));
  EXPECT_EQ(value, (Value{0xb6225601bfccfd00u, 0xe5ef4acc152ff8f7u}));
}

}  // namespace
}  // namespace tocca::fingerprint_tests
