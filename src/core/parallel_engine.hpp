#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace tocca::parallel {

using Chunk = std::function<void(std::size_t, std::size_t)>;

/// While it lives, its engine keeps to the number of threads that it was made with.
struct Limit {
  virtual ~Limit() = default;
};

/// Thread-safe, and the pieces of a loop may run loops: whoever waits for one is given no work but that loop's.
class Engine {
 public:
  virtual ~Engine() = default;

  /// Calls chunk(begin, end), which must not throw, for pieces that cover [0, count) once; pieces of fewer than half of
  /// `grain` indices (at least 1) come last only. What the caller wrote before is seen by the pieces; what they wrote,
  /// by the caller.
  virtual void run(std::size_t count, std::size_t grain, const Chunk& chunk) = 0;

  /// Of several limits the strictest counts.
  virtual std::unique_ptr<Limit> limit(int threads) = 0;
};

Engine& tbb_engine();     ///< oneTBB
Engine& std_engine();     ///< std::thread alone: no library, and all of it seen by the thread sanitizer
Engine& serial_engine();  ///< the calling thread

Engine& chosen_engine();

}  // namespace tocca::parallel
