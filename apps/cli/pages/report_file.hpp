// The file behind --report: a page to look at, during the run and after it.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "tocca/io/report.hpp"

namespace tocca::cli {

/// Whoever opens the file finds a whole page: it is written beside its place and then moved there at once.
class ReportFile {
 public:
  /// `target` may be "-", the standard output. Throws InputError if this program has no page or the name cannot be
  /// written, so that this is known before long work.
  explicit ReportFile(std::string target);
  ReportFile(const ReportFile&) = delete;
  ReportFile& operator=(const ReportFile&) = delete;
  ~ReportFile();

  /// Whether the page should again show how far the run has come. Writing takes at most a tenth of the run.
  bool due() const { return !direct_ && std::chrono::steady_clock::now() >= next_; }
  /// The page as far as the run has come, for `tocca view`. Throws InputError if the disk is full.
  void write_so_far(Report& report);
  /// The final page.
  void finish(Report& report);

 private:
  void write(const Report& report);

  std::string target_, beside_;
  std::optional<std::filesystem::perms> permissions_;  ///< of the file that is replaced
  bool direct_ = false;                                ///< a pipe or a device: written once, at the end
  std::chrono::steady_clock::time_point next_;
};

}  // namespace tocca::cli
