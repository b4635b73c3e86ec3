#include "batch/host.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>

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

bool is_running(pid_t process) {
  if (process <= 0 || (::kill(process, 0) != 0 && errno != EPERM)) return false;
  // A process that has ended stays listed until its parent asks for it; after the name in brackets its state is Z.
  std::ifstream stream("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  if (!std::getline(stream, text)) return true;
  const std::size_t name_end = text.rfind(')');
  return name_end == std::string::npos || text.compare(name_end, 3, ") Z") != 0;
}

}  // namespace tocca
