// A scene that changes while it is asked: every call, what it refuses, what stays as it was.
#include <gtest/gtest.h>

#include <limits>

#include "slider.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/check/path_checker.hpp"
#include "tocca/core/error.hpp"
#include "tocca/model/problem.hpp"

namespace tocca {
namespace {

Pose at_x(double x) { return {Matrix3::Identity(), {x, 0, 0}}; }
SceneObject ball(const std::string& name, double x) { return {name, at_x(x), {{{}, Sphere{0.1}}}}; }
Configuration q(double x) { return Configuration::Constant(1, x); }

/// A ball of radius 0.1 slides along x; another one is in its way at x = 1.
class Live : public ::testing::Test {
 protected:
  Checker checker{testing::slider(), testing::ball_at(1.0)};

  double contact() const {
    const SegmentVerdict verdict = checker.check(q(0), q(4));
    return verdict.outcome == Outcome::contact ? 4.0 * verdict.time.hi : -1.0;
  }
  /// Nothing may change with a call that is refused.
  template <class Call>
  void refused(const Call& call, const std::string& says) {
    const std::uint64_t before = checker.version();
    const double was = contact();
    try {
      call();
      ADD_FAILURE() << "was not refused";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(says), std::string::npos) << error.what();
    }
    EXPECT_EQ(checker.version(), before);
    EXPECT_EQ(contact(), was);
  }
};

TEST_F(Live, ObjectsMove) {
  EXPECT_NEAR(contact(), 0.8, 2e-6);
  checker.move("ball", at_x(2.0));
  EXPECT_NEAR(contact(), 1.8, 2e-6);
  EXPECT_EQ(checker.check(q(0), q(4)).pairs.front(), std::pair(std::string("hand"), std::string("ball")));
  checker.move("ball", at_x(9.0));
  EXPECT_EQ(contact(), -1.0);
  EXPECT_EQ(checker.version(), 2u);
  EXPECT_EQ(checker.pose("ball").translation.x(), 9.0);
}

TEST_F(Live, ObjectsComeAndGo) {
  checker.add(ball("near", 0.5));
  EXPECT_NEAR(contact(), 0.3, 2e-6);
  EXPECT_EQ(checker.model().checked_pair_count(), 2u);
  checker.remove("near");
  EXPECT_NEAR(contact(), 0.8, 2e-6);
  checker.remove("ball");
  EXPECT_EQ(contact(), -1.0);
  EXPECT_EQ(checker.model().checked_pair_count(), 0u);
  checker.add(ball("ball", 3.0));
  EXPECT_NEAR(contact(), 2.8, 2e-6);
  EXPECT_EQ(checker.problem().scene.objects.size(), 1u);
}

TEST_F(Live, AnObjectIsReplacedAndKeepsWhatWasSaidAboutIt) {
  checker.set_clearance("hand", "ball", 0.1);
  checker.replace({"ball", at_x(2.0), {{{}, Sphere{0.5}}}});
  EXPECT_NEAR(contact(), 1.3, 2e-6);
  checker.compact();
  EXPECT_NEAR(contact(), 1.3, 2e-6);
  checker.replace(ball("ball", 2.0));  // at the same place: no part of the old shape is left
  checker.compact();
  EXPECT_NEAR(contact(), 1.7, 2e-6);
  refused([&] { checker.replace(ball("wall", 2.0)); }, "no such object");
  refused([&] { checker.replace({"ball", at_x(1.0), {}}); }, "no shape");
}

TEST_F(Live, WhatIsHeldMovesWithTheLinkAndMeetsWhatStands) {
  checker.add(ball("part", 0.3));
  checker.attach("part", "hand", q(0));  // 0.3 ahead of the hand
  EXPECT_NEAR(contact(), 0.5, 2e-6);
  EXPECT_EQ(checker.check(q(0), q(4)).pairs.front(), std::pair(std::string("ball"), std::string("part")));
  checker.move("ball", at_x(2.0));  // another changed object, against the held one
  EXPECT_NEAR(contact(), 1.5, 2e-6);
  EXPECT_NEAR(checker.pose("part", q(1.0)).translation.x(), 1.3, 1e-12);
  checker.detach("part", q(1.0));
  EXPECT_NEAR(contact(), 1.1, 2e-6);  // now the hand meets it
  checker.attach("part", "hand", at_x(-0.5));
  EXPECT_NEAR(contact(), 1.8, 2e-6);
  checker.compact();
  EXPECT_NEAR(contact(), 1.8, 2e-6);
  checker.move("ball", at_x(3.0));  // what the root holds meets what changes
  EXPECT_NEAR(contact(), 2.8, 2e-6);
  checker.detach("part", at_x(0.6));
  EXPECT_NEAR(contact(), 0.4, 2e-6);
}

TEST_F(Live, PairsAreAllowedKeptApartAndGrown) {
  checker.set_clearance("hand", "ball", 0.1);
  EXPECT_NEAR(contact(), 0.7, 2e-6);
  checker.set_padding("ball", 0.05);
  EXPECT_NEAR(contact(), 0.65, 2e-6);
  checker.set_padding("hand", 0.05);  // of a link
  EXPECT_NEAR(contact(), 0.6, 2e-6);
  checker.allow("ball", "hand");
  EXPECT_EQ(contact(), -1.0);
  checker.allow("hand", "ball", false);
  EXPECT_NEAR(contact(), 0.6, 2e-6);
  checker.remove("ball");
  checker.add(ball("ball", 1.0));  // nothing more is said about it
  EXPECT_NEAR(contact(), 0.75, 2e-6);
}

TEST_F(Live, QueriesAndCopiesKeepWhatTheyBeganWith) {
  const Checker before(checker);
  Query query = checker.query();
  PathChecker paths(checker);
  WaypointMatrix rows(2, 1);
  rows << 0, 4;
  checker.remove("ball");
  checker.compact();
  EXPECT_EQ(contact(), -1.0);
  EXPECT_EQ(before.check(q(0), q(4)).outcome, Outcome::contact);
  query.step().tree(0).move(q(0), q(4));
  EXPECT_EQ(query.first_contact().outcome, Outcome::contact);
  EXPECT_EQ(checker.named(query.first_contact(), query.step()).pairs.front().second, "ball");
  EXPECT_EQ(paths.any_outcome(rows), Outcome::contact);
}

TEST_F(Live, DistancesHaveNames) {
  checker.add(ball("near", 0.5));
  const NamedNearest nearest = checker.distance(q(0));
  EXPECT_EQ(nearest.a, "hand");
  EXPECT_EQ(nearest.b, "near");
  EXPECT_NEAR(nearest.lower, 0.3, 1e-6);
}

TEST_F(Live, WhatMakesNoSenseIsRefusedAndChangesNothing) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  refused([&] { checker.move("bal", at_x(1)); }, "no such object");
  refused([&] { checker.move("hand", at_x(1)); }, "is a link");
  refused([&] { checker.move("ball", at_x(nan)); }, "not finite");
  refused([&] { checker.move("ball", {2.0 * Matrix3::Identity(), Vector3::Zero()}); }, "not a rotation");
  refused([&] { checker.move("ball", {-Matrix3::Identity(), Vector3::Zero()}); }, "not a rotation");
  refused([&] { checker.add(ball("ball", 2)); }, "name is taken");
  refused([&] { checker.add(ball("hand", 2)); }, "name is taken");
  refused([&] { checker.add(ball("", 2)); }, "no name");
  refused([&] { checker.add({"empty", {}, {}}); }, "no shape");
  refused([&] { checker.add({"flat", {}, {{{}, Box{{1, 0, 1}}}}}); }, "");
  refused([&] { checker.remove("wall"); }, "no such object");
  refused([&] { checker.attach("ball", "arm"); }, "no robot has such a link");
  refused([&] { checker.attach("wall", "hand"); }, "no such object");
  refused([&] { checker.attach("ball", "hand", Configuration::Constant(1, nan)); }, "not finite");
  refused([&] { checker.attach("ball", "hand", Configuration::Zero(3)); }, "coordinates");
  refused([&] { checker.detach("ball"); }, "no link holds it");
  refused([&] { checker.set_clearance("ball", "hand", -0.1); }, "not negative");
  refused([&] { checker.set_clearance("ball", "hand", nan); }, "not negative");
  refused([&] { checker.set_clearance("ball", "ball", 0.1); }, "one body");
  refused([&] { checker.set_clearance("ball", "foot", 0.1); }, "no link or object");
  refused([&] { checker.allow("ball", "foot"); }, "no link or object");
  refused([&] { checker.set_padding("ball", -1.0); }, "not negative");
  checker.attach("ball", "hand", at_x(0.5));
  refused([&] { checker.attach("ball", "hand", at_x(0.5)); }, "holds it already");
  refused([&] { checker.move("ball", at_x(1)); }, "a link holds it");
  refused([&] { checker.remove("ball"); }, "a link holds it");
}

TEST(LiveProblems, InWhichTimePlaysAPartCannotChange) {
  Problem problem;
  problem.robots.emplace_back().robot = testing::slider();
  problem.scene = testing::ball_at(1.0);
  problem.moving.push_back({0, ObjectMotion::linear, {{0.0, at_x(1)}, {1.0, at_x(2)}}});
  Checker checker(problem);
  EXPECT_THROW(checker.move("ball", at_x(2)), InputError);
  EXPECT_THROW(checker.problem(), InputError);
  EXPECT_EQ(checker.check(q(0)).outcome, Outcome::free);
}

TEST(LiveProblems, ObjectsThatMayBePenetratedStay) {
  Problem problem;
  problem.robots.emplace_back().robot = testing::slider();
  problem.scene = testing::ball_at(1.0);
  problem.scene.objects.push_back(ball("free", 5));
  problem.clearance.pairs.push_back({"hand", "ball", -0.05});
  Checker checker(problem);
  EXPECT_THROW(checker.move("ball", at_x(2)), InputError);
  checker.move("free", at_x(0.5));
  EXPECT_NEAR(4.0 * checker.check(q(0), q(4)).time.hi, 0.3, 2e-6);
  checker.remove("free");
  EXPECT_NEAR(4.0 * checker.check(q(0), q(4)).time.hi, 0.85, 2e-6);
}

TEST(LiveStop, EndsALongQuestionAsUndecided) {
  int asked = 0;
  CheckSettings settings;
  settings.stop = [&] { return ++asked > 0; };
  for (const Strategy strategy : {Strategy::tube, Strategy::interval, Strategy::bisect}) {
    settings.strategy = strategy;
    asked = 0;
    const Checker checker(testing::slider(), testing::ball_at(3.0), settings);
    const SegmentVerdict verdict = checker.check(q(0), q(4));
    EXPECT_GT(asked, 0) << static_cast<int>(strategy);
    EXPECT_EQ(verdict.outcome, Outcome::undecided) << static_cast<int>(strategy);
  }
}

}  // namespace
}  // namespace tocca
