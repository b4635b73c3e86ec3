#pragma once

#include <filesystem>
#include <string>

namespace tocca {

/// The data of a report page, read back from its file (docs/report-format.md).
struct ReportBlock {
  std::string data;                      ///< JSON, as the file has it
  std::string version;                   ///< changes with the data: checksum and length, "cbf43926-9"
  std::string title, headline, outcome;  ///< what a list of reports shows
  bool running = false;                  ///< written during the run
};

/// The data block of `data`'s bytes: version and head are read from it. `file` is named in errors.
ReportBlock report_block(std::string data, const std::filesystem::path& file);

/// Reads a page that `--report` wrote. Only the block is taken from the file, whatever else it holds.
/// Fails   InputError if the file cannot be read, is not a report, was cut off or altered.
ReportBlock load_report_block(const std::filesystem::path& file);

}  // namespace tocca
