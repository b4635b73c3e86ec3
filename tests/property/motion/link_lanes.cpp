// What is proven here: links placed in lanes of floats are as near to their true places as LaneErrors says, and joints move no farther
// around a time than half_move() says. Far bases, long chains, mimics, slides.
// Oracle: the formulas of the headers in MPFR with 240 bits (oracle.hpp).
#include "motion/link_lanes.hpp"

#include <gtest/gtest.h>

#include "draw_tree.hpp"

namespace tocca::link_lanes_tests {
namespace {

using oracle::Real;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

Pose pose_in(const PoseLanes& lanes, int k) {
  Pose X;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) X.rotation(i, j) = static_cast<double>(lanes.rotation[i][j].at[k]);
    X.translation[i] = static_cast<double>(lanes.translation[at(i)].at[k]);
  }
  return X;
}

TEST(LinkLanes, PlaceLinksWithinTheirErrors) {
  testing::Draw draw;
  const int count = testing::cases(3'000, 200'000);
  int simple = 0;
  double worst = 0.0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const int joints = draw.integer(1, 8);
    const auto kind = draw.coin(0.4) ? oracle::Joints::any : oracle::Joints::revolute;
    const KinematicTree tree = oracle::draw_tree(draw, joints, kind, draw.coin() ? 0.3 : 0.0);
    const Pose base = draw.pose(draw.log_uniform(0.1, 1e4));
    const Vector3 origin = draw.coin(0.8) ? base.translation : draw.vector(10.0);
    const auto segment =
        oracle::draw_segment(draw, tree, draw.log_uniform(0.1, 500.0), draw.log_uniform(1e-6, 5.0), draw.coin(0.1));
    TreeMotion motion(tree, base);
    motion.follow(segment.path, 0);
    LinkLanes lanes(tree, base, origin);
    const double first = draw.coin() ? 0x1p-4 : draw.uniform(0.0, 0.1),
                 spacing = draw.coin() ? 0x1p-3 : draw.uniform(0.0, 0.1);
    if (!lanes.set(motion, first, spacing, 0x1p-4)) continue;
    ++simple;
    const int link = draw.integer(0, joints), state = draw.integer(0, state_count - 1);
    const Vector3 x = draw.vector(draw.log_uniform(1e-3, 2.0));
    // The time is first + state * spacing in real arithmetic.
    const Real time = Real(first) + Real(static_cast<double>(state)) * Real(spacing);
    const auto truth = oracle::link_map<Real>(tree, base, segment.controls, -1, link, time)(oracle::vec<Real>(x));
    auto placed = oracle::map<Real>(pose_in(lanes.pose(link), state))(oracle::vec<Real>(x));
    placed = oracle::plus(placed, oracle::vec<Real>(origin));
    const double error = static_cast<double>(oracle::distance(placed, truth)), bound = lanes.errors(link).at(x.norm());
    ASSERT_LE(error, bound * (1.0 + 1e-9));
    ASSERT_LT(bound, 1e-4 * (1.0 + (base.translation - origin).norm() + 3.0 * joints * joints));
    worst = std::max(worst, error / bound);
  }
  EXPECT_GT(simple, count / 2);
  EXPECT_GT(worst, 0.05) << "the bound could be tighter";
}

TEST(LinkLanes, RefuseMotionsTheyCannotFollow) {
  const auto tree_of = [](JointType type) {
    KinematicTree::JointSpec spec;
    spec.name = "joint";
    spec.type = type;
    spec.parent_link = "0";
    spec.child_link = "1";
    return KinematicTree::build({{"0", {}}, {"1", {}}}, {spec});
  };
  const auto follows = [](const KinematicTree& tree, double to) {
    TreeMotion motion(tree);
    Configuration from = tree.zero_configuration(), end = from;
    end[0] = to;
    motion.move(from, end);
    return LinkLanes(tree, {}, Vector3::Zero()).set(motion, 0.0, 0.1, 0.1);
  };
  EXPECT_TRUE(follows(tree_of(JointType::revolute), 3.0));
  EXPECT_TRUE(follows(tree_of(JointType::prismatic), 3.0));
  EXPECT_FALSE(follows(tree_of(JointType::revolute), 1e6));
  EXPECT_FALSE(follows(tree_of(JointType::prismatic), 1e12));
  EXPECT_FALSE(follows(tree_of(JointType::planar), 0.1));
  EXPECT_FALSE(follows(tree_of(JointType::floating), 0.1));
}

TEST(LinkLanes, AreTheSameForAllInstructionSets) {
  testing::Draw draw;
  for (int k = 0; k < testing::cases(500, 5'000); ++k) {
    const auto number = [&] { return static_cast<float>(draw.uniform(-2.0, 2.0)); };
    JointLanes joint{};
    joint.turns = draw.coin();
    joint.slides = !joint.turns && draw.coin();
    for (auto& matrix : joint.rotation) {
      for (auto& row : matrix) {
        for (float& entry : row) entry = number();
      }
    }
    for (auto& vector : joint.translation) {
      for (float& entry : vector) entry = number();
    }
    for (float& entry : joint.axis) entry = number();
    EightFloats sines, cosines, slides;
    for (EightFloats* lanes : {&sines, &cosines, &slides}) {
      for (float& entry : lanes->at) entry = number();
    }
    PoseLanes some[2], others[2];
    some[0].set(draw.pose(1.0));
    others[0] = some[0];
    EightPoints axis{}, other_axis{};
    place_links({&joint, 1}, &sines, &cosines, &slides, some, &axis);
    place_links_scalar({&joint, 1}, &sines, &cosines, &slides, others, &other_axis);
    for (int lane = 0; lane < state_count; ++lane) {
      const Pose x = pose_in(some[1], lane), y = pose_in(others[1], lane);
      ASSERT_EQ(x.rotation, y.rotation);
      ASSERT_EQ(x.translation, y.translation);
      for (std::size_t i = 0; i < 3; ++i) ASSERT_EQ(axis[i].at[lane], other_axis[i].at[lane]);
    }
  }
}

}  // namespace
}  // namespace tocca::link_lanes_tests
