// Threads that help the caller of a loop. The caller always works on its own loop and waits only for threads that still
// work on a piece of it; these wait at most for loops inside that piece, so nested loops end.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>
#include <vector>

#include "core/parallel_engine.hpp"

namespace tocca::parallel {
namespace {

/// The thread sanitizer sees only what happens, and a short loop is over before a helper wakes: where it watches,
/// callers wait for help, and pieces are small.
#ifdef TOCCA_SHARE_SHORT_LOOPS
constexpr bool share_short_loops = true;
#else
constexpr bool share_short_loops = false;
#endif

/// TOCCA_THREAD_COUNT, or one a core: tests want more threads than a small machine has cores.
int thread_count() {
  const char* given = std::getenv("TOCCA_THREAD_COUNT");
  const int count = given ? std::atoi(given) : static_cast<int>(std::thread::hardware_concurrency());
  return std::clamp(count, 1, 1024);
}

struct Loop {
  Loop(std::size_t the_count, std::size_t the_grain, std::size_t the_shares, const Chunk& the_chunk)
      : count(the_count), grain(the_grain), shares(the_shares), chunk(the_chunk) {}

  bool has_more() const { return next.load(std::memory_order_relaxed) < count; }

  /// Takes pieces until none is left, large ones first: all threads end at about the same time.
  void work() {
    for (std::size_t begin = next.load(std::memory_order_relaxed); begin < count;) {
      const std::size_t rest = count - begin, end = begin + std::min(rest, std::max(grain, rest / shares));
      if (!next.compare_exchange_weak(begin, end, std::memory_order_relaxed)) continue;
      chunk(begin, end);
      if (share_short_loops) std::this_thread::yield();
      begin = next.load(std::memory_order_relaxed);
    }
  }

  const std::size_t count, grain, shares;
  const Chunk& chunk;
  std::atomic<std::size_t> next{0};
  int helpers = 0;  // at work on it, its caller aside; the engine's mutex guards it
  std::condition_variable left;
};

class StdEngine final : public Engine {
 public:
  StdEngine() : threads_(thread_count()) {
    try {
      for (int k = 1; k < threads_; ++k) helpers_.emplace_back([this] { help(); });
    } catch (const std::system_error&) {  // the system gives no more threads: those it gave will do
    }
  }

  ~StdEngine() override {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    work_.notify_all();
    for (std::thread& helper : helpers_) helper.join();
  }

  StdEngine(const StdEngine&) = delete;
  StdEngine& operator=(const StdEngine&) = delete;

  void run(std::size_t count, std::size_t grain, const Chunk& chunk) override {
    Loop loop(count, grain, (share_short_loops ? 64 : 4) * static_cast<std::size_t>(threads_), chunk);
    offer(loop);
    loop.work();
    std::unique_lock lock(mutex_);
    std::erase(loops_, &loop);
    loop.left.wait(lock, [&] { return loop.helpers == 0; });
  }

  std::unique_ptr<Limit> limit(int threads) override { return std::make_unique<StdLimit>(*this, threads); }

 private:
  class StdLimit final : public Limit {
   public:
    StdLimit(StdEngine& engine, int threads) : engine_(engine) {
      const std::lock_guard lock(engine_.mutex_);
      place_ = engine_.limits_.insert(threads);
    }
    ~StdLimit() override {
      {
        const std::lock_guard lock(engine_.mutex_);
        engine_.limits_.erase(place_);
      }
      engine_.work_.notify_all();
    }
    StdLimit(const StdLimit&) = delete;
    StdLimit& operator=(const StdLimit&) = delete;

   private:
    StdEngine& engine_;
    std::multiset<int>::iterator place_;
  };

  void offer(Loop& loop) {
    std::unique_lock lock(mutex_);
    loops_.push_back(&loop);
    work_.notify_all();
    if (share_short_loops && busy_ == 0 && loop_to_help() != nullptr)
      begun_.wait_for(lock, std::chrono::milliseconds(2));
  }

  void help() {
    std::unique_lock lock(mutex_);
    for (;;) {
      Loop* loop = nullptr;
      work_.wait(lock, [&] { return ending_ || (loop = loop_to_help()) != nullptr; });
      if (ending_) return;
      ++busy_, ++loop->helpers;
      if (share_short_loops) begun_.notify_all();
      lock.unlock();
      loop->work();
      lock.lock();
      --busy_, --loop->helpers;
      if (loop->helpers == 0)
        loop->left.notify_all();  // under the lock: its caller, once awake, may end the loop's life
    }
  }

  Loop* loop_to_help() const {
    const int allowed = limits_.empty() ? threads_ : *limits_.begin();
    if (busy_ >= allowed - 1) return nullptr;  // the caller is one of them
    const auto found = std::find_if(loops_.begin(), loops_.end(), [](const Loop* loop) { return loop->has_more(); });
    return found == loops_.end() ? nullptr : *found;
  }

  const int threads_;
  std::mutex mutex_;  // of all that follows
  std::condition_variable work_, begun_;
  std::vector<Loop*> loops_;  // that run, the oldest first: its pieces are the largest
  std::multiset<int> limits_;
  int busy_ = 0;  // helpers at work
  bool ending_ = false;
  std::vector<std::thread> helpers_;
};

}  // namespace

Engine& std_engine() {
  static StdEngine engine;
  return engine;
}

}  // namespace tocca::parallel
