// What is proven here: the table of joint types says what URDF says, and its questions agree with each other.
#include "tocca/model/joint_type.hpp"

#include <gtest/gtest.h>

namespace tocca::joint_type_tests {
namespace {

TEST(JointType, IsFoundByTheNameThatUrdfHasForIt) {
  EXPECT_EQ(joint_type_named("prismatic"), JointType::prismatic);
  EXPECT_EQ(joint_type_named("floating"), JointType::floating);
  EXPECT_FALSE(joint_type_named("screw"));
  EXPECT_FALSE(joint_type_named(""));
  EXPECT_EQ(joint_type_names([](JointType) { return true; }),
            "fixed, revolute, continuous, prismatic, planar or floating");
  EXPECT_EQ(joint_type_names(is_simple), "revolute, continuous or prismatic");
  EXPECT_EQ(joint_type_names(has_limits), "revolute or prismatic");
  EXPECT_EQ(joint_type_names(is_fixed), "fixed");
}

TEST(JointType, CountsNumbersAndWaysToMove) {
  EXPECT_EQ(coordinate_count(JointType::planar), 3);
  EXPECT_EQ(degrees_of_freedom(JointType::planar), 3);
  EXPECT_EQ(coordinate_count(JointType::floating), 7);
  EXPECT_EQ(degrees_of_freedom(JointType::floating), 6);
  EXPECT_EQ(degrees_of_freedom(JointType::fixed), 0);
  EXPECT_TRUE(has_quaternion(JointType::floating) && quaternion_place(JointType::floating) == 3);
}

TEST(JointType, OneNumberEitherTurnsOrSlides) {
  for (int k = 0; !type_name(static_cast<JointType>(k)).empty(); ++k) {
    const auto type = static_cast<JointType>(k);
    EXPECT_EQ(is_simple(type), turns(type) != slides(type)) << type_name(type);
    EXPECT_FALSE(has_limits(type) && !is_simple(type)) << type_name(type);
    // Numbers are told apart by their suffix, and a quaternion's four stand last.
    const auto coordinates = joint_traits(type).coordinates;
    int quaternion = 0;
    for (const JointCoordinate& coordinate : coordinates) {
      EXPECT_EQ(coordinate.suffix.empty(), coordinates.size() == 1) << type_name(type);
      EXPECT_FALSE(quaternion > 0 && coordinate.role != CoordinateRole::quaternion) << type_name(type);
      quaternion += coordinate.role == CoordinateRole::quaternion ? 1 : 0;
    }
    EXPECT_EQ(quaternion, has_quaternion(type) ? 4 : 0) << type_name(type);
  }
}

}  // namespace
}  // namespace tocca::joint_type_tests
