// What is proven here: a path streams from a source to a listener, and the answers are those of its segments one by one; no
// segment is ever mistaken for another. Answers are such as can be worked out by hand.
#include "tocca/check/path_checker.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "check/steps/timeline.hpp"
#include "slider.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca::path_checker_tests {
namespace {

using testing::ball_at;
using testing::slider;

/// From 0 on, so far each row.
WaypointMatrix rows(int count, double step) {
  WaypointMatrix rows(count, 1);
  for (int k = 0; k < count; ++k) rows(k, 0) = k * step;
  return rows;
}

/// Notes how much is fetched at once.
class CountingSource final : public SegmentSource {
 public:
  explicit CountingSource(const StepSequence& whole) : source_(whole) {}

  const StepSequence& batch() const override { return source_.batch(); }
  bool at_rest() const override { return source_.at_rest(); }
  std::vector<std::size_t> batches;

 protected:
  std::size_t next(std::size_t most) override {
    const std::size_t count = source_.fetch(most);
    if (count > 0) batches.push_back(count);
    return count;
  }

 private:
  SequenceSource source_;
};

class Collector final : public PathListener {
 public:
  void segment(const SegmentVerdict& verdict) override { verdicts.push_back(verdict); }
  void done(std::int64_t segments) override { finished = segments; }
  std::vector<SegmentVerdict> verdicts;
  std::int64_t finished = 0;
};

TEST(PathStream, EverySegmentHasItsAnswerInTheOrderOfThePath) {
  const Checker checker(slider(), ball_at(100.05));
  const WaypointMatrix path = rows(20'001, 0.01);  // passes through the ball: some 40 segments of 20,000
  const ConfigurationSteps steps(checker.model(), path);
  CountingSource source(steps);
  Collector collector;
  PathChecker(checker).run(source, PathSearch::every, collector);
  ASSERT_EQ(collector.verdicts.size(), 20'000u);
  EXPECT_EQ(collector.finished, 20'000);
  int contacts = 0;
  for (int k = 0; k < 20'000; ++k) {
    const SegmentVerdict& verdict = collector.verdicts[static_cast<std::size_t>(k)];
    ASSERT_EQ(verdict.index, k);
    contacts += verdict.outcome == Outcome::contact ? 1 : 0;
  }
  EXPECT_NEAR(contacts, 40, 2);
  EXPECT_EQ(source.size(), 0u) << "it was asked to the end";
  EXPECT_EQ(source.batches.front(), 64u) << "a contact often comes early";
  EXPECT_LE(*std::max_element(source.batches.begin(), source.batches.end()), 8192u) << "memory is bounded";
}

TEST(PathStream, EndsAtTheFirstContactAndFetchesNoMore) {
  const Checker checker(slider(), ball_at(3.0));
  const WaypointMatrix path = rows(1001, 0.01);  // touches at 2.8
  const ConfigurationSteps steps(checker.model(), path);
  for (const int threads : {1, 2}) {
    const ThreadLimit limit(threads);
    CountingSource source(steps);
    Collector collector;
    PathChecker(checker).run(source, PathSearch::first, collector);
    ASSERT_NEAR(static_cast<double>(collector.verdicts.size()), 280.0, 1.0);
    EXPECT_EQ(collector.verdicts.back().outcome, Outcome::contact);
    for (std::size_t k = 0; k + 1 < collector.verdicts.size(); ++k) {
      ASSERT_EQ(collector.verdicts[k].outcome, Outcome::free);
    }
    EXPECT_EQ(source.batches, (std::vector<std::size_t>{64, 128, 256}));
    EXPECT_EQ(source.size(), 256u) << "the batch with the contact stays";

    const Verdict whole = PathChecker(checker).first(steps);
    ASSERT_EQ(whole.segments.size(), collector.verdicts.size());
    EXPECT_EQ(whole.outcome, Outcome::contact);
    EXPECT_EQ(whole.segments.back().time, collector.verdicts.back().time);
  }
}

/// any() promises nothing about the time before its contact; a stream brackets it as every other answer.
TEST(PathStream, AnyContactIsToldAsTheFirstOfItsSegment) {
  const Checker checker(slider(), ball_at(3.0));
  WaypointMatrix path(4, 1);
  path << 0.0, 1.0, 5.0, 6.0;
  const ConfigurationSteps steps(checker.model(), path);
  SequenceSource source(steps);
  Collector collector;
  PathChecker(checker).run(source, PathSearch::any, collector);
  ASSERT_EQ(collector.verdicts.size(), 1u);
  const SegmentVerdict& told = collector.verdicts[0];
  EXPECT_EQ(told.outcome, Outcome::contact);
  EXPECT_EQ(told.index, 1);
  EXPECT_LE(told.time.lo, 0.45);
  EXPECT_NEAR(told.time.hi, 0.45, 2e-6);
  EXPECT_LE(told.time.hi - told.time.lo, 1e-6);
  EXPECT_EQ(told.time, checker.check(steps, 1).time);
  EXPECT_GT(told.statistics.windows, checker.check(steps, 1).statistics.windows) << "both searches are counted";
}

TEST(PathStream, AnyWithoutAContactAnswersForEverySegment) {
  const Checker checker(slider(), ball_at(30.0));
  const WaypointMatrix path = rows(201, 0.1);
  const ConfigurationSteps steps(checker.model(), path);
  SequenceSource source(steps);
  Collector collector;
  PathChecker(checker).run(source, PathSearch::any, collector);
  ASSERT_EQ(collector.verdicts.size(), 200u);
  for (std::size_t k = 0; k < 200; ++k) {
    EXPECT_EQ(collector.verdicts[k].index, static_cast<std::int64_t>(k));
    EXPECT_EQ(collector.verdicts[k].outcome, Outcome::free);
  }
}

TEST(PathStream, AnyOfEachAnswersEverySegmentWithSomeContactOfIt) {
  const Checker checker(slider(), ball_at(3.0));
  const WaypointMatrix way = rows(12, 0.5);
  const ConfigurationSteps steps(checker.model(), way);
  Collector first, any;
  SequenceSource of_first(steps), of_any(steps);
  PathChecker(checker).run(of_first, PathSearch::every, first);
  PathChecker(checker).run(of_any, PathSearch::any_of_each, any);
  ASSERT_EQ(any.verdicts.size(), first.verdicts.size());
  for (std::size_t k = 0; k < any.verdicts.size(); ++k) {
    EXPECT_EQ(any.verdicts[k].outcome, first.verdicts[k].outcome) << k;
    EXPECT_GE(any.verdicts[k].time.hi, first.verdicts[k].time.lo) << k;
  }
}

TEST(PathStream, AVerdictSumsUpItsWorkAndItsPairs) {
  const Checker checker(slider(), ball_at(3.0));
  PathChecker paths(checker);
  const WaypointMatrix way = rows(12, 0.5);
  const ConfigurationSteps steps(checker.model(), way);
  const Verdict first = paths.first(steps), any = paths.any(steps);  // the latter is refuted without a test of boxes
  EXPECT_GT(first.statistics.volumes, 0u);
  for (const Verdict& verdict : {first, any}) {
    Statistics work;
    for (const SegmentVerdict& segment : verdict.segments) work += segment.statistics;
    EXPECT_EQ(verdict.statistics.volumes, work.volumes);
    EXPECT_EQ(verdict.pairs, 1u) << "the hand and the ball";
  }
}

TEST(PathStream, AnOutcomeOfEachSegmentComesWithoutAList) {
  const Checker checker(slider(), ball_at(3.0));
  PathChecker paths(checker);
  const WaypointMatrix way = rows(12, 0.5);
  std::vector<SegmentOutcome> outcomes;
  EXPECT_EQ(paths.any_outcome(ConfigurationSteps(checker.model(), way), outcomes), Outcome::contact);
  ASSERT_EQ(outcomes.size(), 11u);
  int contacts = 0;
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    const Outcome alone = checker.check(ConfigurationSteps(checker.model(), way), static_cast<int>(k)).outcome;
    contacts += outcomes[k].outcome == Outcome::contact;
    if (outcomes[k].outcome == Outcome::undecided) continue;
    EXPECT_EQ(outcomes[k].outcome, alone) << k;
  }
  EXPECT_EQ(contacts, 1) << "one contact ends the search";
}

TEST(EdgeSteps, EachEdgeStandsOnItsOwn) {
  const Checker checker(slider(), ball_at(3.0));
  WaypointMatrix from(3, 1), to(3, 1);
  from << 0.0, 2.0, 5.0;
  to << 1.0, 4.0, 4.0;
  const EdgeSteps edges(checker.model(), from, to, 7);
  EXPECT_EQ(edges.segment_count(), 3);
  EXPECT_FALSE(edges.continuous());
  const Outcome outcomes[] = {Outcome::free, Outcome::contact, Outcome::free};
  for (int k = 0; k < 3; ++k) {
    const SegmentVerdict verdict = checker.check(edges, k);
    EXPECT_EQ(verdict.index, 7 + k);
    EXPECT_EQ(verdict.outcome, outcomes[k]);
    EXPECT_EQ(verdict.time, checker.check(Configuration(from.row(k)), Configuration(to.row(k))).time);
  }
}

TEST(EdgeSteps, RefuseWhatFitsNoRobot) {
  const Checker checker(slider(), ball_at(3.0));
  const Configuration two = Configuration::Zero(2), infinite = Configuration::Constant(1, std::nan(""));
  EdgeSteps edges(checker.model());
  edges.add(two, two);
  edges.add(infinite, infinite);
  EXPECT_THROW(checker.check(edges, 0), InputError);
  EXPECT_THROW(checker.check(edges, 1), InputError);
}

TEST(SegmentSlice, SegmentsKeepTheirNumbersAndTheirKeys) {
  const Checker checker(slider(), ball_at(3.0));
  const WaypointMatrix path = rows(11, 0.5);
  const ConfigurationSteps steps(checker.model(), path);
  const SegmentSlice slice(steps, 5, 3);
  ASSERT_EQ(slice.segment_count(), 3);
  std::vector<double> key, own;
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(slice.index(k), 5 + k);
    EXPECT_TRUE(slice.key(k, key) && steps.key(5 + k, own));
    EXPECT_EQ(key, own);
    EXPECT_EQ(checker.check(slice, k).outcome, checker.check(steps, 5 + k).outcome);
  }
}

/// Edges had no tag of their kind. The key of an edge of two robots from (2, 1) to (5, 6) was that of one robot's way from 5 to
/// 6: {2, 1, 5, 6} with the tag 2 and the width 1. The cache then answered *free* for an edge on which the two robots meet.
TEST(SegmentKeys, AFreeWayOfOneRobotIsNotTakenForAnEdgeOfTwoOnWhichTheyMeet) {
  Problem problem;
  for (const char* name : {"a", "b"}) problem.robots.emplace_back().robot = slider(name);
  problem.robots[1].rest = Configuration::Constant(1, 9.0);
  const Checker checker(problem);
  PathChecker paths(checker);

  WaypointMatrix way(3, 1);
  way << 5.0, 6.0, 6.5;  // two segments: a path of one row would be at rest
  EXPECT_EQ(paths.any_outcome(way), Outcome::free) << "the other robot rests at 9";

  const Configuration from = (Configuration(2) << 2.0, 1.0).finished(), to = (Configuration(2) << 5.0, 6.0).finished();
  EdgeSteps edge(checker.model());
  edge.add(from, to);
  EXPECT_EQ(paths.any_outcome(edge), Outcome::contact) << "b overtakes a";

  std::vector<double> of_way, of_edge;
  ASSERT_TRUE(ConfigurationSteps(checker.model(), way).key(0, of_way) && edge.key(0, of_edge));
  EXPECT_NE(of_way, of_edge);
}

TEST(RobotTask, WithoutAPathItStandsWhereItRests) {
  Problem problem;
  RobotTask& task = problem.robots.emplace_back();
  task.robot = slider();
  problem.scene = ball_at(3.0);
  EXPECT_EQ(task.start(), Configuration::Zero(1)) << "nothing was said";
  EXPECT_EQ(last_waypoint(problem, 0), 0);
  const auto outcome = [&] {
    const Checker checker(problem);
    const Timeline timeline(problem, checker.model());
    EXPECT_TRUE(timeline.at_rest());
    Configuration q;
    checker.start().tree(0).configuration(0.0, q);
    EXPECT_EQ(q, task.start());
    return checker.check(timeline, 0).outcome;
  };
  EXPECT_EQ(outcome(), Outcome::free);
  task.rest = Configuration::Constant(1, 3.1);
  EXPECT_EQ(outcome(), Outcome::contact);
  task.path.waypoints = WaypointMatrix::Constant(1, 1, 1.0);
  task.path.interpolation = {Interpolation::linear};
  EXPECT_EQ(outcome(), Outcome::free) << "a waypoint goes before the rest";
}

}  // namespace
}  // namespace tocca::path_checker_tests
