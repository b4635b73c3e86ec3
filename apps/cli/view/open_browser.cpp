#include "view/open_browser.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace tocca::cli {
namespace {

constexpr const char* opener = "xdg-open";

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value;
}

bool opener_is_there() {
  const char* folders = std::getenv("PATH");
  std::string_view rest = folders ? folders : "";
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    if (end > 0 && access(fmt::format("{}/{}", rest.substr(0, end), opener).c_str(), X_OK) == 0) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

/// In the child: the program that opens the page runs on by itself, silently, and nothing waits for it.
[[noreturn]] void become_opener(const char* address) {
  setsid();
  if (fork() != 0) _exit(0);
  const int nowhere = open("/dev/null", O_RDWR);
  for (int stream = 0; stream <= 2; ++stream) dup2(nowhere, stream);
  execlp(opener, opener, address, static_cast<char*>(nullptr));
  _exit(127);
}

}  // namespace

std::string file_address(const std::filesystem::path& file) {
  std::string address = "file://";
  for (const char c : std::filesystem::absolute(file).lexically_normal().string()) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       (c != '\0' && std::strchr("/-_.~", c));
    address += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return address;
}

bool open_in_browser(const std::string& address) {
  if (!(is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")) || !opener_is_there()) return false;
  const pid_t child = fork();
  if (child == 0) become_opener(address.c_str());
  if (child > 0) waitpid(child, nullptr, 0);  // it ends at once: its own child opens the page
  return child > 0;
}

}  // namespace tocca::cli
