#include "view/repeated_check.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>

#include "tocca/core/error.hpp"
#include "view/scene_changes.hpp"

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

std::string text_of(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return std::move(text).str();
}

bool is_json(const std::string& file) { return file.ends_with(".json"); }

/// The scene that a problem file names; empty if it is none, or names none.
std::string scene_of_problem(const std::string& file) {
  if (!is_json(file)) return "";
  const nlohmann::json problem = nlohmann::json::parse(text_of(file), nullptr, false);
  if (!problem.is_object() || !problem.contains("scene") || !problem["scene"].is_string()) return "";
  return std::filesystem::path(file).parent_path() / problem["scene"].get<std::string>();
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
  for (const std::string& file : watched_) stamps.push_back(stamp_of(file));
  return stamps;
}

bool RepeatedCheck::look() {
  int status = 0;
  bool news = talk();
  if (running() && ::waitpid(process_, &status, WNOHANG) == process_) {
    ended(status);
    news = true;
  }
  if (watched_.empty() || seen_ != checked_) {  // a problem file may name another scene by now
    watched_ = arguments_;
    for (const std::string& argument : arguments_) {
      if (std::string scene = scene_of_problem(argument); !scene.empty()) watched_.push_back(std::move(scene));
    }
  }
  Stamps now = stamps_now();
  const bool at_rest = now == seen_;  // editors write in several steps
  seen_ = std::move(now);
  if (!at_rest || seen_ == checked_) return news;
  if (!tell_changes()) start();
  return true;
}

void RepeatedCheck::keep_texts() {
  texts_.clear();
  for (const std::string& file : watched_)
    if (is_json(file)) texts_[file] = text_of(file);
}

bool RepeatedCheck::tell_changes() {
  if (!running() || seen_.size() != checked_.size()) return false;
  std::vector<std::string> lines;
  for (std::size_t k = 0; k < watched_.size(); ++k) {
    if (seen_[k] == checked_[k]) continue;
    const auto before = texts_.find(watched_[k]);
    if (before == texts_.end()) return false;
    std::string after = text_of(watched_[k]);
    const auto changes = scene_difference(before->second, after);
    if (!changes) return false;
    lines.insert(lines.end(), changes->begin(), changes->end());
    before->second = std::move(after);
  }
  checked_ = seen_;
  message_.clear();
  for (const std::string& line : lines) change(line);
  told_by_files_ = told_by_files_ || !lines.empty();
  return true;
}

void RepeatedCheck::change(const std::string& line) {
  to_send_ += line + "\n";
  busy_ = true;
  send_waiting();
}

void RepeatedCheck::send_waiting() {
  while (socket_ >= 0 && !to_send_.empty()) {
    const ssize_t sent = ::send(socket_, to_send_.data(), to_send_.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent <= 0) break;  // later, or never: the process has ended
    to_send_.erase(0, static_cast<std::size_t>(sent));
  }
}

bool RepeatedCheck::talk() {
  if (socket_ < 0) return false;
  send_waiting();
  char bytes[4096];
  for (ssize_t count; (count = ::recv(socket_, bytes, sizeof bytes, MSG_DONTWAIT)) > 0;)
    heard_.append(bytes, static_cast<std::size_t>(count));
  bool news = false;
  for (std::size_t end; (end = heard_.find('\n')) != std::string::npos;) {
    const std::string line = heard_.substr(0, end);
    heard_.erase(0, end + 1);
    news = hear(line) || news;
  }
  return news;
}

/// A change that a file tells and the process refuses (time plays a part in the problem, ...) is nothing but a file that was saved.
bool RepeatedCheck::hear(const std::string& line) {
  constexpr std::string_view refused = "refused ";
  if (line.starts_with(refused)) {
    if (told_by_files_) {
      start();
    } else {
      refusal_ = line.substr(refused.size());
    }
    return true;
  }
  if (line != "answered") return false;
  busy_ = told_by_files_ = false;
  message_ = std::move(refusal_);
  refusal_.clear();
  return true;
}

void RepeatedCheck::start() {
  stop();
  checked_ = seen_;
  busy_ = true;
  message_.clear();
  keep_texts();
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    message_ = "cannot check: " + std::generic_category().message(errno);
    return;
  }
  std::vector<std::string> words{"tocca", "view", "--answer", report()};
  words.insert(words.end(), arguments_.begin(), arguments_.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
  const std::string messages = folder_ / "messages";
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const int failed = ::posix_spawn(&process_, this_program, &files, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  ::close(ends[1]);
  socket_ = ends[0];
  if (failed == 0) return;
  stop();
  message_ = "cannot check: " + std::generic_category().message(failed);
}

void RepeatedCheck::stop() {
  if (running()) {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
  if (socket_ >= 0) ::close(socket_);
  process_ = 0;
  socket_ = -1;
  busy_ = told_by_files_ = false;
  to_send_.clear();
  heard_.clear();
  refusal_.clear();
}

void RepeatedCheck::ended(int status) {
  process_ = 0;
  stop();
  message_ = error_in(folder_ / "messages");
  if (WIFSIGNALED(status)) message_ = fmt::format("the check was ended by signal {}", WTERMSIG(status));
}

}  // namespace tocca::cli
