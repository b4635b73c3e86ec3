#pragma once

#include <filesystem>
#include <string>

namespace tocca {

/// The data of a report page, read back from its file (docs/report-format.md).
struct ReportBlock {
  std::string data;                      ///< JSON, as the file has it
  std::string version;                   ///< changes with the data: checksum and length, "cbf43926-9"
  std::string title, headline, outcome;  ///< what a list of reports shows
  bool running = false;                  ///< written while the run went on
};

/// The data block of `data`'s bytes: version and head are read out of it. `file` is named in errors.
ReportBlock report_block(std::string data, const std::filesystem::path& file);

/// Reads a page that `--report` wrote. Of the file only the block is taken, whatever else it holds.
/// Fails   InputError where the file cannot be read, is no report, was cut off or altered.
ReportBlock load_report_block(const std::filesystem::path& file);

}  // namespace tocca
