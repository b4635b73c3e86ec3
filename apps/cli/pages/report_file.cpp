#include "pages/report_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>

#include "output.hpp"
#include "result_stream.hpp"
#include "shell_word.hpp"
#include "tocca/core/error.hpp"
#include "tocca/report/page.hpp"

namespace tocca::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds shortest_pause(500);
constexpr int pauses_per_writing = 9;

}  // namespace

ReportFile::ReportFile(std::string target) : given_(std::move(target)), target_(given_) {
  require_page("--report");
  std::error_code unknown;
  const fs::file_status status = fs::status(target_, unknown);
  if (fs::is_directory(status)) throw InputError(target_, "--report", "is a folder", "give the name of a file");
  direct_ = target_ == "-" || (fs::exists(status) && !fs::is_regular_file(status));
  if (direct_) return;
  // What a link points to is replaced, not the link, even where there is nothing yet.
  if (fs::exists(status)) {
    target_ = fs::canonical(target_).string();
    permissions_ = status.permissions();
  } else if (fs::is_symlink(target_, unknown)) {
    target_ = (fs::path(target_).parent_path() / fs::read_symlink(target_)).string();
  }
  beside_ = fmt::format("{}.{}.part", target_, getpid());  // two runs may write the same report
  ResultStream(beside_, "--report").close();
  fs::remove(beside_, unknown);  // a run that is killed leaves nothing behind
  next_ = std::chrono::steady_clock::now() + shortest_pause;
}

ReportFile::~ReportFile() {
  std::error_code gone_already;
  if (!direct_) fs::remove(beside_, gone_already);
}

void ReportFile::write_so_far(Report& report) {
  const auto start = std::chrono::steady_clock::now();
  report.running = true;
  write(report);
  const auto now = std::chrono::steady_clock::now();
  next_ = now + std::max<std::chrono::steady_clock::duration>(shortest_pause, pauses_per_writing * (now - start));
}

void ReportFile::finish(Report& report) {
  report.running = false;
  write(report);
  if (told_ && !direct_) tell_page(given_);
}

void ReportFile::write(Report& report) {
  report.date = begun_;
  ResultStream stream(direct_ ? target_ : beside_, "--report");
  write_page(stream.out(), report);
  stream.close();
  if (direct_) return;
  std::error_code error;
  if (permissions_) fs::permissions(beside_, *permissions_, error);  // whoever could not read it still cannot
  fs::rename(beside_, target_, error);
  if (error) throw InputError(target_, "--report", "cannot write: " + error.message(), "choose a writable file");
}

std::string file_name(const std::string& file) { return fs::path(file).filename().string(); }

void tell_page(const std::string& file) {
  tell_last(fmt::format("report: {}; open it in a browser: xdg-open {}", printable(file, 300),
                        printable(shell_word(file), 300)));
}

}  // namespace tocca::cli
