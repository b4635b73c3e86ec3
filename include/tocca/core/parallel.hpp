#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>

namespace tocca {

namespace parallel {
struct Limit;
}

/// While it lives, loops use at most this many threads (of several limits, the strictest counts). `--threads N`.
class ThreadLimit {
 public:
  explicit ThreadLimit(int threads);  ///< at least 1
  ~ThreadLimit();
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;

 private:
  std::unique_ptr<parallel::Limit> limit_;
};

namespace parallel {

/// Of several failures, the one with the smallest index.
class FirstFailure {
 public:
  /// Must this index still run? Every index below a failed one must, so that the outcome is always the same.
  bool is_before(std::size_t index) const { return index < index_.load(std::memory_order_relaxed); }
  void keep(std::size_t index, std::exception_ptr error);
  void rethrow() const;

 private:
  std::atomic<std::size_t> index_{std::numeric_limits<std::size_t>::max()};
  std::mutex mutex_;
  std::exception_ptr error_;
};

/// Calls chunk(begin, end), which must not throw, for pieces that cover [0, count), in any order, on the threads of the
/// engine chosen by CMake's TOCCA_THREADS.
void for_chunks(std::size_t count, std::size_t grain, const std::function<void(std::size_t, std::size_t)>& chunk);

}  // namespace parallel

/// Calls body(i) once for each i in [0, count), on several threads, in any order.
///
/// Guarantee   Where body(i) writes only what belongs to i, the result does not depend on the number of threads. That
///             is why there is no reduction here: fill an array, then fold it in order. If bodies throw, the exception
///             of the smallest i is rethrown, the same for any number of threads; indices above it may have been
///             skipped. Each body runs in a FloatEnvironment.
/// Cost        One indirect call per chunk of at least `grain` indices: raise it where body takes less than a
///             microsecond.
template <class Body>
void parallel_for(std::size_t count, const Body& body, std::size_t grain = 1) {
  parallel::FirstFailure failure;
  parallel::for_chunks(count, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && failure.is_before(i); ++i) {
      try {
        body(i);
      } catch (...) {
        failure.keep(i, std::current_exception());
      }
    }
  });
  failure.rethrow();
}

}  // namespace tocca
