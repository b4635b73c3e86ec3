// What is proven here: the dynamic hierarchy visits exactly the pairs that brute force visits, and every pair that comes
// within its dilation at some moment. Oracle for the second: the true poses in MPFR.
#include "sweep/dynamic_bvh.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "motion/enclosure_walk.hpp"
#include "property/motion/draw_tree.hpp"
#include "tocca/motion/tree_motion.hpp"

namespace tocca::dynamic_bvh_tests {
namespace {

using oracle::Real;
using oracle::Vec;
using testing::Draw;
using Pairs = std::set<std::pair<int, int>>;

template <BroadPhase B>
std::pair<Pairs, Pairs> visited(B& broad) {
  std::pair<Pairs, Pairs> result;
  broad.for_each_still([&](int a, int b) { EXPECT_TRUE(result.first.insert({a, b}).second); });
  broad.for_each_moving([&](int a, int b) { EXPECT_TRUE(result.second.insert(std::minmax(a, b)).second); });
  return result;
}

Aabb draw_still(Draw& draw) {
  const Vector3 lower = draw.vector(2.0);
  return {lower, lower + draw.vector(0.3).cwiseAbs()};
}

Vector3 rounded(const Vec<Real>& p) {
  return {static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])};
}

TEST(DynamicBvh, VisitsWhatBruteForceVisitsAndWhateverMeets) {
  Draw draw;
  const int count = testing::cases(200, 10'000);
  int overlaps = 0, separate = 0, meetings = 0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const int links = draw.integer(1, 9);
    const KinematicTree tree = oracle::draw_tree(draw, links, oracle::Joints::any, 0.3);
    const oracle::Segment segment = oracle::draw_segment(draw, tree, 3.0, draw.log_uniform(1e-3, 1.0), draw.coin());
    TreeMotion motion(tree);
    motion.follow(segment.path, 0);
    std::vector<Aabb> still;
    for (int i = draw.integer(0, 40); i > 0; --i) still.push_back(draw_still(draw));
    std::vector<Lss> volumes;
    for (int i = 0; i <= links; ++i) volumes.push_back(oracle::draw_volume(draw));
    const double dilation = draw.coin() ? 0.0 : draw.log_uniform(1e-6, 0.1);

    // A corner of some still boxes is put where a point of a link is at some moment, the dilation aside.
    Pairs must;
    for (std::size_t j = 0; j < still.size(); j += 3) {
      const int link = draw.integer(0, links);
      const double t = draw.uniform(0.0, 1.0);
      const Vector3 x = oracle::points_of(draw, volumes[static_cast<std::size_t>(link)], 1).back();
      const auto X = oracle::link_map<Real>(tree, {}, segment.controls, -1, link, Real(t));
      const Vector3 shift = rounded(X(oracle::vec<Real>(x))) + (1.0 - 1e-9) * dilation * draw.direction();
      still[j] = {shift - 1e-9 * Vector3::Ones(), shift + draw.vector(0.2).cwiseAbs()};
      must.insert({link, static_cast<int>(j)});
    }
    DynamicBvh bvh(links + 1, still);
    BruteForce brute(links + 1, still);
    for (int step = 0; step < 2; ++step) {  // rebuilt for every step
      const Interval time = step == 0 ? Interval(0.3, 0.4) : Interval(0.0, 1.0);
      std::vector<IntervalPose> X(static_cast<std::size_t>(links) + 1);
      motion.enclosures(time, X);
      for (int i = 0; i <= links; ++i) {
        bvh.sweep(i, X[static_cast<std::size_t>(i)], volumes[static_cast<std::size_t>(i)], dilation);
        brute.sweep(i, X[static_cast<std::size_t>(i)], volumes[static_cast<std::size_t>(i)], dilation);
      }
      bvh.build();
      brute.build();
      const auto found = visited(bvh);
      ASSERT_EQ(found, visited(brute));
      overlaps += static_cast<int>(found.first.size() + found.second.size());
      separate += (links + 1) * static_cast<int>(still.size()) - static_cast<int>(found.first.size());
      if (step == 0) continue;
      for (const auto& pair : must) ASSERT_TRUE(found.first.contains(pair)) << pair.first << ' ' << pair.second;
      meetings += static_cast<int>(must.size());
    }
  }
  EXPECT_GT(overlaps, count);
  EXPECT_GT(separate, count);
  EXPECT_GT(meetings, count);
}

TEST(DynamicBvh, UnknownBoxesOverlapEverything) {
  const std::vector<Aabb> still{{Vector3::Zero(), Vector3::Ones()}, {Vector3::Constant(5.0), Vector3::Constant(6.0)}};
  DynamicBvh bvh(3, still);
  const Lss point{Vector3::Zero(), Vector3::Zero(), 0.0};
  IntervalPose far = enclosed(Pose{Matrix3::Identity(), Vector3::Constant(100.0)}), unknown = far;
  for (Interval& x : unknown.translation.v) x = Interval::entire();
  bvh.sweep(0, far, point, 0.0);
  bvh.sweep(1, unknown, point, 0.0);
  bvh.sweep(2, far, point, 0.0);
  bvh.build();
  const auto [still_pairs, moving_pairs] = visited(bvh);
  EXPECT_EQ(still_pairs, (Pairs{{1, 0}, {1, 1}}));
  EXPECT_EQ(moving_pairs, (Pairs{{0, 1}, {0, 2}, {1, 2}}));
}

TEST(AabbTree, AnEndThatIsNoNumberSpreadsToTheRoot) {
  const double nan = std::nan("");
  std::vector<Aabb> boxes{{Vector3::Zero(), Vector3::Ones()},
                          {Vector3(nan, 0.0, 0.0), Vector3::Ones()},
                          {Vector3::Zero(), Vector3(1.0, nan, 1.0)},
                          {Vector3::Zero(), Vector3::Ones()}};
  AabbTree tree = AabbTree::by_order(4);
  tree.refit(boxes);
  const std::vector<Aabb> elsewhere{{Vector3(-9.0, 0.0, 0.0), Vector3(-8.0, 1.0, 1.0)}};
  int visits = 0;
  for_each_overlap(tree, AabbTree::by_place(elsewhere), [&](int thing, int) {
    EXPECT_EQ(thing, 1);
    ++visits;
  });
  EXPECT_EQ(visits, 1);
  for_each_overlap(AabbTree::by_order(0), tree, [&](int, int) { FAIL(); });
}

}  // namespace
}  // namespace tocca::dynamic_bvh_tests
