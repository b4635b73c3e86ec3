// Who works here: names of machines and processes, as markers and unfinished files carry them.
#pragma once

#include <sys/types.h>

#include <string>

namespace tocca {

const std::string& host_name();
/// Is there a process of this number at work on this machine?
bool is_running(pid_t process);

}  // namespace tocca
