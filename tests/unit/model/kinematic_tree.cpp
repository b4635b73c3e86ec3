// What is proven here: build() orders any tree parents first, refuses with one clear line whatever is not a tree of
// sane joints, and neither recurses nor turns quadratic on very long chains.
#include "tocca/model/kinematic_tree.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <limits>
#include <set>

#include "testing/draw.hpp"
#include "tocca/core/error.hpp"

namespace tocca::kinematic_tree_tests {
namespace {

using JointSpec = KinematicTree::JointSpec;

JointSpec joint(std::string name, JointType type, std::string parent, std::string child) {
  JointSpec spec;
  spec.name = std::move(name);
  spec.type = type;
  spec.parent_link = std::move(parent);
  spec.child_link = std::move(child);
  return spec;
}

std::vector<Link> links(std::initializer_list<const char*> names) {
  std::vector<Link> result;
  for (const char* name : names) result.push_back({name, {}});
  return result;
}

/// a - b - c, the joints ab and bc.
std::vector<JointSpec> two_joints() {
  return {joint("ab", JointType::revolute, "a", "b"), joint("bc", JointType::prismatic, "b", "c")};
}

/// The line that build() refuses a - b - c with after `change` was made to its joints; "" if it accepts.
template <class Change>
std::string refusal(Change change) {
  auto joints = two_joints();
  change(joints);
  try {
    KinematicTree::build(links({"a", "b", "c"}), joints);
  } catch (const InputError& error) {
    EXPECT_FALSE(error.remedy().empty());
    return error.what();
  }
  return "";
}

const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();

TEST(KinematicTree, OrdersParentsFirst) {
  const auto tree = KinematicTree::build(
      links({"tip", "left", "root", "right", "elbow"}),
      {joint("to tip", JointType::revolute, "elbow", "tip"), joint("to left", JointType::fixed, "root", "left"),
       joint("to elbow", JointType::planar, "root", "elbow"),
       joint("to right", JointType::floating, "elbow", "right")});
  const char* expected[] = {"root", "left", "elbow", "tip", "right"};  // depth first, children as given
  for (int i = 0; i < 5; ++i) {
    const Link& link = tree.links()[static_cast<std::size_t>(i)];
    EXPECT_EQ(link.name, expected[i]);
    EXPECT_EQ(tree.find_link(link.name), i);
    if (i == 0) continue;
    const Joint& above = tree.joints()[static_cast<std::size_t>(i - 1)];
    EXPECT_EQ(above.name, "to " + link.name);
    EXPECT_EQ(above.child_link, i);
    EXPECT_LT(above.parent_link, i);
    EXPECT_EQ(tree.parent_link(i), above.parent_link);
  }
  EXPECT_EQ(tree.parent_link(0), -1);
  EXPECT_EQ(tree.find_link("nobody"), -1);
  EXPECT_EQ(tree.find_joint("to tip"), 2);
  EXPECT_EQ(tree.coordinate_count(), 1 + 3 + 7);
  EXPECT_EQ(tree.degrees_of_freedom(), 1 + 3 + 6);
  const std::vector<std::string> names{"to elbow.x",  "to elbow.y",  "to elbow.theta", "to tip",
                                       "to right.x",  "to right.y",  "to right.z",     "to right.qx",
                                       "to right.qy", "to right.qz", "to right.qw"};
  EXPECT_EQ(tree.coordinate_names(), names);
  EXPECT_EQ(tree.zero_configuration()[10], 1.0);
  EXPECT_EQ(tree.zero_configuration().sum(), 1.0);
}

TEST(KinematicTree, AcceptsALinkAlone) {
  const auto tree = KinematicTree::build(links({"only"}), {});
  EXPECT_EQ(tree.links().size(), 1u);
  EXPECT_EQ(tree.coordinate_count(), 0);
}

TEST(KinematicTree, RefusesBadNames) {
  EXPECT_THROW(KinematicTree::build({}, {}), InputError);
  EXPECT_THROW(KinematicTree::build(links({"a", ""}), {}), InputError);
  EXPECT_THROW(KinematicTree::build(links({"a", "a"}), {}), InputError);
  EXPECT_NE(refusal([](auto& j) { j[0].name = ""; }).find("joint 1: has no name"), std::string::npos);
  EXPECT_NE(refusal([](auto& j) { j[0].name = "bc"; }).find("two joints have this name"), std::string::npos);
  EXPECT_NE(refusal([](auto& j) { j[0].parent_link = "d"; }).find("'d', which does not exist"), std::string::npos);
  EXPECT_NE(refusal([](auto& j) { j[1].child_link = "d"; }).find("'d', which does not exist"), std::string::npos);
}

TEST(KinematicTree, RefusesWhatIsNoTree) {
  EXPECT_NE(refusal([](auto& j) { j.pop_back(); }).find("two roots"), std::string::npos);
  EXPECT_NE(refusal([](auto& j) { j[1].child_link = "b"; }).find("joins a link to itself"), std::string::npos);
  EXPECT_NE(refusal([](auto& j) { j.push_back(joint("ac", JointType::fixed, "a", "c")); }).find("child of two joints"),
            std::string::npos);
  EXPECT_NE(refusal([](auto& j) { j.push_back(joint("ca", JointType::fixed, "c", "a")); }).find("loop"),
            std::string::npos);
  EXPECT_NE(refusal([](auto& j) {  // a alone, b and c in a circle
              j[0].parent_link = "c";
            })
                .find("loop"),
            std::string::npos);
}

TEST(KinematicTree, RefusesBadNumbers) {
  EXPECT_NE(refusal([](auto& j) { j[0].axis.setZero(); }).find("axis is zero"), std::string::npos);
  for (double bad : {nan, inf, -inf}) {
    EXPECT_NE(refusal([&](auto& j) { j[0].axis.y() = bad; }).find("axis is not finite"), std::string::npos);
    EXPECT_NE(refusal([&](auto& j) { j[0].origin.translation.z() = bad; }).find("origin"), std::string::npos);
    EXPECT_NE(refusal([&](auto& j) { j[0].origin.rotation(1, 2) = bad; }).find("origin"), std::string::npos);
    EXPECT_NE(refusal([&](auto& j) { j[0].limits = {bad, bad}; }).find("limits"), std::string::npos);
    EXPECT_NE(refusal([&](auto& j) { j[1].mimic = {"ab", bad, 0.0}; }).find("not finite"), std::string::npos);
    EXPECT_NE(refusal([&](auto& j) { j[1].mimic = {"ab", 1.0, bad}; }).find("not finite"), std::string::npos);
  }
  EXPECT_NE(refusal([](auto& j) { j[0].limits = {1.0, -1.0}; }).find("above its upper"), std::string::npos);
  EXPECT_EQ(refusal([](auto& j) { j[0].limits = {1.0, 1.0}; }), "");
  EXPECT_EQ(refusal([](auto& j) {  // files give fixed joints a zero axis; it means nothing there
              j[0].type = JointType::fixed;
              j[0].axis.setZero();
            }),
            "");
}

TEST(KinematicTree, RefusesBadMimics) {
  EXPECT_NE(refusal([](auto& j) { j[0].mimic = {"nobody"}; }).find("which does not exist"), std::string::npos);
  EXPECT_NE(refusal([](auto& j) { j[0].mimic = {"ab"}; }).find("mimics itself"), std::string::npos);
  EXPECT_NE(refusal([](auto& j) {
              j[0].mimic = {"bc"};
              j[1].mimic = {"ab"};
            }).find("cycle"),
            std::string::npos);
  EXPECT_NE(refusal([](auto& j) {
              j[0].mimic = {"bc"};
              j[1].type = JointType::planar;
            }).find("of type planar"),
            std::string::npos);
  EXPECT_NE(refusal([](auto& j) {
              j[0].type = JointType::floating;
              j[0].mimic = {"bc"};
            }).find("floating joint cannot mimic"),
            std::string::npos);
  EXPECT_NE(refusal([](auto& j) {
              j[0].mimic = {"bc"};
              j[1].type = JointType::fixed;
            }).find("of type fixed"),
            std::string::npos);
}

TEST(KinematicTree, ResolvesAMimicOfAMimicToItsSource) {
  auto joints = two_joints();
  joints.push_back(joint("cd", JointType::continuous, "c", "d"));
  joints[0].mimic = {"bc", 3.0, 0.5};   // ab = 3 bc + 0.5
  joints[1].mimic = {"cd", 2.0, -1.0};  // bc = 2 cd - 1
  const auto tree = KinematicTree::build(links({"a", "b", "c", "d"}), joints);
  const Joint& ab = tree.joints()[0];
  EXPECT_EQ(ab.first_coordinate, -1);
  EXPECT_EQ(ab.mimic->joint, 2);
  EXPECT_EQ(ab.mimic->multiplier, 6.0);
  EXPECT_EQ(ab.mimic->offset, -2.5);
  EXPECT_EQ(tree.coordinate_count(), 1);
  EXPECT_EQ(tree.joints()[2].first_coordinate, 0);
}

TEST(KinematicTree, NormalisesAxesOfAnySize) {
  for (double size : {1e-305, 1e-160, 1.0, 1e160, 1.7e308}) {
    auto joints = two_joints();
    joints[0].axis = Vector3(size, -size, 0.5 * size);
    const auto tree = KinematicTree::build(links({"a", "b", "c"}), joints);
    EXPECT_NEAR((tree.joints()[0].axis - Vector3(2, -2, 1) / 3.0).norm(), 0.0, 1e-15);
  }
}

TEST(KinematicTree, StandsAHundredThousandLinks) {
  const int n = 100'000;
  std::vector<Link> many(n);
  std::vector<JointSpec> joints;
  for (int i = 0; i < n; ++i) many[static_cast<std::size_t>(i)].name = "link" + std::to_string(i);
  for (int i = n - 1; i > 0; --i) {  // given backwards, each mimicking the one above it
    joints.push_back(joint("joint" + std::to_string(i), JointType::revolute, "link" + std::to_string(i - 1),
                           "link" + std::to_string(i)));
    if (i > 1) joints.back().mimic = {"joint" + std::to_string(i - 1), -1.0, 0.0};
  }
  const auto tree = KinematicTree::build(std::move(many), std::move(joints));
  for (int i = 0; i < n; ++i) EXPECT_EQ(tree.find_link("link" + std::to_string(i)), i);
  EXPECT_EQ(tree.coordinate_count(), 1);
  EXPECT_EQ(tree.joints().back().mimic->joint, 0);
  EXPECT_EQ(tree.joints().back().mimic->multiplier, 1.0);
}

TEST(PlaneAxes, AreRightHandedAndNatural) {
  EXPECT_EQ(plane_axes(Vector3::UnitZ()).u, Vector3::UnitX());
  EXPECT_EQ(plane_axes(Vector3::UnitX()).u, Vector3::UnitY());
  EXPECT_EQ(plane_axes(Vector3::UnitY()).u, Vector3::UnitZ());
  testing::Draw draw;
  for (int k = 0; k < 1000; ++k) {
    const Vector3 axis = draw.direction();
    const auto [u, v] = plane_axes(axis);
    Matrix3 frame;
    frame << u, v, axis;
    EXPECT_NEAR((frame.transpose() * frame - Matrix3::Identity()).norm(), 0.0, 1e-15);
    EXPECT_GT(frame.determinant(), 0.99);
  }
}

}  // namespace
}  // namespace tocca::kinematic_tree_tests
