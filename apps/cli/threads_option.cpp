#include "threads_option.hpp"

#include <fmt/format.h>

#include "tocca/core/error.hpp"

namespace tocca::cli {

void ThreadsOption::add_to(CLI::App& verb) {
  verb.add_option("--threads", most_, "Use at most N threads (default: all)")->type_name("N");
}

void ThreadsOption::check() const {
  if (most_ && *most_ < 1) throw InputError("--threads", "", fmt::format("must be at least 1 (got {})", *most_), "");
}

std::unique_ptr<ThreadLimit> ThreadsOption::limit() const {
  check();
  return most_ ? std::make_unique<ThreadLimit>(*most_) : nullptr;
}

}  // namespace tocca::cli
