// What is proven here: the real robots load with the links, movable joints, triangles and oddities their index states.
#include <gtest/gtest.h>

#include <algorithm>

#include "testing/draw.hpp"
#include "tocca/io/mesh.hpp"
#include "tocca/io/robot.hpp"

namespace tocca::models_tests {
namespace {

struct Expected {
  const char* folder;
  std::size_t links;
  int movable, prismatic, mimic;
  std::size_t triangles, primitives, zero_area;
  std::size_t disabled_pairs;  // in the SRDF; 0: there is none
};

// The models' INDEX.md, row by row. A <mimic> on a fixed joint (panda) is no mimic joint.
constexpr Expected rows[] = {
    {"puma560", 7, 6, 0, 0, 8116, 0, 0, 0},         {"abb_irb2400", 9, 6, 0, 0, 1918, 0, 0, 15},
    {"fanuc_m10ia", 10, 6, 0, 0, 6934, 0, 0, 10},   {"ur5_robotiq85", 22, 6, 0, 0, 104185, 1, 0, 88},
    {"panda", 13, 7, 0, 0, 3472, 0, 0, 34},         {"abb_yumi", 23, 18, 4, 2, 105900, 0, 0, 0},
    {"kuka_kr16_2", 9, 6, 0, 0, 3332, 0, 0, 0},     {"motoman_sia20d_car_seat_cell", 17, 8, 1, 0, 29060, 5, 13, 73},
    {"panda_dense", 13, 7, 0, 0, 102759, 0, 8, 34},
};

struct Counted {
  std::size_t triangles = 0, primitives = 0, zero_area = 0;
};

Counted count(const KinematicTree& tree) {
  Counted counted;
  for (const Link& link : tree.links()) {
    for (const Collider& body : link.colliders) {
      if (const auto* mesh = std::get_if<MeshPointer>(&body.geometry)) {
        counted.triangles += (*mesh)->triangles().size();
        counted.zero_area += (*mesh)->zero_area_triangles();
      } else {
        ++counted.primitives;
      }
    }
  }
  return counted;
}

TEST(Models, LoadWithWhatTheirIndexStates) {
  TOCCA_NEED_MODELS();
  for (const Expected& row : rows) {
    SCOPED_TRACE(row.folder);
    const std::filesystem::path folder = testing::models() / "robots" / row.folder;
    Warnings warnings;
    RobotOptions options;
    if (std::filesystem::exists(folder / "robot.srdf")) options.srdf = folder / "robot.srdf";
    const Robot robot = load_robot(folder / "robot.urdf", options, warnings);
    EXPECT_EQ(robot.tree.links().size(), row.links);
    int movable = 0, prismatic = 0, mimic = 0;
    for (const Joint& joint : robot.tree.joints()) {
      movable += joint.type != JointType::fixed;
      prismatic += joint.type == JointType::prismatic;
      mimic += joint.mimic.has_value();
    }
    EXPECT_EQ(movable, row.movable);
    EXPECT_EQ(prismatic, row.prismatic);
    EXPECT_EQ(mimic, row.mimic);
    const Counted counted = count(robot.tree);
    EXPECT_EQ(counted.triangles, row.triangles);
    EXPECT_EQ(counted.primitives, row.primitives);
    EXPECT_EQ(counted.zero_area, row.zero_area);
    EXPECT_EQ(robot.allowed.size(), row.disabled_pairs);
    const auto flat = std::count_if(warnings.begin(), warnings.end(), [](const std::string& warning) {
      return warning.find("no area and") != std::string::npos;
    });
    EXPECT_EQ(flat > 0, row.zero_area > 0);
  }
}

}  // namespace
}  // namespace tocca::models_tests
