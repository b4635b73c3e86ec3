// What is shown here: the motion that is checked is the one that OMPL's interpolate() describes, in every kind of space,
// also beyond joint limits, at half turns and for turns that interpolate() leaves out; spaces whose motions are not
// known are refused. Oracle: OMPL's interpolate().
#include <gtest/gtest.h>
#include <ompl/base/ScopedState.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/spaces/SE2StateSpace.h>
#include <ompl/base/spaces/SE3StateSpace.h>
#include <ompl/base/spaces/TimeStateSpace.h>
#include <ompl/geometric/PathGeometric.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "odd_robot.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/core/error.hpp"
#include "tocca/motion/tree_motion.hpp"
#include "tocca/ompl/state_map.hpp"
#include "tocca/ompl/state_space.hpp"

namespace tocca::ompl::motion_tests {
namespace {

namespace ob = ::ompl::base;
using testing::Draw;
constexpr double pi = std::numbers::pi;

Problem odd_problem(int robots) {
  Problem problem = testing::problem_of(testing::odd_robot(testing::every_joint()), {});
  problem.robots.resize(static_cast<std::size_t>(robots), problem.robots[0]);
  for (int r = 1; r < robots; ++r) {
    problem.robots[static_cast<std::size_t>(r)].robot.name = "odd_" + std::to_string(r);
    problem.robots[static_cast<std::size_t>(r)].base = testing::at(0, 5.0 * r, 0);
  }
  return problem;
}

/// What each number of the odd robot's configuration is.
const std::string letters = "rsaaxyasxyzQqqqa";  // real, slide, angle, plane's x y, floating's x y z and quaternion

struct Special {
  int half = 0, tiny = 0, same = 0, wrapped = 0, opposite = 0, plain = 0;
};

void draw_quaternion(Draw& draw, Eigen::Ref<Eigen::Vector4d> from, Eigen::Ref<Eigen::Vector4d> to, Special& special) {
  const Eigen::Quaterniond start(
      Eigen::Vector4d(draw.normal(), draw.normal(), draw.normal(), draw.normal()).normalized());
  const auto turned = [&](double angle) {
    const Eigen::Quaterniond turn(Eigen::AngleAxisd(angle, draw.direction()));
    return Eigen::Vector4d(draw.sign() * (start * turn).coeffs());
  };
  from = start.coeffs();
  switch (draw.integer(0, 5)) {
    case 0: {  // exactly half a turn, either sign
      const bool plain = draw.coin();
      if (plain) from = Eigen::Vector4d(0, 0, 0, 1);
      to = plain ? Eigen::Vector4d(0, draw.sign(), 0, 0) : turned(pi);
      ++special.half;
      break;
    }
    case 1:
      to = turned(draw.log_uniform(1e-12, 2e-4));
      ++special.tiny;
      break;
    case 2:
      to = draw.sign() * from;
      ++special.same;
      break;
    default:
      to = turned(draw.uniform(1e-4, 2 * pi));
      ++special.plain;
  }
}

void draw_ends(Draw& draw, int robots, Configuration& from, Configuration& to, Special& special) {
  const auto count = static_cast<int>(letters.size());
  from.resize(count * robots);
  to.resize(count * robots);
  for (int i = 0; i < count * robots; ++i) {
    const char letter = letters[static_cast<std::size_t>(i % count)];
    from[i] = draw.uniform(-3.0, 3.0);  // limits are -0.7 and 1.1
    to[i] = draw.uniform(-3.0, 3.0);
    if (letter == 'a') {
      from[i] = draw.uniform(-pi, pi);
      to[i] = draw.coin(0.2) ? from[i] - std::copysign(pi, from[i]) : draw.uniform(-pi, pi);
      special.opposite += std::fabs(from[i] - to[i]) == pi ? 1 : 0;
      special.wrapped += std::fabs(from[i] - to[i]) > pi ? 1 : 0;
    } else if (letter == 'Q') {
      draw_quaternion(draw, from.segment<4>(i), to.segment<4>(i), special);
      i += 3;
    }
  }
}

/// How far apart two configurations of the odd robots are: metres and radians.
double apart(const Configuration& a, const Configuration& b) {
  const auto count = static_cast<Eigen::Index>(letters.size());
  double most = a.size() == b.size() ? 0.0 : HUGE_VAL;
  for (Eigen::Index i = 0; i < std::min(a.size(), b.size()); ++i) {
    const char letter = letters[static_cast<std::size_t>(i % count)];
    if (letter == 'q') continue;
    double gap = std::fabs(a[i] - b[i]);
    if (letter == 'a') gap = std::fabs(std::remainder(a[i] - b[i], 2 * pi));
    if (letter == 'Q') {
      gap = 2 * std::min((a.segment<4>(i).normalized() - b.segment<4>(i).normalized()).norm(),
                         (a.segment<4>(i).normalized() + b.segment<4>(i).normalized()).norm());
    }
    most = std::max(most, gap);
  }
  return most;
}

/// Where the robots are at time t of a leg, as the motions of a step tell it.
Configuration on_leg(const CollisionModel& model, const Legs::Leg& leg, double t) {
  Configuration all(leg.from.size()), q;
  Eigen::Index first = 0;
  for (const auto& robot : model.robots()) {
    const Eigen::Index n = robot.tree.coordinate_count();
    TreeMotion motion(robot.tree);
    motion.move(leg.from.segment(first, n), leg.to.segment(first, n));
    motion.configuration(t, q);
    all.segment(first, n) = q;
    first += n;
    if (first == leg.from.size()) break;
  }
  return all;
}

class Drawn : public ::testing::TestWithParam<int> {};

TEST_P(Drawn, IsWhatInterpolateDescribes) {
  const int robots = GetParam();
  const CollisionModel model(odd_problem(robots));
  const StateMap map(model, make_space(model));
  ASSERT_EQ(map.coordinate_count(), robots * static_cast<int>(letters.size()));
  ob::ScopedState<> from(map.space()), to(map.space()), at(map.space()), middle(map.space());
  Draw draw;
  Special special;
  Legs legs;
  Configuration q_from, q_to, q;
  int split = 0, count = testing::cases(400, 100'000);
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    draw_ends(draw, robots, q_from, q_to, special);
    map.write(q_from, from.get());
    map.write(q_to, to.get());
    map.legs(from.get(), to.get(), middle.get(), legs);
    ASSERT_GE(legs.count, 1);
    EXPECT_EQ(legs.all().front().begin, 0.0);
    EXPECT_EQ(legs.all().back().end, 1.0);
    split += legs.count > 1 ? 1 : 0;
    for (int sample = 0; sample < 4; ++sample) {
      const double t = draw.uniform(0.0, 1.0);
      map.space()->interpolate(from.get(), to.get(), t, at.get());
      map.read(at.get(), q);
      const Legs::Leg* leg = &legs.storage[0];
      while (t > leg->end) ++leg;
      EXPECT_LT(apart(q, on_leg(model, *leg, (t - leg->begin) / (leg->end - leg->begin))), 1e-9) << "t = " << t;
    }
    Configuration before = q_from;
    for (const Legs::Leg& leg : legs.all()) {  // no jumps, and the last one ends at the goal
      EXPECT_LT(apart(before, on_leg(model, leg, 0.0)), 1e-12);
      before = on_leg(model, leg, 1.0);
    }
    EXPECT_LT(apart(before, q_to), 1e-12);
    if (HasFailure()) break;
  }
  for (const int seen : {special.half, special.tiny, special.same, special.wrapped, special.opposite, special.plain}) {
    EXPECT_GT(seen, count / 20);
  }
  EXPECT_GT(split, count / 20);
}

INSTANTIATE_TEST_SUITE_P(Robots, Drawn, ::testing::Values(1, 2));

/// A half turn is cut in two. A turn of 1.2e-4 rad beside it is one that interpolate() makes; its halves, at 6e-5 rad each,
/// looked like turns that it leaves out.
TEST(Motion, MakesASmallTurnBesideAHalfTurn) {
  Problem problem = testing::problem_of(testing::odd_robot({{JointType::floating}, {JointType::floating}}), {});
  const CollisionModel model(problem);
  const StateMap map(model, make_space(model));
  ob::ScopedState<> from(map.space()), to(map.space()), middle(map.space());
  Configuration q_from(14), q_to(14);
  q_from << 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1;
  q_to << 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, std::sin(6e-5), 0, 0, std::cos(6e-5);
  map.write(q_from, from.get());
  map.write(q_to, to.get());
  Legs legs;
  map.legs(from.get(), to.get(), middle.get(), legs);
  ASSERT_EQ(legs.count, 2);
  EXPECT_NEAR(legs.storage[0].to[10], std::sin(3e-5), 1e-12);
  EXPECT_NEAR(legs.storage[1].to[10], std::sin(6e-5), 1e-12);
}

TEST(Waypoints, AreTheSameMotionWithUnfoldedAngles) {
  const CollisionModel model(odd_problem(1));
  const StateMap map(model, make_space(model));
  Draw draw;
  Special special;
  Configuration q_from, q_to, q;
  const auto si = std::make_shared<ob::SpaceInformation>(map.space());
  ::ompl::geometric::PathGeometric path(si);
  ob::ScopedState<> state(map.space()), middle(map.space());
  for (int k = 0; k < 40; ++k) {
    draw_ends(draw, 1, q_from, q_to, special);
    for (const Configuration* end : {&q_from, &q_to}) {
      map.write(*end, state.get());
      path.append(state.get());
    }
  }
  const WaypointMatrix rows = map.waypoints(path.getStates());
  Legs legs;
  Eigen::Index row = 0;
  for (std::size_t k = 1; k < path.getStateCount(); ++k) {
    map.legs(path.getState(static_cast<unsigned>(k - 1)), path.getState(static_cast<unsigned>(k)), middle.get(), legs);
    for (const Legs::Leg& leg : legs.all()) {
      ASSERT_LT(row + 1, rows.rows());
      const Legs::Leg as_rows{0.0, 1.0, rows.row(row), rows.row(row + 1)};
      for (const double t : {0.0, 0.3, 1.0}) {
        EXPECT_LT(apart(on_leg(model, leg, t), on_leg(model, as_rows, t)), 1e-9) << k;
      }
      ++row;
    }
  }
  EXPECT_EQ(row + 1, rows.rows());
  EXPECT_GT(rows.rows(), 80);
  EXPECT_GT(rows.col(2).cwiseAbs().maxCoeff(), pi);  // a continuous joint went on beyond half a turn
}

TEST(Space, HasTheLimitsAsBoundsAndNamesItsDimensions) {
  const CollisionModel model(testing::problem_of(
      testing::odd_robot({{JointType::revolute, true}, {JointType::prismatic}, {JointType::prismatic, true}}), {}));
  const auto space = make_space(model, 3.0);
  const auto* line = dynamic_cast<const ob::RealVectorStateSpace*>(space.get());
  ASSERT_TRUE(line);
  EXPECT_EQ(line->getBounds().low, (std::vector<double>{-0.7, -3.0, -0.7}));
  EXPECT_EQ(line->getBounds().high, (std::vector<double>{1.1, 3.0, 1.1}));
  EXPECT_EQ(line->getDimensionName(1), "joint_2");
}

TEST(Space, OfAnAngleThatAnotherJointHalvesIsALine) {
  const CollisionModel model(
      testing::problem_of(testing::odd_robot({{JointType::continuous}, {JointType::revolute, false, 0.5}}), {}));
  EXPECT_EQ(make_space(model)->getType(), ob::STATE_SPACE_REAL_VECTOR);
  EXPECT_THROW(StateMap(model, std::make_shared<ob::SO2StateSpace>()), InputError);
}

/// Interpolates otherwise: its type says nothing, its class does.
class Detour : public ob::RealVectorStateSpace {
 public:
  using ob::RealVectorStateSpace::RealVectorStateSpace;
};

TEST(Space, ThatIsNotKnownOrDoesNotFitIsRefused) {
  const CollisionModel turn(testing::problem_of(testing::odd_robot({{JointType::revolute, true}}), {}));
  const CollisionModel slide(testing::problem_of(testing::odd_robot({{JointType::prismatic, true}}), {}));
  const CollisionModel free(testing::problem_of(testing::odd_robot({{JointType::floating}}), {}));
  EXPECT_NO_THROW(StateMap(turn, std::make_shared<ob::SO2StateSpace>()));
  EXPECT_NO_THROW(StateMap(turn, std::make_shared<ob::RealVectorStateSpace>(1)));
  EXPECT_NO_THROW(StateMap(free, std::make_shared<ob::SE3StateSpace>()));
  EXPECT_THROW(StateMap(turn, std::make_shared<ob::RealVectorStateSpace>(2)), InputError);
  EXPECT_THROW(StateMap(turn, std::make_shared<Detour>(1)), InputError);
  EXPECT_THROW(StateMap(turn, std::make_shared<ob::TimeStateSpace>()), InputError);
  EXPECT_THROW(StateMap(slide, std::make_shared<ob::SO2StateSpace>()), InputError);
  EXPECT_THROW(StateMap(free, std::make_shared<ob::RealVectorStateSpace>(7)), InputError);
  EXPECT_THROW(make_space(CollisionModel(testing::problem_of(testing::odd_robot({{JointType::fixed}}), {}))),
               InputError);
  EXPECT_THROW(make_space(turn, 0.0), InputError);
}

TEST(Space, ForTheFirstRobotAloneLeavesTheOthersAtRest) {
  const CollisionModel both(odd_problem(2)), one(odd_problem(1));
  EXPECT_EQ(StateMap(both, make_space(one)).coordinate_count(), static_cast<int>(letters.size()));
}

}  // namespace
}  // namespace tocca::ompl::motion_tests
