// What is proven here: no point of a link ever leaves its tube, beats its speed or leaves its enclosure, for random
// trees of every joint type and random motions; and the bounds are not far away either.
// Oracle: the formulas of the headers in long double (oracle.hpp); its own error, 64-bit mantissas over at most 20
// joints, is below 1e-17 of the far base and of the lengths times the angles involved, and is granted.
#include <gtest/gtest.h>

#include <algorithm>

#include "draw_tree.hpp"
#include "motion/bound_walk.hpp"
#include "motion/interval_pose.hpp"

namespace tocca::tree_motion_tests {
namespace {

using oracle::Map;
using oracle::Vec;
using Wide = long double;

constexpr Wide oracle_error = 1e-17L;

struct Case {
  KinematicTree tree;
  Pose base;
  oracle::Segment segment;
  TreeMotion motion;
  int link, ancestor;
  Interval window;
  Lss volume;
  std::vector<Vector3> points;
  Wide size;  // of all lengths and angles involved

  Map<Wide> truth(double t) const {
    return oracle::link_map<Wide>(tree, base, segment.controls, ancestor, link, static_cast<Wide>(t));
  }
  bool linear() const {
    return std::ranges::all_of(segment.controls, [](const auto& values) { return values.size() == 2; });
  }
  LinkMotion moving() const { return ancestor < 0 ? motion.link(link) : motion.link_in(ancestor, link); }
};

Case draw_case(testing::Draw& draw) {
  const int joints = draw.integer(1, 20);
  KinematicTree tree = oracle::draw_tree(draw, joints, oracle::Joints::any, draw.coin(0.2) ? 0.5 : 0.0);
  const double far = draw.coin(0.1) ? 1e6 : 1.0, wide = draw.coin(0.1) ? 1e6 : 3.0;
  const Pose base = draw.coin(0.3) ? Pose{} : draw.pose(far);
  auto segment = oracle::draw_segment(draw, tree, wide, draw.log_uniform(1e-6, 20.0), draw.coin());
  TreeMotion motion(tree, base);
  motion.follow(segment.path, 0);
  const int link = draw.coin() ? joints : draw.integer(0, joints);
  int ancestor = -1;
  if (draw.coin(0.3)) {
    ancestor = link;
    while (ancestor > 0 && draw.coin(0.7)) ancestor = tree.parent_link(ancestor);
  }
  const Lss volume = oracle::draw_volume(draw);
  auto points = oracle::points_of(draw, volume, 4);
  const Interval window = oracle::draw_window(draw);
  double length = 60.0;  // of everything that slides or is offset; a slide may follow a large angle
  for (const Joint& joint : tree.joints()) {
    if (joint.mimic && joint.type == JointType::prismatic) length += 2.0 * wide;
  }
  return {std::move(tree),
          base,
          std::move(segment),
          std::move(motion),
          link,
          ancestor,
          window,
          volume,
          std::move(points),
          static_cast<Wide>(far + length * wide)};
}

/// Greatest distance of the true curve from the chord of the given end poses, over points and a grid of times.
Wide deviation(const Case& c, const Pose& at_start, const Pose& at_end, int steps) {
  const Map<Wide> start = oracle::map<Wide>(at_start), end = oracle::map<Wide>(at_end);
  Wide worst = 0.0L;
  for (int k = 0; k <= steps; ++k) {
    const double t = std::min(c.window.hi, c.window.lo + (c.window.hi - c.window.lo) * k / steps);
    const Wide span = static_cast<Wide>(c.window.hi) - c.window.lo;
    const Wide s = span > 0.0L ? (static_cast<Wide>(t) - c.window.lo) / span : 0.0L;
    const Map<Wide> truth = c.truth(t);
    for (const Vector3& x : c.points) {
      const Vec<Wide> p = oracle::vec<Wide>(x);
      const Vec<Wide> chord = oracle::plus(oracle::times(1.0L - s, start(p)), oracle::times(s, end(p)));
      worst = std::max(worst, oracle::distance(truth(p), chord));
    }
  }
  return worst;
}

/// The same for the poses that are made for all links at once: in the world, and chained in the frame of an ancestor.
Wide deviation_of_all(const Case& c, int steps) {
  std::vector<Pose> links(static_cast<std::size_t>(c.motion.link_count())), joints = links;
  const auto at = [&](double t) {
    c.motion.poses(t, links, joints);
    return c.ancestor < 0 ? links[static_cast<std::size_t>(c.link)] : c.motion.chained_pose(c.ancestor, c.link, joints);
  };
  const Pose start = at(c.window.lo), end = at(c.window.hi);
  return deviation(c, start, end, steps);
}

TEST(TreeMotion, NeverLeavesItsTube) {
  testing::Draw draw;
  const int count = testing::cases(2'000, 100'000);
  int near = 0, bent = 0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const Case c = draw_case(draw);
    const LinkMotion link = c.moving();
    const double tube = link.tube(c.window, c.volume);
    const Wide far = deviation(c, link.pose(c.window.lo), link.pose(c.window.hi), 8);
    ASSERT_LE(far, tube + oracle_error * c.size);
    ASSERT_LE(deviation_of_all(c, 3), tube + oracle_error * c.size);
    if (tube > 1e-9) ++bent;
    if (tube > 1e-9 && far > 0.98L * tube) ++near;
  }
  EXPECT_GT(bent, count / 4);   // most are real arcs, not rounding alone,
  EXPECT_GT(near, count / 50);  // and some touch the wall
  RecordProperty("near_the_wall", near);
}

/// The quick speed is never beaten during the window, and at no time of all is a placed point farther from the truth than
/// the pose error. `fast` counts points that move almost as fast as the bound.
void check_speed_and_poses(const Case& c, double speed, double pose_error, int& fast) {
  double before = c.window.lo;
  Map<Wide> last = c.truth(before);
  bool near = false;
  for (int i = 1; i <= 6; ++i) {
    const double now = std::min(c.window.hi, c.window.lo + (c.window.hi - c.window.lo) * i / 6);
    if (now == before) continue;
    const Map<Wide> truth = c.truth(now);
    const Wide elapsed = static_cast<Wide>(now) - before;
    for (const Vector3& x : c.points) {
      const Vec<Wide> p = oracle::vec<Wide>(x);
      const Wide travelled = oracle::distance(truth(p), last(p));
      ASSERT_LE(travelled, speed * elapsed + oracle_error * c.size);
      near = near || travelled > 0.9L * speed * elapsed;
    }
    before = now;
    last = truth;
  }
  fast += near ? 1 : 0;
  const LinkMotion link = c.moving();
  std::vector<Pose> poses(static_cast<std::size_t>(c.motion.link_count()));
  for (const double t : {0.0, 0.3, c.window.lo, 1.0}) {
    const Map<Wide> truth = c.truth(t), placed = oracle::map<Wide>(link.pose(t));
    c.motion.poses(t, poses);
    const Map<Wide> together = oracle::map<Wide>(poses[static_cast<std::size_t>(c.link)]);
    for (const Vector3& x : c.points) {
      const Vec<Wide> p = oracle::vec<Wide>(x);
      ASSERT_LE(oracle::distance(truth(p), placed(p)), pose_error + oracle_error * c.size);
      if (c.ancestor >= 0) continue;
      ASSERT_LE(oracle::distance(truth(p), together(p)), pose_error + oracle_error * c.size);
    }
  }
}

TEST(TreeMotion, NeverLeavesItsQuickTube) {
  testing::Draw draw;
  const int count = testing::cases(4'000, 200'000);
  int quick = 0, bent = 0, near = 0, fast = 0;
  double looser = 0.0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const Case c = draw_case(draw);
    std::vector<Pose> middle(static_cast<std::size_t>(c.motion.link_count()));
    c.motion.poses(0.5 * (c.window.lo + c.window.hi), middle);
    const auto [tube, spread, speed, pose_error, flat, flat_tube] =
        c.motion.quick_bounds(c.window, c.ancestor, c.link, nullptr, c.volume, middle);
    if (!(tube < std::numeric_limits<double>::infinity())) continue;  // it answers for simple joints only
    ++quick;
    const LinkMotion link = c.moving();
    const Map<Wide> at_middle = oracle::map<Wide>(link.pose(0.5 * (c.window.lo + c.window.hi)));
    for (const double t : {c.window.lo, 0.25 * c.window.lo + 0.75 * c.window.hi, c.window.hi}) {
      for (const Vector3& x : c.points) {
        const Vec<Wide> p = oracle::vec<Wide>(x);
        ASSERT_LE(oracle::distance(c.truth(std::min(t, c.window.hi))(p), at_middle(p)), spread + oracle_error * c.size);
      }
    }
    check_speed_and_poses(c, speed, pose_error, fast);
    const Wide far = deviation(c, link.pose(c.window.lo), link.pose(c.window.hi), 8);
    ASSERT_LE(far, tube + oracle_error * c.size);
    ASSERT_LE(deviation_of_all(c, 3), tube + oracle_error * c.size);
    if (tube < 1e-9) continue;
    ++bent;
    near += far > 0.9L * tube ? 1 : 0;
    looser += tube / link.tube(c.window, c.volume);
  }
  EXPECT_GT(quick, count / 50);
  EXPECT_GT(bent, count / 100);
  EXPECT_GT(near, bent / 20);
  EXPECT_GT(fast, quick / 20);
  RecordProperty("looser", std::to_string(looser / bent));
}

/// A point on the axis of the last joint at the middle of the window, and a base that is far away: the distance from the
/// axis is then all rounding.
TEST(TreeMotion, QuickTubeHoldsForAFarBaseAndAPointOnTheAxis) {
  testing::Draw draw;
  for (int k = 0; k < testing::cases(500, 20'000); ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const int joints = draw.integer(1, 7);
    const KinematicTree tree = oracle::draw_tree(draw, joints, oracle::Joints::revolute, 0.0);
    const Pose base = draw.pose(draw.log_uniform(1.0, 1e9));
    auto segment = oracle::draw_segment(draw, tree, 3.0, draw.log_uniform(1e-3, 30.0), false);
    TreeMotion motion(tree, base);
    motion.follow(segment.path, 0);
    const Vector3 x = draw.coin() ? Vector3::Zero() : Vector3(tree.joints().back().axis * draw.uniform(-1.0, 1.0));
    const Interval window = oracle::draw_window(draw);
    const Case c{tree, base, std::move(segment), motion, joints, -1, window, {x, x, 0.0}, {x}, 1e10L};
    if (!c.linear()) continue;
    std::vector<Pose> middle(static_cast<std::size_t>(joints) + 1), start = middle, end = middle;
    motion.poses(0.5 * (window.lo + window.hi), middle);
    motion.poses(window.lo, start);
    motion.poses(window.hi, end);
    const double tube = motion.quick_bounds(window, -1, joints, nullptr, c.volume, middle).tube;
    ASSERT_LE(deviation(c, start.back(), end.back(), 6), tube + oracle_error * 1e10L);
  }
}

TEST(TreeMotion, NeverBeatsItsSpeed) {
  testing::Draw draw;
  const int count = testing::cases(2'000, 100'000);
  int near = 0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const Case c = draw_case(draw);
    const double speed = c.moving().speed(c.window, c.volume);
    Wide fastest = 0.0L;
    double before = c.window.lo;
    Map<Wide> last = c.truth(before);
    for (int i = 1; i <= 12; ++i) {
      const double now = std::min(c.window.hi, c.window.lo + (c.window.hi - c.window.lo) * i / 12);
      if (now == before) continue;
      const Map<Wide> truth = c.truth(now);
      const Wide elapsed = static_cast<Wide>(now) - before;
      for (const Vector3& x : c.points) {
        const Vec<Wide> p = oracle::vec<Wide>(x);
        const Wide travelled = oracle::distance(truth(p), last(p));
        ASSERT_LE(travelled, speed * elapsed + oracle_error * c.size);
        fastest = std::max(fastest, travelled / elapsed);
      }
      before = now;
      last = truth;
    }
    if (fastest > 0.98L * speed) ++near;
  }
  EXPECT_GT(near, count / 10);
}

TEST(TreeMotion, KnowsTheSpeedOfAnInstant) {
  testing::Draw draw;
  for (int k = 0; k < testing::cases(300, 10'000); ++k) {
    Case c = draw_case(draw);
    const double t = draw.uniform(0.1, 0.9), step = 1e-6;
    const double speed = c.moving().speed({t, t}, c.volume);
    const Map<Wide> before = c.truth(t - step), after = c.truth(t + step);
    for (const Vector3& x : c.points) {  // the central difference is off by at most step^2 / 6 * |third derivative|
      const Vec<Wide> p = oracle::vec<Wide>(x);
      const Wide slack = 1e-8L * (1.0L + speed * speed * speed) + oracle_error * c.size / step;
      EXPECT_LE(oracle::distance(after(p), before(p)) / (2.0L * step), speed + slack) << testing::story(draw.seed(), k);
    }
  }
}

TEST(TreeMotion, NeverLeavesItsEnclosure) {
  testing::Draw draw;
  const auto contains = [](const IntervalPose& box, const Map<Wide>& truth, Wide slack) {
    for (int row = 0; row < 3; ++row) {
      const auto r = static_cast<std::size_t>(row);
      for (int column = 0; column < 3; ++column) {
        const Wide entry = truth.column[static_cast<std::size_t>(column)][r];
        const Interval& cell = box.rotation(row, column);
        if (!(cell.lo - slack <= entry && entry <= cell.hi + slack)) return false;
      }
      const Interval& cell = box.translation[row];
      if (!(cell.lo - slack <= truth.offset[r] && truth.offset[r] <= cell.hi + slack)) return false;
    }
    return true;
  };
  for (int k = 0; k < testing::cases(2'000, 100'000); ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const Case c = draw_case(draw);
    const IntervalPose box = c.moving().enclosure(c.window);
    std::vector<IntervalPose> all(static_cast<std::size_t>(c.motion.link_count()));
    c.motion.enclosures(c.window, all);
    for (int i = 0; i <= 8; ++i) {
      const double t = std::min(c.window.hi, c.window.lo + (c.window.hi - c.window.lo) * i / 8);
      ASSERT_TRUE(contains(box, c.truth(t), oracle_error * c.size));
      if (c.ancestor < 0) {
        ASSERT_TRUE(contains(all[static_cast<std::size_t>(c.link)], c.truth(t), oracle_error * c.size));
      }
    }
  }
}

TEST(TreeMotion, HalvingAWindowDoesNotWiden) {
  testing::Draw draw;
  int strict = 0;
  const int count = testing::cases(2'000, 100'000);
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const Case c = draw_case(draw);
    const LinkMotion link = c.moving();
    const double middle = 0.5 * (c.window.lo + c.window.hi);
    const double tube = link.tube(c.window, c.volume), speed = link.speed(c.window, c.volume);
    // Of short linear motions the half's tube is never wider. An S-shaped cubic strays as far on its half as on the
    // whole, and speeds and tubes of many turns are series around another centre: those may grow within their slack.
    const bool plain = c.linear() && speed * (c.window.hi - c.window.lo) < 0.5;
    strict += plain ? 1 : 0;
    for (const Interval half : {Interval{c.window.lo, middle}, Interval{middle, c.window.hi}}) {
      EXPECT_LE(link.tube(half, c.volume), tube * (plain ? 1.0 + 1e-9 : 2.0));
      EXPECT_LE(link.speed(half, c.volume), speed * 1.5);
    }
  }
  EXPECT_GT(strict, count / 5);
}

TEST(TreeMotion, SharesItsWorkWithoutChangingIt) {
  testing::Draw draw;
  for (int k = 0; k < testing::cases(200, 5'000); ++k) {
    const Case c = draw_case(draw);
    const auto links = static_cast<std::size_t>(c.motion.link_count());
    std::vector<StageWindow> windows(static_cast<std::size_t>(c.motion.stage_count()));
    std::vector<Lss> volumes(links, c.volume);
    std::vector<MotionBounds> bounds(links);
    c.motion.prepare(c.window, windows);
    c.motion.bounds(c.window, windows, volumes, bounds);
    for (std::size_t i = 0; i < links; ++i) {
      EXPECT_EQ(bounds[i].tube, c.motion.link(static_cast<int>(i)).tube(c.window, c.volume));
      EXPECT_EQ(bounds[i].speed, c.motion.link(static_cast<int>(i)).speed(c.window, c.volume));
    }
  }
}

}  // namespace
}  // namespace tocca::tree_motion_tests
