#include "report_file.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "result_stream.hpp"
#include "tocca/core/error.hpp"
#include "tocca/report/page.hpp"

namespace tocca::cli {
namespace {

constexpr std::chrono::milliseconds shortest_pause(500);
constexpr int pauses_per_writing = 9;

}  // namespace

void require_one_stdout(const std::string& json, const std::string& report) {
  if (json != "-" || report != "-") return;
  throw InputError("--report", "", "JSON goes to the standard output already", "name a file");
}

ReportFile::ReportFile(std::string target) : target_(std::move(target)) {
  require_page("--report");
  std::error_code unknown;
  const auto status = std::filesystem::status(target_, unknown);
  direct_ = target_ == "-" || (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status));
  if (direct_) return;
  // What a link points to is replaced, not the link.
  if (std::filesystem::exists(status)) target_ = std::filesystem::canonical(target_).string();
  beside_ = target_ + ".part";
  ResultStream(beside_, "--report").close();
  next_ = std::chrono::steady_clock::now() + shortest_pause;
}

ReportFile::~ReportFile() {
  std::error_code gone_already;
  if (!direct_) std::filesystem::remove(beside_, gone_already);
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
}

void ReportFile::write(const Report& report) {
  ResultStream stream(direct_ ? target_ : beside_, "--report");
  write_page(stream.out(), report);
  stream.close();
  if (direct_) return;
  std::error_code error;
  std::filesystem::rename(beside_, target_, error);
  if (error) throw InputError(target_, "--report", "cannot write: " + error.message(), "name a writable file");
}

}  // namespace tocca::cli
