// What is proven here: the dilated hulls of a sweep, and its dilated triangles, hold every point of the volume at every
// moment, and the tolerance is reached. Oracle: the formulas of oracle.hpp in MPFR. Each point of the volume is compared
// with the one point of the hull (the triangle) that stands for it, without tolerance: stricter than the promise.
#include "sweep/lss_sweep.hpp"

#include <gtest/gtest.h>

#include "property/motion/draw_tree.hpp"
#include "tocca/motion/rigid_motion.hpp"

namespace tocca::lss_sweep_tests {
namespace {

using oracle::Real;
using oracle::Vec;
using testing::Draw;

Vec<Real> between(const Vec<Real>& p, const Vec<Real>& q, const Real& share) {
  return oracle::plus(oracle::times(Real(1.0) - share, p), oracle::times(share, q));
}

/// A random link of a random robot on a random motion.
struct DrawnLink {
  KinematicTree tree;
  Pose base;
  oracle::Segment segment;
  TreeMotion motion;
  int link;

  DrawnLink(Draw& draw, double step)
      : tree(oracle::draw_tree(draw, draw.integer(1, 7), oracle::Joints::any)),
        base(draw.coin(0.2) ? draw.pose(1e6)
             : draw.coin()  ? Pose()
                            : draw.pose(2.0)),
        segment(oracle::draw_segment(draw, tree, draw.coin(0.1) ? 1e3 : 3.0, step, draw.coin())),
        motion(tree, base),
        link(draw.integer(0, motion.link_count() - 1)) {
    motion.follow(segment.path, 0);
  }
  oracle::Map<Real> truth(double t) const {
    return oracle::link_map<Real>(tree, base, segment.controls, -1, link, Real(t));
  }
};

/// A moment of window k, at parameter `share` of its chord, and a point of the volume that `along` places on the segment.
struct Sample {
  int k;
  double t, along;
  Vec<Real> true_place;
};

Sample draw_sample(Draw& draw, const DrawnLink& body, const LssSweep& sweep) {
  Sample sample;
  sample.k = draw.integer(0, sweep.windows() - 1);
  const double from = sweep.time(sample.k), to = sweep.time(sample.k + 1);
  sample.t = draw.coin(0.2) ? (draw.coin() ? from : to) : std::min(draw.uniform(from, to), to);
  sample.along = draw.coin(0.4) ? draw.integer(0, 1) : draw.uniform(0.0, 1.0);
  const Lss& volume = sweep.volume();
  const Vec<Real> centre = between(oracle::vec<Real>(volume.a), oracle::vec<Real>(volume.b), Real(sample.along));
  // A direction of doubles is at most 1 + 3 u long: 1e-15 less is inside the ball.
  const Vec<Real> away = oracle::times(Real(volume.radius) * Real(1.0 - 1e-15), oracle::vec<Real>(draw.direction()));
  sample.true_place = body.truth(sample.t)(oracle::plus(centre, away));
  return sample;
}

/// v of (1 - v) from + v to = t. MPFR's Real has no division: v is searched for, to 2^-60 of the window.
Real share_of(const LssSweep& sweep, const Sample& sample) {
  const Real from(sweep.time(sample.k)), to(sweep.time(sample.k + 1)), t(sample.t);
  Real low(0.0), high(1.0);
  for (int i = 0; i < 120; ++i) {
    const Real middle = (low + high) * Real(0.5);
    (from + middle * (to - from) < t ? low : high) = middle;
  }
  return high;
}

/// The point of the bilinear patch between two rulings.
Vec<Real> on_patch(std::span<const Vector3> corner, const Real& share, double along) {
  const Vec<Real> from = between(oracle::vec<Real>(corner[0]), oracle::vec<Real>(corner[1]), Real(along));
  const Vec<Real> to = between(oracle::vec<Real>(corner[2]), oracle::vec<Real>(corner[3]), Real(along));
  return between(from, to, share);
}

/// The point of the two triangles of a strip, cut along the diagonal from (0, 0) to (1, 1).
Vec<Real> on_triangles(std::span<const Vector3> corner, int strips, const Real& share, double along) {
  const int j = std::min(static_cast<int>(along * strips), strips - 1);
  const Real local = Real(along) * Real(strips) - Real(j);
  const auto ruling = [&](std::size_t first, double s) {
    // Dyadic strips in the test, so that the corners are where the library puts them.
    return between(oracle::vec<Real>(corner[first]), oracle::vec<Real>(corner[first + 1]), Real(s));
  };
  const double s0 = static_cast<double>(j) / strips, s1 = static_cast<double>(j + 1) / strips;
  const Vec<Real> p00 = ruling(0, s0), p01 = ruling(0, s1), p10 = ruling(2, s0), p11 = ruling(2, s1);
  if (local < share) {  // p00 + share (p10 - p00) + local (p11 - p10)
    return oracle::plus(between(p00, p10, share),
                        oracle::times(local, oracle::plus(p11, oracle::times(Real(-1.0), p10))));
  }
  return oracle::plus(between(p00, p01, local),
                      oracle::times(share, oracle::plus(p11, oracle::times(Real(-1.0), p01))));
}

TEST(LssSweep, HoldsEveryPointAtEveryMoment) {
  Draw draw;
  int samples = 0, tight = 0, reached = 0, sweeps = 0, twisted = 0, many = 0;
  for (int c = 0; c < testing::cases(300, 20'000); ++c) {
    SCOPED_TRACE(testing::story(draw.seed(), c));
    const DrawnLink body(draw, draw.coin(0.3) ? draw.log_uniform(1e-9, 1e-2) : draw.log_uniform(1e-2, 10.0));
    const Lss volume = oracle::draw_volume(draw);
    const double tolerance_m = draw.coin(0.1) ? 1e-12 : draw.log_uniform(1e-4, 0.3);
    LssSweep sweep;
    sweep.set(body.motion.link(body.link), volume, tolerance_m);
    ++sweeps;
    many += sweep.windows() > 1 ? 1 : 0;
    reached += sweep.error_m() <= 0.5 * tolerance_m && sweep.twist_m() / sweep.strips() <= 0.5 * tolerance_m ? 1 : 0;
    for (int i = 0; i < 20; ++i, ++samples) {
      const Sample sample = draw_sample(draw, body, sweep);
      const Real share = share_of(sweep, sample);
      const auto corners = sweep.ends(sample.k, sample.k + 1);
      const double radius = sweep.radius_m(sample.k, sample.k + 1);
      const Real away = oracle::distance(sample.true_place, on_patch(corners, share, sample.along));
      ASSERT_TRUE(away <= Real(radius)) << "window " << sample.k << " of " << sweep.windows() << ": "
                                        << static_cast<double>(away) << " > " << radius;
      tight += static_cast<double>(away) > 0.98 * radius ? 1 : 0;
      if ((sweep.strips() & (sweep.strips() - 1)) == 0 && sweep.twist_m() < 1e300) {
        const Real off = oracle::distance(on_triangles(corners, sweep.strips(), share, sample.along),
                                          on_patch(corners, share, sample.along));
        ASSERT_TRUE(off <= Real(sweep.twist_m()) * Real(1.0 / sweep.strips()));
        twisted += static_cast<double>(off) > 0.5 * sweep.twist_m() / sweep.strips() && sweep.twist_m() > 1e-12 ? 1 : 0;
      }
      const Vector3 place(static_cast<double>(sample.true_place[0]), static_cast<double>(sample.true_place[1]),
                          static_cast<double>(sample.true_place[2]));
      ASSERT_TRUE(sweep.box().dilated(1e-15 * place.norm()).contains(place));
    }
  }
  EXPECT_GT(tight, samples / 10);    // the walls are near the truth
  EXPECT_GT(twisted, samples / 50);  // and so are those of the triangles
  EXPECT_GT(many, sweeps / 4);
  EXPECT_GT(reached, sweeps / 2);  // not where the tolerance is below the rounding of a far base, or turns are many
}

/// A body that rests has no tube: what is left is the rounding of its ends and the stretch of its pose.
TEST(LssSweep, HoldsABodyThatRests) {
  Draw draw;
  int tight = 0;
  const int count = testing::cases(3'000, 300'000);
  for (int c = 0; c < count; ++c) {
    SCOPED_TRACE(testing::story(draw.seed(), c));
    const Pose pose = draw.pose(draw.log_uniform(1e-3, 1e6));
    const Lss volume{draw.vector(1.0), draw.vector(1.0), draw.coin(0.7) ? 0.0 : 1.0};
    LssSweep sweep;
    sweep.set(StaticMotion(pose), volume, 1e-3);
    ASSERT_EQ(sweep.windows(), 1);
    const Vec<Real> away =
        oracle::times(Real(volume.radius), oracle::vec<Real>(0.5 * Vector3::Ones()));  // shorter than 1
    const Vec<Real> point = oracle::plus(oracle::vec<Real>(volume.a), away);
    const Real off = oracle::distance(oracle::map<Real>(pose)(point), oracle::vec<Real>(sweep.ends(0, 1)[0]));
    ASSERT_TRUE(off <= Real(sweep.radius_m(0, 1))) << static_cast<double>(off) << " > " << sweep.radius_m(0, 1);
    tight += static_cast<double>(off) > 0.1 * sweep.radius_m(0, 1) ? 1 : 0;
  }
  EXPECT_GT(tight, count / 10);
}

TEST(LssSweep, SaysWhenItsBoundsOverflow) {
  const Lss volume{Vector3::Zero(), Vector3::UnitX(), 0.1};
  std::vector<Link> links{{"a", {}}, {"b", {}}};
  KinematicTree::JointSpec spec;
  spec.name = "j";
  spec.type = JointType::continuous;
  spec.parent_link = "a";
  spec.child_link = "b";
  spec.axis = Vector3::UnitZ();
  const KinematicTree tree = KinematicTree::build(std::move(links), {spec});
  TreeMotion motion(tree);
  motion.move(Configuration::Zero(1), Configuration::Constant(1, 1e100));
  LssSweep sweep;
  sweep.set(motion.link(1), volume, 1e-3);
  EXPECT_EQ(sweep.windows(), LssSweep::most_windows);
  EXPECT_GT(sweep.error_m(), 0.5);  // a full turn, or nothing known at all
}

}  // namespace
}  // namespace tocca::lss_sweep_tests
