#include "tocca/core/parallel.hpp"

#include <algorithm>

#include "core/float_environment.hpp"
#include "core/parallel_engine.hpp"
#include "tocca/core/require.hpp"

namespace tocca {

ThreadLimit::ThreadLimit(int threads) : limit_(parallel::chosen_engine().limit(std::max(1, threads))) {
  TOCCA_REQUIRE(threads >= 1, "a thread limit must be at least 1");
}
ThreadLimit::~ThreadLimit() = default;

namespace parallel {

Engine& chosen_engine() { return TOCCA_ENGINE(); }

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
  const auto piece = [&](std::size_t begin, std::size_t end) {
    const FloatEnvironment as_the_proofs_assume;  // threads may have been started under any environment
    chunk(begin, end);
  };
  if (count <= grain) return piece(0, count);  // handing it out would cost some microseconds
  chosen_engine().run(count, std::max<std::size_t>(1, grain), piece);
}

}  // namespace parallel
}  // namespace tocca
