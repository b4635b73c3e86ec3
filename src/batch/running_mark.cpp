#include "batch/running_mark.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <fstream>

#include "batch/host.hpp"

namespace tocca {
namespace {

namespace fs = std::filesystem;

constexpr double seconds_between_marks = 5.0;
constexpr std::chrono::seconds longest_silence(60);

fs::path mark_of(const fs::path& folder, const std::string& name) { return folder / (name + ".running"); }
fs::path failure_note(const fs::path& folder, const std::string& name) { return folder / (name + ".failed"); }

}  // namespace

RunningMark::RunningMark(const fs::path& folder, const std::string& name) : file_(mark_of(folder, name)) {
  std::ofstream(file_) << host_name() << ' ' << ::getpid() << '\n';
}

RunningMark::~RunningMark() {
  std::error_code ignored;
  fs::remove(file_, ignored);
}

void RunningMark::refresh() {
  if (last_.seconds() < seconds_between_marks) return;
  std::error_code ignored;
  fs::last_write_time(file_, fs::file_time_type::clock::now(), ignored);
  last_ = {};
}

std::optional<std::string> RunningMark::other(const fs::path& folder, const std::string& name) {
  std::ifstream stream(mark_of(folder, name));
  std::string host;
  pid_t process = 0;
  if (!(stream >> host >> process)) return std::nullopt;
  if (host == host_name() && (process == ::getpid() || !is_running(process))) return std::nullopt;
  // Another process may have the number by now; and of another machine nothing else is known.
  std::error_code error;
  const auto written = fs::last_write_time(mark_of(folder, name), error);
  if (error || fs::file_time_type::clock::now() - written > longest_silence) return std::nullopt;
  return fmt::format("{}, process {}", host, process);
}

void note_failure(const fs::path& folder, const std::string& name, const std::string& reason) {
  std::error_code ignored;
  if (reason.empty()) {
    fs::remove(failure_note(folder, name), ignored);
  } else {
    std::ofstream(failure_note(folder, name)) << reason << '\n';
  }
}

std::optional<std::string> failure_of(const fs::path& folder, const std::string& name) {
  std::ifstream stream(failure_note(folder, name));
  std::string reason;
  if (!std::getline(stream, reason)) return std::nullopt;
  return reason;
}

}  // namespace tocca
