#include "bench/bench_programs.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <sstream>

#include "core/stopwatch.hpp"
#include "interrupt.hpp"
#include "tocca/core/error.hpp"
#include "view/child_process.hpp"

namespace tocca::cli {
namespace {

constexpr std::string_view prefix = "bench_";
constexpr int exit_left_out = 77;  // of a program that finds nothing to measure, bench/README.md

bool is_program(const std::filesystem::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  return name.starts_with(prefix) && name.size() > prefix.size() && entry.is_regular_file() &&
         access(entry.path().c_str(), X_OK) == 0;
}

bool has_programs(const std::filesystem::path& folder) {
  std::error_code unreadable;
  for (const auto& entry : std::filesystem::directory_iterator(folder, unreadable)) {
    if (is_program(entry)) return true;
  }
  return false;
}

/// A folder of its own for what the program writes, gone with it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "tocca-bench-XXXXXX").string();
    if (!mkdtemp(pattern.data())) {
      throw InputError(pattern, "", fmt::format("cannot be created: {}", std::strerror(errno)),
                       "set TMPDIR to a writable folder");
    }
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code gone;
    std::filesystem::remove_all(path_, gone);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path operator/(const char* name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

void judge_end(const ChildProcess& child, BenchRun& run) {
  const ChildEnd end = child.end();
  const std::string said = child.last_line().empty() ? "" : ": " + child.last_line();
  if (Interrupt::asked()) {
    run.end = BenchEnd::interrupted;
    run.message = "ended by Ctrl-C";
  } else if (end.signal != 0) {
    run.end = BenchEnd::failed;
    run.message = fmt::format("ended by signal {} ({}){}", end.signal, strsignal(end.signal), said);
  } else if (end.code == exit_left_out) {
    run.end = BenchEnd::left_out;
    run.message = child.last_line();
  } else if (end.code != 0) {
    run.end = BenchEnd::failed;
    run.message = fmt::format("ended with exit code {}{}", end.code, said);
  }
}

}  // namespace

std::filesystem::path bench_folder(const std::string& asked) {
  constexpr const char* remedy =
      "run ./dev bench in tocca's source folder, which builds and runs them, or give their folder with --programs";
  if (!asked.empty()) {
    if (!has_programs(asked))
      throw InputError(asked, "--programs", "contains no benchmark programs (bench_NAME)", remedy);
    return asked;
  }
  std::error_code unknown;
  const auto here = std::filesystem::read_symlink("/proc/self/exe", unknown).parent_path();
  for (const auto& folder : {here, here.parent_path() / "libexec" / "tocca" / "bench"}) {
    if (has_programs(folder)) return folder;
  }
  throw InputError(here.string(), "", "there are no benchmark programs next to this program", remedy);
}

std::vector<std::string> bench_names(const std::filesystem::path& folder, const std::vector<std::string>& order) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (is_program(entry)) names.push_back(entry.path().filename().string().substr(prefix.size()));
  }
  const auto place = [&](const std::string& name) {
    return std::find(order.begin(), order.end(), name) - order.begin();
  };
  std::sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
    return std::pair(place(a), a) < std::pair(place(b), b);
  });
  return names;
}

BenchRun run_bench(const std::filesystem::path& folder, const std::string& name,
                   const std::vector<std::string>& arguments, bool quick, const BenchTick& tick) {
  BenchRun run;
  run.program = name;
  const TemporaryFolder temporary;
  const std::filesystem::path file = temporary / "results.json";
  const Stopwatch watch;
  try {
    std::vector<std::string> words{(folder / (std::string(prefix) + name)).string(), "--json", file.string()};
    if (quick) words.emplace_back("--quick");
    words.insert(words.end(), arguments.begin(), arguments.end());
    ChildProcess child(words, file.parent_path().string());
    for (bool runs = true; runs;) {
      runs = child.wait(std::chrono::milliseconds(100));
      if (Interrupt::asked()) child.stop();
      tick(child.last_line());
    }
    judge_end(child, run);
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    read_results(text.str(), words[0], run);
  } catch (const InputError& error) {
    if (run.end == BenchEnd::done) {  // else it is known already why there is nothing to read
      run.end = BenchEnd::failed;
      run.message = error.what();
    }
  }
  run.seconds = watch.seconds();
  return run;
}

}  // namespace tocca::cli
