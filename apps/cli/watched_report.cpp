#include "watched_report.hpp"

namespace tocca::cli {

bool WatchedReport::look() {
  const auto now = stamp_now();
  if (now == stamp_) return false;
  stamp_ = now;
  error_.reset();
  if (!now) return true;
  try {
    block_ = std::make_shared<const ReportBlock>(load_report_block(file_));
  } catch (const InputError& error) {
    error_ = error;
  }
  return true;
}

std::optional<WatchedReport::Stamp> WatchedReport::stamp_now() const {
  struct stat status {};
  if (::stat(file_.c_str(), &status) != 0) return std::nullopt;
  const std::int64_t seconds = status.st_mtim.tv_sec;
  return Stamp{status.st_dev, status.st_ino, status.st_size, seconds * 1'000'000'000 + status.st_mtim.tv_nsec};
}

}  // namespace tocca::cli
