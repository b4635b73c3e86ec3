#include "tocca/core/parallel.hpp"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <algorithm>

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
  const tbb::blocked_range<std::size_t> all(0, count, std::max<std::size_t>(1, grain));
  tbb::parallel_for(all, [&](const tbb::blocked_range<std::size_t>& piece) {
    const FloatEnvironment as_the_proofs_assume;  // workers may have been started under any environment
    chunk(piece.begin(), piece.end());
  });
}

}  // namespace parallel
}  // namespace tocca
