#include "tocca/core/parallel.hpp"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>

#include "tocca/core/float_environment.hpp"

namespace tocca {

struct ThreadLimit::Control {
  tbb::global_control limit;
};

ThreadLimit::ThreadLimit(int threads)
    : control_(
          new Control{{tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(std::max(1, threads))}}) {
}
ThreadLimit::~ThreadLimit() = default;

namespace parallel {

void FirstFailure::keep(std::size_t index, std::exception_ptr error) {
  const std::lock_guard lock(mutex_);
  if (!is_before(index)) return;
  index_.store(index, std::memory_order_relaxed);
  error_ = std::move(error);
}

void FirstFailure::rethrow() const {
  if (error_) std::rethrow_exception(error_);
}

void for_chunks(std::size_t count, std::size_t grain, const std::function<void(std::size_t, std::size_t)>& chunk) {
  if (count <= grain) {  // one piece: handing it out would cost some microseconds
    const FloatEnvironment as_the_proofs_assume;
    chunk(0, count);
    return;
  }
  const tbb::blocked_range<std::size_t> all(0, count, std::max<std::size_t>(1, grain));
  // TBB orders the caller before the pieces and the pieces before its return. Its library is not built with the thread
  // sanitizer, which therefore cannot see it: these two atomics say the same once more.
  std::atomic<bool> begun{false};
  std::atomic<std::size_t> ended{0};
  begun.store(true, std::memory_order_release);
  tbb::parallel_for(all, [&](const tbb::blocked_range<std::size_t>& piece) {
    begun.load(std::memory_order_acquire);
    const FloatEnvironment as_the_proofs_assume;  // workers may have been started under any environment
    chunk(piece.begin(), piece.end());
    ended.fetch_add(1, std::memory_order_acq_rel);
  });
  ended.load(std::memory_order_acquire);
}

}  // namespace parallel
}  // namespace tocca
