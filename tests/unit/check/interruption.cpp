// What is proven here: a query that its caller ends answers undecided, never that something is free, and leaves nothing to the next one.
#include "core/interruption.hpp"

#include <gtest/gtest.h>

#include "slider.hpp"
#include "tocca/check/checker.hpp"

namespace tocca::interruption_tests {
namespace {

using testing::ball_at;
using testing::slider;

/// Wants to end from its n-th question on.
class Ending final : public Interruption {
 public:
  explicit Ending(int from) : from_(from) {}
  int questions = 0;

 private:
  bool ended() noexcept override { return ++questions > from_; }
  int from_;
};

class Interrupted : public ::testing::TestWithParam<Find> {
 protected:
  SegmentVerdict ask(const Checker& checker, double to) {
    const WaypointMatrix start = WaypointMatrix::Constant(1, 1, 0.0), goal = WaypointMatrix::Constant(1, 1, to);
    return checker.check(EdgeSteps(checker.model(), start, goal), 0, GetParam());
  }
};

TEST_P(Interrupted, AnswersUndecidedOrTheTruth) {
  const Checker checker(slider(), ball_at(3.0));
  int ended = 0;
  for (int from = 0; from < 20; ++from) {
    {
      const Ending ending(from);
      const SegmentVerdict verdict = ask(checker, 4.0);  // they touch on the way
      EXPECT_NE(verdict.outcome, Outcome::free);
      if (ending.questions > from) {
        EXPECT_EQ(verdict.outcome, Outcome::undecided);
        EXPECT_EQ(verdict.why, Undecided::budget);
        ++ended;
      }
    }
    EXPECT_EQ(ask(checker, 4.0).outcome, Outcome::contact);
    EXPECT_EQ(ask(checker, 2.5).outcome, Outcome::free);
  }
  if (GetParam() == Find::any) return;
  EXPECT_GT(ended, 0);  // queries do ask; any contact of two balls is seen at a glance
}

INSTANTIATE_TEST_SUITE_P(First, Interrupted, ::testing::Values(Find::first, Find::any));

TEST(Interruption, TheInnermostIsAskedAndTheOuterOneComesBack) {
  EXPECT_FALSE(Interruption::asked());
  const Ending outer(0);
  {
    const Ending inner(5);
    EXPECT_FALSE(Interruption::asked());
    EXPECT_EQ(outer.questions, 0);
  }
  EXPECT_TRUE(Interruption::asked());
}

}  // namespace
}  // namespace tocca::interruption_tests
