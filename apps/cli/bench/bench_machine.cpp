#include "bench/bench_machine.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace tocca::cli {
namespace {

std::string first_line(const char* file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

std::string processor_name() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown processor";
}

}  // namespace

Machine this_machine() {
  Machine machine;
  machine.processor = processor_name();
  utsname system{};
  if (uname(&system) == 0) machine.kernel = fmt::format("{} {} {}", system.sysname, system.release, system.machine);
  machine.governor = first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  cpu_set_t usable;
  if (sched_getaffinity(0, sizeof usable, &usable) == 0) machine.cores = CPU_COUNT(&usable);
  machine.memory_bytes =
      static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  if (double loads[1]; getloadavg(loads, 1) == 1) machine.load = loads[0];
  return machine;
}

BenchJson as_json(const Machine& machine) {
  return {{"processor", machine.processor},
          {"cores", machine.cores},
          {"memory_bytes", machine.memory_bytes},
          {"kernel", machine.kernel},
          {"governor", machine.governor.empty() ? BenchJson() : BenchJson(machine.governor)},
          {"load_at_start", machine.load}};
}

std::string line_about(const Machine& machine) {
  return fmt::format("{}, {} {}, {:.1f} GB, {}, load {:.2f}{}", machine.processor, machine.cores,
                     machine.cores == 1 ? "core" : "cores", 1e-9 * static_cast<double>(machine.memory_bytes),
                     machine.kernel, machine.load, machine.governor.empty() ? "" : ", governor " + machine.governor);
}

}  // namespace tocca::cli
