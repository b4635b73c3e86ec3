// What is proven here: parallel loops visit each index once, give the same result and the same error at any number of
// threads, and compute in the environment of the proofs.
#include "tocca/core/parallel.hpp"

#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "core/float_environment.hpp"

namespace tocca::parallel_tests {
namespace {

TEST(Parallel, VisitsEachIndexOnce) {
  for (std::size_t count : {0u, 1u, 2u, 1000u}) {
    for (std::size_t grain : {0u, 1u, 7u, 5000u}) {
      std::vector<int> visits(count, 0);
      parallel_for(
          count, [&](std::size_t i) { ++visits[i]; }, grain);
      EXPECT_EQ(visits, std::vector<int>(count, 1));
    }
  }
}

TEST(Parallel, GivesTheSameResultAtAnyNumberOfThreads) {
  const auto run = [](int threads) {
    const ThreadLimit limit(threads);
    std::vector<double> results(10'000);
    parallel_for(
        results.size(), [&](std::size_t i) { results[i] = std::sin(static_cast<double>(i)); }, 16);
    double sum = 0.0;
    for (double x : results) sum += x;
    return sum;
  };
  const double alone = run(1);
  for (int threads : {2, 4, 16}) EXPECT_EQ(run(threads), alone);
}

TEST(Parallel, KeepsToOneThreadWhenTold) {
  const ThreadLimit limit(1);
  std::mutex mutex;
  std::set<std::thread::id> threads;
  parallel_for(1000, [&](std::size_t) {
    const std::lock_guard lock(mutex);
    threads.insert(std::this_thread::get_id());
  });
  EXPECT_EQ(threads.size(), 1u);
}

TEST(Parallel, RethrowsTheErrorOfTheSmallestIndex) {
  for (int threads : {1, 2, 4}) {
    const ThreadLimit limit(threads);
    for (int repeat = 0; repeat < 50; ++repeat) {
      std::vector<int> visits(500, 0);
      std::string caught;
      try {
        parallel_for(visits.size(), [&](std::size_t i) {
          ++visits[i];
          if (i % 50 == 37) throw std::runtime_error(std::to_string(i));
        });
      } catch (const std::runtime_error& error) {
        caught = error.what();
      }
      ASSERT_EQ(caught, "37");
      for (std::size_t i = 0; i <= 37; ++i) ASSERT_EQ(visits[i], 1);
    }
  }
}

TEST(Parallel, ComputesInTheEnvironmentOfTheProofs) {
  std::fesetround(FE_UPWARD);
  std::vector<char> fine(200, 0);
  parallel_for(fine.size(), [&](std::size_t i) { fine[i] = has_proof_environment(); });
  const int after = std::fegetround();
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(fine, std::vector<char>(200, 1));
  EXPECT_EQ(after, FE_UPWARD);
}

}  // namespace
}  // namespace tocca::parallel_tests
