// What is proven here: numbers are read whole, locale-free and finite or not at all; only regular files are opened.
#include "io/text.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <clocale>
#include <filesystem>
#include <fstream>

#include "io/json.hpp"

namespace tocca::text_tests {
namespace {

TEST(ParseNumber, TakesTheWholeTokenOrNothing) {
  EXPECT_EQ(parse_number("1"), 1.0);
  EXPECT_EQ(parse_number("+1.5"), 1.5);
  EXPECT_EQ(parse_number("-2e-3"), -2e-3);
  EXPECT_EQ(parse_number(".5"), 0.5);
  EXPECT_EQ(parse_number("1e-400"), 0.0);  // the nearest double
  EXPECT_EQ(parse_number("4e-324"), 5e-324);
  EXPECT_FALSE(parse_number("-1e400"));
  EXPECT_EQ(parse_number("5."), 5.0);
  EXPECT_EQ(parse_number("4.9e-324"), 4.9e-324);
  EXPECT_EQ(parse_number("0.1"), 0.1);
  for (const char* bad : {"",    " ",        "1 ",    " 1",     "1,5",  "1.2.3", "1e",  "e1", "nan", "inf", "-inf",
                          "NaN", "infinity", "1e999", "-1e999", "0x10", "+-1",   "++1", "+",  "-",   "1f",  "one"}) {
    EXPECT_FALSE(parse_number(bad)) << bad;
  }
}

TEST(ParseNumber, IgnoresTheLocale) {
  // Only where a locale with a decimal comma is installed does this bite; std::from_chars never looks at it.
  const char* before = std::setlocale(LC_ALL, "de_DE.UTF-8");
  EXPECT_EQ(parse_number("1.5"), 1.5);
  if (before) std::setlocale(LC_ALL, "C");
}

TEST(ParseNumbers, WantsExactlyAsManyAsAskedFor) {
  std::array<double, 3> values{};
  EXPECT_TRUE(parse_numbers(" 1\t-2\n+3 ", values));
  EXPECT_EQ(values, (std::array<double, 3>{1, -2, 3}));
  EXPECT_FALSE(parse_numbers("1 2", values));
  EXPECT_FALSE(parse_numbers("1 2 3 4", values));
  EXPECT_FALSE(parse_numbers("1 2 x", values));
}

TEST(ParseInteger, TakesTheWholeTokenOrNothing) {
  EXPECT_EQ(parse_integer("-12"), -12);
  EXPECT_EQ(parse_integer("+7"), 7);
  for (const char* bad : {"", "1.0", "1e3", "99999999999999999999", "0x1", "+-1", "3a"}) {
    EXPECT_FALSE(parse_integer(bad)) << bad;
  }
}

TEST(TextCursor, CountsLines) {
  TextCursor cursor("one two\r\n\n three");
  EXPECT_EQ(cursor.next_word(), "one");
  EXPECT_EQ(cursor.line(), 1u);
  EXPECT_EQ(cursor.next_line(), " two");
  EXPECT_EQ(cursor.next_line(), "");
  EXPECT_EQ(cursor.next_word(), "three");
  EXPECT_EQ(cursor.line(), 3u);
  EXPECT_FALSE(cursor.next_word());
  EXPECT_FALSE(cursor.next_line());
}

TEST(InputFile, RefusesWhatIsNotARegularFile) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "tocca_input_file";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  EXPECT_THROW(read_file(folder / "missing", 10), InputError);
  EXPECT_THROW(read_file(folder, 10), InputError);
  EXPECT_THROW(read_file("/dev/zero", 10), InputError);
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_THROW(read_file(folder / "pipe", 10), InputError);  // and does not wait for a writer
  EXPECT_THROW(read_file(folder / "missing" / "below", 10), InputError);

  std::ofstream(folder / "file") << "12345";
  EXPECT_EQ(read_file(folder / "file", 5), "12345");
  EXPECT_THROW(read_file(folder / "file", 4), InputError);
}

TEST(ParseJson, GuardsWhatTheLibraryLetsThrough) {
  EXPECT_EQ(parse_json(R"({"a":[1,2.5]})", "f")["a"][1], 2.5);
  EXPECT_NO_THROW(parse_json(std::string(100, '[') + std::string(100, ']'), "f"));
  EXPECT_THROW(parse_json(std::string(101, '[') + std::string(101, ']'), "f"), InputError);
  EXPECT_THROW(parse_json(std::string(1'000'000, '['), "f"), InputError);
  EXPECT_THROW(parse_json(R"({"a":1,"a":2})", "f"), InputError);
  EXPECT_NO_THROW(parse_json(R"({"a":{"a":1},"b":{"a":2}})", "f"));
  EXPECT_THROW(parse_json("[1e999]", "f"), InputError);
  EXPECT_THROW(parse_json("[NaN]", "f"), InputError);
  EXPECT_THROW(parse_json("", "f"), InputError);
  try {
    parse_json("{\n \"a\": 1,\n \"b\" 2}", "scene.json");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.file(), "scene.json");
    EXPECT_EQ(error.place(), "line 3, column 6");
  }
}

}  // namespace
}  // namespace tocca::text_tests
