// What is proven here: every kind of motion keeps the promises of motion.hpp. A new kind adds one struct that draws it
// and states its formula, and one name to the list `Kinds`. Oracle: the formula of each header in long double
// (oracle.hpp), granted 1e-17 of the lengths and angles involved.
#include <gtest/gtest.h>

#include <algorithm>

#include "deformable/vertex_motion.hpp"
#include "draw_tree.hpp"
#include "motion/interval_pose.hpp"
#include "motion/linear_enclosure.hpp"
#include "tocca/motion/rigid_motion.hpp"
#include "truths.hpp"

namespace tocca::contract_tests {
namespace {

using oracle::Map;
using oracle::Vec;
using testing::Draw;
using Wide = long double;

double draw_angle(Draw& draw) { return draw.sign() * draw.log_uniform(1e-9, 30.0); }
double draw_size(Draw& draw) { return draw.coin(0.2) ? 1e6 : draw.log_uniform(1e-3, 10.0); }
Pose pose_near(Draw& draw, const Pose& pose, double angle, double distance) {
  return {rotation_about(draw.direction(), angle) * pose.rotation, pose.translation + distance * draw.direction()};
}

struct DrawnStatic {
  Pose pose;
  StaticMotion motion;
  explicit DrawnStatic(Draw& draw) : pose(draw.pose(draw_size(draw))), motion(pose) {}
  Map<Wide> truth(Wide) const { return oracle::map<Wide>(pose); }
};

struct DrawnLinear {
  Pose start, end;
  LinearMotion motion;
  explicit DrawnLinear(Draw& draw)
      : start(draw.pose(draw_size(draw))), end(pose_near(draw, start, 0.0, draw_size(draw))), motion(start, end) {}
  Map<Wide> truth(Wide t) const { return oracle::linear_truth(start, end.translation, t); }
};

struct DrawnVertex {
  std::vector<Vector3> from, to;
  LinearMotion motion;
  explicit DrawnVertex(Draw& draw)
      : from{draw.vector(1.0), draw.vector(draw_size(draw))},
        to{draw.vector(1.0), draw.vector(draw_size(draw))},
        motion(VertexMotion(from, to).vertex(1)) {}
  Map<Wide> truth(Wide t) const { return oracle::shift(oracle::between(from[1], to[1], t)); }
};

struct DrawnInBetween {
  Pose start, end;
  InBetweenMotion motion;
  explicit DrawnInBetween(Draw& draw)
      : start(draw.pose(draw_size(draw))),
        end(pose_near(draw, start, draw_angle(draw), draw_size(draw))),
        motion(start, end) {}
  Map<Wide> truth(Wide t) const { return oracle::in_between_truth(start, end.translation, motion, t); }
};

struct DrawnInBetweenTurns {
  Pose start;
  Vector3 to;
  InBetweenMotion motion;
  explicit DrawnInBetweenTurns(Draw& draw)
      : start(draw.pose(draw_size(draw))),
        to(draw.vector(draw_size(draw))),
        motion(start, to, draw.direction() * draw.log_uniform(1e-3, 1e3), draw_angle(draw)) {}
  Map<Wide> truth(Wide t) const { return oracle::in_between_truth(start, to, motion, t); }
};

struct DrawnScrew {
  Pose start;
  ScrewMotion motion;
  explicit DrawnScrew(Draw& draw)
      : start(draw.pose(draw_size(draw))),
        motion(start, draw.vector(draw_size(draw)), draw.direction(), draw_angle(draw), draw.uniform(-3.0, 3.0)) {}
  Map<Wide> truth(Wide t) const { return oracle::screw_truth(start, motion, t); }
};

struct DrawnScrewBetween {
  Pose start, end;
  ScrewMotion motion;
  explicit DrawnScrewBetween(Draw& draw)
      : start(draw.pose(1.0)),
        end(pose_near(draw, start, draw_angle(draw), draw.log_uniform(1e-3, 3.0))),
        motion(ScrewMotion::between(start, end, draw.coin() ? 0 : draw.integer(-3, 3))) {}
  Map<Wide> truth(Wide t) const { return oracle::screw_truth(start, motion, t); }
};

struct DrawnLink {
  KinematicTree tree;
  Pose base;
  oracle::Segment segment;
  TreeMotion all;
  LinkMotion motion;
  explicit DrawnLink(Draw& draw)
      : tree(oracle::draw_tree(draw, 6, oracle::Joints::any)),
        base(draw.pose(draw_size(draw))),
        segment(oracle::draw_segment(draw, tree, 3.0, draw.log_uniform(1e-6, 10.0), draw.coin())),
        all(tree, base),
        motion(all.link(6)) {
    all.follow(segment.path, 0);
  }
  Map<Wide> truth(Wide t) const { return oracle::link_map<Wide>(tree, base, segment.controls, -1, 6, t); }
};

/// A part of another kind's time, between any two moments of some clock: the same truth, read there.
template <class Drawn>
struct DrawnPart {
  Drawn whole;
  double begin, end, from, to;
  decltype(Drawn::motion) motion;
  explicit DrawnPart(Draw& draw)
      : whole(draw),
        begin(draw.coin() ? 0.0 : draw.uniform(-1e3, 1e3)),
        end(begin + draw.log_uniform(1e-3, 1e3)),
        from(draw.coin(0.2) ? begin : draw.uniform(begin, end)),
        to(draw.coin(0.2)   ? end
           : draw.coin(0.2) ? std::min(end, from + 1e-12)
                            : draw.uniform(from, end)),
        motion(whole.motion.restricted(Stretch::of(from, to, begin, end))) {}
  Map<Wide> truth(Wide t) const {
    // Differences first: they are exact, where the time itself would lose digits on a late clock.
    const Wide since = (static_cast<Wide>(from) - begin) + t * (static_cast<Wide>(to) - from);
    return whole.truth(since / (static_cast<Wide>(end) - begin));
  }
};

/// The same of a path's segment: every joint type, every interpolation.
struct DrawnLinkPart : DrawnLink {
  double begin = 7.25, end, from, to;
  explicit DrawnLinkPart(Draw& draw)
      : DrawnLink(draw), end(begin + draw.log_uniform(1e-3, 1e3)), from(draw.uniform(begin, end)), to(end) {
    if (draw.coin()) to = draw.uniform(from, end);
    all.follow(segment.path, 0, Stretch::of(from, to, begin, end));
  }
  Map<Wide> truth(Wide t) const {
    const Wide since = (static_cast<Wide>(from) - begin) + t * (static_cast<Wide>(to) - from);
    return DrawnLink::truth(since / (static_cast<Wide>(end) - begin));
  }
};

template <class Drawn>
class Contract : public ::testing::Test {};

using Kinds = ::testing::Types<DrawnStatic, DrawnLinear, DrawnVertex, DrawnInBetween, DrawnInBetweenTurns, DrawnScrew,
                               DrawnScrewBetween, DrawnLink, DrawnPart<DrawnLinear>, DrawnPart<DrawnInBetween>,
                               DrawnPart<DrawnScrew>, DrawnLinkPart>;
TYPED_TEST_SUITE(Contract, Kinds);

/// What the truth itself may be off by.
template <class Drawn>
Wide slack(const Drawn& drawn, const Map<Wide>& truth) {
  Wide size = 100.0L;
  for (const Wide& x : truth.offset) size += std::abs(x);
  if constexpr (requires { drawn.motion.origin_B(); }) size += 30.0L * drawn.motion.origin_B().norm();  // a far axis
  return 1e-17L * size;
}

TYPED_TEST(Contract, TubeSpeedAndEnclosureHoldTheTruth) {
  Draw draw;
  const int count = testing::cases(300, 20'000);
  int near = 0, still = 0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const TypeParam drawn(draw);
    const auto& motion = drawn.motion;
    const Lss volume = oracle::draw_volume(draw);
    const Interval window = oracle::draw_window(draw);
    const auto points = oracle::points_of(draw, volume, 3);
    const double tube = motion.tube(window, volume), speed = motion.speed(window, volume);
    const IntervalPose box = motion.enclosure(window);
    const LinearEnclosure linear = motion.linear_enclosure(window);
    const Window scale(window);
    ASSERT_TRUE(tube >= 0.0 && speed >= 0.0 && std::isfinite(tube) && std::isfinite(speed));

    const Map<Wide> start = oracle::map<Wide>(motion.pose(window.lo)), end = oracle::map<Wide>(motion.pose(window.hi));
    const Wide span = static_cast<Wide>(window.hi) - window.lo;
    Map<Wide> last = drawn.truth(window.lo);
    Wide before = window.lo, farthest = 0.0L;
    for (int i = 0; i <= 8; ++i) {
      const double t = std::min(window.hi, window.lo + (window.hi - window.lo) * i / 8);
      const Map<Wide> truth = drawn.truth(t);
      const Wide s = span > 0.0L ? (static_cast<Wide>(t) - window.lo) / span : 0.0L;
      const Wide granted = slack(drawn, truth);
      for (const Vector3& x : points) {
        const Vec<Wide> p = oracle::vec<Wide>(x);
        const Vec<Wide> chord = oracle::plus(oracle::times(1.0L - s, start(p)), oracle::times(s, end(p)));
        farthest = std::max(farthest, oracle::distance(truth(p), chord));
        ASSERT_LE(oracle::distance(truth(p), chord), tube + granted);
        ASSERT_LE(oracle::distance(truth(p), last(p)), speed * (t - before) + granted);
      }
      const Wide scaled = (static_cast<Wide>(t) - scale.centre) / scale.radius;
      for (int row = 0; row < 3; ++row) {
        const auto r = static_cast<std::size_t>(row);
        for (int column = 0; column < 4; ++column) {
          const Wide entry = column < 3 ? truth.column[static_cast<std::size_t>(column)][r] : truth.offset[r];
          const Wide straight = linear.middle(row, column) + scaled * linear.rate(row, column);
          ASSERT_LE(std::abs(entry - straight), linear.rest(row, column) + granted);
        }
        for (int column = 0; column < 3; ++column) {
          const Wide entry = truth.column[static_cast<std::size_t>(column)][r];
          ASSERT_LE(box.rotation(row, column).lo, entry + 1e-15L * 1e-2L);
          ASSERT_GE(box.rotation(row, column).hi, entry - 1e-15L * 1e-2L);
        }
        ASSERT_LE(box.translation[row].lo, truth.offset[r] + granted);
        ASSERT_GE(box.translation[row].hi, truth.offset[r] - granted);
      }
      last = truth;
      before = t;
    }
    near += tube > 1e-8 && farthest > 0.9L * tube ? 1 : 0;
    still += tube < 1e-8 ? 1 : 0;
  }
  EXPECT_GT(near + still, count / 3);  // the walls are near the truth, where there is anything to bound
}

TYPED_TEST(Contract, DoesNotCareWhichEndOfTheVolumeComesFirst) {
  Draw draw;
  for (int k = 0; k < testing::cases(100, 2'000); ++k) {
    const TypeParam drawn(draw);
    const Lss volume = oracle::draw_volume(draw), swapped{volume.b, volume.a, volume.radius};
    const Interval window = oracle::draw_window(draw);
    EXPECT_EQ(drawn.motion.tube(window, volume), drawn.motion.tube(window, swapped));
    EXPECT_EQ(drawn.motion.speed(window, volume), drawn.motion.speed(window, swapped));
  }
}

}  // namespace
}  // namespace tocca::contract_tests
