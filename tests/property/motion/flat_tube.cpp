// What is proven here: no true point strays from its chord, along a chain's flat direction, by more than the flat tube, nor along any other
// direction by more than what is made of both tubes; and the flat tube is worth having where axes are parallel.
// Oracle: the formulas of the headers in long double (oracle.hpp); its own error is granted, as in tree_motion.cpp.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>

#include "draw_tree.hpp"
#include "motion/flat_walk.hpp"
#include "motion/mover.hpp"
#include "truths.hpp"

namespace tocca::flat_tube_tests {
namespace {

using oracle::Map;
using oracle::Vec;
using Wide = long double;

constexpr Wide oracle_error = 1e-17L;

enum class Curves { straight, curved };

/// A chain most of whose axes are parallel: every placement turns about them, so that they stay parallel in every frame, up to rounding.
struct FlatChain {
  Vector3 common;
  KinematicTree tree;
  std::vector<bool> slow;  ///< of each joint: its axis is any, and its rate small
};

FlatChain draw_chain(testing::Draw& draw, int joints, Curves curves) {
  const Vector3 common = draw.coin(0.3) ? Vector3(Vector3::UnitZ()) : draw.direction();
  std::vector<Link> links{{"0", {}}};
  std::vector<KinematicTree::JointSpec> specs;
  std::vector<bool> slow;
  for (int i = 1; i <= joints; ++i) {
    KinematicTree::JointSpec spec;
    spec.name = "j" + std::to_string(i);
    const double kind = draw.uniform(0.0, 1.0);
    const bool slides = kind<0.2, wobbles = kind> 0.8;
    spec.type = slides ? JointType::prismatic : kind < 0.25 ? JointType::fixed : JointType::continuous;
    if (curves == Curves::curved && kind > 0.25 && kind < 0.5) {
      spec.type = draw.coin() ? JointType::planar : JointType::floating;
    }
    spec.parent_link = std::to_string(i - 1);
    spec.child_link = std::to_string(i);
    spec.origin = draw.pose(0.3);
    spec.origin.rotation = Eigen::AngleAxisd(draw.uniform(-3.0, 3.0), common).toRotationMatrix();
    spec.axis = slides || wobbles ? draw.direction() : Vector3(common * draw.sign());
    // What speeds up along a direction bends the way along it: mostly across the axes, where that does no harm.
    if (slides && curves == Curves::curved && draw.coin(0.9)) spec.axis = common.cross(draw.direction()).normalized();
    slow.push_back(wobbles);
    links.push_back({spec.child_link, {}});
    specs.push_back(std::move(spec));
  }
  return {common, KinematicTree::build(std::move(links), std::move(specs)), slow};
}

/// One coordinate from here to there: straight, cubic or quintic.
void draw_coordinate(testing::Draw& draw, oracle::Segment& segment, int i, double to, Curves curves) {
  const auto k = static_cast<std::size_t>(i);
  const double from = draw.uniform(-3.0, 3.0), step = to;
  to = from + step * draw.uniform(-1.0, 1.0);
  segment.path.waypoints(0, i) = from;
  segment.path.waypoints(1, i) = to;
  segment.controls[k] = {from, to};
  if (curves == Curves::straight || draw.coin(0.2)) return;
  const double v0 = segment.path.velocities(0, i) = step * draw.uniform(-2.0, 2.0);
  const double v1 = segment.path.velocities(1, i) = step * draw.uniform(-2.0, 2.0);
  segment.path.interpolation[k] = Interpolation::cubic;
  segment.controls[k] = {from, from + v0 / 3.0, to - v1 / 3.0, to};
  if (draw.coin()) return;
  const double a0 = segment.path.accelerations(0, i) = step * draw.uniform(-5.0, 5.0);
  const double a1 = segment.path.accelerations(1, i) = step * draw.uniform(-5.0, 5.0);
  segment.path.interpolation[k] = Interpolation::quintic;
  segment.controls[k] = {
      from, from + v0 / 5.0, from + 2.0 * v0 / 5.0 + a0 / 20.0, to - 2.0 * v1 / 5.0 + a1 / 20.0, to - v1 / 5.0, to};
}

oracle::Segment draw_turns(testing::Draw& draw, const FlatChain& chain, Curves curves) {
  const int n = chain.tree.coordinate_count();
  oracle::Segment segment;
  segment.path.waypoints = segment.path.velocities = segment.path.accelerations = WaypointMatrix::Zero(2, n);
  segment.path.time_s = {0.0, 1.0};
  segment.path.interpolation.assign(static_cast<std::size_t>(n), Interpolation::linear);
  segment.controls.resize(static_cast<std::size_t>(n));
  const double turn = draw.log_uniform(1e-2, 30.0), wobble = draw.log_uniform(1e-9, 1e-2);
  for (std::size_t k = 0; k < chain.tree.joints().size(); ++k) {
    const Joint& joint = chain.tree.joints()[k];
    const int first = joint.first_coordinate;
    if (first < 0) continue;
    const double step = chain.slow[k] ? wobble : turn;
    switch (joint.type) {
      case JointType::planar:
        for (int i = 0; i < 3; ++i) draw_coordinate(draw, segment, first + i, step, curves);
        break;
      case JointType::floating: {  // the line is straight: what speeds up along the axis is not flat
        for (int i = 0; i < 3; ++i) draw_coordinate(draw, segment, first + i, step, Curves::straight);
        for (int end = 0; end < 2; ++end) {
          const Eigen::Quaterniond q(Eigen::AngleAxisd(draw.uniform(-1.5, 1.5), chain.common));
          for (int i = 0; i < 4; ++i) {
            const double value = i < 3 ? q.vec()[i] : q.w();
            segment.path.waypoints(end, first + 3 + i) = value;
            segment.controls[static_cast<std::size_t>(first + 3 + i)].push_back(value);
          }
        }
        break;
      }
      default:
        draw_coordinate(draw, segment, first, step, curves);
    }
  }
  return segment;
}

Wide dot(const Vector3& n, const Vec<Wide>& v) { return n.x() * v[0] + n.y() * v[1] + n.z() * v[2]; }

/// How often something was seen.
struct Seen {
  int flat = 0, thin = 0, wobbling = 0, tight = 0;
};

/// At instants of the window, no point of the volume is off its chord by more than it may be along any direction; counts what was drawn.
template <class Motion, class Truth>
void expect_inside(testing::Draw& draw, const DirectedTube& tube, const Motion& motion, const Truth& truth_at,
                   const Interval& window, const Lss& volume, Wide granted, Seen& seen) {
  if (!tube.is_flat()) return;
  ++seen.flat;
  seen.thin += tube.flat_tube < 1e-6 * tube.tube ? 1 : 0;
  const Map<Wide> start = oracle::map<Wide>(motion.pose(window.lo)), end = oracle::map<Wide>(motion.pose(window.hi));
  const std::vector<Vector3> points = oracle::points_of(draw, volume, 4);
  const std::vector<Vector3> directions{tube.flat, draw.direction(),
                                        Vector3(tube.flat + 1e-3 * draw.direction()).normalized()};
  Wide worst = 0.0L;
  for (int i = 0; i <= 12; ++i) {
    const double t = std::min(window.hi, window.lo + (window.hi - window.lo) * i / 12);
    const Wide span = static_cast<Wide>(window.hi) - window.lo;
    const Wide s = span > 0.0L ? (static_cast<Wide>(t) - window.lo) / span : 0.0L;
    const Map<Wide> truth = truth_at(t);
    for (const Vector3& x : points) {
      const Vec<Wide> p = oracle::vec<Wide>(x);
      const Vec<Wide> chord = oracle::plus(oracle::times(1.0L - s, start(p)), oracle::times(s, end(p)));
      const Vec<Wide> off = oracle::plus(truth(p), oracle::times(-1.0L, chord));
      for (const Vector3& n : directions) {
        ASSERT_LE(std::fabs(dot(n, off)), tube.along(n) * (1.0 + 1e-15) + granted);
      }
      worst = std::max(worst, std::fabs(dot(tube.flat, off)));
    }
  }
  if (tube.flat_tube < 1e-9) return;
  ++seen.wobbling;
  seen.tight += worst > 0.1L * tube.flat_tube ? 1 : 0;
}

class FlatTube : public ::testing::TestWithParam<Curves> {};

TEST_P(FlatTube, HoldsAlongEveryDirection) {
  testing::Draw draw;
  const int count = testing::cases(3'000, 100'000);
  Seen seen;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const int joints = draw.integer(1, 5);
    const FlatChain chain = draw_chain(draw, joints, GetParam());
    const double far = draw.coin(0.1) ? 1e4 : 1.0;
    const Pose base = draw.coin(0.3) ? Pose{} : draw.pose(far);
    const oracle::Segment segment = draw_turns(draw, chain, GetParam());
    TreeMotion motion(chain.tree, base);
    motion.follow(segment.path, 0);
    const int ancestor = draw.coin(0.3) ? draw.integer(0, joints - 1) : -1;
    const Lss volume = oracle::draw_volume(draw);
    const Interval window = oracle::draw_window(draw);
    std::vector<Pose> middle(static_cast<std::size_t>(joints) + 1);
    motion.poses(0.5 * (window.lo + window.hi), middle);
    const DirectedTube tube = Mover(motion, ancestor, joints).directed_tube(window, volume, middle);
    const auto truth = [&](double t) {
      return oracle::link_map<Wide>(chain.tree, base, segment.controls, ancestor, joints, t);
    };
    expect_inside(draw, tube, motion.link_in(ancestor, joints), truth, window, volume, oracle_error * (far + 200.0L),
                  seen);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(seen.flat, count / 3);
  EXPECT_GT(seen.thin, seen.flat / 4);
  EXPECT_GT(seen.wobbling, seen.flat / 20);
  EXPECT_GT(seen.tight, seen.wobbling / 20);
}

INSTANTIATE_TEST_SUITE_P(Drawn, FlatTube, ::testing::Values(Curves::straight, Curves::curved),
                         [](const auto& curves) { return curves.param == Curves::straight ? "straight" : "curved"; });

/// Bodies that no joint carries: a screw, and a turn about an axis that moves on a line.
TEST(FlatDirection, HoldsForScrewsAndInBetweenMotions) {
  testing::Draw draw;
  const int count = testing::cases(2'000, 100'000);
  Seen screws, turns;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const double far = draw.coin(0.1) ? 1e4 : 1.0;
    const Pose start = draw.pose(far);
    const Lss volume = oracle::draw_volume(draw);
    const Interval window = oracle::draw_window(draw);
    const double angle = draw.sign() * draw.log_uniform(1e-3, 30.0);
    const Wide granted = oracle_error * (far + 1.0L) * (2.0L + std::fabs(angle));
    const RigidMotion screw =
        ScrewMotion(start, start.translation + draw.vector(0.5), draw.direction(), angle, draw.uniform(-3.0, 3.0));
    const Vector3 to = start.translation + draw.vector(1.0);
    const RigidMotion turn = InBetweenMotion(start, to, draw.direction(), angle);
    const auto screwed = [&](double t) { return oracle::screw_truth<Wide>(start, std::get<ScrewMotion>(screw), t); };
    const auto turned = [&](double t) {
      return oracle::in_between_truth<Wide>(start, to, std::get<InBetweenMotion>(turn), t);
    };
    const Mover by_screw(screw), by_turn(turn);
    expect_inside(draw, by_screw.directed_tube(window, volume, {}), by_screw, screwed, window, volume, granted, screws);
    if (HasFatalFailure()) return;
    expect_inside(draw, by_turn.directed_tube(window, volume, {}), by_turn, turned, window, volume, granted, turns);
    if (HasFatalFailure()) return;
  }
  for (const Seen& seen : {screws, turns}) {
    EXPECT_GT(seen.flat, count / 3);
    EXPECT_GT(seen.thin, seen.flat / 4);
  }
}

/// Story: an arm whose joints turn about different axes has no flat direction, and says so.
TEST(FlatDirection, IsNotToldWhereAxesCross) {
  const KinematicTree tree = KinematicTree::build(
      {{"0", {}}, {"1", {}}, {"2", {}}},
      {{"a", JointType::continuous, "0", "1", {}, Vector3::UnitZ(), {}, {}},
       {"b", JointType::continuous, "1", "2", {Matrix3::Identity(), {0.3, 0, 0}}, Vector3::UnitY(), {}, {}}});
  TreeMotion motion(tree);
  motion.move(Configuration::Zero(2), Configuration{{1.0, 4.0}});
  std::vector<Pose> middle(3);
  motion.poses(0.5, middle);
  const Lss volume{{0.5, 0, 0}, {0.5, 0, 0}, 0.0};
  EXPECT_FALSE(Mover(motion, -1, 2).directed_tube({0.0, 1.0}, volume, middle).is_flat());
  EXPECT_TRUE(Mover(motion, 1, 2).directed_tube({0.0, 1.0}, volume, middle).is_flat());  // seen from the link between
}

}  // namespace
}  // namespace tocca::flat_tube_tests
