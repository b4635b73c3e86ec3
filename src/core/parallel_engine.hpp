#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace tocca::parallel {

using Chunk = std::function<void(std::size_t, std::size_t)>;

/// While it exists, its engine keeps to the number of threads it was made with.
struct Limit {
  virtual ~Limit() = default;
};

/// Thread-safe, and the pieces of a loop may run loops: a thread that waits for one is given only that loop's work.
class Engine {
 public:
  virtual ~Engine() = default;

  /// Calls chunk(begin, end), which must not throw, for pieces that cover [0, count) once; only the last pieces may
  /// have fewer than half of `grain` indices (at least 1). The pieces see what the caller wrote before; the caller sees
  /// what they wrote.
  virtual void run(std::size_t count, std::size_t grain, const Chunk& chunk) = 0;

  /// Of several limits, the strictest counts.
  virtual std::unique_ptr<Limit> limit(int threads) = 0;
};

Engine& tbb_engine();     ///< oneTBB
Engine& std_engine();     ///< std::thread alone: no library, and fully visible to the thread sanitizer
Engine& serial_engine();  ///< the calling thread

Engine& chosen_engine();

}  // namespace tocca::parallel
