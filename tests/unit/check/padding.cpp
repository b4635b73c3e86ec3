// What is proven here: which pairs padding is about and how it is added up, and which padding is refused. (That it grows bodies exactly
// is shown in tests/oracle/check/padding.cpp.)
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "check/model/problem_pairs.hpp"
#include "slider.hpp"
#include "testing/draw.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/check/query.hpp"
#include "tocca/core/error.hpp"
#include "tocca/deformable/deformable_mesh.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::padding_unit_tests {
namespace {

using testing::ball_at;
using testing::slider;

Problem slide_to_ball(double ball_x) {
  Problem problem;
  RobotTask task;
  task.robot = slider();
  problem.robots.push_back(std::move(task));
  problem.scene = ball_at(ball_x);
  return problem;
}

Configuration at(double x) { return Configuration::Constant(1, x); }

TEST(Padding, OfBothIsAddedToTheClearanceAndRoundedUp) {
  testing::Draw draw;
  for (int k = 0; k < 1000; ++k) {
    Problem problem = slide_to_ball(1.0);
    const double a = draw.log_uniform(1e-9, 10.0), b = draw.log_uniform(1e-9, 10.0);
    problem.padding = {{"hand", a}, {"ball", b}};
    const double c = draw.coin() ? 0.0 : draw.log_uniform(1e-9, 10.0);
    problem.clearance.default_m = c;
    const ProblemPairs pairs = pairs_of(problem);
    ASSERT_EQ(pairs.checked.size(), 1u);
    EXPECT_EQ(pairs.checked[0].clearance_m, c);
    const long double exact = static_cast<long double>(a) + b + c;
    EXPECT_GE(pairs.checked[0].level_m, exact);
    EXPECT_LE(pairs.checked[0].level_m, exact * (1.0L + 0x1p-50L));
  }
  Problem problem = slide_to_ball(1.0);
  problem.clearance.default_m = 0.01;
  problem.padding = {{"rail", 0.5}};  // has no geometry: nothing grows
  EXPECT_EQ(pairs_of(problem).checked[0].level_m, 0.01);
  problem.padding = {{"hand", 0.0}};
  EXPECT_EQ(pairs_of(problem).checked[0].level_m, 0.01);
  problem.clearance.pairs.push_back({"hand", "ball", 0.03});
  problem.padding = {{"ball", 0.25}};
  EXPECT_NEAR(pairs_of(problem).checked[0].level_m, 0.28, 1e-15);
}

TEST(Padding, MovesTheFirstContactByAsMuch) {
  Problem problem = slide_to_ball(1.0);
  problem.padding = {{"hand", 0.05}, {"ball", 0.02}};
  const SegmentVerdict verdict = Checker(problem).check(at(0), at(1));
  ASSERT_EQ(verdict.outcome, Outcome::contact);
  EXPECT_NEAR(verdict.time.hi, 0.73, 2e-6);
  ASSERT_EQ(verdict.contacts.size(), 1u);
  EXPECT_NEAR(verdict.contacts[0].distance_m, 0.07, 2e-6);
  EXPECT_NEAR(verdict.contacts[0].point.x(), 0.865, 2e-6);  // between the bodies as they are
}

TEST(Padding, NearestPointsAreThoseOfTheGrownBodies) {
  Problem problem = slide_to_ball(1.0);
  problem.padding = {{"hand", 0.05}, {"ball", 0.02}};
  const Checker checker(problem);
  const Nearest apart = checker.distance(at(0.5));
  EXPECT_NEAR(apart.lower, 0.23, 1e-9);
  EXPECT_NEAR(apart.upper, 0.23, 1e-9);
  EXPECT_NEAR(apart.point_a.x(), 0.65, 1e-9);
  EXPECT_NEAR(apart.point_b.x(), 0.88, 1e-9);
  const Nearest within = checker.distance(at(0.77));  // 0.03 apart, where both are grown by 0.07
  EXPECT_EQ(within.lower, 0.0);
  EXPECT_EQ(within.upper, 0.0);
  EXPECT_NEAR((within.point_a - within.point_b).norm(), 0.0, 1e-15);
  EXPECT_NEAR(within.point_a.x(), 0.87 + 0.03 * 5.0 / 7.0, 1e-9);
}

TEST(Padding, CancelsPenetrationThatIsAllowed) {
  Problem problem = slide_to_ball(1.0);
  problem.clearance.pairs.push_back({"hand", "ball", -0.03});
  const auto first = [&] { return Checker(problem).check(at(0), at(1)).time.hi; };
  EXPECT_NEAR(first(), 0.83, 2e-6);
  problem.padding = {{"hand", 0.01}};
  EXPECT_NEAR(first(), 0.82, 2e-6);  // still a pair that may press in
  problem.padding = {{"hand", 0.05}};
  EXPECT_NEAR(first(), 0.78, 2e-6);  // the grown bodies may, these may not
  problem.padding = {{"hand", 0.03}};
  EXPECT_NEAR(first(), 0.80, 2e-6);
}

TEST(Padding, DoesNotMakeAWayOutOfASolid) {
  Problem problem = slide_to_ball(0.0);
  std::vector<Vector3> v;
  for (int i = 0; i < 8; ++i) v.push_back(Vector3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
  const auto room = std::make_shared<const TriangleMesh>(v, std::vector<Triangle>{{0, 2, 3},
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
  problem.scene.objects = {{"room", {}, {{{}, room}}}};
  problem.padding = {{"room", 0.1}, {"hand", 0.2}};
  const Checker checker(problem);
  EXPECT_EQ(checker.check(at(0), at(0.2)).outcome, Outcome::contact);
  EXPECT_EQ(checker.distance(at(0)).upper, 0.0);
  // 5 cm inside of the wall: nearer than asked, and yet not apart.
  EXPECT_EQ(checker.distance(at(0.85)).upper, 0.0);
  Query query = checker.query();
  const auto least_of = [](const std::vector<Answer::Touch>& touches) {
    double least = 1.0;
    for (const Answer::Touch& touch : touches) least = std::min(least, touch.distance_m);
    return least;
  };
  query.step().tree(0).move(at(0.85), at(0.85));
  EXPECT_EQ(least_of(query.static_contact().touches), 0.0);
  EXPECT_EQ(least_of(query.first_contact().touches), 0.0);
  EXPECT_EQ(least_of(query.any_contact().touches), 0.0);
  query.step().tree(0).move(at(1.15), at(1.15));  // the same outside
  EXPECT_NEAR(least_of(query.static_contact().touches), 0.05, 1e-9);
  EXPECT_NEAR(least_of(query.first_contact().touches), 0.05, 1e-9);
  EXPECT_NEAR(least_of(query.any_contact().touches), 0.05, 1e-9);
}

TEST(Padding, CountsAgainstDeformableBodies) {
  Problem problem = slide_to_ball(9.0);
  const auto hung = [](double x) { return std::vector<Vector3>{{x, -1, -1}, {x, 1, -1}, {x, 1, 1}, {x, -1, 1}}; };
  DeformableMesh curtain(hung(2.0), {{0, 1, 2}, {0, 2, 3}});
  curtain.move_on(hung(1.0));
  DeformableObstacle obstacle{"curtain", &curtain};
  const auto first = [&] { return Checker(problem).check(at(0), at(1), std::span(&obstacle, 1)).time.hi; };
  EXPECT_NEAR(first(), 0.95, 1e-6);
  problem.padding = {{"hand", 0.1}};
  EXPECT_NEAR(first(), 0.90, 1e-6);
  obstacle.clearance_m = 0.2;
  EXPECT_NEAR(first(), 0.80, 1e-6);
}

TEST(Padding, IsRefusedWhereItMakesNoSense) {
  const auto problem_of = [](const std::vector<Padding>& padding) {
    Problem problem = slide_to_ball(1.0);
    problem.scene.objects.push_back({"rail", {}, {{{}, Sphere{0.1}}}});  // as a link is called
    problem.padding = padding;
    try {
      static_cast<void>(pairs_of(problem));
    } catch (const InputError& error) {
      return error.place() + ": " + error.problem();
    }
    return std::string();
  };
  const double nan = std::numeric_limits<double>::quiet_NaN(), huge = std::numeric_limits<double>::infinity();
  EXPECT_EQ(problem_of({{"hand", 0.1}, {"ball", 0.0}}), "");
  for (const double metres : {-1e-9, -1.0, nan, huge, 1e4}) {
    EXPECT_NE(problem_of({{"hand", metres}}).find("padding of hand: a padding must be"), std::string::npos) << metres;
  }
  EXPECT_EQ(problem_of({{"hnad", 0.1}}), "padding of hnad: there is no such link or object");
  EXPECT_EQ(problem_of({{"hand", 0.1}, {"hand", 0.1}}), "padding of hand: is given twice");
  EXPECT_EQ(problem_of({{"rail", 0.1}}), "padding of rail: a link and an object both have this name");
}

}  // namespace
}  // namespace tocca::padding_unit_tests
