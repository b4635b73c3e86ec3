#include "io/report_block.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string_view>

#include "io/json.hpp"
#include "io/packed_numbers.hpp"
#include "io/text.hpp"

namespace tocca {
namespace {

constexpr std::uint64_t max_bytes = 1u << 30;
constexpr std::string_view opening = "<script type=\"application/json\" id=\"tocca-report\" data-bytes=\"";
constexpr std::string_view between = "\" data-crc32=\"";
constexpr std::size_t checksum_length = 8;

std::string version_of(std::string_view data) {
  char text[40];
  std::snprintf(text, sizeof text, "%08x-%zu", static_cast<unsigned>(crc32(data)), data.size());
  return text;
}

[[noreturn]] void refuse(const std::filesystem::path& file, std::string_view problem) {
  throw InputError(file.string(), "", problem, "write the report again");
}

/// The part before the long arrays, as a document of its own. Line feeds stand between keys only, never in a string.
std::string head_of(std::string_view data) {
  const std::size_t end = data.find(",\n\"times\":");
  return end == std::string_view::npos ? std::string(data) : std::string(data.substr(0, end)) + '}';
}

}  // namespace

ReportBlock report_block(std::string data, const std::filesystem::path& file) {
  ReportBlock block;
  const nlohmann::json head = parse_json(head_of(data), file);
  const auto text = [&](const char* key) {
    const auto found = head.find(key);
    return found != head.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  if (!head.is_object() || text("format") != "tocca-report") {
    throw InputError(file.string(), "", "contains no tocca report", "give a file that --report wrote");
  }
  block.title = text("title");
  block.headline = text("headline");
  block.outcome = text("outcome");
  const auto running = head.find("running");
  block.running = running != head.end() && *running == true;
  block.version = version_of(data);
  block.data = std::move(data);
  return block;
}

ReportBlock load_report_block(const std::filesystem::path& file) {
  const std::string page = read_file(file, max_bytes);
  const std::size_t begin = page.rfind(opening);  // it is last, and its data hold no '<'
  if (begin == std::string::npos) {
    throw InputError(file.string(), "", "is not a tocca report, or was cut off before its data",
                     "give a file that --report wrote");
  }
  std::string_view rest = std::string_view(page).substr(begin + opening.size());
  const std::size_t digits = rest.find(between);
  const auto length = parse_integer(rest.substr(0, std::min(digits, std::size_t{20})));
  const std::size_t data = digits + between.size() + checksum_length + 2;  // ">
  if (digits == std::string_view::npos || !length || *length < 0 || data > rest.size()) refuse(file, "was cut off");
  const std::string_view checksum = rest.substr(digits + between.size(), checksum_length);
  rest.remove_prefix(data);
  if (rest.size() < static_cast<std::size_t>(*length)) refuse(file, "was cut off in its data");
  std::string text(rest.substr(0, static_cast<std::size_t>(*length)));
  if (!rest.substr(text.size()).starts_with("</script>") || version_of(text).substr(0, checksum_length) != checksum) {
    refuse(file, "was altered: its data does not match its checksum");
  }
  return report_block(std::move(text), file);
}

}  // namespace tocca
