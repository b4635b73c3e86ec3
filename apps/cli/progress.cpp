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

void Progress::show(std::int64_t done, std::int64_t before) {
  const Clock::time_point now = Clock::now();
  constexpr std::chrono::milliseconds patience(500), between(100);  // short work shows nothing at all
  if (!terminal_ || now - start_ < patience || now - latest_ < between) return;
  latest_ = now;
  shown_ = true;
  const auto whole = [](std::int64_t number) { return grouped(static_cast<std::size_t>(number)); };
  const double rate = static_cast<double>(done) / std::chrono::duration<double>(now - start_).count();
  std::string text = whole(done + before);
  if (total_) {
    constexpr std::int64_t width = 40;
    const auto filled = static_cast<std::size_t>(*total_ > 0 ? (done + before) * width / *total_ : width);
    text = fmt::format("[{:<40}] {} of {}", std::string(filled, '#'), text, whole(*total_));
  }
  text += fmt::format(" {}, {} per second", what_, whole(static_cast<std::int64_t>(rate)));
  if (total_ && done > 0) text += ", " + time_text(1e6 * static_cast<double>(*total_ - done - before) / rate) + " left";
  fmt::print(stderr, "\r\033[K{}", text);
  std::fflush(stderr);
}

}  // namespace tocca::cli
