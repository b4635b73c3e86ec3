// What is proven here: every stretch of contact is found, with both its ends, joined across steps and segments. Oracle: times
// worked out by hand.
#include "tocca/check/contact_intervals.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "check/steps/timeline.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/model/problem.hpp"
#include "tocca/model/robot.hpp"
#include "tocca/model/scene.hpp"

namespace tocca::contact_intervals_tests {
namespace {

MeshPointer box_mesh(const Vector3& half) {
  std::vector<Vector3> v;
  for (int i = 0; i < 8; ++i) v.push_back(half.cwiseProduct(Vector3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1)));
  return std::make_shared<const TriangleMesh>(std::move(v), std::vector<Triangle>{{0, 2, 3},
                                                                                  {0, 3, 1},
                                                                                  {0, 1, 5},
                                                                                  {0, 5, 4},
                                                                                  {1, 3, 7},
                                                                                  {1, 7, 5},
                                                                                  {3, 2, 6},
                                                                                  {3, 6, 7},
                                                                                  {2, 0, 4},
                                                                                  {2, 4, 6},
                                                                                  {4, 5, 7},
                                                                                  {4, 7, 6}});
}

/// A hand that slides along x, or turns about z at the end of an arm.
Robot robot(JointType type, const Geometry& hand, const Vector3& place = Vector3::Zero()) {
  KinematicTree::JointSpec joint;
  joint.name = "q";
  joint.type = type;
  joint.axis = type == JointType::prismatic ? Vector3::UnitX() : Vector3::UnitZ();
  joint.parent_link = "rail";
  joint.child_link = "hand";
  return {"robot", KinematicTree::build({{"rail", {}}, {"hand", {{{Matrix3::Identity(), place}, hand}}}}, {joint}), {}};
}

SceneObject object(const std::string& name, const Vector3& place, const Geometry& geometry) {
  return {name, {Matrix3::Identity(), place}, {{{}, geometry}}};
}

Path path(std::initializer_list<double> values) {
  Path result;
  result.waypoints.resize(static_cast<Eigen::Index>(values.size()), 1);
  Eigen::Index row = 0;
  for (const double value : values) result.waypoints(row++, 0) = value;
  result.interpolation = {Interpolation::linear};
  return result;
}

ContactList intervals(const Checker& checker, const Path& along) { return ContactIntervals(checker).find(along); }

/// One end of an interval: its bracket is narrow and near the true time, which the tolerance of the contact moves a little.
void expect_near(const BracketOf<PathMoment>& bracket, std::int64_t segment, double t, double slack = 1e-5) {
  EXPECT_EQ(bracket.lo.segment, segment);
  EXPECT_EQ(bracket.hi.segment, segment);
  EXPECT_LE(bracket.lo.t, bracket.hi.t);
  EXPECT_LE(bracket.hi.t - bracket.lo.t, 1e-6);
  EXPECT_NEAR(bracket.lo.t, t, slack);
}

TEST(ContactIntervals, OfABallThroughABox) {
  for (const bool mesh : {false, true}) {
    const Geometry box = mesh ? Geometry(box_mesh({0.2, 0.5, 0.5})) : Geometry(Box{{0.4, 1.0, 1.0}});
    const Checker checker(robot(JointType::prismatic, Sphere{0.1}), {{object("box", {1.0, 0, 0}, box)}});
    const ContactList through = intervals(checker, path({0.0, 2.0}));
    ASSERT_TRUE(through.decided());
    ASSERT_EQ(through.intervals.size(), 1u);
    EXPECT_EQ(through.intervals[0].a, "hand");
    EXPECT_EQ(through.intervals[0].b, "box");
    expect_near(through.intervals[0].enter, 0, 0.35);
    expect_near(through.intervals[0].leave, 0, 0.65);
    EXPECT_FALSE(through.intervals[0].from_start);
    EXPECT_FALSE(through.intervals[0].to_end);
    // in and out again, then through: from the third segment into the fourth
    const ContactList often = intervals(checker, path({0.0, 0.9, 0.0, 1.0, 2.0}));
    ASSERT_EQ(often.intervals.size(), 2u);
    expect_near(often.intervals[0].enter, 0, 0.7 / 0.9);
    expect_near(often.intervals[0].leave, 1, 0.2 / 0.9);
    expect_near(often.intervals[1].enter, 2, 0.7);
    expect_near(often.intervals[1].leave, 3, 0.3);
    // beginning and ending in the box
    const ContactList ends = intervals(checker, path({1.0, 2.0, 1.1}));
    ASSERT_EQ(ends.intervals.size(), 2u);
    EXPECT_TRUE(ends.intervals[0].from_start);
    EXPECT_EQ(ends.intervals[0].enter.hi.t, 0.0);
    expect_near(ends.intervals[0].leave, 0, 0.3);
    expect_near(ends.intervals[1].enter, 1, 0.7 / 0.9);
    EXPECT_TRUE(ends.intervals[1].to_end);
    EXPECT_EQ(ends.intervals[1].leave.hi.t, 1.0);
    EXPECT_TRUE(intervals(checker, path({0.0, 0.6, -1.0})).intervals.empty());
    // never out of it
    const ContactList within = intervals(checker, path({0.9, 1.1, 1.0}));
    ASSERT_EQ(within.intervals.size(), 1u);
    EXPECT_TRUE(within.intervals[0].from_start && within.intervals[0].to_end);
    // at rest
    const ContactList rest = intervals(checker, path({1.0}));
    ASSERT_EQ(rest.intervals.size(), 1u);
    EXPECT_TRUE(rest.intervals[0].from_start && rest.intervals[0].to_end);
    EXPECT_TRUE(intervals(checker, path({0.0})).intervals.empty());
  }
}

TEST(ContactIntervals, OfASmallMeshDeepInsideALargeOne) {
  // A box of 2 cm through one of 1 m, closed: inside it no surfaces touch, but it is inside.
  const Checker checker(robot(JointType::prismatic, box_mesh({0.01, 0.01, 0.01})),
                        {{object("large", {1.0, 0, 0}, box_mesh({0.5, 0.5, 0.5}))}});
  const ContactList through = intervals(checker, path({0.0, 2.0}));
  ASSERT_EQ(through.intervals.size(), 1u);
  expect_near(through.intervals[0].enter, 0, 0.49 / 2.0);
  expect_near(through.intervals[0].leave, 0, 1.51 / 2.0);
  const ContactList within = intervals(checker, path({0.8, 1.2}));
  ASSERT_EQ(within.intervals.size(), 1u);
  EXPECT_TRUE(within.intervals[0].from_start && within.intervals[0].to_end);
}

TEST(ContactIntervals, OfAnArmThatPassesAWallTwice) {
  // The tip, a ball of 5 cm on an arm of 1 m, passes the plane x = 0.5 twice on its way round.
  const Checker checker(robot(JointType::revolute, Sphere{0.05}, {1.0, 0, 0}),
                        {{object("wall", {0.5, 0, 0}, box_mesh({0.001, 2.0, 2.0}))}});
  const double in = std::acos(0.501 + 0.05), out = std::acos(0.499 - 0.05), full = 2.0 * M_PI;
  const ContactList list = intervals(checker, path({0.0, full}));
  ASSERT_EQ(list.intervals.size(), 2u);
  expect_near(list.intervals[0].enter, 0, in / full);
  expect_near(list.intervals[0].leave, 0, out / full);
  expect_near(list.intervals[1].enter, 0, 1.0 - out / full);
  expect_near(list.intervals[1].leave, 0, 1.0 - in / full);
}

TEST(ContactIntervals, OfBallsThatGraze) {
  // Nearest at x = 1: 0.2 - 1e-9 between their middles.
  const Checker grazing(robot(JointType::prismatic, Sphere{0.1}),
                        {{object("ball", {1.0, 0.2 - 1e-9, 0}, Sphere{0.1})}});
  const ContactList touch = intervals(grazing, path({0.0, 2.0}));
  ASSERT_EQ(touch.intervals.size(), 1u);
  expect_near(touch.intervals[0].enter, 0, 0.5, 1e-3);  // within 1e-6 of each other for a millimetre of the way
  expect_near(touch.intervals[0].leave, 0, 0.5, 1e-3);
  EXPECT_LE(touch.intervals[0].enter.hi.t, 0.5);
  EXPECT_GE(touch.intervals[0].leave.hi.t, 0.5);
  const Checker missing(robot(JointType::prismatic, Sphere{0.1}),
                        {{object("ball", {1.0, 0.2 + 2e-6, 0}, Sphere{0.1})}});
  EXPECT_TRUE(intervals(missing, path({0.0, 2.0})).intervals.empty());
}

TEST(ContactIntervals, OfABoxThatSlidesOnATable) {
  // On it all the way from x = -1.1 to 1.1, touching, never deeper: no margin, and yet few looks.
  for (const double gap : {0.0, 1e-7}) {
    const Checker checker(robot(JointType::prismatic, box_mesh({0.1, 0.1, 0.1}), {0, 0, 0.1 + gap}),
                          {{object("table", {0, 0, -0.1}, box_mesh({1.0, 1.0, 0.1}))}});
    const ContactList slide = intervals(checker, path({-2.0, 2.0}));
    ASSERT_EQ(slide.intervals.size(), 1u);
    expect_near(slide.intervals[0].enter, 0, 0.9 / 4.0);
    expect_near(slide.intervals[0].leave, 0, 3.1 / 4.0);
  }
}

TEST(ContactIntervals, OfSeveralPairsInOrder) {
  const Robot hand = robot(JointType::prismatic, Box{{0.2, 0.2, 0.2}});
  const Scene scene{{object("late", {2.0, 0, 0}, Sphere{0.1}), object("early", {1.0, 0, 0}, box_mesh({0.1, 0.1, 0.1})),
                     object("twin", {1.001, 0, 0}, Sphere{0.1}), object("never", {1.0, 1.0, 0}, Sphere{0.1})}};
  const Checker checker(hand, scene);
  const ContactList list = intervals(checker, path({0.0, 4.0, 0.0}));
  ASSERT_EQ(list.intervals.size(), 6u);
  // A millimetre behind, so that time decides the order, both ways, and not rounding.
  const char* names[] = {"early", "twin", "late", "late", "twin", "early"};
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_EQ(list.intervals[k].b, names[k]) << k;
    EXPECT_EQ(list.intervals[k].enter.lo.segment, k < 3 ? 0 : 1);
    EXPECT_NEAR(list.intervals[k].leave.lo.t - list.intervals[k].enter.lo.t, 0.1, 1e-5);
  }
  // whatever the number of threads
  const ThreadLimit one(1);
  const ContactList again = intervals(checker, path({0.0, 4.0, 0.0}));
  ASSERT_EQ(again.intervals.size(), 6u);
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_EQ(again.intervals[k].b, list.intervals[k].b);
    EXPECT_EQ(again.intervals[k].leave.hi.t, list.intervals[k].leave.hi.t);
  }
}

TEST(ContactIntervals, OfClearancesAndDepths) {
  Problem problem;
  RobotTask task;
  task.robot = robot(JointType::prismatic, Sphere{0.1});
  task.path = path({0.0, 2.0});
  problem.robots.push_back(task);
  problem.scene.objects = {object("box", {1.0, 0, 0}, Box{{0.4, 1.0, 1.0}})};
  problem.clearance.default_m = 0.05;
  const ContactList wide = intervals(Checker(problem), task.path);
  ASSERT_EQ(wide.intervals.size(), 1u);
  expect_near(wide.intervals[0].enter, 0, 0.325);
  expect_near(wide.intervals[0].leave, 0, 0.675);
  problem.clearance.pairs.push_back({"hand", "box", -0.05});
  const ContactList deep = intervals(Checker(problem), task.path);
  ASSERT_EQ(deep.intervals.size(), 1u);
  expect_near(deep.intervals[0].enter, 0, 0.375);
  expect_near(deep.intervals[0].leave, 0, 0.625);
}

TEST(ContactIntervals, RunOnAcrossTheStepsOfAClock) {
  // The hand stands at x = 0; a ball drives past it, its poses cutting the only segment into four steps.
  Problem problem;
  RobotTask task;
  task.robot = robot(JointType::prismatic, Sphere{0.1});
  task.path = path({0.0, 0.0});
  problem.robots.push_back(task);
  problem.scene.objects = {object("ball", {-2.0, 0, 0}, Sphere{0.1})};
  const auto stop = [](double time, double x) { return TimedPose{time, {Matrix3::Identity(), {x, 0, 0}}}; };
  problem.moving.push_back(
      {0, ObjectMotion::linear, {stop(0, -2.0), stop(0.25, -0.1), stop(0.5, 0.1), stop(0.75, 0.0), stop(1.0, 2.0)}});
  const Checker checker(problem);
  const Timeline timeline(problem, checker.model());
  ASSERT_EQ(timeline.segment_count(), 1);
  ASSERT_EQ(timeline.step_count(0), 4);
  const ContactList list = ContactIntervals(checker).find(timeline);
  ASSERT_EQ(list.intervals.size(), 1u);
  expect_near(list.intervals[0].enter, 0, 0.25 * 1.8 / 1.9);
  expect_near(list.intervals[0].leave, 0, 0.75 + 0.25 * 0.2 / 2.0);
}

TEST(ContactIntervals, ASpentBudgetIsTold) {
  CheckSettings meagre;
  meagre.budget = 2;
  const Checker checker(robot(JointType::prismatic, Sphere{0.1}),
                        {{object("box", {1.0, 0, 0}, box_mesh({0.2, 0.5, 0.5}))}}, meagre);
  const ContactList list = intervals(checker, path({0.0, 2.0}));
  EXPECT_FALSE(list.decided());
  ASSERT_FALSE(list.undecided.empty());
  EXPECT_LE(list.undecided[0].from.t, 0.65);
}

}  // namespace
}  // namespace tocca::contact_intervals_tests
