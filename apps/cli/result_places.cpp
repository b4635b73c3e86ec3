#include "result_places.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "io/files_read.hpp"
#include "tocca/core/error.hpp"

namespace tocca::cli {
namespace {

/// Devices and pipes take one after the other.
bool are_same_file(const std::string& a, const std::string& b) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::status(a, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) return false;
  const auto whole = [&](const std::string& name) { return fs::weakly_canonical(fs::absolute(name, error), error); };
  return whole(a) == whole(b);
}

}  // namespace

void require_no_input(const std::string& place, const std::string& option) {
  if (!FilesRead::have(place)) return;
  throw InputError(place, option, "is an input file and would be overwritten", "choose another file");
}

void require_apart(std::initializer_list<ResultPlace> places) {
  for (const ResultPlace& later : places) {
    if (later.place.empty()) continue;
    if (later.place != "-") require_no_input(later.place, later.option);
    for (const ResultPlace& earlier : places) {
      if (&earlier == &later) break;
      if (earlier.place.empty()) continue;
      if (earlier.place == "-" && later.place == "-") {
        throw InputError(later.option, "", fmt::format("{} already goes to standard output", earlier.what),
                         "give a file name");
      }
      if (earlier.place != "-" && later.place != "-" && are_same_file(earlier.place, later.place)) {
        throw InputError(later.place, later.option, fmt::format("{} already goes to this file", earlier.what),
                         "choose another file");
      }
    }
  }
}

}  // namespace tocca::cli
