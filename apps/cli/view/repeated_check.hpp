// `tocca check`, repeated whenever its inputs are saved.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "view/file_stamp.hpp"

namespace tocca::cli {

/// Runs this very program as `tocca check ARGUMENTS --report FILE`, in a separate process: it may take long, be ended
/// when its inputs have changed, or run out of memory, and the view goes on.
class RepeatedCheck {
 public:
  /// Arguments that are files are watched. Throws InputError if there is no room for the report.
  explicit RepeatedCheck(std::vector<std::string> arguments);
  RepeatedCheck(const RepeatedCheck&) = delete;
  RepeatedCheck& operator=(const RepeatedCheck&) = delete;
  /// Ends what runs and removes the report.
  ~RepeatedCheck();

  std::string report() const { return folder_ / "report.html"; }
  /// Starts a check once the inputs have changed and settled; true if there is something to report.
  bool look();
  /// Whether a check runs, or the first is about to.
  bool is_busy() const { return running() || checked_.empty(); }
  /// Why the last check failed, in one line; empty: it did not.
  const std::string& message() const { return message_; }

 private:
  using Stamps = std::vector<std::optional<FileStamp>>;
  Stamps stamps_now() const;
  bool running() const { return process_ > 0; }
  void start();
  void stop();
  void ended(int status);

  std::vector<std::string> arguments_;
  std::filesystem::path folder_;
  Stamps seen_, checked_;
  pid_t process_ = 0;
  std::string message_;
};

}  // namespace tocca::cli
