#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <unistd.h>

#include "core/parallel_engine.hpp"

namespace tocca::parallel {
namespace {

struct TbbLimit final : Limit {
  explicit TbbLimit(int threads)
      : control(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads)) {}
  tbb::global_control control;
};

class TbbEngine final : public Engine {
 public:
  void run(std::size_t count, std::size_t grain, const Chunk& chunk) override {
    if (getpid() != process_) return chunk(0, count);  // a child after fork(): the threads have stayed with its parent
    // Isolated: a thread that waits for stolen pieces takes no others than this loop's.
    tbb::this_task_arena::isolate([&] {
      tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, grain),
                        [&](const tbb::blocked_range<std::size_t>& piece) { chunk(piece.begin(), piece.end()); });
    });
  }
  std::unique_ptr<Limit> limit(int threads) override { return std::make_unique<TbbLimit>(threads); }

 private:
  pid_t process_ = getpid();
};

}  // namespace

Engine& tbb_engine() {
  static TbbEngine engine;
  return engine;
}

}  // namespace tocca::parallel
