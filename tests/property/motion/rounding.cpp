// What is proven here: the tube of an instant, which is nothing but the bound of rounding, holds the distance between a
// point placed by pose() or poses() and the true point. Far bases, large angles, long chains, mimics.
// Oracle: the formulas of the headers in MPFR with 240 bits (oracle.hpp).
#include <gtest/gtest.h>

#include <cstdio>

#include "draw_tree.hpp"

namespace tocca::rounding_tests {
namespace {

using oracle::Real;

/// |pose x - truth x| as a double, exact but for one rounding.
double error_of(const Pose& pose, const oracle::Map<Real>& truth, const Vector3& x) {
  const auto p = oracle::vec<Real>(x);
  return static_cast<double>(oracle::distance(oracle::map<Real>(pose)(p), truth(p)));
}

struct Ratios {
  double worst = 0.0, sum = 0.0;
  int count = 0;
  void add(double error, double bound) {
    ASSERT_LE(error, bound);
    if (bound == 0.0) return;
    worst = std::max(worst, error / bound);
    sum += error / bound;
    ++count;
  }
};

Ratios measure(testing::Draw& draw, int joints, double far, double angles, int count) {
  Ratios ratios;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k, joints, far, angles));
    const KinematicTree tree = oracle::draw_tree(draw, joints, oracle::Joints::any);
    const Pose base = draw.pose(far);
    const auto segment = oracle::draw_segment(draw, tree, angles, draw.log_uniform(1e-6, 10.0), draw.coin());
    TreeMotion motion(tree, base);
    motion.follow(segment.path, 0);
    const double t = draw.coin(0.1) ? draw.integer(0, 1) : draw.uniform(0.0, 1.0);
    const Vector3 x = draw.vector(0.5);
    const auto truth = oracle::link_map<Real>(tree, base, segment.controls, -1, joints, Real(t));
    const double bound = motion.link(joints).tube({t, t}, {x, x, 0.0});
    std::vector<Pose> poses(static_cast<std::size_t>(joints) + 1);
    motion.poses(t, poses);
    ratios.add(error_of(motion.link(joints).pose(t), truth, x), bound);
    ratios.add(error_of(poses.back(), truth, x), bound);
    const int ancestor = draw.integer(0, joints - 1);
    std::vector<Pose> in_parents = poses;
    motion.poses(t, poses, in_parents);
    ratios.add(error_of(motion.chained_pose(ancestor, joints, in_parents),
                        oracle::link_map<Real>(tree, base, segment.controls, ancestor, joints, Real(t)), x),
               motion.link_in(ancestor, joints).tube({t, t}, {x, x, 0.0}));
    if (::testing::Test::HasFatalFailure()) break;
  }
  return ratios;
}

/// The i-th Taylor coefficient of sum_k b_k B_k(t) around t, times radius^i: binomial(n, i) times the i-th difference.
Real taylor(std::vector<Real> b, int order, double t, double radius) {
  const int degree = static_cast<int>(b.size()) - 1;
  double binomial = 1.0;
  for (int i = 1; i <= order; ++i) {
    for (std::size_t k = 0; k + 1 < b.size(); ++k) b[k] = b[k + 1] - b[k];
    b.pop_back();
    binomial = binomial * (degree - i + 1) / i;
  }
  while (b.size() > 1) {
    for (std::size_t k = 0; k + 1 < b.size(); ++k) b[k] = (Real(1.0) - Real(t)) * b[k] + Real(t) * b[k + 1];
    b.pop_back();
  }
  Real result = Real(binomial) * b[0];
  for (int i = 0; i < order; ++i) result = result * Real(radius);
  return result;
}

TEST(Rounding, OfCoordinatesStaysWithinTheirErrors) {
  testing::Draw draw;
  double worst_at_end = 0.0;
  for (int k = 0; k < testing::cases(2'000, 50'000); ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const double from = draw.sign() * draw.log_uniform(1e-3, 1e6),
                 to = from + draw.sign() * draw.log_uniform(1e-9, 10.0);
    const auto slope = [&] { return draw.uniform(-3.0, 3.0); };
    const int kind = draw.integer(0, 2);
    Coordinate source(from, to);
    if (kind == 1) source = Coordinate::cubic(from, to, slope(), slope());
    if (kind == 2) source = Coordinate::quintic(from, to, slope(), slope(), slope(), slope());
    const bool follows = draw.coin();
    const double multiplier = follows ? slope() : 1.0, offset = follows ? draw.uniform(-10.0, 10.0) : 0.0;
    const Coordinate q = follows ? source.followed_by(multiplier, offset) : source;
    std::vector<Real> truth;
    for (int i = 0; i <= source.degree(); ++i) {
      truth.push_back(Real(multiplier) * Real(source.control()[static_cast<std::size_t>(i)]) + Real(offset));
    }
    const double t = draw.coin(0.2) ? draw.integer(0, 1) : draw.uniform(0.0, 1.0);
    const auto off = [](const Real& exact, double computed) {
      return std::abs(static_cast<double>(exact - Real(computed)));
    };
    ASSERT_LE(off(taylor(truth, 0, t, 1.0), q.at(t).value), q.at(t).error);
    if (follows && t == 1.0) worst_at_end = std::max(worst_at_end, off(truth.back(), q.at(t).value) / q.at(t).error);

    const Interval time = oracle::draw_window(draw);
    const Window window(time);
    const Coordinate::Local local = q.around(window);
    for (int i = 0; i <= source.degree(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      ASSERT_LE(off(taylor(truth, i, window.centre, window.radius), local.term[at]), local.error[at]) << i;
      const double inside = draw.uniform(time.lo, time.hi);
      ASSERT_LE(std::abs(static_cast<double>(taylor(truth, i, inside, window.radius))), local.most[at]) << i;
    }
  }
  EXPECT_GT(worst_at_end, 0.1);  // the error of a mimic's own numbers is of the right size
}

TEST(Rounding, OfPosesStaysWithinTheTubeOfAnInstant) {
  testing::Draw draw;
  const int count = testing::cases(40, 3'000);
  std::printf("| joints | base m | angles rad | mean error / bound | worst |\n|---|---|---|---|---|\n");
  double worst = 0.0;
  for (int joints : {1, 7, 20}) {
    for (double far : {1.0, 1e6}) {
      for (double angles : {3.0, 1e6}) {
        const Ratios ratios = measure(draw, joints, far, angles, count);
        std::printf("| %d | %g | %g | %.3f | %.3f |\n", joints, far, angles, ratios.sum / ratios.count, ratios.worst);
        worst = std::max(worst, ratios.worst);
        ASSERT_FALSE(HasFatalFailure());
      }
    }
  }
  EXPECT_GT(worst, 0.05);  // a bound of the right size, not one that could hide anything
}

TEST(Rounding, OfLongChainsStaysWithinTheTubeOfAnInstant) {
  testing::Draw draw;
  const Ratios ratios = measure(draw, 300, 1e3, 10.0, testing::cases(10, 200));
  EXPECT_GT(ratios.worst, 1e-5);
}

}  // namespace
}  // namespace tocca::rounding_tests
