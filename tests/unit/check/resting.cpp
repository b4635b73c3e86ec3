// What is proven here: a pair of which one body moves at some time is looked at while it rests, in every strategy and by every
// question, unless the problem allows it to touch. Answers are such as can be worked out by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "check/model/model_body.hpp"
#include "check/model/problem_pairs.hpp"
#include "check/steps/timeline.hpp"
#include "tocca/check/clearance_search.hpp"
#include "tocca/check/contact_intervals.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/check/path_checker.hpp"
#include "tocca/model/problem.hpp"
#include "tocca/model/scene.hpp"

namespace tocca::resting_tests {
namespace {

using Names = std::pair<std::string, std::string>;

constexpr double cube = 0.2;  ///< edges of every box here

Pose at(double x, double z) { return {Matrix3::Identity(), {x, 0, z}}; }
SceneObject box(const std::string& name, double x, double z, const Vector3& size = {cube, cube, cube}) {
  return {name, at(x, z), {{{}, Box{size}}}};
}

/// A hand of radius 0.05 that slides along x and z. Its pedestal, which nothing moves,
/// stands at x = -5.
RobotTask crane(const std::string& name, const std::vector<std::array<double, 2>>& waypoints,
                const std::vector<double>& stamps = {}) {
  KinematicTree::JointSpec x, z;
  x.name = "x";
  z.name = "z";
  x.type = z.type = JointType::prismatic;
  x.axis = Vector3::UnitX();
  z.axis = Vector3::UnitZ();
  x.parent_link = "pedestal";
  x.child_link = z.parent_link = "trolley";
  z.child_link = "hand";
  RobotTask task;
  task.robot = {
      name,
      KinematicTree::build(
          {{"pedestal", {{at(-5, 0), Box{Vector3::Constant(cube)}}}}, {"trolley", {}}, {"hand", {{{}, Sphere{0.05}}}}},
          {x, z}),
      {}};
  task.path.waypoints.resize(static_cast<Eigen::Index>(waypoints.size()), 2);
  for (std::size_t k = 0; k < waypoints.size(); ++k) {
    task.path.waypoints.row(static_cast<Eigen::Index>(k)) << waypoints[k][0], waypoints[k][1];
  }
  task.path.time_s = stamps;
  task.path.interpolation.assign(2, Interpolation::linear);
  return task;
}

/// The hand comes from x = 3 to above the part (waypoint 1), goes down to it (2), lifts it by a metre (3), carries it to
/// x = 2 (4), puts it down there (5), goes up without it (6). Tables are at x = 0 and x = 2, their tops at z = 0.
Problem pick_and_place(double part_z = 0.5 * cube) {
  Problem problem;
  problem.robots.push_back(crane("crane", {{3, 2}, {0, 2}, {0, 0.5}, {0, 1.5}, {2, 1.5}, {2, 0.5}, {2, 2}}));
  problem.scene.objects = {box("table", 0, -0.5 * cube), box("shelf", 2, -0.5 * cube), box("part", 0, part_z)};
  problem.attached.push_back({0, 2, 2, 2, 5});
  return problem;
}

void allow(Problem& problem, const std::string& a, const std::string& b, int from, int to, int robot = 0) {
  problem.allowed_stretches.push_back({a, b, robot, from, to});
}

CheckSettings by(Strategy strategy) {
  CheckSettings settings;
  settings.strategy = strategy;
  return settings;
}
constexpr Strategy strategies[] = {Strategy::tube, Strategy::bisect, Strategy::interval};

/// Every strategy finds the first contact at the beginning of segment `segment`, between these two, and some contact where it is
/// asked for any.
void expect_verdict_at_start(const Problem& problem, int segment, const Names& pair) {
  for (const Strategy strategy : strategies) {
    SCOPED_TRACE(static_cast<int>(strategy));
    const Checker checker(problem, by(strategy));
    const Timeline timeline(problem, checker.model());
    const Verdict first = PathChecker(checker).first(timeline);
    ASSERT_EQ(first.outcome, Outcome::contact);
    const SegmentVerdict& hit = first.segments.back();
    EXPECT_EQ(hit.index, segment);
    EXPECT_TRUE(hit.initial);
    EXPECT_EQ(hit.time.hi, 0.0);
    EXPECT_EQ(hit.pairs, std::vector{pair});
    EXPECT_FALSE(hit.contacts.empty());
    const Verdict any = PathChecker(checker).any(timeline);
    ASSERT_EQ(any.outcome, Outcome::contact);
    EXPECT_FALSE(any.segments[0].pairs.empty());
    EXPECT_FALSE(any.segments[0].contacts.empty());
  }
}

/// And so do the other questions.
void expect_contact_at_start(const Problem& problem, int segment, const Names& pair) {
  expect_verdict_at_start(problem, segment, pair);
  const Checker checker(problem);
  const Timeline timeline(problem, checker.model());
  const ContactList list = ContactIntervals(checker).find(timeline);
  ASSERT_FALSE(list.intervals.empty());
  EXPECT_EQ(Names(list.intervals[0].a, list.intervals[0].b), pair);
  EXPECT_EQ(list.intervals[0].enter.hi.segment, segment);
  EXPECT_EQ(list.intervals[0].enter.hi.t, 0.0);
  for (const bool curve : {false, true}) {
    EXPECT_EQ(ClearanceSearch(checker, {.curve = curve}).profile(timeline).lower, 0.0);
  }
  EXPECT_LE(checker.distance(timeline, segment).upper, 1e-6);
}

/// Every question says free; what comes nearest is so far away.
void expect_free(const Problem& problem, double nearest) {
  for (const Strategy strategy : strategies) {
    SCOPED_TRACE(static_cast<int>(strategy));
    const Checker checker(problem, by(strategy));
    const Timeline timeline(problem, checker.model());
    EXPECT_EQ(PathChecker(checker).first(timeline).outcome, Outcome::free);
    EXPECT_EQ(PathChecker(checker).any(timeline).outcome, Outcome::free);
  }
  const Checker checker(problem);
  const Timeline timeline(problem, checker.model());
  EXPECT_TRUE(ContactIntervals(checker).find(timeline).intervals.empty());
  for (const bool curve : {false, true}) {
    const ClearanceProfile profile = ClearanceSearch(checker, {.curve = curve}).profile(timeline);
    EXPECT_TRUE(profile.decided);
    EXPECT_NEAR(profile.upper, nearest, 1e-5);
  }
}

// A part that stands on its table, or in it, before it is gripped.

TEST(Resting, APartThatStandsInItsTableTouchesItBeforeItIsGripped) {
  expect_contact_at_start(pick_and_place(0.25 * cube), 0, {"table", "part"});  // half way in
  expect_contact_at_start(pick_and_place(), 0, {"table", "part"});             // on it
}

TEST(Resting, APartThatHoversIsPickedAndPlacedFree) {
  Problem problem = pick_and_place(0.5 * cube + 0.01);
  allow(problem, "hand", "part", 1, 6);  // so that what comes nearest is the rest on the tables
  expect_free(problem, 0.01);
}

TEST(Resting, APartThatIsPutDownTouchesToTheEnd) {
  Problem problem = pick_and_place();
  allow(problem, "part", "table", 0, 3);
  for (const Strategy strategy : strategies) {
    const Checker checker(problem, by(strategy));
    const Verdict verdict = PathChecker(checker).first(Timeline(problem, checker.model()));
    ASSERT_EQ(verdict.outcome, Outcome::contact);
    EXPECT_EQ(verdict.segments.back().index, 4);
    EXPECT_NEAR(verdict.segments.back().time.hi, 1.0, 2e-6);
  }
  const Checker checker(problem);
  const ContactList list = ContactIntervals(checker).find(Timeline(problem, checker.model()));
  ASSERT_EQ(list.intervals.size(), 1u);
  EXPECT_EQ(Names(list.intervals[0].a, list.intervals[0].b), Names("shelf", "part"));
  EXPECT_TRUE(list.intervals[0].to_end);
}

TEST(Resting, APartIsPickedUpAndPutBack) {
  Problem problem = pick_and_place();
  allow(problem, "part", "table", 0, 3);
  allow(problem, "shelf", "part", 4, 6);    // in any order
  expect_free(problem, 0.5 - 0.05 - cube);  // hand and part, before the grip and after it
}

TEST(Resting, AnAllowedStretchEndsWithItsLastSegment) {
  Problem problem = pick_and_place();
  allow(problem, "part", "table", 0, 2);  // gripped at 2, and still on the table there
  allow(problem, "part", "shelf", 4, 6);
  expect_contact_at_start(problem, 2, {"table", "part"});
}

TEST(Resting, AnAllowedStretchBeginsWithItsFirstSegment) {
  Problem problem = pick_and_place();
  allow(problem, "part", "table", 1, 3);
  expect_contact_at_start(problem, 0, {"table", "part"});
}

// What moves and then stops.

TEST(Resting, AContactLastsWhenTheMoverStops) {
  Problem problem;
  problem.robots.push_back(crane("crane", {{9, 9}, {8, 9}, {7, 9}, {6, 9}}));
  problem.scene.objects = {box("post", 1, 0), box("cart", 0, 0)};
  // It touches the post after 0.8 of its way, is inside it by half its size in the end, and stays there.
  problem.moving.push_back({1, ObjectMotion::linear, {{0.0, at(0, 0)}, {0.5, at(0.9, 0)}}});
  const Checker checker(problem);
  const Timeline timeline(problem, checker.model());
  const ContactList list = ContactIntervals(checker).find(timeline);
  ASSERT_EQ(list.intervals.size(), 1u);
  EXPECT_NEAR(list.intervals[0].enter.hi.t, 0.5 * 0.8 / 0.9, 1e-5);
  EXPECT_TRUE(list.intervals[0].to_end);
  EXPECT_EQ(list.intervals[0].leave.lo.segment, 2);
  // And each later segment says so by itself.
  for (const Strategy strategy : strategies) {
    const SegmentVerdict later = Checker(problem, by(strategy)).check(timeline, 2);
    EXPECT_EQ(later.outcome, Outcome::contact);
    EXPECT_TRUE(later.initial);
    EXPECT_FALSE(later.contacts.empty());
  }
}

// How near things come.

TEST(Resting, TheCurveKnowsThePairsThatRest) {
  Problem problem;
  problem.robots.push_back(crane("crane", {{5, 5}, {5, 6}, {5, 7}, {5, 8}}));
  problem.scene.objects = {box("wall", 0, 0), box("part", 0.5, 0)};
  problem.attached.push_back({0, 2, 1, 1, 2});  // rests 0.3 from the wall, is lifted, rests again
  const Checker checker(problem);
  const Timeline timeline(problem, checker.model());
  const ClearanceProfile curve = ClearanceSearch(checker).profile(timeline);
  const ClearanceProfile minimum = ClearanceSearch(checker, {.curve = false}).profile(timeline);
  EXPECT_NEAR(curve.upper, 0.3, 2e-6);
  EXPECT_NEAR(minimum.upper, 0.3, 2e-6);
  const double after = std::hypot(0.3, 1.0 - cube);
  for (const ClearancePoint& point : curve.curve) {
    const double truth = point.at.segment == 0 ? 0.3 : point.at.segment == 2 ? after : std::nan("");
    if (std::isnan(truth)) continue;
    EXPECT_LE(point.lower, truth + 1e-9) << point.at.segment << " " << point.at.t;
    EXPECT_GE(point.upper, truth - 1e-9) << point.at.segment << " " << point.at.t;
    EXPECT_LE(point.lower_until_next, truth + 1e-9);
    EXPECT_GE(point.upper_until_next, truth - 1e-9);
    EXPECT_LE(point.upper, 1.01 * truth);
  }
  EXPECT_NEAR(checker.distance(timeline, 0).upper, 0.3, 1e-9);
  EXPECT_NEAR(checker.distance(timeline, 2).upper, after, 1e-9);
}

TEST(Resting, TwoThatOverlapWhileTheyRestAreNotClear) {
  Problem problem;
  problem.robots.push_back(crane("crane", {{5, 5}, {5, 6}, {5, 7}}));
  problem.scene.objects = {box("first", 0, 0), box("second", 0.1, 0)};
  problem.attached.push_back({0, 2, 0, 1, 2});
  problem.moving.push_back({1, ObjectMotion::linear, {{1.0, at(0.1, 0)}, {2.0, at(0.1, -3)}}});
  expect_contact_at_start(problem, 0, {"first", "second"});
}

// Who may be left out, and is listed.

std::vector<std::string> reasons(const Problem& problem, const std::string& a, const std::string& b) {
  const ProblemPairs pairs = pairs_of(problem);
  std::vector<std::string> result;
  for (const auto& pair : pairs.excluded) {
    if (Names(std::minmax(pairs.name(pair.a), pairs.name(pair.b))) == Names(std::minmax(a, b))) {
      result.push_back(pairs.reason(pair));
    }
  }
  return result;
}

bool checked(const Problem& problem, const std::string& a, const std::string& b) {
  const ProblemPairs pairs = pairs_of(problem);
  return std::any_of(pairs.checked.begin(), pairs.checked.end(), [&](const auto& pair) {
    return Names(std::minmax(pairs.name(pair.a), pairs.name(pair.b))) == Names(std::minmax(a, b));
  });
}

TEST(Resting, TwoThatOneHandHoldsAreLeftOutMeanwhileAndListed) {
  Problem problem;
  problem.robots.push_back(crane("crane", {{5, 5}, {5, 6}, {5, 7}, {5, 8}}));
  problem.scene.objects = {box("cup", 0, 0), box("saucer", 0, 0.15)};  // one in the other
  problem.attached.push_back({0, 2, 0});
  problem.attached.push_back({0, 2, 1});
  EXPECT_EQ(reasons(problem, "cup", "saucer"), std::vector<std::string>{"both held by hand"});
  EXPECT_FALSE(checked(problem, "cup", "saucer"));
  problem.attached[0].to = 2;
  problem.attached[1].from = 1;
  EXPECT_EQ(reasons(problem, "cup", "saucer"), std::vector<std::string>{"both held by hand from waypoint 1 to 2"});
  EXPECT_TRUE(checked(problem, "cup", "saucer"));
  const Checker checker(problem);
  const Timeline timeline(problem, checker.model());
  EXPECT_EQ(checker.check(timeline, 0).outcome, Outcome::contact);  // the cup leaves the saucer's place
  EXPECT_EQ(checker.check(timeline, 1).outcome, Outcome::free);     // both are held, where each then is
  problem.attached[0].from = 1;
  problem.attached[0].to = 3;
  expect_contact_at_start(problem, 0, {"cup", "saucer"});
  allow(problem, "cup", "saucer", 0, 1);
  expect_free(problem, 5.0 - cube);  // cup and pedestal, at rest
}

TEST(Resting, APartThatRestsInAnUnmovedLinkTouchesIt) {
  Problem problem;
  problem.robots.push_back(crane("crane", {{5, 5}, {5, 6}, {5, 7}}));
  problem.scene.objects = {box("part", -5, 0.5 * cube), box("floor", -5, -0.5 * cube)};
  problem.attached.push_back({0, 2, 0, 1, 2});
  problem.allowed.push_back({"part", "floor", "here"});
  EXPECT_EQ(reasons(problem, "pedestal", "floor"), std::vector<std::string>{"no joint moves the link"});
  expect_contact_at_start(problem, 0, {"pedestal", "part"});
  allow(problem, "part", "pedestal", 0, 2);
  EXPECT_EQ(reasons(problem, "part", "pedestal"), std::vector<std::string>{"allowed from waypoint 0 to 2"});
  EXPECT_FALSE(checked(problem, "part", "pedestal")) << "never looked at, so not counted as checked";
}

TEST(Resting, EachPartOfThePathThatIsLeftOutIsListed) {
  Problem problem = pick_and_place();
  problem.attached = {{0, 2, 2, 1, 2}, {0, 2, 2, 4, 5}};
  allow(problem, "part", "hand", 2, 4);
  EXPECT_EQ(reasons(problem, "hand", "part"),
            (std::vector<std::string>{"allowed from waypoint 2 to 4", "attached to it from waypoint 1 to 2",
                                      "attached to it from waypoint 4 to 5"}));
  EXPECT_TRUE(checked(problem, "hand", "part"));
}

TEST(Resting, LinksMayTouchForAWhileToo) {
  Problem problem;
  problem.robots.push_back(crane("crane", {{0, 1}, {0, 0.1}, {0, 1}, {0, 0.1}}));
  problem.scene.objects = {box("table", 0, 0)};
  allow(problem, "hand", "table", 0, 2);
  for (const Strategy strategy : strategies) {
    const Checker checker(problem, by(strategy));
    const Timeline timeline(problem, checker.model());
    EXPECT_EQ(checker.check(timeline, 0).outcome, Outcome::free);
    EXPECT_EQ(checker.check(timeline, 1).outcome, Outcome::free);
    const SegmentVerdict last = checker.check(timeline, 2);
    ASSERT_EQ(last.outcome, Outcome::contact);
    EXPECT_NEAR(last.time.hi, 0.85 / 0.9, 1e-5);
    // Questions about configurations are about the start of the clock.
    EXPECT_EQ(checker.check(Configuration(problem.robots[0].path.waypoints.row(1))).outcome, Outcome::free);
  }
}

TEST(Resting, APairThatMayPressIntoEachOtherIsLookedAtAtRest) {
  Problem problem = pick_and_place(0.25 * cube);
  problem.clearance.pairs.push_back({"part", "table", -0.01});
  expect_verdict_at_start(problem, 0, {"table", "part"});
  allow(problem, "part", "table", 0, 3);
  const Checker checker(problem);
  const Timeline timeline(problem, checker.model());
  for (int segment = 0; segment < 3; ++segment) {
    EXPECT_EQ(checker.check(timeline, segment).outcome, Outcome::free) << segment;
  }
}

// What is proven once.

TEST(Resting, CostsNothingOnceItIsProven) {
  Problem problem = pick_and_place(0.5 * cube + 0.01);
  Problem empty = problem;
  empty.scene.objects.pop_back();
  empty.attached.clear();
  const Checker checker(problem), without(empty);
  const Timeline timeline(problem, checker.model()), alone(empty, without.model());
  const SegmentVerdict verdict = checker.check(timeline, 0), bare = without.check(alone, 0);
  EXPECT_EQ(verdict.outcome, Outcome::free);
  EXPECT_EQ(verdict.statistics.volumes, bare.statistics.volumes);
  EXPECT_EQ(verdict.statistics.triangle_pairs, bare.statistics.triangle_pairs);
  // It is a matter of the question: distances are of everything, and evidence is complete.
  Query query = checker.query();
  timeline.set(0, 0, query.step());
  EXPECT_EQ(query.first_contact().outcome, Outcome::free);
  EXPECT_NEAR(query.distance().upper, 0.01, 1e-9);
  for (const CollisionModel::Pair& pair : checker.model().pairs()) EXPECT_TRUE(query.step().active(pair));
}

TEST(Resting, IsProvenAnewWhereItRestsElsewhere) {
  Problem problem = pick_and_place(0.5 * cube + 0.01);
  problem.robots[0].path.waypoints(5, 1) -= 0.015;  // is put down 5 mm too low
  problem.robots[0].path.waypoints(6, 1) -= 0.015;
  allow(problem, "part", "shelf", 4, 5);
  expect_contact_at_start(problem, 5, {"shelf", "part"});
  allow(problem, "part", "shelf", 5, 6);
  const Checker checker(problem);
  const Timeline timeline(problem, checker.model());
  Query query = checker.query();
  timeline.set(5, 0, query.step());
  EXPECT_EQ(query.first_contact().outcome, Outcome::free);  // allowed
  query.step().allow_none();
  EXPECT_EQ(query.first_contact().outcome, Outcome::contact) << "what the proof left out is not proven";
}

// Clocks.

TEST(Resting, SeveralRobotsWithStampsCountTheirOwnWaypoints) {
  Problem problem;
  problem.robots.push_back(crane("left", {{0, 5}, {0, 4}}, {0.0, 4.0}));
  problem.robots.push_back(crane("right", {{3, 2}, {3, 3}, {3, 2}, {3, 3}}, {0.5, 1.0, 2.0, 3.0}));
  problem.scene.objects = {box("table", 0, -0.5 * cube), box("part", 0, 0.5 * cube)};
  problem.attached.push_back({1, 2, 1, 0, 3});  // up, down again, up
  allow(problem, "part", "table", -1, 1, 1);    // of the right one: until 1 s
  allow(problem, "part", "table", 2, -1, 1);    // from 2 s on
  EXPECT_EQ(reasons(problem, "part", "table"),
            (std::vector<std::string>{"allowed until waypoint 1 of right", "allowed from waypoint 2 on of right"}));
  const Checker checker(problem, {}, {.self_collision = false});
  const Timeline timeline(problem, checker.model());
  ASSERT_EQ(timeline.segment_count(), 5);  // 0, 0.5, 1, 2, 3, 4 s
  const Outcome expected[] = {Outcome::free, Outcome::free, Outcome::contact, Outcome::free, Outcome::free};
  for (int segment = 0; segment < 5; ++segment) {
    EXPECT_EQ(checker.check(timeline, segment).outcome, expected[segment]) << segment;
  }
  EXPECT_NEAR(checker.check(timeline, 2).time.hi, 1.0, 2e-6) << "touches where the stretch from 2 s on begins";
}

TEST(Resting, WhereNoRobotMovesPosesAreTheWaypoints) {
  Problem problem;
  problem.robots.push_back(crane("crane", {{9, 9}}));
  problem.scene.objects = {box("table", 0, -0.5 * cube), box("part", 0, 0)};
  problem.moving.push_back({1,
                            ObjectMotion::linear,
                            {{1.0, at(0, 0.5 * cube)}, {3.0, at(0, 0.5 * cube)}, {4.0, at(0, 1)}, {6.0, at(0, 2)}}});
  expect_contact_at_start(problem, 0, {"table", "part"});
  allow(problem, "part", "table", 0, 1, -1);
  expect_contact_at_start(problem, 1, {"table", "part"});
  problem.allowed_stretches[0].to = 2;
  expect_free(problem, 1.0 - 0.5 * cube);
}

TEST(Resting, AStretchFromTheFirstWaypointDoesNotHoldBeforeIt) {
  Problem problem = pick_and_place();
  problem.scene.objects.push_back(box("drone", 0, 50));
  problem.moving.push_back({3, ObjectMotion::linear, {{-1.0, at(0, 50)}, {8.0, at(0, 60)}}});
  allow(problem, "part", "table", -1, 3);  // an open end holds before the path as well, and after it
  allow(problem, "part", "shelf", 4, -1);
  const auto outcome_of = [&] {
    const Checker checker(problem);
    const Timeline timeline(problem, checker.model());
    EXPECT_EQ(timeline.index(0), -1);
    EXPECT_EQ(timeline.segment_count(), 8);
    return PathChecker(checker).first(timeline);
  };
  EXPECT_EQ(outcome_of().outcome, Outcome::free);
  problem.allowed_stretches[0].from = 0;
  EXPECT_EQ(outcome_of().segments.back().index, -1);
  EXPECT_EQ(outcome_of().outcome, Outcome::contact);
  problem.allowed_stretches[0].from = -1;
  problem.allowed_stretches[1].to = 6;
  EXPECT_EQ(outcome_of().segments.back().index, 6);
  EXPECT_EQ(outcome_of().outcome, Outcome::contact);
}

/// At a waypoint, distance() asked only the segment that begins there: where the hand grips the part, the two were left out, although
/// check() finds them in contact where the segment before ends.
TEST(Resting, AtAWaypointAPairIsLeftOutOnlyIfBothSegmentsLeaveItOut) {
  Problem problem = pick_and_place();
  problem.robots[0].path.waypoints(2, 1) = problem.robots[0].path.waypoints(5, 1) = 0.5 * cube + 0.5 * cube + 0.04;
  allow(problem, "part", "table", -1, 3);
  allow(problem, "part", "shelf", 4, -1);
  const Checker checker(problem);
  const Timeline timeline(problem, checker.model());
  EXPECT_EQ(checker.check(timeline, 1).outcome, Outcome::contact) << "the hand goes down into the part";
  EXPECT_EQ(checker.check(timeline, 2).outcome, Outcome::free) << "and then holds it";
  for (const auto& [segment, at_end] : {std::pair(1, true), std::pair(2, false)}) {
    const Nearest nearest = checker.distance(timeline, segment, at_end);
    EXPECT_LE(nearest.upper, 1e-9);
    EXPECT_EQ(checker.model().bodies()[static_cast<std::size_t>(nearest.body_a)].name, "hand");
  }
  EXPECT_NEAR(checker.distance(timeline, 3).upper, 1.26, 1e-9) << "the table is looked at again from waypoint 3 on";
  EXPECT_LE(checker.distance(timeline, 5).upper, 1e-9) << "the hand that has let go still touches";
}

TEST(Resting, APairThatMayTouchFromAWaypointOnIsMeasuredThere) {
  Problem problem = pick_and_place();
  allow(problem, "part", "table", -1, 3);
  allow(problem, "part", "shelf", 5, -1);  // put down at 5: touching there, and the segment before looks at it
  const Checker checker(problem);
  const Timeline timeline(problem, checker.model());
  EXPECT_EQ(checker.check(timeline, 4).outcome, Outcome::contact);
  EXPECT_LE(checker.distance(timeline, 5).upper, 1e-9);
  EXPECT_GT(checker.distance(timeline, 5, true).lower, 0.1) << "the last waypoint is behind the stretch's beginning";
}

TEST(Resting, APairThatIsLeftOutFromEndToEndIsNotChecked) {
  Problem problem = pick_and_place();
  const auto is_checked = [&] {
    const ProblemPairs pairs = pairs_of(problem);
    return std::any_of(pairs.checked.begin(), pairs.checked.end(), [&](const ProblemPairs::Checked& pair) {
      return std::set{pairs.name(pair.a), pairs.name(pair.b)} == std::set<std::string>{"table", "part"};
    });
  };
  EXPECT_TRUE(is_checked());
  allow(problem, "part", "table", 0, 3);
  EXPECT_TRUE(is_checked());
  allow(problem, "table", "part", 3, 6);
  EXPECT_FALSE(is_checked());
  problem.allowed_stretches[1].from = 4;
  EXPECT_TRUE(is_checked());
}

}  // namespace
}  // namespace tocca::resting_tests
