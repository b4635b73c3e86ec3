// What is proven here: a state or a motion that OMPL is told to be valid is free; the last valid state is valid, reached
// freely, and shortly before the contact; what is undecided is invalid and counted apart; any number of threads may ask.
// Oracle: FCL at samples of the motion (testing/judge.hpp).
#include "tocca/ompl/validity.hpp"

#include <gtest/gtest.h>
#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "odd_robot.hpp"
#include "testing/judge.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/settings.hpp"
#include "tocca/ompl/state_map.hpp"
#include "tocca/ompl/state_space.hpp"

namespace tocca::ompl::validity_tests {
namespace {

namespace ob = ::ompl::base;
using testing::Draw;

/// A problem, its space and both validators.
struct Bench {
  explicit Bench(const Problem& problem, const CheckSettings& settings = {})
      : checker(problem, settings),
        si(std::make_shared<ob::SpaceInformation>(make_space(checker.model()))),
        map(checker.model(), si->getStateSpace()),
        states(std::make_shared<StateValidityChecker>(si, checker)),
        motions(std::make_shared<MotionValidator>(si, checker)) {
    si->setStateValidityChecker(states);
    si->setMotionValidator(motions);
    si->setup();
  }
  ob::ScopedState<> state(const Configuration& q) const {
    ob::ScopedState<> result(si);
    map.write(q, result.get());
    return result;
  }
  Configuration read(const ob::ScopedState<>& from) const {
    Configuration q;
    map.read(from.get(), q);
    return q;
  }
  /// The end of the motion from `from` to `to` as coordinates that do not jump, for the judge.
  Configuration unfolded(const ob::ScopedState<>& from, const ob::ScopedState<>& to) const {
    const WaypointMatrix rows = map.waypoints({const_cast<ob::State*>(from.get()), const_cast<ob::State*>(to.get())});
    return rows.row(rows.rows() - 1);
  }

  Checker checker;
  ob::SpaceInformationPtr si;
  StateMap map;
  std::shared_ptr<StateValidityChecker> states;
  std::shared_ptr<MotionValidator> motions;
};

struct Seen {
  int valid = 0, invalid = 0, stopped = 0, close = 0;
};

/// One motion, both ways of asking, judged.
void try_motion(Bench& setup, testing::JudgedWorld& world, const ob::ScopedState<>& from, const ob::ScopedState<>& to,
                Seen& seen) {
  testing::JudgeLog log;
  const testing::JudgeSettings sampling{.step_m = testing::cases(0, 1) == 1 ? 5e-4 : 5e-3};
  const auto ruling = [&](const ob::ScopedState<>& end, Outcome outcome) {
    SegmentVerdict verdict;
    verdict.outcome = outcome;
    return testing::judge(world, {{setup.read(from)}, {setup.unfolded(from, end)}}, verdict, sampling, log);
  };
  ob::ScopedState<> last(setup.si);
  std::pair<ob::State*, double> last_valid{last.get(), -1.0};
  const bool valid = setup.motions->checkMotion(from.get(), to.get());
  ASSERT_EQ(setup.motions->checkMotion(from.get(), to.get(), last_valid), valid);
  ++(valid ? seen.valid : seen.invalid);
  if (valid) {
    EXPECT_EQ(last_valid.second, -1.0) << "left alone";
    EXPECT_EQ(ruling(to, Outcome::free), "");
    return;
  }
  ASSERT_GE(last_valid.second, 0.0);
  ASSERT_LT(last_valid.second, 1.0);
  ob::ScopedState<> there(setup.si);
  setup.si->getStateSpace()->interpolate(from.get(), to.get(), last_valid.second, there.get());
  EXPECT_TRUE(there == last);
  const double first = setup.checker.check(setup.read(from), setup.unfolded(from, to)).time.lo;
  EXPECT_LT(last_valid.second, std::max(first, 1e-300));
  if (last_valid.second == 0.0) return;
  ++seen.stopped;
  seen.close += last_valid.second > first - 1e-4 ? 1 : 0;
  EXPECT_TRUE(setup.states->isValid(last.get()));
  EXPECT_TRUE(setup.motions->checkMotion(from.get(), last.get()));
  EXPECT_EQ(ruling(last, Outcome::free), "");
}

TEST(Validators, ProveMotionsAndFindTheLastValidState) {
  Draw draw;
  Seen seen;
  const int worlds = std::max(12, testing::cases(40, 1'000)), questions = 6;
  int states = 0, disagreed = 0;
  for (int k = 0; k < worlds; ++k) {
    const Problem problem = testing::draw_clutter(draw, draw.integer(1, 6), draw.integer(10, 40), 1.0);
    Bench setup(problem);
    testing::JudgedWorld world(problem);
    const ob::StateSamplerPtr sampler = setup.si->allocStateSampler();
    ob::ScopedState<> from(setup.si), to(setup.si);
    const KinematicTree& tree = problem.robots[0].robot.tree;
    for (int q = 0; q < questions; ++q) {
      SCOPED_TRACE(testing::story(draw.seed(), k, "question", q));
      Configuration start;
      for (int attempt = 0; attempt < 10; ++attempt) {
        start = testing::draw_step(draw, tree, tree.zero_configuration(), 179);
        from = setup.state(start);
        if (setup.states->isValid(from.get())) break;
      }
      world.place(0, setup.read(from));
      ++states;
      disagreed += setup.states->isValid(from.get()) != !world.overlap().has_value() ? 1 : 0;
      if (!setup.states->isValid(from.get())) continue;
      to = setup.state(testing::draw_step(draw, tree, start, draw.log_uniform(1, 170)));
      try_motion(setup, world, from, to, seen);
    }
    const Counts counts = setup.motions->counts();
    EXPECT_EQ(counts.checked, setup.motions->getCheckedMotionCount());
    EXPECT_EQ(counts.invalid, setup.motions->getInvalidMotionCount());
    EXPECT_EQ(counts.undecided, 0U);
  }
  EXPECT_GT(seen.valid, worlds / 2);
  EXPECT_GT(seen.stopped, worlds / 4);
  EXPECT_GT(seen.close, seen.stopped * 9 / 10);
  EXPECT_LE(disagreed, states / 100);  // FCL knows no inside of a mesh
}

/// A floating box before a thin plate: SE3, motions with known answers.
Problem box_and_plate() {
  Robot robot = testing::odd_robot({{JointType::floating}});
  return testing::problem_of(std::move(robot), {testing::object("plate", testing::at(1.2, 0, 0), Box{{0.001, 2, 2}})});
}

Configuration floating(double x, double qz, double qw) {
  Configuration q(7);
  q << x, 0, 0, 0, 0, qz, qw;
  return q;
}

TEST(Validators, FollowAFloatingBoxThroughAHalfTurn) {
  Bench setup(box_and_plate());
  // Half a turn about z, to the left or to the right as the quaternion's sign says: only one of the two ways is checked.
  const ob::ScopedState<> start = setup.state(floating(0, 0, 1)), left = setup.state(floating(0.1, 1, 0)),
                          right = setup.state(floating(0.1, -1, 0)), beyond = setup.state(floating(2, 0, 1));
  EXPECT_TRUE(setup.motions->checkMotion(start.get(), left.get()));
  EXPECT_TRUE(setup.motions->checkMotion(start.get(), right.get()));
  std::pair<ob::State*, double> last{nullptr, -1.0};
  EXPECT_FALSE(setup.motions->checkMotion(start.get(), beyond.get(), last));
  // link_1 starts at x = 0.2 and ends at 0.35; the plate begins at 1.1995; the motion is 2 long.
  EXPECT_NEAR(last.second, (1.1995 - 0.35) / 2, 1e-5);
  EXPECT_LT(last.second, (1.1995 - 0.35) / 2);
}

TEST(Validators, WriteTheLastValidStateOverTheGoal) {
  Bench setup(box_and_plate());
  const ob::ScopedState<> start = setup.state(floating(0, 0, 1));
  ob::ScopedState<> goal = setup.state(floating(2, 0, 1));
  std::pair<ob::State*, double> last{goal.get(), -1.0};
  EXPECT_FALSE(setup.motions->checkMotion(start.get(), goal.get(), last));
  EXPECT_NEAR(setup.read(goal)[0], (1.1995 - 0.35), 1e-4);
  EXPECT_TRUE(setup.states->isValid(goal.get()));
}

TEST(Validators, RefuseWhatLeavesTheBoundsAndStopThere) {
  const Problem problem = testing::problem_of(testing::odd_robot({{JointType::prismatic, true}}),
                                              {testing::object("plate", testing::at(3, 0, 0), Box{{0.001, 2, 2}})});
  Bench setup(problem);
  const ob::ScopedState<> start = setup.state(Configuration::Constant(1, 0.1)),
                          beyond = setup.state(Configuration::Constant(1, 2.1)),
                          nowhere = setup.state(Configuration::Constant(1, 0.1));
  EXPECT_FALSE(setup.states->isValid(beyond.get()));
  EXPECT_FALSE(setup.motions->checkMotion(start.get(), beyond.get()));
  ob::ScopedState<> at(setup.si);
  std::pair<ob::State*, double> last{at.get(), -1.0};
  EXPECT_FALSE(setup.motions->checkMotion(start.get(), beyond.get(), last));
  EXPECT_NEAR(last.second, 0.5, 1e-5);  // the limit is 1.1
  EXPECT_TRUE(setup.states->isValid(at.get()));
  nowhere.get()->as<ob::RealVectorStateSpace::StateType>()->values[0] = std::nan("");
  EXPECT_FALSE(setup.states->isValid(nowhere.get()));
  EXPECT_FALSE(setup.motions->checkMotion(start.get(), nowhere.get()));
}

TEST(Validators, TellClearance) {
  Bench setup(box_and_plate());
  const ob::ScopedState<> start = setup.state(floating(0, 0, 1));
  EXPECT_NEAR(setup.states->clearance(start.get()), 1.1995 - 0.35, 1e-6);
  EXPECT_LE(setup.states->clearance(start.get()), 1.1995 - 0.35);
}

TEST(Validators, CountTheUndecidedApartAndAsInvalid) {
  Draw draw;
  std::uint64_t undecided = 0, invalid = 0;
  for (int k = 0; k < std::max(5, testing::cases(10, 300)); ++k) {
    const Problem problem = testing::draw_clutter(draw, 4, 30, 1.0);
    CheckSettings little;
    little.budget = 100;
    Bench poor(problem, little), rich(problem);
    const KinematicTree& tree = problem.robots[0].robot.tree;
    for (int q = 0; q < 20; ++q) {
      const Configuration from = testing::draw_step(draw, tree, tree.zero_configuration(), 120);
      const Configuration to = testing::draw_step(draw, tree, from, 60);
      const std::uint64_t before = poor.motions->counts().undecided;
      if (poor.motions->checkMotion(poor.state(from).get(), poor.state(to).get())) {
        EXPECT_TRUE(rich.motions->checkMotion(rich.state(from).get(), rich.state(to).get()));
      } else if (poor.motions->counts().undecided == before) {
        EXPECT_FALSE(rich.motions->checkMotion(rich.state(from).get(), rich.state(to).get()));
      }
    }
    undecided += poor.motions->counts().undecided;
    invalid += poor.motions->counts().invalid;
    EXPECT_EQ(poor.motions->counts().checked, 20U);
    EXPECT_EQ(poor.motions->getInvalidMotionCount(), poor.motions->counts().invalid);
  }
  EXPECT_GT(undecided, 5U);
  EXPECT_GT(invalid, undecided);
}

TEST(Validators, AnswerManyThreadsAlike) {
  Draw draw;
  const Problem problem = testing::draw_clutter(draw, 5, 20, 1.0);
  Bench setup(problem);
  const KinematicTree& tree = problem.robots[0].robot.tree;
  std::vector<ob::ScopedState<>> from, to;
  std::vector<char> alone;
  for (int k = 0; k < 40; ++k) {
    const Configuration q = testing::draw_step(draw, tree, tree.zero_configuration(), 120);
    from.push_back(setup.state(q));
    to.push_back(setup.state(testing::draw_step(draw, tree, q, 30)));
    alone.push_back(setup.motions->checkMotion(from.back().get(), to.back().get()));
  }
  std::vector<std::thread> threads;
  std::vector<int> different(4, 0);
  for (std::size_t thread = 0; thread < different.size(); ++thread) {
    threads.emplace_back([&, thread] {
      for (std::size_t k = 0; k < alone.size(); ++k) {
        const bool valid = setup.motions->checkMotion(from[k].get(), to[k].get());
        different[thread] += valid != static_cast<bool>(alone[k]) ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(different, std::vector<int>(4, 0));
  EXPECT_EQ(setup.motions->counts().checked, 5 * alone.size());
  EXPECT_EQ(setup.motions->getCheckedMotionCount(), 5 * alone.size());
}

}  // namespace
}  // namespace tocca::ompl::validity_tests
