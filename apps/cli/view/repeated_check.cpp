#include "view/repeated_check.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <system_error>

#include "tocca/core/error.hpp"

extern char** environ;

namespace tocca::cli {
namespace {

constexpr const char* this_program = "/proc/self/exe";

/// The last error line of a program's messages.
std::string error_in(const std::filesystem::path& file) {
  constexpr std::string_view mark = "tocca: error: ";
  std::ifstream in(file);
  std::string found;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(mark)) found = line.substr(mark.size());
  }
  return found;
}

}  // namespace

RepeatedCheck::RepeatedCheck(std::vector<std::string> arguments) : arguments_(std::move(arguments)) {
  std::string name = (std::filesystem::temp_directory_path() / "tocca-view-XXXXXX").string();
  if (!::mkdtemp(name.data())) {
    throw InputError(name, "", "cannot be created: " + std::generic_category().message(errno),
                     "set TMPDIR to a writable folder");
  }
  folder_ = name;
}

RepeatedCheck::~RepeatedCheck() {
  stop();
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

RepeatedCheck::Stamps RepeatedCheck::stamps_now() const {
  Stamps stamps;
  for (const std::string& argument : arguments_) stamps.push_back(stamp_of(argument));
  return stamps;
}

bool RepeatedCheck::look() {
  int status = 0;
  const bool done = running() && ::waitpid(process_, &status, WNOHANG) == process_;
  if (done) ended(status);
  Stamps now = stamps_now();
  const bool at_rest = now == seen_;  // editors write in several steps
  seen_ = std::move(now);
  if (!at_rest || seen_ == checked_) return done;
  start();
  return true;
}

void RepeatedCheck::start() {
  stop();
  checked_ = seen_;
  std::vector<std::string> words{"tocca", "check", "--report", report()};
  words.insert(words.end(), arguments_.begin(), arguments_.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  const std::string messages = folder_ / "messages";
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const int failed = ::posix_spawn(&process_, this_program, &files, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (failed == 0) return;
  process_ = 0;
  message_ = "cannot check: " + std::generic_category().message(failed);
}

void RepeatedCheck::stop() {
  if (!running()) return;
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
  process_ = 0;
}

void RepeatedCheck::ended(int status) {
  process_ = 0;
  message_ = error_in(folder_ / "messages");
  if (WIFSIGNALED(status)) message_ = fmt::format("the check was ended by signal {}", WTERMSIG(status));
}

}  // namespace tocca::cli
