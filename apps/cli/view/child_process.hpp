// Another program, run without a shell: its output is read line by line, and it ends with us.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

namespace tocca::cli {

/// How a child ended.
struct ChildEnd {
  int code = 0;    ///< its exit code, if no signal ended it
  int signal = 0;  ///< which signal ended it; 0: none
};

/// Starts at once, in a process group of its own, with nothing to read. Standard output and error come in one stream.
class ChildProcess {
 public:
  /// `words[0]` is the program's file; `temporary` is where it puts its temporary files (TMPDIR). Throws InputError if
  /// it cannot be started.
  ChildProcess(const std::vector<std::string>& words, const std::string& temporary);
  ~ChildProcess();  ///< ends it if it still runs
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Waits up to this long for something to happen; false once it has ended and everything was read.
  bool wait(std::chrono::milliseconds patience);
  /// Its last complete line of some length.
  const std::string& last_line() const { return last_line_; }
  /// Asks it and everything it started to end, and kills what does not.
  void stop();
  ChildEnd end() const { return end_; }  ///< once wait() was false or stop() was called

 private:
  void read();
  bool reap(int options);

  pid_t id_ = -1;  ///< -1: it has ended
  int pipe_ = -1;
  std::string partial_, last_line_;
  ChildEnd end_;
};

}  // namespace tocca::cli
