// What is proven here: for two links of one robot, both seen from their common ancestor, the sum of the two tubes holds
// how far their true distance vector strays from the one between chords; never their maximum alone.
// Oracle: oracle.hpp in long double, granted 1e-15 of lengths of at most a hundred metres.
#include <gtest/gtest.h>

#include "draw_tree.hpp"

namespace tocca::pairs_tests {
namespace {

using Wide = long double;

TEST(PairOfLinks, SumOfTubesHoldsInTheCommonAncestorsFrame) {
  testing::Draw draw;
  const int count = testing::cases(1'000, 50'000);
  int beyond_maximum = 0, dropped = 0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const int joints = draw.integer(2, 14);
    const KinematicTree tree = oracle::draw_tree(draw, joints, oracle::Joints::any, 0.5);
    const Pose base = draw.pose(1.0);
    const auto segment = oracle::draw_segment(draw, tree, 3.0, draw.log_uniform(1e-4, 3.0), draw.coin());
    TreeMotion motion(tree, base);
    motion.follow(segment.path, 0);
    const int links[2] = {draw.integer(0, joints), draw.integer(0, joints)};
    const int ancestor = motion.common_ancestor(links[0], links[1]);
    const Interval window = oracle::draw_window(draw);
    const Wide span = static_cast<Wide>(window.hi) - window.lo;

    const Vector3 x[2] = {draw.vector(0.3), draw.vector(0.3)};
    double tube[2], in_world = 0.0;
    oracle::Vec<Wide> start[2], end[2];
    for (int i = 0; i < 2; ++i) {
      const LinkMotion link = motion.link_in(ancestor, links[i]);
      tube[i] = link.tube(window, {x[i], x[i], 0.0});
      in_world += motion.link(links[i]).tube(window, {x[i], x[i], 0.0});
      start[i] = oracle::map<Wide>(link.pose(window.lo))(oracle::vec<Wide>(x[i]));
      end[i] = oracle::map<Wide>(link.pose(window.hi))(oracle::vec<Wide>(x[i]));
    }
    Wide worst = 0.0L;
    for (int i = 0; i <= 8; ++i) {
      const double t = std::min(window.hi, window.lo + (window.hi - window.lo) * i / 8);
      const Wide s = span > 0.0L ? (static_cast<Wide>(t) - window.lo) / span : 0.0L;
      oracle::Vec<Wide> stray[2];
      for (int side = 0; side < 2; ++side) {
        const auto chord = oracle::plus(oracle::times(1.0L - s, start[side]), oracle::times(s, end[side]));
        const auto truth = oracle::link_map<Wide>(tree, base, segment.controls, ancestor, links[side],
                                                  static_cast<Wide>(t))(oracle::vec<Wide>(x[side]));
        stray[side] = oracle::plus(truth, oracle::times(-1.0L, chord));
      }
      worst = std::max(worst, oracle::distance(stray[0], stray[1]));
    }
    ASSERT_LE(worst, static_cast<Wide>(tube[0]) + tube[1] + 1e-15L);
    beyond_maximum += worst > std::max(tube[0], tube[1]) ? 1 : 0;
    dropped += tube[0] + tube[1] < 0.5 * in_world ? 1 : 0;
  }
  EXPECT_GT(beyond_maximum, count / 20);  // a maximum instead of the sum would have failed here,
  EXPECT_GT(dropped, count / 10);         // and the joints above the ancestor do drop out
}

}  // namespace
}  // namespace tocca::pairs_tests
