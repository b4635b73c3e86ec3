// Ctrl-C ends long work, not the program: what has been found is still reported.
#pragma once

#include <csignal>

namespace tocca::cli {

/// While it exists, the first SIGINT, SIGTERM or SIGHUP (a closed terminal) only sets asked(); a second one ends the
/// program as usual. One at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  static bool asked();

 private:
  struct sigaction before_int_, before_term_, before_hup_;
};

}  // namespace tocca::cli
