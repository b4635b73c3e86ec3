#include "io/missing_file.hpp"

#include <algorithm>
#include <string>
#include <system_error>
#include <vector>

#include "io/nearest_name.hpp"
#include "io/text.hpp"

namespace tocca {
namespace {

namespace fs = std::filesystem;

/// The names in a folder, in alphabetical order: the same suggestion everywhere. Of a huge folder, some of them.
std::vector<std::string> names_in(const fs::path& folder) {
  constexpr std::size_t most = 10'000;
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end && names.size() < most;
       entry.increment(error)) {
    names.push_back(entry->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

InputError missing_file(const fs::path& file) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    return {file.string(), "", "no such file: there is no folder " + in_quotes(folder.string(), 200), "check the path"};
  }
  const std::vector<std::string> names = names_in(folder);
  const std::string nearest(
      nearest_name(file.filename().string(), std::vector<std::string_view>(names.begin(), names.end())));
  if (nearest.empty()) return {file.string(), "", "no such file", "check the path"};
  const fs::path meant = file.has_parent_path() ? folder / nearest : fs::path(nearest);
  return {file.string(), "", "no such file", "did you mean " + in_quotes(meant.string(), 200) + "?"};
}

}  // namespace tocca
