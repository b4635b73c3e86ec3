#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "table.hpp"

namespace tocca::cli {

Progress::Progress(std::string what, std::optional<std::int64_t> total)
    : what_(std::move(what)), total_(total), terminal_(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (shown_) fmt::print(stderr, "\r\033[K");
}

void Progress::show(std::int64_t done) {
  const Clock::time_point now = Clock::now();
  constexpr std::chrono::milliseconds patience(500), between(100);  // short work shows nothing at all
  if (!terminal_ || now - start_ < patience || now - latest_ < between) return;
  latest_ = now;
  shown_ = true;
  const auto count = grouped(static_cast<std::size_t>(done));
  if (!total_) {
    fmt::print(stderr, "\r\033[K{} {}", count, what_);
  } else {
    constexpr std::int64_t width = 40;
    const auto filled = static_cast<std::size_t>(*total_ > 0 ? done * width / *total_ : width);
    fmt::print(stderr, "\r\033[K[{:<40}] {} of {} {}", std::string(filled, '#'), count,
               grouped(static_cast<std::size_t>(*total_)), what_);
  }
  std::fflush(stderr);
}

}  // namespace tocca::cli
