// How long something has taken so far.
#pragma once

#include <chrono>
#include <cstdint>

namespace tocca {

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(passed()).count(); }
  double micros() const { return std::chrono::duration<double, std::micro>(passed()).count(); }
  std::uint64_t nanos() const {
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(passed()).count());
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::duration passed() const { return Clock::now() - start_; }

  Clock::time_point start_ = Clock::now();
};

}  // namespace tocca
