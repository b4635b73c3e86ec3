// The file behind --report: a page to look at, during the run and after it.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "report/words.hpp"
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
  /// The final page; a last line of the run tells where it is and how to open it.
  void finish(Report& report);
  /// The caller says what was written.
  void tell_nothing() { told_ = false; }

 private:
  void write(Report& report);

  std::string given_, target_, beside_;  ///< `target_`: where links lead
  std::string begun_ = utc_now();
  std::optional<std::filesystem::perms> permissions_;  ///< of the file that is replaced
  bool direct_ = false;                                ///< a pipe or a device: written once, at the end
  bool told_ = true;
  std::chrono::steady_clock::time_point next_;
};

/// The name of a file without its folders, which readers of a page do not have.
std::string file_name(const std::string& file);

/// Tells at the end of the run which page it wrote, and how to open it.
void tell_page(const std::string& file);

}  // namespace tocca::cli
