// What is proven here: two boxes that are within reach at some moment of a window are never called apart, and boxes that
// part in a short window mostly are. Oracle: the true pose in MPFR; the boxes touch corner to corner by construction.
#include "sweep/interval_obb.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "property/motion/draw_tree.hpp"
#include "tocca/motion/rigid_motion.hpp"
#include "tocca/motion/tree_motion.hpp"

namespace tocca::interval_obb_tests {
namespace {

using oracle::Map;
using oracle::Real;
using oracle::Vec;
using testing::Draw;

Obb draw_box(Draw& draw, double size) {
  std::vector<Vector3> points;
  const int flat = draw.integer(0, 3);  // plates and needles, too
  for (int i = draw.integer(3, 8); i > 0; --i) {
    Vector3 p = draw.vector(size);
    for (int axis = 0; axis < flat; ++axis) p[axis] *= 1e-3;
    points.push_back(p);
  }
  const Matrix3 turn = draw.pose(0.0).rotation;
  for (Vector3& p : points) p = turn * p;
  return Obb::fit(points);
}

/// center + sum of +-half_i axis_i: the set that the box stores, taken literally.
Vec<Real> corner_of(const Obb& box, int which) {
  Vec<Real> corner = oracle::vec<Real>(box.center);
  for (int i = 0; i < 3; ++i) {
    const Real x((which >> i & 1) != 0 ? static_cast<double>(box.half[i]) : -static_cast<double>(box.half[i]));
    corner = oracle::plus(corner, oracle::times(x, oracle::vec<Real>(box.frame().col(i))));
  }
  return corner;
}

Vector3 rounded(const Vec<Real>& p) {
  return {static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])};
}

int farthest_corner(const Obb& box, const Map<Real>& X, const Vector3& direction) {
  int best = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < 8; ++i) {
    const double along = rounded(X(corner_of(box, i))).dot(direction);
    if (along > most) most = along, best = i;
  }
  return best;
}

/// A moving box, a moment, and a second box whose corner is `gap` away from a corner of the first, across a plane: the
/// plane keeps them apart, and nothing of either is nearer to the other, at that moment.
struct Meeting {
  Obb a, b;
  double true_gap;
};

Meeting draw_meeting(Draw& draw, const Map<Real>& X, double gap) {
  const double size = draw.log_uniform(1e-3, 0.5);
  Meeting meeting{draw_box(draw, size), draw_box(draw, size * draw.log_uniform(0.1, 10.0)), 0.0};
  const Vector3 direction = draw.direction();
  const Map<Real> here;
  const Vec<Real> from = X(corner_of(meeting.a, farthest_corner(meeting.a, X, direction)));
  const int to = farthest_corner(meeting.b, here, -direction);
  meeting.b.center += rounded(from) + gap * direction - rounded(corner_of(meeting.b, to));
  meeting.true_gap = static_cast<double>(oracle::distance(from, corner_of(meeting.b, to)));
  return meeting;
}

TEST(IntervalObb, NeverPartsBoxesThatMeet) {
  Draw draw;
  const int count = testing::cases(3'000, 200'000);
  int met = 0, clear = 0, parted = 0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const int links = draw.integer(1, 6);
    const KinematicTree tree = oracle::draw_tree(draw, links, oracle::Joints::any);
    const Pose base = draw.pose(draw.coin(0.1) ? 1e3 : 1.0);
    const oracle::Segment segment = oracle::draw_segment(draw, tree, 3.0, draw.log_uniform(1e-6, 3.0), draw.coin());
    TreeMotion motion(tree, base);
    motion.follow(segment.path, 0);
    const Interval time = oracle::draw_window(draw);
    const double t =
        draw.coin(0.3) ? (draw.coin() ? time.lo : time.hi) : std::min(time.hi, draw.uniform(time.lo, time.hi));
    const Map<Real> truth = oracle::link_map<Real>(tree, base, segment.controls, -1, links, Real(t));
    const double reach = draw.coin(0.3) ? 0.0 : draw.log_uniform(1e-9, 0.1);  // boxes seldom touch exactly
    const double gap = draw.coin()   ? reach
                       : draw.coin() ? draw.uniform(0.0, 1.0) * reach
                                     : reach + draw.log_uniform(1e-6, 1.0);
    const Meeting meeting = draw_meeting(draw, truth, gap);
    const LinearEnclosure X = motion.link(links).linear_enclosure(time);

    // Seen from the other side: the second box moves, too, by a motion that is none.
    const MovingBox a(meeting.a, X),
        b = draw.coin() ? MovingBox(meeting.b) : MovingBox(meeting.b, LinearEnclosure(Pose{}));
    const bool apart = stay_apart(a, b, reach);
    if (meeting.true_gap <= reach) {
      ++met;
      ASSERT_FALSE(apart) << meeting.true_gap << " within " << reach;
      ASSERT_FALSE(stay_apart(b, a, reach));
    } else if (meeting.true_gap > 1.5 * reach + 1e-3 && a.spread.norm() + a.rate.norm() < 1e-5) {
      ++clear;
      parted += apart ? 1 : 0;
    }
  }
  EXPECT_GT(met, count / 4);
  EXPECT_GT(clear, count / 100);
  EXPECT_GT(parted, clear / 3);  // corner to corner is what 15 axes see worst
}

TEST(IntervalObb, ABoxThatSlidesAlongAWallStaysApart) {
  // 10 cm of a wall's length in one interval, a tenth of a millimetre above it, askew in space: plain interval boxes
  // would see 10 cm of motion in every direction.
  const Pose askew{rotation_about(Vector3(1.0, 2.0, 3.0).normalized(), 0.7), Vector3::Zero()};
  const std::vector<Vector3> wall{{-1.0, -1.0, 0.0}, {1.0, -1.0, 0.0}, {1.0, 1.0, 0.0}, {-1.0, 1.0, -0.1}};
  const std::vector<Vector3> block{
      {0.0, 0.0, 1e-4}, {0.1, 0.0, 1e-4}, {0.0, 0.1, 1e-4}, {0.05, 0.05, 0.1}, {0.1, 0.1, 0.1}};
  std::vector<Vector3> placed_wall, placed_block;
  for (const Vector3& p : wall) placed_wall.push_back(askew * p);
  for (const Vector3& p : block) placed_block.push_back(askew * p);
  const Obb a = Obb::fit(placed_block), b = Obb::fit(placed_wall);
  const LinearMotion slide(Matrix3::Identity(), Vector3::Zero(), askew * Vector3(0.1, 0.0, 0.0));
  const MovingBox moving(a, slide.linear_enclosure({0.0, 1.0}));
  EXPECT_TRUE(stay_apart(moving, MovingBox(b), 1e-5));
  EXPECT_FALSE(stay_apart(moving, MovingBox(b), 2e-4));
}

TEST(IntervalObb, NothingIsKnownOfWhatIsNoNumber) {
  const std::vector<Vector3> points{{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
  const Obb box = Obb::fit(points);
  LinearEnclosure far(Pose{Matrix3::Identity(), Vector3(10.0, 0.0, 0.0)});
  EXPECT_TRUE(stay_apart(MovingBox(box, far), MovingBox(box), 0.0));
  for (const double unknown : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    LinearEnclosure X = far;
    X.rest(1, 2) = unknown;
    EXPECT_FALSE(stay_apart(MovingBox(box, X), MovingBox(box), 0.0));
    X = far;
    X.middle(0, 3) = unknown;
    EXPECT_FALSE(stay_apart(MovingBox(box, X), MovingBox(box), 0.0));
  }
  LinearEnclosure bent = far;
  bent.middle(0, 0) = 1.1;  // no frame any more
  EXPECT_FALSE(stay_apart(MovingBox(box, bent), MovingBox(box), 0.0));
}

}  // namespace
}  // namespace tocca::interval_obb_tests
