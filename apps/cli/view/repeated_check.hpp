// `tocca check`, repeated whenever its inputs are saved or its scene changes.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "view/file_stamp.hpp"

namespace tocca::cli {

/// Runs this very program as the process of live_check.hpp: it may take long, be ended when its inputs have changed, or run out of memory,
/// and the view goes on. What changes in a scene file alone is told to the process as changes of its scene; for anything else it is
/// started anew.
class RepeatedCheck {
 public:
  /// Arguments that are files are watched, and the scene that a problem file names. Throws InputError if there is no room for the report.
  explicit RepeatedCheck(std::vector<std::string> arguments);
  RepeatedCheck(const RepeatedCheck&) = delete;
  RepeatedCheck& operator=(const RepeatedCheck&) = delete;
  /// Ends what runs and removes the report.
  ~RepeatedCheck();

  std::string report() const { return folder_ / "report.html"; }
  /// Starts a check once the inputs have changed and settled, or tells it what has; true if there is something to report.
  bool look();
  /// A change of the scene that comes from elsewhere (scene_changes.hpp).
  void change(const std::string& line);
  /// Whether a check runs, or the first is about to.
  bool is_busy() const { return busy_ || checked_.empty(); }
  /// Why the last check or change failed, in one line; empty: it did not.
  const std::string& message() const { return message_; }

 private:
  using Stamps = std::vector<std::optional<FileStamp>>;
  Stamps stamps_now() const;
  bool running() const { return process_ > 0; }
  void start();
  void stop();
  void ended(int status);
  /// Tells the process what has changed in scenes; false if that is not all that has changed.
  bool tell_changes();
  /// Sends what waits and hears what the process says; true if there is something to report.
  bool talk();
  void send_waiting();
  bool hear(const std::string& line);
  void keep_texts();

  std::vector<std::string> arguments_, watched_;
  std::filesystem::path folder_;
  Stamps seen_, checked_;
  std::map<std::string, std::string> texts_;  ///< of watched scenes, as the process knows them
  pid_t process_ = 0;
  int socket_ = -1;  ///< its standard input and output
  std::string to_send_, heard_;
  bool busy_ = false, told_by_files_ = false;
  std::string message_, refusal_;
};

}  // namespace tocca::cli
