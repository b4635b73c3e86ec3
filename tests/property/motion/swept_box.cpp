// What is proven here: no point of a volume leaves its swept box at any moment of the interval, nor does a body that is
// placed on a link. Oracle: the formulas of oracle.hpp in MPFR; no tolerance, since its error is 2^-187 of ours.
#include "motion/swept_box.hpp"

#include <gtest/gtest.h>

#include "draw_tree.hpp"
#include "motion/enclosure_walk.hpp"

namespace tocca::swept_box_tests {
namespace {

using oracle::Map;
using oracle::Real;
using oracle::Vec;
using testing::Draw;

struct Span {
  Real lower, upper;
};

/// Row `axis` of the linear part.
Vec<Real> row(const Map<Real>& X, std::size_t axis) {
  return {X.column[0][axis], X.column[1][axis], X.column[2][axis]};
}

Real least(const Real& x, const Real& y) { return x < y ? x : y; }
Real greatest(const Real& x, const Real& y) { return x < y ? y : x; }

/// How far the image of the volume under one map reaches along one axis: exactly, not by sampled points.
Span reach(const Map<Real>& X, const Lss& volume, std::size_t axis) {
  const Real a = X(oracle::vec<Real>(volume.a))[axis], b = X(oracle::vec<Real>(volume.b))[axis];
  const Real ball = Real(volume.radius) * oracle::distance(row(X, axis), oracle::vec<Real>(Vector3::Zero()));
  return {least(a, b) - ball, greatest(a, b) + ball};
}

Span reach(const Map<Real>& X, const Aabb& volume, std::size_t axis) {
  Span span{X.offset[axis], X.offset[axis]};
  for (int i = 0; i < 3; ++i) {
    const Real entry = row(X, axis)[static_cast<std::size_t>(i)];
    const Real at_lower = entry * Real(volume.lower[i]), at_upper = entry * Real(volume.upper[i]);
    span = {span.lower + least(at_lower, at_upper), span.upper + greatest(at_lower, at_upper)};
  }
  return span;
}

/// A random link of a random robot on a random motion, and a body placed on it.
struct DrawnBody {
  KinematicTree tree;
  Pose base, placement;
  oracle::Segment segment;
  TreeMotion motion;
  int link;

  DrawnBody(Draw& draw, double step)
      : tree(oracle::draw_tree(draw, draw.integer(1, 7), oracle::Joints::any, 0.2)),
        base(draw.coin(0.2) ? draw.pose(1e6)
             : draw.coin()  ? Pose()
                            : draw.pose(2.0)),
        placement(draw.coin() ? Pose() : draw.pose(0.3)),
        segment(oracle::draw_segment(draw, tree, draw.coin(0.1) ? 1e3 : 3.0, step, draw.coin())),
        motion(tree, base),
        link(draw.integer(0, motion.link_count() - 1)) {
    motion.follow(segment.path, 0);
  }

  IntervalPose enclosure(const Interval& time) const {
    std::vector<IntervalPose> X_WL(static_cast<std::size_t>(motion.link_count()));
    motion.enclosures(time, X_WL);
    return product(X_WL[static_cast<std::size_t>(link)], enclosed(placement));
  }
  LinearEnclosure linear_enclosure(const Interval& time) const {
    return product(motion.link(link).linear_enclosure(time), LinearEnclosure(placement));
  }
  Map<Real> truth(double t) const {
    return oracle::link_map<Real>(tree, base, segment.controls, -1, link, Real(t)) * oracle::map<Real>(placement);
  }
};

Lss draw_volume(Draw& draw, const Lss&) {
  Lss volume = oracle::draw_volume(draw);
  if (draw.coin(0.1)) volume.radius = draw.log_uniform(1e-9, 1e6);
  return volume;
}

Aabb draw_volume(Draw& draw, const Aabb&) {
  const Vector3 a = draw.vector(0.4), b = draw.coin(0.1) ? a : draw.vector(draw.log_uniform(1e-9, 1e6));
  return {a.cwiseMin(b), a.cwiseMax(b)};
}

/// A line-swept sphere whose box comes from the linear enclosure.
struct LinearLss : Lss {};

LinearLss draw_volume(Draw& draw, const LinearLss&) { return {draw_volume(draw, Lss{})}; }

template <class V>
Aabb box_of(const DrawnBody& body, const Interval& window, const V& volume) {
  if constexpr (std::is_same_v<V, LinearLss>) return swept_box(body.linear_enclosure(window), volume);
  return swept_box(body.enclosure(window), volume);
}

template <class V>
Aabb box_of(const Pose& pose, const V& volume) {
  if constexpr (std::is_same_v<V, LinearLss>) return swept_box(LinearEnclosure(pose), volume);
  return swept_box(enclosed(pose), volume);
}

template <class V>
class SweptBox : public ::testing::Test {};
using Volumes = ::testing::Types<Lss, Aabb, LinearLss>;
TYPED_TEST_SUITE(SweptBox, Volumes);

TYPED_TEST(SweptBox, HoldsTheVolumeAtEveryMoment) {
  Draw draw;
  const int count = testing::cases(400, 20'000);
  int filled = 0, sides = 0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const DrawnBody body(draw, draw.log_uniform(1e-9, 10.0));
    const TypeParam volume = draw_volume(draw, TypeParam{});
    const Interval window = oracle::draw_window(draw);
    const Aabb box = box_of(body, window, volume);
    const int last = window.lo < window.hi ? 8 : 0;
    std::array<Span, 3> swept;
    for (int i = 0; i <= last; ++i) {
      const double t = std::min(window.hi, window.lo + (window.hi - window.lo) * i / 8);
      const Map<Real> X = body.truth(t);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const Span span = reach(X, volume, axis);
        const auto a = static_cast<Eigen::Index>(axis);
        ASSERT_TRUE(Real(box.lower[a]) <= span.lower && span.upper <= Real(box.upper[a]))
            << "axis " << axis << " at " << t << ": [" << box.lower[a] << ", " << box.upper[a] << "] does not hold ["
            << static_cast<double>(span.lower) << ", " << static_cast<double>(span.upper) << "]";
        swept[axis] =
            i == 0 ? span : Span{least(swept[axis].lower, span.lower), greatest(swept[axis].upper, span.upper)};
      }
    }
    for (std::size_t axis = 0; axis < 3; ++axis, ++sides) {
      const auto a = static_cast<Eigen::Index>(axis);
      const double size = std::max(std::abs(box.lower[a]), std::abs(box.upper[a]));
      const auto width = static_cast<double>(swept[axis].upper - swept[axis].lower);
      filled += box.upper[a] - box.lower[a] <= 1.05 * width + 1e-12 * (1.0 + size) ? 1 : 0;
    }
  }
  EXPECT_GT(filled, sides / 3);  // short motions have boxes that fit: the walls above are near the truth
}

/// One stored map, so that no width of an enclosure hides how the box itself rounds.
TYPED_TEST(SweptBox, HoldsTheImageUnderOneMap) {
  Draw draw;
  for (int k = 0; k < testing::cases(2'000, 100'000); ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    Pose pose = draw.coin(0.2) ? Pose{Matrix3::Identity(), draw.vector(1.0)} : draw.pose(1.0);
    pose.translation *= draw.log_uniform(1e-9, 1e6);
    if (draw.coin(0.2)) pose.rotation.col(draw.integer(0, 2)) += draw.vector(1.0);
    const TypeParam volume = draw_volume(draw, TypeParam{});
    const Aabb box = box_of(pose, volume);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Span span = reach(oracle::map<Real>(pose), volume, axis);
      const auto a = static_cast<Eigen::Index>(axis);
      ASSERT_TRUE(Real(box.lower[a]) <= span.lower && span.upper <= Real(box.upper[a])) << "axis " << axis;
    }
  }
}

/// The reach of a ball is the length of a row, not the radius: a mirror with a scale of two doubles it, to the ulp.
TEST(SweptBoxExact, StretchedBallsKeepTheirReach) {
  const Pose stretch{Vector3(2.0, -0.5, 0.0).asDiagonal(), Vector3(1.0, 2.0, 3.0)};
  const Aabb box = swept_box(enclosed(stretch), Lss{Vector3::Zero(), Vector3::UnitX(), 0.25});
  EXPECT_TRUE(box.lower.isApprox(Vector3(0.5, 1.875, 3.0), 1e-15) &&
              box.upper.isApprox(Vector3(3.5, 2.125, 3.0), 1e-15));
  EXPECT_TRUE(box.contains(Vector3(0.5, 1.875, 3.0)) && box.contains(Vector3(3.5, 2.125, 3.0)));
}

}  // namespace
}  // namespace tocca::swept_box_tests
