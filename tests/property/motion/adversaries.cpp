// What is proven here: chains built against the proof of docs/maths/tube.md, each against one of its steps, stay inside
// their tubes, speeds and enclosures; numbers at the ends of the range of doubles make bounds infinite, never small.
// Oracle: oracle.hpp in long double, which reaches from 1e-4932 to 1e4932.
#include "adversaries.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numbers>

#include "tocca/motion/rigid_motion.hpp"

namespace tocca::adversaries_tests {
namespace {

using oracle::Chain;
using oracle::Extremes;
using Wide = long double;

const Vector3 z = Vector3::UnitZ();
const Interval whole{0.0, 1.0};

Pose shifted(double x, double y = 0.0, double z_offset = 0.0) { return {Matrix3::Identity(), {x, y, z_offset}}; }
Lss point(const Vector3& x) { return {x, x, 0.0}; }

/// c (2t - 1)^5, whose derivatives of order 0 to 4 vanish in the middle.
Coordinate fifth_power(double c) { return Coordinate::quintic(-c, c, 10.0 * c, 10.0 * c, -80.0 * c, 80.0 * c); }

/// `granted`: what the truth itself may be off by.
void expect_bounded(const Chain& chain, const Interval& window, const Lss& volume, Wide granted = 0.0L) {
  const Extremes truth = oracle::extremes(chain, window, volume);
  EXPECT_LE(truth.deviation, chain.tube(window, volume) + granted);
  EXPECT_LE(truth.speed, chain.speed(window, volume) * (1.0L + 1e-12L) + granted);
}

TEST(Adversary, CoordinateWithNothingButItsFifthDerivativeInTheMiddle) {
  for (double c : {0.01, 0.1, 0.3, 1.0}) {
    Chain chain;
    chain.turn({}, z, fifth_power(c));
    expect_bounded(chain, whole, point({1.0, 0.0, 0.0}));
    expect_bounded(chain, whole, {Vector3::Zero(), Vector3::Zero(), 1.0});
    chain.turn(shifted(0.5), z, Coordinate(0.0, 0.3));  // the sharpened bounds feed the next joint
    chain.turn(shifted(0.5), z, fifth_power(-c));
    expect_bounded(chain, whole, point({1.0, 0.0, 0.0}));
  }
}

/// Link k of five turns at k times the rate. With lengths C(4, k-1) / k, every second one backwards, the sums of
/// length * k^i vanish for i = 1 to 4: the tip stands still up to the fourth order in the middle of the motion.
TEST(Adversary, FiveEqualTurnsWhoseFirstFourDerivativesCancelInTheMiddle) {
  const double length[] = {1.0, -4.0 / 2.0, 6.0 / 3.0, -4.0 / 4.0, 1.0 / 5.0};
  for (double rate : {0.1, 0.4, 1.0, 3.0}) {
    for (double side : {1.0, -1.0}) {
      Chain chain;
      for (int k = 4; k >= 0; --k) chain.turn(shifted(k > 0 ? length[k - 1] : 0.0), side * z, {-rate / 2, rate / 2});
      const Lss tip = point({length[4], 0.0, 0.0});
      expect_bounded(chain, whole, tip);
      EXPECT_GT(oracle::extremes(chain, whole, tip).deviation, 1e-3L * chain.tube(whole, tip));
    }
  }
}

/// c (2t - 1)^3 on a straight line strays from its chord by c * 2 / sqrt 27, and the tube is just that.
TEST(Adversary, CubicSlideTouchesTheWall) {
  Chain chain;
  chain.slide({}, Vector3::UnitX(), Coordinate::cubic(-1.0, 1.0, 6.0, 6.0));
  const Lss tip = point(Vector3::Zero());
  const Extremes truth = oracle::extremes(chain, whole, tip, 2'000);
  EXPECT_LE(truth.deviation, chain.tube(whole, tip));
  EXPECT_GT(truth.deviation, 0.99999L * chain.tube(whole, tip));
}

/// The body comes from afar, through the axis of a fast turn in the middle of the motion, and leaves: soon after the
/// start it is on the other side of the axis, twice its greatest distance from the chord.
TEST(Adversary, FastTurnAboutAnAxisThatIsPassedInTheMiddle) {
  const double pi = std::numbers::pi;
  Chain slid, wheeled;
  slid.slide({}, Vector3::UnitX(), {-1.0, 1.0});
  slid.turn({}, z, {-63.0 * pi, 63.0 * pi});
  wheeled.turn(shifted(-1.0), z, {-pi, pi});
  wheeled.turn({}, z, {-62.0 * pi, 62.0 * pi});
  for (const auto& [chain, x] : {std::pair{slid, 0.0}, std::pair{wheeled, 1.0}}) {
    const Lss tip = point({x, 0.0, 0.0});
    const Extremes truth = oracle::extremes(chain, whole, tip, 2'000);
    EXPECT_LE(truth.deviation, chain.tube(whole, tip));
    EXPECT_GT(truth.deviation, 0.95L * chain.tube(whole, tip));
  }
}

TEST(Adversary, BallBehindAPlacementThatStretchesIt) {
  for (double stretch : {1.0 + 1e-6, 1.2, 2.0}) {
    Chain chain;
    chain.place({stretch * Matrix3::Identity(), Vector3::Zero()});
    chain.turn({}, z, {0.0, 0.5});
    expect_bounded(chain, whole, {Vector3::Zero(), Vector3::Zero(), 1.0});
    expect_bounded(chain, {0.25, 0.26}, {Vector3::Zero(), Vector3::UnitZ(), 1.0});
  }
}

/// A reflection keeps all lengths, but it turns the sense of rotations around: two turns that seem to cancel add up.
TEST(Adversary, MirrorBetweenTwoTurns) {
  const Vector3 flip(1.0, 1.0, -1.0);
  Chain chain;
  chain.turn({flip.asDiagonal().toDenseMatrix(), Vector3::Zero()}, z, {0.0, 0.4});
  chain.turn({}, z, {0.0, 0.4});
  expect_bounded(chain, whole, {Vector3::Zero(), Vector3::Zero(), 1.0});
}

/// Turn and turn back add up to no spin at all, but with a matrix between them that is 4e-10 from a rotation something
/// still moves: 4e-10 of the radius, at twice the rate. (Its tube is below rounding, its speed is not.)
TEST(Adversary, TurnsThatCancelAroundAMatrixThatIsAlmostARotation) {
  const Vector3 stretch(1.0 + 4e-10, 1.0 - 4e-10, 1.0);
  for (double angle : {1e-3, 1e-4}) {
    Chain chain;
    chain.turn({stretch.asDiagonal().toDenseMatrix(), Vector3::Zero()}, z, {-angle, angle});
    chain.turn({}, z, {angle, -angle});
    const Lss ball{Vector3::Zero(), Vector3::Zero(), 1.0};
    expect_bounded(chain, whole, ball);
    EXPECT_GT(oracle::extremes(chain, whole, ball).speed, 0.01L * chain.speed(whole, ball));
  }
}

TEST(Adversary, AxisManyTimesTooLong) {
  testing::Draw draw;
  for (double length : {0.1, 3.0, 30.0}) {
    for (int k = 0; k < 50; ++k) {
      SCOPED_TRACE(testing::story(draw.seed(), k, length));
      Chain chain;
      chain.turn({}, length * draw.direction(), {draw.uniform(-3.0, 3.0), draw.uniform(1e3, 1e6)});
      const double t = draw.uniform(0.0, 1.0);
      expect_bounded(chain, {t, t}, point(draw.direction()));
      expect_bounded(chain, {t * 0.999, t}, point(draw.direction()));
    }
  }
}

/// The cross product of a point almost on the axis may come out as zero where it is not: the point still moves.
TEST(Adversary, PointSoNearItsAxisThatRoundingPutsItThere) {
  testing::Draw draw;
  int on_axis = 0;
  for (int k = 0; k < 2'000; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const Vector3 axis = draw.direction();
    const Vector3 x = draw.uniform(0.5, 2.0) * axis;
    Chain chain;
    chain.turn({}, axis, {0.0, draw.uniform(0.1, 3.0)});
    expect_bounded(chain, whole, point(x), 1e-17L);
    const Vector3 crossed(axis.y() * x.z() - axis.z() * x.y(), axis.z() * x.x() - axis.x() * x.z(),
                          axis.x() * x.y() - axis.y() * x.x());
    on_axis += crossed.norm() < 0x1p-54 && oracle::extremes(chain, whole, point(x)).speed > 0x1p-54L ? 1 : 0;
  }
  EXPECT_GT(on_axis, 0);
}

TEST(Adversary, LengthsWhoseSquaresUnderflow) {
  for (double tiny : {1e-150, 1e-160, 1e-200, 1e-300}) {
    Chain turned, placed, slid;
    turned.turn({}, z, {0.0, 2.0});
    expect_bounded(turned, whole, point({tiny, 0.0, 0.0}));
    placed.turn(shifted(tiny), z, {0.0, 0.0});
    placed.turn({}, z, {0.0, 2.0});
    expect_bounded(placed, whole, point(Vector3::Zero()));
    slid.slide({}, {tiny, 0.0, 0.0}, {0.0, 1.0});
    slid.turn({}, z, {0.0, 2.0});
    expect_bounded(slid, whole, point(Vector3::Zero()));
  }
}

/// The middle of the curve against tube and speed, where poses are numbers at all; infinite bounds where they are not.
void expect_infinite_or_true(const Chain& chain, const Interval& window, const Lss& volume) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double tube = chain.tube(window, volume), speed = chain.speed(window, volume);
  ASSERT_TRUE(tube >= 0.0 && speed >= 0.0);  // and so not NaN
  const Pose start = chain.pose(window.lo), end = chain.pose(window.hi);
  if (!(start.rotation + end.rotation).allFinite() || !(start.translation + end.translation).allFinite()) {
    ASSERT_EQ(tube, infinity);
  }
  const Wide middle = 0.5L * window.lo + 0.5L * window.hi;
  const auto& stages = chain.stages;
  if (std::ranges::all_of(stages, [](const auto& stage) { return stage.q.finite(); })) {
    ASSERT_TRUE(oracle::holds(chain.enclosure(window), chain.truth<Wide>(middle), 0.0L));
  }
  for (const Vector3& x : oracle::points_around(volume)) {
    const auto p = oracle::vec<Wide>(x);
    const auto chord = oracle::times(0.5L, oracle::plus(oracle::map<Wide>(start)(p), oracle::map<Wide>(end)(p)));
    const auto truth = chain.truth<Wide>(middle)(p), before = chain.truth<Wide>(window.lo)(p);
    if (tube < infinity) {
      ASSERT_LE(oracle::distance(truth, chord), tube);
    }
    if (speed < infinity) {
      ASSERT_LE(oracle::distance(truth, before), speed * (middle - window.lo) + 1e-17L * (1.0L + speed));
    }
  }
}

/// Where intermediate numbers overflow, 0 * infinity must not end as "does not move".
TEST(Adversary, NumbersSoLargeThatBoundsOverflow) {
  for (double huge : {1e40, 1e61, 1e80, 1e155, 1e200, 1e300, std::numeric_limits<double>::max()}) {
    Chain turned, far, slid, opposed;
    turned.turn({}, z, {0.0, huge});
    far.turn(shifted(huge), z, {0.0, 1.0});
    far.turn(shifted(0.0, huge), Vector3::UnitX(), {0.0, 1.0});
    slid.slide({}, z, {-huge, huge});
    slid.turn(shifted(1.0), z, {0.0, 1.0});
    opposed.turn(shifted(1.0), z, fifth_power(huge));
    opposed.turn({}, z, {0.0, 1.0});
    for (const Lss& volume : {point(Vector3::Zero()), point({1.0, 2.0, 3.0}), Lss{z, -z, 0.0}, Lss{-z, z, 1.0}}) {
      for (const Chain& chain : {turned, far, slid, opposed}) {
        for (const Interval window : {whole, Interval{0.25, 0.5}, Interval{1.0, 1.0}}) {
          SCOPED_TRACE(huge);
          expect_infinite_or_true(chain, window, volume);
        }
      }
    }
  }
}

/// 1e10 rad times 1e300 is an angle, though no double: nothing is known of the pose, and the bounds say so.
TEST(Adversary, MimicThatLeavesTheRangeOfDoubles) {
  for (const Coordinate& source : {Coordinate(1e10), Coordinate(1e10, 2e10), Coordinate(-1e10, 1e10)}) {
    Chain chain;
    chain.turn(shifted(1.0), z, source.followed_by(1e300, 0.0));
    chain.turn({}, z, {0.0, 1.0});
    for (const Interval window : {whole, Interval{0.0, 0.0}, Interval{0.25, 0.5}}) {
      for (const Lss& volume : {point(Vector3::Zero()), Lss{z, Vector3::UnitX(), 0.1}}) {
        EXPECT_EQ(chain.tube(window, volume), std::numeric_limits<double>::infinity());
        EXPECT_EQ(chain.speed(window, volume), std::numeric_limits<double>::infinity());
      }
      for (int row = 0; row < 2; ++row) {
        for (int column = 0; column < 2; ++column) {
          const Interval entry = chain.enclosure(window).rotation(row, column);
          EXPECT_TRUE(entry.contains(Interval(-1.0, 1.0))) << entry.lo << ' ' << entry.hi;
        }
      }
    }
  }
}

TEST(Adversary, StraightLineWhoseSquareUnderflows) {
  for (double tiny : {1e-160, 1e-200, 1e-300}) {
    const LinearMotion motion(Matrix3::Identity(), {tiny, 0.0, 0.0}, {3.0 * tiny, tiny, 0.0});
    EXPECT_GE(motion.speed(whole, point(Vector3::Zero())), std::sqrt(5.0) * tiny);
    EXPECT_GE(motion.tube({0.1, 0.7}, point(Vector3::Zero())), 0x1p-53 * tiny);
  }
}

struct Attempt {
  Chain chain;
  Lss volume;
  Interval window;
};

Vector3 draw_axis(testing::Draw& draw) {
  return draw.coin(0.6) ? Vector3(draw.sign() * Vector3::Unit(draw.integer(0, 2))) : draw.direction();
}

Coordinate draw_coordinate(testing::Draw& draw) {
  const double size = draw.log_uniform(0.01, 4.0),
               from = draw.coin() ? -size : draw.integer(-2, 2) * 0.5 * std::numbers::pi;
  const double to = draw.coin() ? from + 2.0 * size : from - size;
  const auto any = [&] { return draw.coin(0.3) ? 0.0 : size * draw.uniform(-10.0, 10.0); };
  if (draw.coin(0.2)) return Coordinate::cubic(from, to, any(), any());
  if (draw.coin(0.2)) return Coordinate::quintic(from, to, any(), any(), any(), any());
  return draw.coin(0.1) ? fifth_power(size) : Coordinate(from, to);
}

Pose draw_origin(testing::Draw& draw) {
  const Vector3 offset = draw.coin(0.3) ? Vector3::Zero() : Vector3(draw.uniform(0.0, 1.0) * draw_axis(draw));
  if (draw.coin(0.5)) return {Matrix3::Identity(), offset};
  Matrix3 rotation = rotation_about(draw_axis(draw), draw.integer(-2, 2) * 0.5 * std::numbers::pi);
  if (draw.coin(0.1)) rotation.col(draw.integer(0, 2)) *= -1.0;
  if (draw.coin(0.2)) rotation *= 1.0 + draw.sign() * draw.log_uniform(1e-12, 0.5);
  return {rotation, offset};
}

oracle::ChainStage draw_stage(testing::Draw& draw) {
  using Kind = oracle::ChainStage::Kind;
  const Kind kind = draw.coin(0.75) ? Kind::turn : draw.coin() ? Kind::slide : Kind::place;
  const double length = draw.coin(0.1) ? draw.log_uniform(0.5, 2.0) : 1.0;
  return {kind, draw_origin(draw), length * draw_axis(draw), draw_coordinate(draw)};
}

/// One number, or one whole stage, is drawn again or moved a little.
void change(testing::Draw& draw, Attempt& attempt) {
  auto& stage =
      attempt.chain
          .stages[static_cast<std::size_t>(draw.integer(0, static_cast<int>(attempt.chain.stages.size()) - 1))];
  const double little = draw.log_uniform(1e-4, 1.0);
  const auto& b = stage.q.control();
  switch (draw.integer(0, 6)) {
    case 0:
      stage = draw_stage(draw);
      break;
    case 1:
      stage.X.translation += little * draw_axis(draw);
      break;
    case 2:
      if (stage.q.degree() == 1) stage.q = {b[0] + little * draw.sign(), b[1] + little * draw.uniform(-1.0, 1.0)};
      break;
    case 3:
      stage.axis = (stage.axis + little * draw.direction()).normalized();
      break;
    case 4:
      attempt.volume.a += little * draw_axis(draw);
      attempt.volume.b = draw.coin() ? attempt.volume.a : attempt.volume.b;
      break;
    case 5:
      attempt.volume.radius = draw.coin() ? 0.0 : std::abs(attempt.volume.radius + little * draw.sign());
      break;
    case 6:
      attempt.window.hi = std::clamp(attempt.window.hi + 0.3 * little * draw.sign(), attempt.window.lo + 0.01, 1.0);
      break;
  }
}

/// How much of the bound the truth uses up; bounds of nothing but rounding are left to the other tests.
double used(const Attempt& attempt, bool of_speed) {
  const double bound = of_speed ? attempt.chain.speed(attempt.window, attempt.volume)
                                : attempt.chain.tube(attempt.window, attempt.volume);
  if (bound < 1e-9) return 0.0;
  const Extremes truth = oracle::extremes(attempt.chain, attempt.window, attempt.volume, 8);
  return static_cast<double>((of_speed ? truth.speed : truth.deviation) / static_cast<Wide>(bound));
}

/// From many starts uphill on truth / bound: the search comes to the wall again and again, and never through it.
TEST(Adversary, ClimbingTowardsTheWallNeverGetsThrough) {
  testing::Draw draw;
  const int starts = testing::cases(80, 2'000), steps = 100;
  constexpr double oracle_error = 1e-8;  // of long double, 1e-17 of lengths of metres, against bounds above 1e-9
  int at_the_wall = 0;
  for (int k = 0; k < starts; ++k) {
    const bool of_speed = draw.coin();
    const double low = draw.coin() ? 0.0 : draw.uniform(0.0, 0.9);
    Attempt best{{},
                 {Vector3::UnitX(), draw.coin() ? Vector3::UnitX() : Vector3::UnitY(), draw.integer(0, 1) * 0.3},
                 {low, 1.0}};
    for (int i = draw.integer(1, 8); i > 0; --i) best.chain.stages.push_back(draw_stage(draw));
    double height = used(best, of_speed);
    for (int step = 0; step < steps; ++step) {
      Attempt next = best;
      change(draw, next);
      const double reached = used(next, of_speed);
      ASSERT_LE(reached, 1.0 + oracle_error) << testing::story(draw.seed(), k, step, of_speed);
      const Wide t = draw.uniform(next.window.lo, next.window.hi);
      ASSERT_TRUE(oracle::holds(next.chain.enclosure(next.window), next.chain.truth<Wide>(t), 1e-17L))
          << testing::story(draw.seed(), k, step);
      if (reached < height) continue;
      best = std::move(next);
      height = reached;
    }
    at_the_wall += height > 0.95 ? 1 : 0;
  }
  EXPECT_GT(at_the_wall, starts / 10);
}

}  // namespace
}  // namespace tocca::adversaries_tests
