#include "output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <unordered_set>
#include <vector>

namespace tocca::cli {
namespace {

// There is one standard output.
bool stdout_is_taken = false;
std::vector<std::string> last_lines;

[[noreturn]] void fail_stdout(int error) {
  throw InputError("standard output", "", fmt::format("cannot write: {}", std::strerror(error)),
                   "free some disk space, or redirect the output elsewhere");
}

}  // namespace

void hold_standard_streams() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (fcntl(descriptor, F_GETFD) != -1) continue;
    // Opened the wrong way round on purpose: reading from or writing to it fails, as on the closed one. The lowest free
    // number is `descriptor`, since those below it are taken.
    if (open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY) != descriptor) _exit(2);
  }
}

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail_stdout(errno);
}

void flush_output() {
  if (std::fflush(stdout) != 0) fail_stdout(errno);
}

void finish_output() {
  for (const std::string& line : last_lines) {
    if (stdout_is_taken) {
      fmt::print(stderr, "tocca: {}\n", line);
    } else {
      print(line + "\n");
    }
  }
  last_lines.clear();
  flush_output();
}

void tell_last(std::string line) { last_lines.push_back(std::move(line)); }

void take_standard_output() { stdout_is_taken = true; }

void write_result(const std::string& target, std::string_view option, std::string_view text) {
  if (target == "-") {
    take_standard_output();
    return print(text);
  }
  const auto fail = [&](int error) {
    throw InputError(target, option, fmt::format("cannot write: {}", std::strerror(error)), "choose a writable file");
  };
  std::FILE* file = std::fopen(target.c_str(), "wb");
  if (!file) fail(errno);
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const int write_error = errno;
  if (std::fclose(file) != 0) fail(errno);
  if (!written) fail(write_error);
}

void show(const Warnings& warnings) {
  std::unordered_set<std::string_view> shown;
  for (const auto& warning : warnings) {
    if (shown.insert(warning).second) fmt::print(stderr, "tocca: warning: {}\n", printable(warning, 1000));
  }
}

void show_usage(std::string_view text) { fmt::print(stderr, "{}", text); }

void show_error(std::string_view line) { fmt::print(stderr, "tocca: error: {}\n", printable(line, 1500)); }

}  // namespace tocca::cli
