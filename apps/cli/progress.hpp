// How far long work has come: one line on a terminal's stderr, and nothing anywhere else.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace tocca::cli {

class Progress {
 public:
  /// `what` is counted ("segments"); `total` if it is known.
  Progress(std::string what, std::optional<std::int64_t> total);
  ~Progress();  ///< wipes its line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `before`: how many were there when it began, which say nothing about the rate.
  void show(std::int64_t done, std::int64_t before = 0);

 private:
  using Clock = std::chrono::steady_clock;
  std::string what_;
  std::optional<std::int64_t> total_;
  bool terminal_, shown_ = false;
  Clock::time_point start_ = Clock::now(), latest_ = start_;
};

}  // namespace tocca::cli
