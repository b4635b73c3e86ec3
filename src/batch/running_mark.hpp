// Who is at work on a chunk: for --status, and so that two who share a folder do not do the same work. Nothing depends on it: a mark that is wrong costs time, never a
// result.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/stopwatch.hpp"

namespace tocca {

/// A file beside the result while a chunk is being worked on.
class RunningMark {
 public:
  RunningMark(const std::filesystem::path& folder, const std::string& name);
  ~RunningMark();
  RunningMark(const RunningMark&) = delete;
  RunningMark& operator=(const RunningMark&) = delete;

  /// Says that the work goes on; call it every now and then.
  void refresh();

  /// "HOST, process 12", of somebody else who works on it as far as can be told: a process that was heard of within the last minute and, on this
  /// machine, lives.
  static std::optional<std::string> other(const std::filesystem::path& folder, const std::string& name);

 private:
  std::filesystem::path file_;
  Stopwatch last_;
};

/// Why a chunk could not be done, beside where its result would be; an empty reason takes the note away.
void note_failure(const std::filesystem::path& folder, const std::string& name, const std::string& reason);
std::optional<std::string> failure_of(const std::filesystem::path& folder, const std::string& name);

}  // namespace tocca
