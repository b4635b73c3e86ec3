// A report's file, as it is now.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "io/report_block.hpp"
#include "tocca/core/error.hpp"
#include "view/file_stamp.hpp"

namespace tocca::cli {

/// Reads the file again whenever it changes: replaced or written to.
class WatchedReport {
 public:
  explicit WatchedReport(std::string file) : file_(std::move(file)) {}

  /// Checks whether the file has changed, and reads it if so; true if there is something to report.
  bool look();

  const std::string& file() const { return file_; }
  /// The last version that could be read; null: none yet.
  const std::shared_ptr<const ReportBlock>& block() const { return block_; }
  /// Why the file as it is now cannot be shown, if it cannot. It is not an error that there is none yet.
  const std::optional<InputError>& error() const { return error_; }
  bool is_there() const { return stamp_.has_value(); }
  /// When the file was written, in milliseconds since 1970.
  std::int64_t modified_ms() const { return stamp_ ? stamp_->modified_ns / 1'000'000 : 0; }

 private:
  std::string file_;
  std::optional<FileStamp> stamp_;
  std::shared_ptr<const ReportBlock> block_;
  std::optional<InputError> error_;
};

}  // namespace tocca::cli
