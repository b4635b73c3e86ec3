// How long work after a search may take.
#pragma once

#include "core/stopwatch.hpp"
#include "interrupt.hpp"

namespace tocca::cli {

/// Ends after some seconds, or when Ctrl-C asks for it. What it cuts off says so.
class Patience {
 public:
  explicit Patience(double seconds) : seconds_(seconds) {}
  bool ended() const { return Interrupt::asked() || watch_.seconds() >= seconds_; }

 private:
  Stopwatch watch_;
  double seconds_;
};

}  // namespace tocca::cli
