// What is proven here: a thing that is lent was made where it stays, and serves again.
#include "core/lending_pool.hpp"

#include <gtest/gtest.h>

namespace tocca::lending_pool_tests {
namespace {

/// As scratch memory often is: one part points to another.
struct PointsIntoItself {
  PointsIntoItself() : own(this) {}
  PointsIntoItself(const PointsIntoItself&) = delete;
  PointsIntoItself& operator=(const PointsIntoItself&) = delete;
  const PointsIntoItself* own;
  int used = 0;
};

// Workers of ClearanceSearch held the address from which they were moved.
TEST(LendingPool, MakesThingsInPlace) {
  int made = 0;
  LendingPool<PointsIntoItself> pool([&] {
    ++made;
    return PointsIntoItself();
  });
  for (int k = 0; k < 3; ++k) {
    pool.lend([&](PointsIntoItself& thing) {
      EXPECT_EQ(thing.own, &thing);
      EXPECT_EQ(thing.used++, k);
    });
  }
  EXPECT_EQ(made, 1);
  pool.lend([&](PointsIntoItself& one) { pool.lend([&](PointsIntoItself& other) { EXPECT_NE(&one, &other); }); });
  EXPECT_EQ(made, 2);
}

}  // namespace
}  // namespace tocca::lending_pool_tests
