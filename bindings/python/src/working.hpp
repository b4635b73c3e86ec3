// Long work for Python: without the GIL, on as many threads as asked for, ended by Ctrl-C.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include "tocca/core/parallel.hpp"

namespace tocca::python {

namespace py = pybind11;

/// While it lives, other Python threads run. An interpreter that shuts down ends a thread when it wants the GIL back, by unwinding
/// its stack: that must not meet a destructor that promises not to throw, as pybind11's own does, or the process aborts.
class Released {
 public:
  Released() : state_(PyEval_SaveThread()) {}
  ~Released() noexcept(false) { PyEval_RestoreThread(state_); }
  Released(const Released&) = delete;
  Released& operator=(const Released&) = delete;

 private:
  PyThreadState* state_;
};

/// While it lives, other Python threads run, and loops use at most so many threads (0: all).
class Working {
 public:
  explicit Working(int threads = 0) {
    if (threads > 0) limit_.emplace(threads);
  }

  /// Runs Python's signal handlers if it is time to; throws what they raise (KeyboardInterrupt). For the thread that made this object;
  /// handlers run only if that is Python's main thread.
  void poll();
  /// The same for bodies of loops, which run on many threads: true if the loop should end; throw_raised() then throws.
  bool ended() noexcept;
  void throw_raised();

 private:
  using Clock = std::chrono::steady_clock;
  bool due() noexcept;

  Released released_;
  std::optional<ThreadLimit> limit_;
  std::thread::id owner_ = std::this_thread::get_id();
  Clock::time_point next_ = Clock::now() + std::chrono::milliseconds(20);
  std::atomic<bool> ended_ = false;
  bool raised_ = false;
};

}  // namespace tocca::python
