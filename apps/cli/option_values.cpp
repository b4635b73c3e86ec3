#include "option_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "command_text.hpp"
#include "io/nearest_name.hpp"
#include "io/text.hpp"
#include "quantity.hpp"

namespace tocca::cli {
namespace {

namespace fs = std::filesystem;

/// Whoever gives an option means something: a script whose variable is empty must not get the default.
std::string refuse_empty(std::string& text) { return text.empty() ? "is empty: give a value, or leave it out" : ""; }

/// The number that the text means, written so that any reader gets this very double.
std::string to_number(std::string& text, Quantity (*read)(std::string_view)) {
  if (text.empty()) return "";  // has its own rule
  const Quantity quantity = read(text);
  if (!quantity.value) return quantity.problem + "; " + quantity.remedy;
  text = fmt::format("{:.17g}", *quantity.value);
  return "";
}

/// `ending`: ".html". A name without any is taken as it is.
std::string require_ending(const std::string& text, const std::string& ending) {
  const fs::path file(text);
  const std::string extension = lower_case(file.extension().string());
  if (text == "-" || extension.empty() || extension == ending || (ending == ".html" && extension == ".htm")) return "";
  std::error_code error;
  const fs::file_status there = fs::status(file, error);
  if (fs::exists(there) && !fs::is_regular_file(there)) return "";  // a device, a pipe; a folder has its own error
  return fmt::format("writes {}, not {}; name the file '{}'", ending == ".svg" ? "an SVG picture" : "an HTML page",
                     printable(extension, 20), printable(fs::path(file).replace_extension(ending).string(), 200));
}

/// Nothing if the name is one of them, or near to none: two letters are near to everything.
std::string near_name(const std::string& text, const std::vector<std::string>& names) {
  if (text.size() < 3 || std::find(names.begin(), names.end(), text) != names.end()) return "";
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  const std::string_view nearest = nearest_name(text, candidates);
  if (nearest.empty()) return "";
  return fmt::format("unknown value '{}'; did you mean '{}'?", printable(text, 60), nearest);
}

/// Its validator comes before all that the option has. Texts of kinds stay as they are: no description.
void put_first(CLI::Option& option, std::function<std::string(std::string&)> rule) {
  option.transform(CLI::Validator(std::move(rule), ""));
}

}  // namespace

void add_value_rules(CLI::App& verb) {
  for (CLI::Option* option : verb.get_options()) {
    const std::string kind = option->get_type_name();
    if (option->get_items_expected_max() == 0 || kind == "VALUES") continue;
    if (kind == "METRES") put_first(*option, [](std::string& text) { return to_number(text, read_length); });
    if (kind == "SECONDS") put_first(*option, [](std::string& text) { return to_number(text, read_duration); });
    if (kind == "FILE.html" || kind == "FILE.svg") {
      put_first(*option, [ending = kind.substr(4)](std::string& text) { return require_ending(text, ending); });
    }
    // Numbers in names (polytopes-N) and benchmarks of other folders are open kinds.
    if (auto names = values_of(kind); !names.empty() && kind != "SCENE-NAME" && kind != "BENCHMARK") {
      put_first(*option, [names = std::move(names)](std::string& text) { return near_name(text, names); });
    }
    put_first(*option, refuse_empty);
  }
}

}  // namespace tocca::cli
