// What is proven here: no point of A's box is farther from where screw and B put it than the chain says, at any time.
// Oracle: the formulas of both motions and of the screw in MPFR.
#include "screw/screw_chain.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "property/motion/draw_tree.hpp"
#include "property/motion/truths.hpp"
#include "screw_draws.hpp"

namespace tocca::screw_chain_tests {
namespace {

using oracle::Map;
using oracle::Real;
using testing::Draw;

enum class Kind { still, linear, screw, screw_between, in_between, link };

/// A motion of any kind, and its formula.
struct Drawn {
  Kind kind;
  Pose start, end;
  RigidMotion rigid{StaticMotion(Pose{})};
  KinematicTree tree;
  oracle::Segment segment;
  TreeMotion all;

  Drawn(Draw& draw, Kind of, double size)
      : kind(of),
        start{oracle::draw_orientation(draw), draw.vector(size)},
        end{rotation_about(draw.direction(), draw.log_uniform(1e-6, 3.0)) * start.rotation,
            start.translation + draw.vector(1.0)},
        tree(oracle::draw_tree(draw, 4, oracle::Joints::any)),
        segment(oracle::draw_segment(draw, tree, 3.0, draw.log_uniform(1e-4, 0.5), draw.coin())),
        all(tree, start) {
    all.follow(segment.path, 0);
    if (kind == Kind::still) rigid = StaticMotion(start);
    if (kind == Kind::linear) rigid = LinearMotion(start.rotation, start.translation, end.translation);
    if (kind == Kind::screw) {
      rigid = ScrewMotion(start, draw.vector(size), draw.direction(), draw.uniform(-9.0, 9.0), draw.uniform(-3.0, 3.0));
    }
    if (kind == Kind::screw_between) {  // whole turns about a far away axis would be a journey of their own
      const bool near = (end.rotation - start.rotation).norm() > 0.3;
      rigid = ScrewMotion::between(start, end, near ? draw.integer(-1, 1) : 0);
    }
    if (kind == Kind::in_between) rigid = InBetweenMotion(start, end);
  }

  Mover mover() const { return kind == Kind::link ? Mover(all, -1, 4) : Mover(rigid); }

  Map<Real> truth(const Real& t) const {
    switch (kind) {
      case Kind::still:
        return oracle::map<Real>(start);
      case Kind::linear:
        return oracle::linear_truth(start, end.translation, t);
      case Kind::screw:
      case Kind::screw_between:
        return oracle::screw_truth(start, std::get<ScrewMotion>(rigid), t);
      case Kind::in_between:
        return oracle::in_between_truth(start, end.translation, std::get<InBetweenMotion>(rigid), t);
      case Kind::link:
        break;
    }
    return oracle::link_map<Real>(tree, start, segment.controls, -1, 4, t);
  }
};

double skew(const Drawn& drawn) {
  const Matrix3 R = drawn.mover().pose(0.0).rotation;
  return (R.transpose() * R - Matrix3::Identity()).norm();
}

Obb draw_box(Draw& draw) {
  const Vector3 half(draw.log_uniform(1e-2, 0.5), draw.log_uniform(1e-2, 0.5), draw.log_uniform(1e-2, 0.5));
  return {draw.vector(0.5), draw.pose(1.0).rotation.cast<float>(), half.cast<float>()};
}

/// The largest discrepancy of a segment at a time over corners, as a part of what the segment admits.
double discrepancy(const ScrewSegment& segment, const Drawn& a, const Drawn& b, const Obb& box, double s) {
  const Real t = Real(segment.from) + Real(s) * (Real(segment.to) - Real(segment.from));
  const Map<Real> A = a.truth(t), B = b.truth(t);
  double worst = 0.0;
  for (const Vector3& corner : box.corners()) {
    const Vector3 inside = box.center + (1.0 - 1e-12) * (corner - box.center);  // corners() are rounded
    const auto here = A(oracle::vec<Real>(inside)), there = B(oracle::screwed(segment.screw, inside, Real(s)));
    worst = std::max(worst, static_cast<double>(oracle::distance(here, there)));
  }
  return worst;
}

void check_tiling(const std::vector<ScrewSegment>& segments) {
  ASSERT_FALSE(segments.empty());
  EXPECT_EQ(segments.front().from, 0.0);
  EXPECT_EQ(segments.back().to, 1.0);
  for (std::size_t i = 1; i < segments.size(); ++i) EXPECT_EQ(segments[i - 1].to, segments[i].from);
}

TEST(ScrewChain, NoPointIsFartherOffThanItSays) {
  Draw draw;
  const int count = testing::cases(80, 3'000);
  std::vector<ScrewSegment> segments;
  double nearest = 0.0;
  int long_chains = 0, single = 0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const double size = draw.coin(0.1) ? 1e3 : draw.log_uniform(1e-2, 3.0);
    const Drawn a(draw, static_cast<Kind>(draw.integer(0, 5)), size),
        b(draw, static_cast<Kind>(draw.integer(0, 5)), size);
    const Obb box = draw_box(draw);
    const double tolerance = draw.log_uniform(1e-5, 1e-2);
    ScrewChain::split(a.mover(), b.mover(), box, tolerance, segments);
    check_tiling(segments);
    if (std::isinf(segments[0].deviation_m)) {  // trees are drawn with skew placements now and then
      EXPECT_GT(std::max(skew(a), skew(b)), 1e-4);
      continue;
    }
    for (int i = 0; i < 6; ++i) {
      const std::size_t which = static_cast<std::size_t>(draw.integer(0, static_cast<int>(segments.size()) - 1));
      const ScrewSegment& segment = segments[which];
      const double off = discrepancy(segment, a, b, box, draw.coin() ? 0.5 : draw.uniform(0.0, 1.0));
      ASSERT_LE(off, segment.deviation_m);
      EXPECT_LE(segment.deviation_m, tolerance);
      nearest = std::max(nearest, off / segment.deviation_m);
    }
    long_chains += segments.size() > 10, single += segments.size() == 1;
  }
  EXPECT_GT(nearest, 0.5);
  EXPECT_GT(long_chains, count / 5);
  EXPECT_GT(single, count / 20);
}

TEST(ScrewChain, OneSegmentWhereTheMotionIsAScrew) {
  Draw draw;
  const int count = testing::cases(150, 20'000);
  std::vector<ScrewSegment> segments;
  double nearest = 0.0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const double size = draw.log_uniform(1e-2, 1e3);
    const Kind pairs[4][2] = {{Kind::screw, Kind::still},
                              {Kind::still, Kind::screw},
                              {Kind::linear, Kind::linear},
                              {Kind::screw_between, Kind::still}};
    const auto& kinds = pairs[draw.integer(0, 3)];
    Drawn a(draw, kinds[0], size), b(draw, kinds[1], size);
    const Obb box = draw_box(draw);
    if (kinds[0] == Kind::screw_between && std::abs(std::get<ScrewMotion>(a.rigid).angle_rad()) < 1e-3) continue;
    const double from = draw.coin() ? 0.0 : 0.125 * draw.integer(0, 3),
                 to = draw.coin() ? 1.0 : 0.125 * draw.integer(4, 8);
    ScrewChain::split(a.mover(), b.mover(), box, 1e-9, segments, from, to);
    ASSERT_EQ(segments.size(), 1U);
    EXPECT_EQ(segments[0].from, from);
    EXPECT_EQ(segments[0].to, to);
    const double arm = (segments[0].screw.point - segments[0].screw.start.translation).norm();
    EXPECT_LT(segments[0].deviation_m, 1e-12 * (10.0 + size + arm));
    for (int i = 0; i < 4; ++i) {
      const double off = discrepancy(segments[0], a, b, box, draw.coin(0.2) ? 1.0 : draw.uniform(0.0, 1.0));
      ASSERT_LE(off, segments[0].deviation_m);
      nearest = std::max(nearest, off / segments[0].deviation_m);
    }
  }
  EXPECT_GT(nearest, 1e-3);
}

TEST(ScrewChain, PartsOfAScrewAreScrewsToo) {
  Draw draw;
  std::vector<ScrewSegment> segments;
  for (int k = 0; k < 50; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const Drawn whole(draw, Kind::screw, 1.0), still(draw, Kind::still, 1.0);
    const double from = draw.uniform(0.0, 0.5), to = draw.uniform(0.6, 1.0);
    const RigidMotion part = std::get<ScrewMotion>(whole.rigid).restricted({from, to, 0.0});
    const Obb box = draw_box(draw);
    ScrewChain::split(Mover(part), still.mover(), box, 1e-9, segments);
    ASSERT_EQ(segments.size(), 1U);
    for (const double s : {0.0, 0.37, 1.0}) {
      const Real t = Real(from) + Real(s) * (Real(to) - Real(from));
      const auto here = whole.truth(t)(oracle::vec<Real>(box.center));
      const auto there = still.truth(t)(oracle::screwed(segments[0].screw, box.center, Real(s)));
      EXPECT_LE(static_cast<double>(oracle::distance(here, there)), segments[0].deviation_m);
    }
  }
}

TEST(ScrewChain, RoundingThatOutweighsTheToleranceEndsTheSplitting) {
  Draw draw;
  std::vector<ScrewSegment> segments;
  const Drawn a(draw, Kind::in_between, 1e6), b(draw, Kind::in_between, 1e6);
  ScrewChain::split(a.mover(), b.mover(), draw_box(draw), 1e-15, segments);
  check_tiling(segments);
  EXPECT_LT(segments.size(), 1'000'000U);
  for (const ScrewSegment& segment : segments) ASSERT_LT(segment.deviation_m, 1e-6);
}

TEST(ScrewChain, AStretchedBodyIsNoRigidOne) {
  const RigidMotion still = StaticMotion(Pose{}), big = StaticMotion(Pose{2.0 * Matrix3::Identity(), Vector3::Zero()});
  std::vector<ScrewSegment> segments;
  Draw draw;
  ScrewChain::split(Mover(still), Mover(big), draw_box(draw), 1e-6, segments);
  ASSERT_EQ(segments.size(), 1U);
  EXPECT_TRUE(std::isinf(segments[0].deviation_m));
}

}  // namespace
}  // namespace tocca::screw_chain_tests
