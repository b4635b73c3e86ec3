// An auditor is worth what its reader can survey: at most 1,500 lines that say something. Command line, printing and digests do not count,
// nor do lines that are blank, comments, brackets alone, or what every file has (#include, namespace, public:).
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <string_view>

namespace tocca::audit {
namespace {

/// Does a line of code say something? The code has no /* */.
bool says_something(const std::string& line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string::npos) return false;
  const std::string_view text = std::string_view(line).substr(first);
  for (const char* frame : {"//", "#include", "#pragma", "namespace ", "}  // namespace", "public:", "private:"}) {
    if (text.starts_with(frame)) return false;
  }
  return text.find_first_not_of("{}[]();, ") != std::string_view::npos;
}

int code_lines(const std::filesystem::path& file) {
  std::ifstream stream(file);
  int lines = 0;
  for (std::string line; std::getline(stream, line);) lines += says_something(line) ? 1 : 0;
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
