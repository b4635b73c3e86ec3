// What is proven here: the engines of parallel loops, whichever CMake chose, do the same: each index once, no more
// threads than allowed, loops within loops, and all that a piece wrote is seen by the caller.
#include "core/parallel_engine.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <vector>

namespace tocca::parallel::parallel_engine_tests {
namespace {

/// Runs pieces that last long enough for every idle thread to take one; returns how many threads took part.
std::size_t threads_at_work(Engine& engine) {
  std::mutex mutex;
  std::set<std::thread::id> threads;
  engine.run(64, 1, [&](std::size_t begin, std::size_t end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(end - begin));
    const std::lock_guard lock(mutex);
    threads.insert(std::this_thread::get_id());
  });
  return threads.size();
}

class EngineTest : public ::testing::TestWithParam<Engine& (*)()> {
 protected:
  Engine& engine() const { return GetParam()(); }
};

TEST_P(EngineTest, CoversEachIndexOnceInPiecesOfTheGrain) {
  for (const std::size_t count : {1u, 2u, 17u, 1000u, 100'000u}) {
    for (const std::size_t grain : {1u, 7u, 500u}) {
      std::vector<int> visits(count, 0);  // plain numbers: what a thread wrote must be seen here
      std::atomic<int> small_pieces{0};
      engine().run(count, grain, [&](std::size_t begin, std::size_t end) {
        ASSERT_LT(begin, end);
        ASSERT_LE(end, count);
        if (2 * (end - begin) < grain && end < count) ++small_pieces;
        for (std::size_t i = begin; i < end; ++i) ++visits[i];
      });
      ASSERT_EQ(visits, std::vector<int>(count, 1));
      ASSERT_EQ(small_pieces, 0) << count << ' ' << grain;
    }
  }
}

TEST_P(EngineTest, KeepsToTheStrictestLimit) {
  const auto two = engine().limit(2);
  EXPECT_LE(threads_at_work(engine()), 2u);
  {
    const auto one = engine().limit(1), three = engine().limit(3);
    EXPECT_EQ(threads_at_work(engine()), 1u);
  }
  EXPECT_LE(threads_at_work(engine()), 2u);
}

TEST_P(EngineTest, LoopsWithinLoopsComeToAnEnd) {
  constexpr std::size_t count = 12;
  std::vector<int> visits(count * count * count, 0);
  const auto for_each = [&](const auto& body) {
    engine().run(count, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) body(i);
    });
  };
  for (int repeat = 0; repeat < 20; ++repeat) {
    for_each([&](std::size_t i) {
      for_each([&](std::size_t j) { for_each([&](std::size_t k) { ++visits[(i * count + j) * count + k]; }); });
    });
  }
  EXPECT_EQ(visits, std::vector<int>(visits.size(), 20));
}

// A body that builds something once for all (std::call_once) by a loop of its own, and meanwhile were given another piece
// of the outer loop, would wait for itself.
TEST_P(EngineTest, WhoWaitsForAnInnerLoopIsGivenNoPieceOfTheOuterOne) {
  static thread_local bool waiting = false;
  std::atomic<int> foreign{0};
  for (int repeat = 0; repeat < 50; ++repeat) {
    engine().run(32, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        if (waiting) ++foreign;
        const bool before = std::exchange(waiting, true);
        engine().run(8, 1, [&](std::size_t, std::size_t) {
          const bool inside = std::exchange(waiting, false);  // a helper's piece is no waiting
          std::this_thread::sleep_for(std::chrono::microseconds(20));
          waiting = inside;
        });
        waiting = before;
      }
    });
  }
  EXPECT_EQ(foreign, 0);
}

TEST_P(EngineTest, ServesSeveralCallersAtOnce) {
  std::vector<std::vector<int>> visits(4, std::vector<int>(500, 0));
  std::vector<std::thread> callers;
  for (std::vector<int>& own : visits) {
    callers.emplace_back([&] {
      for (int repeat = 0; repeat < 50; ++repeat) {
        engine().run(own.size(), 3, [&](std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end; ++i) ++own[i];
        });
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  for (const std::vector<int>& own : visits) EXPECT_EQ(own, std::vector<int>(500, 50));
}

INSTANTIATE_TEST_SUITE_P(Std, EngineTest, ::testing::Values(std_engine));
INSTANTIATE_TEST_SUITE_P(Serial, EngineTest, ::testing::Values(serial_engine));
INSTANTIATE_TEST_SUITE_P(Chosen, EngineTest, ::testing::Values(chosen_engine));

// Each piece waits until the other has begun, however late a busy machine starts the second thread: only a second thread
// lets both go on. The deadline is there to fail instead of hanging.
TEST(StdEngine, UsesASecondThreadWhereItMay) {
  if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "one core";
  std::mutex mutex;
  std::condition_variable changed;
  int begun = 0;
  bool both = true;
  std_engine().run(2, 1, [&](std::size_t, std::size_t) {
    std::unique_lock lock(mutex);
    ++begun;
    changed.notify_all();
    both = changed.wait_for(lock, std::chrono::minutes(2), [&] { return begun == 2; }) && both;
  });
  EXPECT_TRUE(both);
}

}  // namespace
}  // namespace tocca::parallel::parallel_engine_tests
