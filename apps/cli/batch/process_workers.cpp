#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <vector>

#include "batch/chunk_workers.hpp"
#include "tocca/core/error.hpp"

namespace tocca::cli {
namespace {

/// The words of this process's own command line.
std::vector<std::string> own_command() {
  std::ifstream stream("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(stream, word, '\0');) words.push_back(word);
  return words;
}

[[noreturn]] void refuse_process(const char* what) {
  throw InputError("", "--jobs", fmt::format("{} ({})", what, std::strerror(errno)), "give fewer jobs");
}

/// A child and the pipes to and from it.
class WorkerProcess {
 public:
  explicit WorkerProcess(const std::vector<std::string>& command) {
    int to[2], from[2];
    if (::pipe2(to, O_CLOEXEC) != 0 || ::pipe2(from, O_CLOEXEC) != 0) refuse_process("no pipe to a worker");
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    process_ = ::fork();
    if (process_ < 0) refuse_process("no process for a worker");
    if (process_ == 0) {  // only calls that are safe between fork and exec
      ::dup2(to[0], STDIN_FILENO);
      ::dup2(from[1], STDOUT_FILENO);
      ::execv("/proc/self/exe", words.data());
      ::_exit(127);
    }
    ::close(to[0]);
    ::close(from[1]);
    to_ = to[1];
    from_ = from[0];
  }
  ~WorkerProcess() {
    if (process_ <= 0) return;
    ::close(to_);
    ::close(from_);
    ::kill(process_, SIGTERM);
    ::waitpid(process_, nullptr, 0);
  }
  WorkerProcess(WorkerProcess&& other) noexcept { *this = std::move(other); }
  WorkerProcess& operator=(WorkerProcess&& other) noexcept {
    std::swap(process_, other.process_);
    std::swap(to_, other.to_);
    std::swap(from_, other.from_);
    std::swap(pending_, other.pending_);
    return *this;
  }

  int from() const { return from_; }
  /// What is sent to a worker that has died is lost: receive() reports the death.
  void send(const std::string& line) {
    const std::string text = line + "\n";
    for (std::size_t done = 0; done < text.size();) {
      const ssize_t count = ::write(to_, text.data() + done, text.size() - done);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return;
      done += static_cast<std::size_t>(count);
    }
  }
  /// A line that has arrived whole.
  std::optional<std::string> take_line() {
    const std::size_t end = pending_.find('\n');
    if (end == std::string::npos) return std::nullopt;
    std::string line = pending_.substr(0, end);
    pending_.erase(0, end + 1);
    return line;
  }
  /// Reads what is there; false if the worker has closed its end.
  bool read_more() {
    std::array<char, 4096> block;
    const ssize_t count = ::read(from_, block.data(), block.size());
    if (count > 0) pending_.append(block.data(), static_cast<std::size_t>(count));
    return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
  }

 private:
  pid_t process_ = 0;
  int to_ = -1, from_ = -1;
  std::string pending_;
};

class ProcessWorkers final : public ChunkWorkers {
 public:
  explicit ProcessWorkers(int count) : command_(own_command()) {
    ::signal(SIGPIPE, SIG_IGN);  // a dead worker is noticed by reading
    command_.emplace_back("--serve");
    for (int k = 0; k < count; ++k) workers_.emplace_back(command_);
  }

  int count() const override { return static_cast<int>(workers_.size()); }
  void send(int worker, const std::string& line) override { workers_[static_cast<std::size_t>(worker)].send(line); }

  std::optional<Message> receive(int wait_ms) override {
    for (std::size_t k = 0; k < workers_.size(); ++k) {
      if (auto line = workers_[k].take_line()) return Message{static_cast<int>(k), std::move(*line)};
    }
    std::vector<pollfd> ends;
    for (const WorkerProcess& worker : workers_) ends.push_back({worker.from(), POLLIN, 0});
    if (::poll(ends.data(), ends.size(), wait_ms) <= 0) return std::nullopt;
    for (std::size_t k = 0; k < workers_.size(); ++k) {
      if (ends[k].revents == 0) continue;
      if (workers_[k].read_more()) {
        if (auto line = workers_[k].take_line()) return Message{static_cast<int>(k), std::move(*line)};
        continue;
      }
      workers_[k] = WorkerProcess(command_);
      return Message{static_cast<int>(k), {}};
    }
    return std::nullopt;
  }

 private:
  std::vector<std::string> command_;
  std::vector<WorkerProcess> workers_;
};

}  // namespace

std::unique_ptr<ChunkWorkers> process_workers(int count) { return std::make_unique<ProcessWorkers>(count); }

}  // namespace tocca::cli
