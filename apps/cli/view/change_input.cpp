#include "view/change_input.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "tocca/core/error.hpp"

namespace tocca::cli {
namespace {

/// A FIFO is held open for writing, too: it does not end when one of those who write to it goes.
int opened(const std::string& file) {
  if (file == "-") return STDIN_FILENO;
  struct stat status {};
  const bool fifo = ::stat(file.c_str(), &status) == 0 && S_ISFIFO(status.st_mode);
  const int input = ::open(file.c_str(), (fifo ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NONBLOCK);
  if (input < 0) {
    throw InputError(file, "--changes", "cannot be read: " + std::generic_category().message(errno),
                     "give a FIFO, a file, or - for standard input");
  }
  return input;
}

}  // namespace

ChangeInput::ChangeInput(const std::string& file) : input_(opened(file)) {}

ChangeInput::~ChangeInput() {
  if (input_ > STDERR_FILENO) ::close(input_);
}

std::vector<std::string> ChangeInput::look() {
  std::vector<std::string> lines;
  pollfd ready{input_, POLLIN, 0};
  while (::poll(&ready, 1, 0) > 0) {
    char bytes[4096];
    const ssize_t count = ::read(input_, bytes, sizeof bytes);
    if (count <= 0) break;
    rest_.append(bytes, static_cast<std::size_t>(count));
  }
  for (std::size_t end; (end = rest_.find('\n')) != std::string::npos; rest_.erase(0, end + 1)) {
    if (end > 0) lines.push_back(rest_.substr(0, end));
  }
  return lines;
}

}  // namespace tocca::cli
