// An auditor is worth what its reader can survey: at most 1,500 lines of code. Command line, printing and digests do not count.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

namespace tocca::audit {
namespace {

/// Lines that are neither blank nor comments; the code has no /* */.
int code_lines(const std::filesystem::path& file) {
  std::ifstream stream(file);
  int lines = 0;
  for (std::string line; std::getline(stream, line);) {
    const std::size_t first = line.find_first_not_of(" \t");
    if (first != std::string::npos && line.compare(first, 2, "//") != 0) ++lines;
  }
  return lines;
}

TEST(AuditSize, AtMostFifteenHundredLines) {
  const std::set<std::string> uncounted{"main", "sha256", "statement_text"};
  int lines = 0, files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(TOCCA_SOURCE_DIR "/audit")) {
    const std::string kind = entry.path().extension().string();
    if ((kind != ".cpp" && kind != ".hpp") || uncounted.contains(entry.path().stem().string())) continue;
    lines += code_lines(entry.path());
    ++files;
  }
  EXPECT_GT(files, 10);
  EXPECT_GT(lines, 500);
  EXPECT_LE(lines, 1500);
  RecordProperty("lines", lines);
}

}  // namespace
}  // namespace tocca::audit
