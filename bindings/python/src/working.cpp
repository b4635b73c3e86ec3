#include "working.hpp"

namespace tocca::python {
namespace {

unsigned long main_thread = 0;

}  // namespace

void remember_main_thread() {
  main_thread = py::module_::import("threading").attr("main_thread")().attr("ident").cast<unsigned long>();
}

bool Working::on_main_thread() noexcept { return PyThread_get_thread_ident() == main_thread; }

bool Working::due() noexcept {
  const Clock::time_point now = Clock::now();
  if (now < next_) return false;
  next_ = now + std::chrono::milliseconds(20);
  return true;
}

void Working::poll() {
  throw_raised();
  if (!can_hear_ || !due()) return;
  const py::gil_scoped_acquire python;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

bool Working::ended() noexcept {
  if (ended_.load(std::memory_order_relaxed)) return true;
  if (!can_hear_ || std::this_thread::get_id() != owner_ || !due()) return false;
  const py::gil_scoped_acquire python;
  if (PyErr_CheckSignals() == 0) return false;
  raised_ = true;  // it stays this thread's error until throw_raised() takes it
  ended_.store(true, std::memory_order_relaxed);
  return true;
}

void Working::throw_raised() {
  if (!raised_) return;
  raised_ = false;
  const py::gil_scoped_acquire python;
  throw py::error_already_set();
}

}  // namespace tocca::python
