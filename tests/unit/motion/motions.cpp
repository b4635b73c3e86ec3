// What is shown here: that motions begin and end where they should, at the awkward places too: tiny angles, half turns,
// pure translations, many turns, quaternions of either sign, very long chains.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <numbers>

#include "deformable/vertex_motion.hpp"
#include "motion/rotation_between.hpp"
#include "testing/draw.hpp"
#include "tocca/motion/rigid_motion.hpp"
#include "tocca/motion/tree_motion.hpp"

namespace tocca::motions_tests {
namespace {

constexpr double pi = std::numbers::pi;

double difference(const Pose& a, const Pose& b) {
  return (a.rotation - b.rotation).norm() + (a.translation - b.translation).norm();
}

KinematicTree one_joint(JointType type, const Vector3& axis) {
  KinematicTree::JointSpec spec;
  spec.name = "joint";
  spec.type = type;
  spec.parent_link = "base";
  spec.child_link = "arm";
  spec.axis = axis;
  return KinematicTree::build({{"base", {}}, {"arm", {}}}, {spec});
}

Configuration numbers(std::initializer_list<double> values) {
  Configuration result(static_cast<Eigen::Index>(values.size()));
  std::copy(values.begin(), values.end(), result.begin());
  return result;
}

const Lss origin{Vector3::Zero(), Vector3::Zero(), 0.0};

TEST(Coordinate, MeetsItsEndsAndSlopes) {
  const auto cubic = Coordinate::cubic(1.0, 4.0, -3.0, 6.0);
  const auto quintic = Coordinate::quintic(1.0, 4.0, -3.0, 6.0, 2.0, -8.0);
  for (const Coordinate& q : {cubic, quintic}) {
    EXPECT_EQ(q.at(0.0).value, 1.0);
    EXPECT_EQ(q.at(1.0).value, 4.0);
    EXPECT_EQ(q.at(0.0).error, 0.0);
    const double d = 1e-5;
    EXPECT_NEAR((q.at(d).value - q.at(0.0).value) / d, -3.0, 1e-3);
    EXPECT_NEAR((q.at(1.0).value - q.at(1.0 - d).value) / d, 6.0, 1e-3);
  }
  const double d = 1e-3;
  EXPECT_NEAR((quintic.at(2 * d).value - 2 * quintic.at(d).value + quintic.at(0.0).value) / (d * d), 2.0, 0.2);
}

TEST(Coordinate, ReadsVelocitiesAndAccelerationsInSeconds) {
  Path path;
  path.waypoints = WaypointMatrix(3, 1);
  path.waypoints << 0.0, 1.0, 3.0;
  path.velocities = path.accelerations = WaypointMatrix::Zero(3, 1);
  path.velocities(1, 0) = 0.5;
  path.time_s = {0.0, 2.0, 3.0};
  path.interpolation = {Interpolation::cubic};
  const double d = 1e-6;
  EXPECT_NEAR((1.0 - coordinate_of(path, 0, 0).at(1.0 - d).value) / d, 0.5 * 2.0, 1e-4);
  EXPECT_NEAR((coordinate_of(path, 1, 0).at(d).value - 1.0) / d, 0.5 * 1.0, 1e-4);
  path.interpolation = {Interpolation::linear};
  EXPECT_EQ(coordinate_of(path, 1, 0).at(0.5).value, 2.0);
}

TEST(Coordinate, OfASingleWaypointStandsStill) {
  Path path;
  path.waypoints = WaypointMatrix::Constant(1, 1, 0.7);
  const Coordinate q = coordinate_of(path, 0, 0);
  EXPECT_TRUE(q.constant());
  EXPECT_EQ(q.at(0.3).value, 0.7);
}

TEST(RotationBetween, KnowsHalfTurnsAndNone) {
  const Matrix3 none = Matrix3::Identity();
  EXPECT_EQ(rotation_between(none, none).angle_rad, 0.0);
  testing::Draw draw;
  for (double angle : {1e-12, 1e-7, 0.1, 3.0, pi - 1e-9, pi}) {
    const Matrix3 start = draw.pose(1.0).rotation;
    const Vector3 axis = draw.direction();
    const auto found = rotation_between(start, start * rotation_about(axis, angle));
    EXPECT_NEAR(found.angle_rad, angle, 1e-14);
    EXPECT_NEAR((start * rotation_about(found.axis, found.angle_rad) - start * rotation_about(axis, angle)).norm(), 0.0,
                1e-14);
  }
  const Eigen::Vector4d q(0.1, -0.4, 0.3, 0.8), r(-0.5, 0.1, 0.2, -0.3);
  EXPECT_EQ(rotation_between(q, r).axis, rotation_between(q, Eigen::Vector4d(-r)).axis);
  const auto half = rotation_between(Eigen::Vector4d(0, 0, 0, 1), Eigen::Vector4d(0, -1, 0, 0));
  EXPECT_EQ(half.axis, Vector3::UnitY());
  EXPECT_NEAR(half.angle_rad, pi, 1e-15);
}

TEST(InBetweenMotion, MeetsBothPoses) {
  testing::Draw draw;
  for (double angle : {0.0, 1e-12, 1e-6, 1.0, pi}) {
    const Pose start = draw.pose(1.0), end{start.rotation * rotation_about(draw.direction(), angle), draw.vector(1.0)};
    const InBetweenMotion motion(start, end);
    EXPECT_LT(difference(motion.pose(0.0), start), 1e-14);
    EXPECT_LT(difference(motion.pose(1.0), end), 1e-14);
  }
  const InBetweenMotion turns({}, {1, 0, 0}, {0, 0, 2}, 1.5 * pi);  // 270 degrees are 270 degrees
  EXPECT_NEAR((turns.pose(0.5) * Vector3::UnitX() - Vector3(0.5 + std::cos(0.75 * pi), std::sin(0.75 * pi), 0)).norm(),
              0.0, 1e-15);
}

TEST(ScrewMotion, MeetsBothPoses) {
  testing::Draw draw;
  for (double angle : {0.0, 1e-12, 1.4e-8, 1.6e-8, 1e-6, 1e-3, 1.0, pi - 1e-9, pi}) {
    for (int turns : {0, 2, -1}) {
      const Pose start = draw.pose(1.0);
      const Pose end{start.rotation * rotation_about(draw.direction(), angle), draw.vector(1.0)};
      const ScrewMotion motion = ScrewMotion::between(start, end, turns);
      EXPECT_LT(difference(motion.pose(0.0), start), angle == 0.0 || angle > 1e-7 ? 2e-9 : 1e-7) << angle;
      EXPECT_LT(difference(motion.pose(1.0), end), angle == 0.0 || angle > 1e-7 ? 2e-9 : 1e-7) << angle;
      if (angle > 1e-3) {
        EXPECT_LT(difference(motion.pose(1.0), end), 1e-12);
      }
    }
  }
}

TEST(ScrewMotion, KeepsItsAxis) {
  const ScrewMotion motion({}, {1, 0, 0}, {0, 0, 3}, pi, 2.0);  // half a turn about x = 1, two metres up
  EXPECT_NEAR((motion.pose(1.0) * Vector3::Zero() - Vector3(2, 0, 2)).norm(), 0.0, 1e-15);
  EXPECT_NEAR((motion.pose(0.5) * Vector3::Zero() - Vector3(1, -1, 1)).norm(), 0.0, 1e-15);
  EXPECT_NEAR((motion.pose(0.25) * Vector3(1, 0, 5) - Vector3(1, 0, 5.5)).norm(), 0.0, 1e-15);
  const ScrewMotion straight = ScrewMotion::between({}, {Matrix3::Identity(), {3, 4, 0}});
  EXPECT_EQ(straight.angle_rad(), 0.0);
  EXPECT_LT(straight.tube({0.0, 1.0}, origin), 1e-13);
  EXPECT_NEAR(straight.speed({0.0, 1.0}, origin), 5.0, 1e-12);
}

TEST(LinearMotion, IsItsOwnChord) {
  const LinearMotion motion(Matrix3::Identity(), {1, 2, 3}, {4, 6, 3});
  EXPECT_EQ(motion.tube({0.0, 1.0}, origin), 0.0);
  EXPECT_LT(motion.tube({0.1, 0.3}, origin), 1e-14);
  EXPECT_GE(motion.speed({0.0, 1.0}, origin), 5.0);
  EXPECT_LT(motion.speed({0.0, 1.0}, origin), 5.0 + 1e-13);
  EXPECT_EQ(motion.pose(1.0).translation, Vector3(4, 6, 3));
}

TEST(TreeMotion, NeverFoldsAnAngle) {
  const KinematicTree tree = one_joint(JointType::continuous, Vector3::UnitZ());
  TreeMotion motion(tree);
  motion.move(numbers({0.0}), numbers({1.5 * pi}));
  EXPECT_NEAR(
      (motion.link(1).pose(0.5) * Vector3::UnitX() - Vector3(std::cos(0.75 * pi), std::sin(0.75 * pi), 0)).norm(), 0.0,
      1e-15);
  const Lss arm{Vector3::UnitX(), Vector3::UnitX(), 0.0};
  EXPECT_GE(motion.link(1).speed({0.0, 1.0}, arm), 1.5 * pi);
  motion.move(numbers({10.0}), numbers({-90.0}));
  EXPECT_GE(motion.link(1).speed({0.0, 1.0}, arm), 100.0);
}

TEST(TreeMotion, MovesPlanarJointsInTheirPlane) {
  const KinematicTree tree = one_joint(JointType::planar, Vector3::UnitZ());
  TreeMotion motion(tree);
  motion.move(numbers({1.0, 2.0, 0.0}), numbers({3.0, 2.0, pi}));
  EXPECT_NEAR((motion.link(1).pose(1.0) * Vector3::UnitX() - Vector3(2, 2, 0)).norm(), 0.0, 1e-15);
  EXPECT_NEAR((motion.link(1).pose(0.5) * Vector3::UnitX() - Vector3(2, 3, 0)).norm(), 0.0, 1e-15);
}

TEST(TreeMotion, TurnsFloatingJointsTheShortWay) {
  const KinematicTree tree = one_joint(JointType::floating, Vector3::UnitZ());
  TreeMotion motion(tree, Pose{Matrix3::Identity(), {0, 0, 10}});
  const double s = std::sin(0.25 * pi), c = std::cos(0.25 * pi);  // a quarter turn about z, given with either sign
  for (double sign : {1.0, -1.0}) {
    motion.move(numbers({0, 0, 0, 0, 0, 0, 1}), numbers({1, 0, 0, 0, 0, sign * s, sign * c}));
    EXPECT_NEAR((motion.link(1).pose(1.0) * Vector3::UnitX() - Vector3(1, 1, 10)).norm(), 0.0, 1e-14);
    EXPECT_NEAR((motion.link(1).pose(0.5) * Vector3::UnitX() - Vector3(0.5 + c, s, 10)).norm(), 0.0, 1e-14);
  }
}

TEST(TreeMotion, FindsCommonAncestors) {
  std::vector<KinematicTree::JointSpec> specs;
  std::vector<Link> links{{"0", {}}};
  for (auto [parent, child] : {std::pair("0", "1"), std::pair("1", "2"), std::pair("1", "3"), std::pair("0", "4")}) {
    KinematicTree::JointSpec spec;
    spec.name = std::string("j") + child;
    spec.type = JointType::revolute;
    spec.parent_link = parent;
    spec.child_link = child;
    specs.push_back(spec);
    links.push_back({child, {}});
  }
  const KinematicTree tree = KinematicTree::build(links, specs);
  const TreeMotion motion(tree);
  EXPECT_EQ(motion.common_ancestor(2, 3), 1);
  EXPECT_EQ(motion.common_ancestor(3, 4), 0);
  EXPECT_EQ(motion.common_ancestor(1, 3), 1);
  EXPECT_EQ(motion.common_ancestor(2, 2), 2);
}

TEST(TreeMotion, StandsThirtyThousandJoints) {
  const int n = 30'000;
  std::vector<Link> links(static_cast<std::size_t>(n) + 1);
  std::vector<KinematicTree::JointSpec> specs(static_cast<std::size_t>(n));
  for (int i = 0; i <= n; ++i) links[static_cast<std::size_t>(i)].name = std::to_string(i);
  for (int i = 0; i < n; ++i) {
    auto& spec = specs[static_cast<std::size_t>(i)];
    spec.name = std::to_string(i);
    spec.type = JointType::revolute;
    spec.parent_link = std::to_string(i);
    spec.child_link = std::to_string(i + 1);
    spec.axis = Vector3::Unit(i % 3);
  }
  const KinematicTree tree = KinematicTree::build(std::move(links), std::move(specs));
  TreeMotion motion(tree);
  motion.move(Configuration::Zero(n), Configuration::Constant(n, 1e-6));
  const double tube = motion.link(n).tube({0.0, 1.0}, {Vector3::UnitX(), Vector3::UnitX(), 0.0});
  EXPECT_GT(tube, 0.0);
  EXPECT_LT(tube, 1.0);
  EXPECT_TRUE(motion.link(n).pose(0.5).rotation.allFinite());
}

TEST(VertexMotion, GivesEachVertexItsLine) {
  const std::vector<Vector3> from{{0, 0, 0}, {1, 0, 0}}, to{{0, 0, 1}, {1, 2, 0}};
  const VertexMotion motion(from, to);
  EXPECT_EQ(motion.size(), 2u);
  EXPECT_EQ(motion.vertex(1).pose(0.5).translation, Vector3(1, 1, 0));
}

}  // namespace
}  // namespace tocca::motions_tests
