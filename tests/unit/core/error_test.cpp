// What is proven here: an InputError is one printable line with its four parts, whatever bytes the file held.
#include "tocca/core/error.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace tocca::error_tests {
namespace {

bool is_one_printable_line(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
  });
}

TEST(InputError, SaysWhereWhatAndHowToMend) {
  const InputError error("arm.urdf", "joint 'elbow'", "the axis is zero", "give a direction");
  EXPECT_STREQ(error.what(), "arm.urdf: joint 'elbow': the axis is zero; give a direction");
  EXPECT_EQ(error.file(), "arm.urdf");
  EXPECT_EQ(error.place(), "joint 'elbow'");
  EXPECT_EQ(error.problem(), "the axis is zero");
  EXPECT_EQ(error.remedy(), "give a direction");
}

TEST(InputError, LeavesOutEmptyParts) {
  EXPECT_STREQ(InputError("", "", "no robot", "").what(), "no robot");
  EXPECT_STREQ(InputError("a.csv", "", "empty", "").what(), "a.csv: empty");
  EXPECT_STREQ(InputError("", "line 3", "empty", "add a row").what(), "line 3: empty; add a row");
}

TEST(InputError, LearnsItsFileLater) {
  const InputError error = InputError("", "line 3", "empty", "add a row").in_file("a.csv");
  EXPECT_STREQ(error.what(), "a.csv: line 3: empty; add a row");
  EXPECT_EQ(error.file(), "a.csv");
}

TEST(InputError, StaysOnOneLineWhateverTheFileHeld) {
  std::string bytes;
  for (int c = 0; c < 256; ++c) bytes += static_cast<char>(c);
  const InputError error(bytes, bytes, bytes + "\n\r\x1b[31m", bytes);
  EXPECT_TRUE(is_one_printable_line(error.what()));
  EXPECT_GT(std::string_view(error.what()).size(), 1000u);  // a zero byte did not cut it short
}

TEST(InputError, IsShortenedWhereAFileHasEndlessNames) {
  const std::string endless(1'000'000, 'x');
  EXPECT_LT(std::string_view(InputError(endless, endless, endless, endless).what()).size(), 1500u);
}

TEST(Printable, ReplacesControlCharactersAndShortens) {
  EXPECT_EQ(printable("tab\there\x7f"), "tab?here?");
  EXPECT_EQ(printable(std::string_view("nul\0byte", 8)), "nul?byte");
  EXPECT_EQ(printable("abcdef", 6), "abcdef");
  EXPECT_EQ(printable("abcdefg", 6), "abcdef...");
  EXPECT_EQ(printable(""), "");
}

TEST(Printable, LetsUtf8PassAndNothingElse) {
  for (const char* fine :
       {"K\xc3\xb6ln", "\xe2\x82\xac", "\xf0\x9f\xa4\x96", "\xc2\xa0", "\xed\x9f\xbf", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_EQ(printable(fine), fine);
  }
  EXPECT_EQ(printable("a\xff\xfe"), "a??");                           // no UTF-8 at all
  EXPECT_EQ(printable("a\xc3"), "a?");                                // cut off
  EXPECT_EQ(printable("\xc0\xaf|\xe0\x80\xaf"), "??|???");            // overlong
  EXPECT_EQ(printable("\xed\xa0\x80|\xf4\x90\x80\x80"), "???|????");  // a surrogate; beyond Unicode
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "??31m");                              // an eight-bit escape sequence
  EXPECT_EQ(printable("ab\xc3\xb6", 3), "ab...");  // never half a character
}

}  // namespace
}  // namespace tocca::error_tests
