// Long work for Python: without the GIL, on as many threads as asked for, ended by Ctrl-C.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include "core/interruption.hpp"
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

/// To be called once, while the module is imported.
void remember_main_thread();

/// While it lives, other Python threads run, and loops use at most so many threads (0: all).
class Working {
 public:
  explicit Working(int threads = 0) {
    if (threads > 0) limit_.emplace(threads);
  }

  /// Runs Python's signal handlers if it is time to; throws what they raise (KeyboardInterrupt). For the thread that made this object;
  /// handlers run only if that is Python's main thread.
  void poll();
  /// The same for bodies of loops, which run on many threads: true if the loop should end; throw_raised() then throws. It must be called
  /// before the work's result goes anywhere.
  bool ended() noexcept;
  void throw_raised();

  /// While it lives, a long query of this thread ends when the work does.
  class Heard final : public Interruption {
   public:
    explicit Heard(Working& working) : working_(working) {}

   private:
    bool ended() noexcept override {
      return working_.ended_.load(std::memory_order_relaxed) || (++calls_ % 64 == 0 && working_.ended());
    }
    Working& working_;
    unsigned calls_ = 0;  // short queries never look at a clock
  };

 private:
  using Clock = std::chrono::steady_clock;
  static bool on_main_thread() noexcept;
  bool due() noexcept;

  bool can_hear_ = on_main_thread();  // elsewhere no signal is handled, and a thread may end when it asks for the GIL
  Released released_;
  std::optional<ThreadLimit> limit_;
  std::thread::id owner_ = std::this_thread::get_id();
  Clock::time_point next_ = Clock::now() + std::chrono::milliseconds(20);
  std::atomic<bool> ended_ = false;
  bool raised_ = false;
};

}  // namespace tocca::python
