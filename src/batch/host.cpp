#include "batch/host.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace tocca {

const std::string& host_name() {
  static const std::string name = [] {
    std::array<char, 256> text{};
    if (::gethostname(text.data(), text.size() - 1) != 0) return std::string("host");
    std::string found(text.data());
    std::replace(found.begin(), found.end(), '/', '-');
    return found;
  }();
  return name;
}

bool is_running(pid_t process) { return process > 0 && (::kill(process, 0) == 0 || errno == EPERM); }

}  // namespace tocca
