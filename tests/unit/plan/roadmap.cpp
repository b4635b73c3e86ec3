// What is shown here: roadmaps find proven paths, keep what they know, and after a change look again at what the change concerns.
#include "tocca/plan/roadmap.hpp"

#include <gtest/gtest.h>

#include "tocca/core/error.hpp"
#include "tocca/core/parallel.hpp"
#include "worlds.hpp"

namespace tocca::roadmap_tests {
namespace {

using testing::numbers;
using What = RoadmapChange::What;

RoadmapSettings small(int milestones = 100, int edges = 800) {
  RoadmapSettings settings;
  settings.milestones = milestones;
  settings.edges = edges;
  return settings;
}

/// The gantry's room with a wall and a post behind it.
Problem room(double gap = 0.6) {
  Problem problem = testing::problem_of(testing::gantry(), testing::wall_with_gap(gap));
  problem.scene.objects.push_back(testing::object("post", testing::at(1.0, 0.0, 0.0), Box{Vector3(0.3, 0.3, 1.0)}));
  return problem;
}

void expect_path(const Problem& problem, const RoadmapPlan& plan, const Configuration& start,
                 const Configuration& goal) {
  ASSERT_EQ(plan.end, PlanEnd::found);
  EXPECT_EQ(Configuration(plan.waypoints.row(0)), start);
  EXPECT_EQ(Configuration(plan.waypoints.bottomRows<1>().transpose()), goal);
  EXPECT_TRUE(testing::is_free(problem, plan.waypoints));
}

TEST(Roadmap, HasAsManyMilestonesAndEdgesAsAskedFor) {
  const Problem problem = room();
  const RoadmapPlanner planner(problem);
  const Roadmap roadmap = planner.build(small());
  EXPECT_EQ(roadmap.milestone_count(), 100);
  EXPECT_EQ(roadmap.edges.size(), 800u);
  const RoadmapCount count = planner.count(roadmap);
  EXPECT_EQ(count.edges, 800);
  EXPECT_EQ(count.proven + count.refuted, 800);
  EXPECT_GT(count.proven, 300);
  EXPECT_GT(count.refuted, 50);
  const Checker fresh(problem);
  for (const Roadmap::Edge& edge : roadmap.edges) {
    const SegmentVerdict verdict = fresh.check(Configuration(roadmap.milestone(edge.a)), roadmap.milestone(edge.b));
    ASSERT_EQ(verdict.outcome == Outcome::free, edge.refuted_in == Roadmap::Edge::never);
    if (edge.refuted_in == Roadmap::Edge::never) continue;
    ASSERT_GE(edge.blocker, 0);  // the ball cannot touch itself
  }
  RoadmapSettings lazy = small();
  lazy.prove = false;
  EXPECT_EQ(planner.count(planner.build(lazy)).unknown, 800);
}

TEST(Roadmap, FindsAPathThroughAGap) {
  const Problem problem = room();
  const RoadmapPlanner planner(problem);
  for (const bool proven : {true, false}) {
    RoadmapSettings settings = small();
    settings.prove = proven;
    Roadmap roadmap = planner.build(settings);
    const Configuration start = numbers({-1.5, 1.5}), goal = numbers({1.5, 1.0});
    const RoadmapPlan plan = planner.query(roadmap, start, goal);
    expect_path(problem, plan, start, goal);
    EXPECT_FALSE(plan.beyond);
    EXPECT_GT(plan.waypoints.rows(), 2);
    // The roadmap has learnt: the second time it has nothing to prove.
    const RoadmapPlan again = planner.query(roadmap, start, goal);
    EXPECT_EQ(again.waypoints, plan.waypoints);
    EXPECT_EQ(again.statistics.segments, 0);
    EXPECT_EQ(again.believed, plan.waypoints.rows() - 1);
    const RoadmapPlan back = planner.query(roadmap, goal, start);
    expect_path(problem, back, goal, start);
    EXPECT_EQ(back.statistics.segments, 0);  // one proof serves both directions
  }
}

TEST(Roadmap, LearnsNothingWhereItIsNotAllowedTo) {
  const Problem problem = room();
  const RoadmapPlanner planner(problem);
  Roadmap roadmap = planner.build(small());
  const Roadmap before = roadmap;
  RoadmapQuerySettings settings;
  settings.learn = false;
  expect_path(problem, planner.query(roadmap, numbers({-1.5, 1.5}), numbers({1.5, 1.0}), settings),
              numbers({-1.5, 1.5}), numbers({1.5, 1.0}));
  EXPECT_EQ(roadmap, before);
  // A start beyond the limits is no milestone: another path must not lead there.
  expect_path(problem, planner.query(roadmap, numbers({-2.5, 1.5}), numbers({1.5, 1.0})), numbers({-2.5, 1.5}),
              numbers({1.5, 1.0}));
  EXPECT_EQ(roadmap.milestones, before.milestones);
}

TEST(Roadmap, AMovedObjectOutdatesProofsAndReopensWhatItBarred) {
  Problem problem = room();
  Roadmap roadmap;
  RoadmapCount before;
  {
    const RoadmapPlanner planner(problem);
    roadmap = planner.build(small());
    before = planner.count(roadmap);
  }
  const auto by_post = std::count_if(roadmap.edges.begin(), roadmap.edges.end(), [&](const Roadmap::Edge& edge) {
    return edge.refuted_in >= 0 && edge.blocker >= 0 &&
           roadmap.objects[static_cast<std::size_t>(edge.blocker)].name == "post";
  });
  ASSERT_GT(by_post, 5);
  problem.scene.objects[2].pose = testing::at(-1.0, 0.3, 0.0);
  const RoadmapPlanner planner(problem);
  const RoadmapUpdate update = planner.update(roadmap);
  EXPECT_FALSE(update.forgotten);
  ASSERT_EQ(update.changes.size(), 1u);
  EXPECT_EQ(update.changes[0].object, "post");
  EXPECT_EQ(update.changes[0].what, What::moved);
  EXPECT_EQ(update.changes[0].outdated, before.proven);
  EXPECT_EQ(update.changes[0].reopened, by_post);
  RoadmapCount count = planner.count(roadmap);
  EXPECT_EQ(count.proven, 0);  // nothing was looked at yet
  EXPECT_EQ(count.outdated, before.proven);
  EXPECT_EQ(count.unknown, by_post);
  EXPECT_EQ(count.refuted, before.refuted - by_post);
  EXPECT_TRUE(planner.update(roadmap).changes.empty());  // said once
  planner.prove(roadmap);
  count = planner.count(roadmap);
  EXPECT_EQ(count.outdated + count.unknown, 0);
  // All is as if the roadmap had been made today.
  const Checker fresh(problem);
  for (const Roadmap::Edge& edge : roadmap.edges) {
    const SegmentVerdict verdict = fresh.check(Configuration(roadmap.milestone(edge.a)), roadmap.milestone(edge.b));
    ASSERT_EQ(verdict.outcome == Outcome::free, edge.refuted_in == Roadmap::Edge::never);
  }
}

TEST(Roadmap, ManyOutdatedProofsAreRenewedWithTheMovedObjectAlone) {
  Problem problem = room();
  Roadmap roadmap = RoadmapPlanner(problem).build(small(200, 2000));
  problem.scene.objects[2].pose = testing::at(-1.0, 0.3, 0.0);
  const RoadmapPlanner planner(problem);
  planner.prove(roadmap);
  const RoadmapCount count = planner.count(roadmap);
  EXPECT_EQ(count.proven + count.refuted, count.edges);
  const Checker fresh(problem);
  for (const Roadmap::Edge& edge : roadmap.edges) {
    const SegmentVerdict verdict = fresh.check(Configuration(roadmap.milestone(edge.a)), roadmap.milestone(edge.b));
    ASSERT_EQ(verdict.outcome == Outcome::free, edge.refuted_in == Roadmap::Edge::never);
  }
}

TEST(Roadmap, ARemovedObjectNeedsNoProofs) {
  Problem problem = room();
  Roadmap roadmap = RoadmapPlanner(problem).build(small());
  const RoadmapCount before = RoadmapPlanner(problem).count(roadmap);
  problem.scene.objects.pop_back();
  const RoadmapPlanner planner(problem);
  const RoadmapUpdate update = planner.update(roadmap);
  ASSERT_EQ(update.changes.size(), 1u);
  EXPECT_EQ(update.changes[0].what, What::removed);
  EXPECT_EQ(update.changes[0].outdated, 0);
  EXPECT_GT(update.changes[0].reopened, 0);
  EXPECT_EQ(planner.count(roadmap).proven, before.proven);
  EXPECT_EQ(planner.count(roadmap).outdated, 0);
}

TEST(Roadmap, AnObjectThatComesBackIsKnown) {
  Problem problem = room();
  Roadmap roadmap = RoadmapPlanner(problem).build(small());
  const RoadmapCount before = RoadmapPlanner(problem).count(roadmap);
  const SceneObject post = problem.scene.objects.back();
  problem.scene.objects.pop_back();
  RoadmapPlanner(problem).update(roadmap);
  problem.scene.objects.insert(problem.scene.objects.begin(), post);  // the order does not matter
  const RoadmapPlanner planner(problem);
  const RoadmapUpdate update = planner.update(roadmap);
  ASSERT_EQ(update.changes.size(), 1u);
  EXPECT_EQ(update.changes[0].what, What::added);
  EXPECT_EQ(update.changes[0].outdated, 0);
  EXPECT_EQ(planner.count(roadmap).proven, before.proven);
  EXPECT_EQ(planner.count(roadmap).refuted, before.refuted);
}

TEST(Roadmap, EverythingThatAProofDependsOnOutdatesIt) {
  const Problem problem = room();
  const Roadmap roadmap = RoadmapPlanner(problem).build(small());
  const std::int64_t proven = RoadmapPlanner(problem).count(roadmap).proven;
  const auto left = [&](const Problem& other, const CheckSettings& settings = {}, const PairSettings& pairs = {}) {
    return RoadmapPlanner(other, settings, pairs).count(roadmap).proven;
  };
  EXPECT_EQ(left(problem), proven);
  Problem other = problem;
  other.clearance.default_m = 0.001;
  EXPECT_EQ(left(other), 0);
  other = problem;
  other.clearance.pairs.push_back({"link_2", "post", 0.01});
  EXPECT_EQ(left(other), 0);
  other = problem;
  other.scene.objects[0].colliders[0].placement.translation.x() += 1e-12;
  EXPECT_EQ(left(other), 0);
  other = problem;
  std::get<Box>(other.scene.objects[0].colliders[0].geometry).size.x() += 1e-12;
  EXPECT_EQ(left(other), 0);
  other = problem;
  other.robots[0].base.translation.z() += 0.1;
  EXPECT_EQ(left(other), 0);
  other = problem;
  other.robots[0].robot = testing::limited(testing::gantry(), -2.0, 2.1);
  EXPECT_EQ(left(other), 0);
  CheckSettings coarse;
  coarse.tolerance_m = 1e-5;
  EXPECT_EQ(left(problem, coarse), 0);
  // A pair that may touch is one pair less: nothing to prove, but the object counts as another one.
  other = problem;
  other.allowed.push_back({"link_2", "post", "test"});
  EXPECT_EQ(left(other), 0);
  // A new name alone changes nothing.
  other = problem;
  other.scene.objects[2].name = "pillar";
  EXPECT_EQ(left(other), proven);
}

TEST(Roadmap, AnotherRobotForgetsAllOrIsRefused) {
  Problem problem = room();
  Roadmap roadmap = RoadmapPlanner(problem).build(small());
  problem.robots[0].robot.tree = testing::limited(testing::gantry(), -1.9, 1.9).tree;
  const RoadmapPlanner planner(problem);
  EXPECT_TRUE(planner.update(roadmap).forgotten);
  EXPECT_EQ(planner.count(roadmap).unknown, 800);
  EXPECT_TRUE(roadmap.objects.size() == 3);
  const Problem arm = testing::problem_of(testing::chain({{JointType::continuous, {}, Vector3::UnitZ(), {}}}), {});
  const RoadmapPlanner of_arm(arm);
  EXPECT_THROW(of_arm.update(roadmap), InputError);
}

TEST(Roadmap, IsTheSameWithAnyNumberOfThreads) {
  Problem problem = room(0.4);
  const auto run = [&](int threads) {
    const ThreadLimit limit(threads);
    Problem own = problem;
    Roadmap roadmap = RoadmapPlanner(own).build(small(200, 1500));
    own.scene.objects[2].pose = testing::at(0.6, 0.1, 0.0);
    const RoadmapPlanner planner(own);
    const RoadmapPlan plan = planner.query(roadmap, numbers({-1.5, 1.5}), numbers({1.5, -1.5}));
    planner.prove(roadmap);
    return std::pair(roadmap, plan.waypoints);
  };
  const auto one = run(1), four = run(4);
  EXPECT_EQ(one.first, four.first);
  EXPECT_EQ(one.second, four.second);
  EXPECT_GT(one.second.rows(), 2);
}

TEST(Roadmap, GoesBeyondItselfWhereItHasNoWay) {
  const Problem problem = testing::problem_of(testing::gantry(), testing::wall_with_gap(0.22));  // the ball has 0.2
  const RoadmapPlanner planner(problem);
  Roadmap roadmap = planner.build(small(30, 150));
  const Configuration start = numbers({-1.5, 1.5}), goal = numbers({1.5, 1.0});
  RoadmapQuerySettings settings;
  settings.most_milestones = 0;
  EXPECT_EQ(planner.query(roadmap, start, goal, settings).end, PlanEnd::milestone_limit);
  EXPECT_EQ(roadmap.milestone_count(), 30);
  const RoadmapPlan plan = planner.query(roadmap, start, goal);
  expect_path(problem, plan, start, goal);
  EXPECT_TRUE(plan.beyond);
  const RoadmapPlan again = planner.query(roadmap, start, goal, settings);  // it has learnt the way
  expect_path(problem, again, start, goal);
  EXPECT_FALSE(again.beyond);
}

TEST(Roadmap, SaysWhichEndTouchesWhat) {
  const Problem problem = room();
  const RoadmapPlanner planner(problem);
  Roadmap roadmap = planner.build(small(20, 100));
  const RoadmapPlan plan = planner.query(roadmap, numbers({1.0, 0.0}), numbers({1.5, 1.0}));
  EXPECT_EQ(plan.end, PlanEnd::start_in_contact);
  ASSERT_FALSE(plan.contact.pairs.empty());
  EXPECT_EQ(plan.contact.pairs[0].second, "post");
  EXPECT_EQ(planner.query(roadmap, numbers({1.5, 1.0}), numbers({0.0, 1.0})).end, PlanEnd::goal_in_contact);
  const RoadmapPlan none = planner.query(roadmap, numbers({1.5, 1.0}), numbers({1.5, 1.0}));
  EXPECT_EQ(none.end, PlanEnd::found);
  EXPECT_EQ(none.waypoints.rows(), 1);
  EXPECT_THROW(planner.query(roadmap, numbers({1.5}), numbers({1.5, 1.0})), InputError);
}

TEST(Roadmap, StopsWhenItIsTold) {
  const Problem problem = room();
  const RoadmapPlanner planner(problem);
  RoadmapSettings settings = small(1000, 5000);
  settings.progress = [](const RoadmapCount& count) { return count.milestones < 50; };
  const Roadmap roadmap = planner.build(settings);
  EXPECT_GE(roadmap.milestone_count(), 50);
  EXPECT_LT(roadmap.milestone_count(), 150);
  EXPECT_EQ(planner.count(roadmap).proven, 0);
  settings.progress = [](const RoadmapCount& count) { return count.proven < 500; };
  EXPECT_GT(planner.count(planner.build(settings)).unknown, 3000);
}

TEST(Roadmap, FloatingJointsNeedAProofForEachDirection) {
  const Robot plate =
      testing::chain({{JointType::floating, {}, Vector3::UnitZ(), {{Pose{}, Box{Vector3(0.4, 0.4, 0.1)}}}}});
  const Problem problem = testing::problem_of(plate, testing::wall_with_gap(1.0));
  const RoadmapPlanner planner(problem);
  Roadmap roadmap = planner.build(small(100, 500));
  for (const Roadmap::Edge& edge : roadmap.edges) EXPECT_EQ(edge.proven_in[1], Roadmap::Edge::never);
  const Configuration start = numbers({-1.5, 0, 0, 0, 0, 0, 1}), goal = numbers({1.5, 0.5, 0, 0, 0, 0.6, 0.8});
  expect_path(problem, planner.query(roadmap, start, goal), start, goal);
  expect_path(problem, planner.query(roadmap, goal, start), goal, start);
}

TEST(Roadmap, HeldObjectsBelongToTheRobot) {
  Problem problem = room(0.8);
  problem.scene.objects.push_back(testing::object("tool", testing::at(0, 0, 0.15), Sphere{0.05}));
  problem.attached.push_back({0, 2, 3});
  Roadmap roadmap;
  {
    const RoadmapPlanner planner(problem);
    roadmap = planner.build(small());
    EXPECT_GT(planner.count(roadmap).proven, 100);
    EXPECT_EQ(roadmap.objects.size(), 3u);
  }
  Problem moved = problem;
  moved.scene.objects[2].pose = testing::at(-1.0, 0.3, 0.0);
  const RoadmapPlanner planner(moved);
  EXPECT_FALSE(planner.update(roadmap).forgotten);
  planner.prove(roadmap);
  moved.scene.objects[3].pose = testing::at(0, 0, 0.16);  // gripped elsewhere: another robot
  EXPECT_TRUE(RoadmapPlanner(moved).update(roadmap).forgotten);
  problem.moving.push_back({2, ObjectMotion::linear, {{0.0, testing::at(1, 0, 0)}, {1.0, testing::at(1, 1, 0)}}});
  EXPECT_THROW(RoadmapPlanner{problem}, InputError);
}

TEST(Roadmap, WhatTheBudgetLeavesOpenIsAskedAgainInAnotherScene) {
  Problem problem = room();
  CheckSettings poor;
  poor.budget = 0;
  Roadmap roadmap = RoadmapPlanner(problem, poor).build(small(50, 300));
  const auto open = std::count_if(roadmap.edges.begin(), roadmap.edges.end(), [](const Roadmap::Edge& edge) {
    return edge.refuted_in >= 0 && edge.blocker == Roadmap::Edge::undecided;
  });
  ASSERT_GT(open, 0);
  EXPECT_EQ(RoadmapPlanner(problem).count(roadmap).unknown, 0);  // the budget is no part of what was asked
  problem.scene.objects.pop_back();
  EXPECT_GE(RoadmapPlanner(problem).count(roadmap).unknown, open);
}

}  // namespace
}  // namespace tocca::roadmap_tests
