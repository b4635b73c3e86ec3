#include "view/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>

#include "tocca/core/error.hpp"

namespace tocca::cli {
namespace {

constexpr std::size_t longest_line = 400;

[[noreturn]] void fail(const std::string& program, int error) {
  throw InputError(program, "", std::string("cannot be started: ") + std::strerror(error),
                   "check that it is executable");
}

/// In the child, between fork and exec: only what signal handlers may do. Does not return.
[[noreturn]] void become(char* const* words, char* const* environment, int output, int failure, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // if the parent is killed, nothing keeps running
  if (getppid() != parent) _exit(127);
  const int nothing = open("/dev/null", O_RDONLY);
  if (nothing >= 0 && dup2(nothing, 0) == 0 && dup2(output, 1) == 1 && dup2(output, 2) == 2) {
    execve(words[0], words, environment);
  }
  const int error = errno;
  [[maybe_unused]] const auto told = write(failure, &error, sizeof error);
  _exit(127);
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& words, const std::string& temporary) {
  std::vector<char*> pointers, environment;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  std::string folder = "TMPDIR=" + temporary;
  for (char** variable = environ; *variable; ++variable) {
    if (!std::string_view(*variable).starts_with("TMPDIR=")) environment.push_back(*variable);
  }
  environment.insert(environment.end(), {folder.data(), nullptr});
  int output[2], failure[2];
  if (pipe2(output, O_CLOEXEC) != 0) fail(words[0], errno);
  if (pipe2(failure, O_CLOEXEC) != 0) {
    const int error = errno;
    close(output[0]), close(output[1]);
    fail(words[0], error);
  }
  const pid_t self = getpid();
  id_ = fork();
  const int fork_error = errno;
  if (id_ == 0) become(pointers.data(), environment.data(), output[1], failure[1], self);
  close(output[1]), close(failure[1]);
  pipe_ = output[0];
  int error = fork_error;
  // Nothing comes where exec succeeded: it closes the other end.
  const bool failed = id_ < 0 || ::read(failure[0], &error, sizeof error) == sizeof error;
  close(failure[0]);
  if (!failed) {
    setpgid(id_, id_);  // as the child does itself, whichever comes first
    fcntl(pipe_, F_SETFL, O_NONBLOCK);
    return;
  }
  if (id_ > 0) waitpid(id_, nullptr, 0);
  id_ = -1;
  close(pipe_);
  fail(words[0], error);
}

ChildProcess::~ChildProcess() {
  stop();
  close(pipe_);
}

void ChildProcess::read() {
  char piece[4096];
  for (ssize_t count; (count = ::read(pipe_, piece, sizeof piece)) > 0;) {
    for (const char c : std::string_view(piece, static_cast<std::size_t>(count))) {
      if (c != '\n') {
        if (partial_.size() < longest_line) partial_ += c;
      } else if (!partial_.empty()) {
        last_line_.swap(partial_);
        partial_.clear();
      }
    }
  }
}

bool ChildProcess::reap(int options) {
  int status = 0;
  if (id_ < 0 || waitpid(id_, &status, options) != id_) return id_ < 0;
  id_ = -1;
  end_ = {WIFEXITED(status) ? WEXITSTATUS(status) : 0, WIFSIGNALED(status) ? WTERMSIG(status) : 0};
  return true;
}

bool ChildProcess::wait(std::chrono::milliseconds patience) {
  pollfd ready{pipe_, POLLIN, 0};
  // A child that closed its output is waited for in short steps.
  if (poll(&ready, 1, static_cast<int>(patience.count())) > 0 && (ready.revents & POLLIN) == 0) {
    poll(nullptr, 0, 20);
  }
  const bool ended = reap(WNOHANG);
  read();
  if (ended && !partial_.empty()) last_line_.swap(partial_);
  return !ended;
}

void ChildProcess::stop() {
  if (id_ < 0) return;
  const pid_t group = id_;
  kill(-group, SIGTERM);
  for (int k = 0; k < 100 && !reap(WNOHANG); ++k) poll(nullptr, 0, 20);  // two seconds to end by itself
  kill(-group, SIGKILL);
  reap(0);
  read();
}

}  // namespace tocca::cli
