#include "view/watched_report.hpp"

namespace tocca::cli {

bool WatchedReport::look() {
  const auto now = stamp_of(file_);
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

}  // namespace tocca::cli
