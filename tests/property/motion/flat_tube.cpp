// What is proven here: no true point strays from its chord, along a chain's flat direction, by more than the flat tube, nor along any other
// direction by more than what is made of both tubes; and the flat tube is worth having where axes are parallel.
// Oracle: the formulas of the headers in long double (oracle.hpp); its own error is granted, as in tree_motion.cpp.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>

#include "draw_tree.hpp"
#include "tocca/motion/mover.hpp"

namespace tocca {
namespace {

using oracle::Map;
using oracle::Vec;
using Wide = long double;

constexpr Wide oracle_error = 1e-17L;

/// A chain most of whose axes are parallel: every placement turns about them, so that they stay parallel in every frame, up to rounding.
struct FlatChain {
  KinematicTree tree;
  std::vector<bool> slow;  ///< of each joint: its axis is any, and its rate small
};

FlatChain draw_chain(testing::Draw& draw, int joints) {
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
    spec.parent_link = std::to_string(i - 1);
    spec.child_link = std::to_string(i);
    spec.origin = draw.pose(0.3);
    spec.origin.rotation = Eigen::AngleAxisd(draw.uniform(-3.0, 3.0), common).toRotationMatrix();
    spec.axis = slides || wobbles ? draw.direction() : Vector3(common * draw.sign());
    slow.push_back(wobbles);
    links.push_back({spec.child_link, {}});
    specs.push_back(std::move(spec));
  }
  return {KinematicTree::build(std::move(links), std::move(specs)), slow};
}

oracle::Segment draw_turns(testing::Draw& draw, const FlatChain& chain) {
  const int n = chain.tree.coordinate_count();
  oracle::Segment segment;
  segment.path.waypoints = WaypointMatrix::Zero(2, n);
  segment.path.interpolation.assign(static_cast<std::size_t>(n), Interpolation::linear);
  segment.controls.resize(static_cast<std::size_t>(n));
  const double turn = draw.log_uniform(1e-2, 30.0), wobble = draw.log_uniform(1e-9, 1e-2);
  for (std::size_t k = 0; k < chain.tree.joints().size(); ++k) {
    const int i = chain.tree.joints()[k].first_coordinate;
    if (i < 0) continue;
    const double from = draw.uniform(-3.0, 3.0);
    const double to = from + (chain.slow[k] ? wobble : turn) * draw.uniform(-1.0, 1.0);
    segment.path.waypoints(0, i) = from;
    segment.path.waypoints(1, i) = to;
    segment.controls[static_cast<std::size_t>(i)] = {from, to};
  }
  return segment;
}

Wide dot(const Vector3& n, const Vec<Wide>& v) { return n.x() * v[0] + n.y() * v[1] + n.z() * v[2]; }

TEST(FlatTube, HoldsAlongEveryDirection) {
  testing::Draw draw;
  const int count = testing::cases(3'000, 100'000);
  int flat = 0, thin = 0, wobbling = 0, tight = 0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const int joints = draw.integer(1, 5);
    const FlatChain chain = draw_chain(draw, joints);
    const double far = draw.coin(0.1) ? 1e4 : 1.0;
    const Pose base = draw.coin(0.3) ? Pose{} : draw.pose(far);
    const oracle::Segment segment = draw_turns(draw, chain);
    TreeMotion motion(chain.tree, base);
    motion.move(segment.path.waypoints.row(0).transpose(), segment.path.waypoints.row(1).transpose());
    const int ancestor = draw.coin(0.3) ? draw.integer(0, joints - 1) : -1;
    const Lss volume = oracle::draw_volume(draw);
    const Interval window = oracle::draw_window(draw);
    std::vector<Pose> middle(static_cast<std::size_t>(joints) + 1), in_parent = middle;
    motion.poses(0.5 * (window.lo + window.hi), middle);
    const DirectedTube tube = Mover(motion, ancestor, joints).directed_tube(window, volume, middle);
    if (!tube.is_flat()) continue;
    ++flat;
    thin += tube.flat_tube < 1e-6 * tube.tube ? 1 : 0;
    const LinkMotion link = motion.link_in(ancestor, joints);
    const Map<Wide> start = oracle::map<Wide>(link.pose(window.lo)), end = oracle::map<Wide>(link.pose(window.hi));
    const Wide granted = oracle_error * (far + 200.0L);
    const std::vector<Vector3> points = oracle::points_of(draw, volume, 4);
    std::vector<Vector3> directions{tube.flat, draw.direction(),
                                    Vector3(tube.flat + 1e-3 * draw.direction()).normalized()};
    Wide worst = 0.0L;
    for (int i = 0; i <= 12; ++i) {
      const double t = std::min(window.hi, window.lo + (window.hi - window.lo) * i / 12);
      const Wide span = static_cast<Wide>(window.hi) - window.lo;
      const Wide s = span > 0.0L ? (static_cast<Wide>(t) - window.lo) / span : 0.0L;
      const Map<Wide> truth = oracle::link_map<Wide>(chain.tree, base, segment.controls, ancestor, joints, t);
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
    if (tube.flat_tube < 1e-9) continue;
    ++wobbling;
    tight += worst > 0.1L * tube.flat_tube ? 1 : 0;
  }
  EXPECT_GT(flat, count / 3);
  EXPECT_GT(thin, flat / 4);
  EXPECT_GT(wobbling, flat / 20);
  EXPECT_GT(tight, wobbling / 20);
}

/// Story: an arm whose joints turn about different axes has no flat direction, and says so.
TEST(FlatTube, IsNotToldWhereAxesCross) {
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
}  // namespace tocca
