// What is proven here: the same path gives the same bits as a table and as every message of ROS; what a message cannot mean is refused with its
// place, and no message can fill the memory or the stack.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <numbers>

#include "path_files.hpp"
#include "testing/draw.hpp"

namespace tocca::path_messages_tests {
namespace {

using testing::expect_same;
using testing::PathFormats;

const char* echoed = R"(header:
  stamp:
    sec: 1700000000
    nanosec: 12
  frame_id: ''
joint_names:
- elbow
- shoulder
points:
- positions:
  - -1.0
  - 0.5
  velocities:
  - 0.0
  - 0.125
  accelerations: []
  effort: []
  time_from_start:
    sec: 0
    nanosec: 0
- positions:
  - 0.002
  - 0.25
  velocities:
  - 1.0
  - 0.0
  accelerations: []
  effort: []
  time_from_start:
    sec: 1
    nanosec: 100000000
---
)";
const char* as_json = R"({"joint_names":["elbow","shoulder"],"points":[
 {"positions":[-1,0.5],"velocities":[0,0.125],"time_from_start":0},
 {"positions":[2e-3,0.25],"velocities":[1,0],"time_from_start":{"sec":1,"nanosec":100000000}}]})";

struct Messages : PathFormats {
  /// Puts each line of `text` four columns further right.
  static std::string indented(std::string_view text) {
    std::string result;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      result += "    " + std::string(text.substr(begin, end - begin)) + "\n";
      begin = end + 1;
    }
    return result;
  }
  const std::string plain = std::string(echoed).substr(0, std::strlen(echoed) - 4);
};

TEST_F(Messages, TheSamePathGivesTheSameBitsInEveryFormat) {
  const Path wanted = load("time,shoulder,elbow,vel.shoulder,vel.elbow\n0,0.5,-1,0.125,0\n1.1,0.25,0.002,0,1\n");
  EXPECT_EQ(wanted.time_s[1], 1.1);
  expect_same(load(echoed), wanted, "ros2 topic echo");
  expect_same(load(as_json), wanted, "JSON");
  expect_same(load("# kept\n" + std::string(as_json)), wanted, "JSON behind a comment");
  expect_same(load("joint_trajectory:\n" + indented(plain)), wanted, "RobotTrajectory");
  expect_same(load("{\"trajectory\":" + std::string(as_json) + ",\"goal_tolerance\":[]}"), wanted, "an action's goal");
  expect_same(load("goal:\n  trajectory:\n" + indented(plain)), wanted, "a goal of a goal");
  expect_same(load("{\"model_id\":\"r\",\"trajectory\":[{\"joint_trajectory\":" + std::string(as_json) +
                   ",\"multi_dof_joint_trajectory\":{\"joint_names\":[],\"points\":[]}}]}"),
              wanted, "DisplayTrajectory");
  std::string ros1 = plain;
  for (const auto& [from, to] : {std::pair{"    sec:", "    secs:"}, {"nanosec:", "nsecs:"}}) {
    for (std::size_t at = ros1.find(from); at != std::string::npos; at = ros1.find(from, at + 8)) {
      ros1.replace(at, std::strlen(from), to);
    }
  }
  expect_same(load(ros1), wanted, "ROS 1");
}

TEST_F(Messages, AreReadFromAPipeAndRowByRow) {
  ASSERT_EQ(std::system(("mkfifo " + (folder.path() / "pipe").string()).c_str()), 0);
  folder.write("m", echoed);
  ASSERT_EQ(
      std::system(("cat " + (folder.path() / "m").string() + " > " + (folder.path() / "pipe").string() + " &").c_str()),
      0);
  PathReader reader(folder.path() / "pipe", tree, defaults, warnings);
  Waypoint row;
  ASSERT_TRUE(reader.has_time() && reader.has_velocity() && !reader.has_acceleration() && !reader.is_edge_list());
  ASSERT_TRUE(reader.next(row));
  EXPECT_EQ(row.velocity[0], 0.125);
  ASSERT_TRUE(reader.next(row));
  EXPECT_EQ(row.time_s, 1.1);
  EXPECT_FALSE(reader.next(row));
  EXPECT_FALSE(reader.next(row));
}

TEST_F(Messages, ADurationIsTheNumberNearestToItsDigits) {
  testing::Draw draw;
  for (int k = 0; k < testing::cases(300, 30'000); ++k) {
    const int sec = draw.integer(0, draw.coin() ? 3 : 2'000'000'000), nanosec = draw.integer(0, 999'999'999);
    char digits[32];
    std::snprintf(digits, sizeof digits, "%d.%09d", sec, nanosec);
    const std::string message =
        "{joint_names: [elbow], points: [{positions: [0], time_from_start: {sec: " + std::to_string(sec) +
        ", nanosec: " + std::to_string(nanosec) + "}}]}";
    ASSERT_EQ(load(message).time_s.at(0), std::strtod(digits, nullptr)) << digits;
  }
  EXPECT_EQ(load("{joint_names: [elbow], points: [{positions: [0], time_from_start: {sec: -1, nanosec: 500000000}}]}")
                .time_s.at(0),
            -0.5);
}

TEST_F(Messages, WithoutTimesAPathHasNone) {
  const char* text =
      "{joint_names: [elbow], points: [{positions: [0], time_from_start: {sec: 0, nanosec: 0}}, {positions: [1], "
      "time_from_start: 0}]}";
  EXPECT_TRUE(load(text).time_s.empty());
  EXPECT_TRUE(load("{joint_names: [elbow], points: [{positions: [0]}, {positions: [1]}]}").time_s.empty());
  EXPECT_EQ(
      load("{joint_names: [elbow], points: [{positions: [0], velocities: [1], time_from_start: 0}]}").waypoints.rows(),
      1);
  EXPECT_INPUT_ERROR(load("{joint_names: [elbow], points: [{positions: [0], velocities: [1], time_from_start: 0}, "
                          "{positions: [0], velocities: [1], time_from_start: 0}]}"),
                     "points[0]", "velocities need times");
  EXPECT_INPUT_ERROR(load("{joint_names: [elbow], points: [{positions: [0], time_from_start: 1}, {positions: [1]}]}"),
                     "points[1]", "'time_from_start' is missing");
  EXPECT_INPUT_ERROR(load("{joint_names: [elbow], points: [{positions: [0], time_from_start: 1}, {positions: [1], "
                          "time_from_start: 1}]}"),
                     "points[1], time_from_start", "does not come after");
}

TEST_F(Messages, JointsThatAreNotNamedStayWhereTheStartOrTheDefaultPutsThem) {
  defaults[2] = 0.75;
  const Path path = load(
      "{trajectory_start: {joint_state: {name: [shoulder, elbow, finger], position: [0.5, 0.25, 9]}, "
      "multi_dof_joint_state: "
      "{joint_names: [world, drone], transforms: [{translation: {x: 0, y: 0, z: 0}, rotation: {x: 0, y: 0, z: 0, w: "
      "1}}, "
      "{translation: {x: 1, y: 2, z: 0}, rotation: {x: 0, y: 0, z: 1, w: 0}}]}}, "
      "trajectory: [{joint_trajectory: {joint_names: [elbow], points: [{positions: [0]}, {positions: [1]}]}}]}");
  ASSERT_EQ(path.waypoints.rows(), 2);
  EXPECT_EQ(path.waypoints(1, 0), 0.5);
  EXPECT_EQ(path.waypoints(0, 1), 0.0);
  EXPECT_EQ(path.waypoints(1, 2), 0.75);
  EXPECT_EQ(path.waypoints(1, 7), 2.0);
  EXPECT_EQ(path.waypoints(1, 11), 1.0);
  EXPECT_EQ(path.waypoints(1, 12), 0.0);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("joints without positions stay at 0.75: rail; at 0: cart"), std::string::npos)
      << warnings[0];
}

TEST_F(Messages, CarriedObjectsAreNotPassedOverInSilence) {
  load(
      "{trajectory_start: {attached_collision_objects: [{link_name: tool}]}, trajectory: [{joint_trajectory: "
      "{joint_names: [elbow], points: [{positions: [0]}]}}]}");
  ASSERT_GE(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find(
                "trajectory_start.attached_collision_objects: the objects that the robot carries are not checked"),
            std::string::npos);
}

TEST_F(Messages, PlanarAndFloatingJointsMoveByTransforms) {
  tree = [] {
    std::vector<KinematicTree::JointSpec> joints(2);
    joints[0].name = "cart", joints[0].type = JointType::planar, joints[0].axis = Vector3::UnitZ();
    joints[0].parent_link = "a", joints[0].child_link = "b";
    joints[1].name = "drone", joints[1].type = JointType::floating, joints[1].parent_link = "b",
    joints[1].child_link = "c";
    return KinematicTree::build({{"a", {}}, {"b", {}}, {"c", {}}}, joints);
  }();
  defaults = tree.zero_configuration();
  const auto points = [](const std::string& first, const std::string& second) {
    return "{joint_trajectory: {}, multi_dof_joint_trajectory: {joint_names: [cart, drone], points: [{transforms: [" +
           first +
           ", {translation: {x: 1, y: 2, z: 3}, rotation: {x: 0.5, y: 0.5, z: 0.5, w: 0.5}}], time_from_start: 0}, "
           "{transforms: [" +
           second +
           ", {translation: {x: 1, y: 2, z: 3}, rotation: {x: 0, y: 0, z: 0, w: 1}}], time_from_start: 1.5}]}}";
  };
  const auto turned = [](const char* z, const char* w) {
    return std::string("{translation: {x: 0.25, y: 4, z: 0}, rotation: {x: 0, y: 0, z: ") + z + ", w: " + w + "}}";
  };
  const Path path = load(points(turned("0.8", "0.6"), turned("-0.8", "0.6")));
  ASSERT_EQ(path.waypoints.rows(), 2);
  EXPECT_EQ(path.time_s[1], 1.5);
  EXPECT_EQ(path.waypoints(0, 0), 0.25);
  EXPECT_EQ(path.waypoints(0, 2), 2.0 * std::atan2(0.8, 0.6));
  EXPECT_NEAR(path.waypoints(1, 2), 2.0 * std::numbers::pi - path.waypoints(0, 2), 1e-15);  // the shorter way
  EXPECT_EQ(path.waypoints(0, 6), 0.5);
  EXPECT_EQ(path.waypoints(1, 9), 1.0);
  EXPECT_TRUE(warnings.empty());
  expect_same(load(points(turned("0.8", "0.6"), turned("-0.8", "0.6")), {.degrees = true}), path,
              "quaternions have no degrees");
  EXPECT_INPUT_ERROR(load(points(turned("0", "0"), turned("0", "1"))), "points[0].transforms[0]", "zero quaternion");
  EXPECT_INPUT_ERROR(
      load(points("{translation: {x: 0, y: 0, z: 1}, rotation: {x: 0, y: 0, z: 0, w: 1}}", turned("0", "1"))),
      "leaves the plane");
}

TEST_F(Messages, TransformsOfJointsThatTheRobotLacksAreRefused) {
  const std::string rest = R"(, "multi_dof_joint_trajectory":{"joint_names":["world_joint"],"points":[{"transforms":[
    {"translation":{"x":0,"y":0,"z":0},"rotation":{"x":0,"y":0,"z":0,"w":1}}]}]}})";
  EXPECT_INPUT_ERROR(load("{\"joint_trajectory\":{}" + rest), "multi_dof_joint_trajectory.joint_names[0]",
                     "no planar or floating joint 'world_joint'");
  EXPECT_INPUT_ERROR(load("{\"joint_trajectory\":" + std::string(as_json) + rest), "multi_dof_joint_trajectory.points",
                     "there are 1 of them, but 2");
}

std::string piece(const std::string& joints, const std::string& points) {
  return "{joint_trajectory: {joint_names: [" + joints + "], points: [" + points + "]}}";
}

TEST_F(Messages, TrajectoriesThatMeetAreOnePath) {
  const Path wanted = load("time,elbow,shoulder\n0,0,0\n1,1,0\n2.5,1,0.5\n");
  const std::string first =
      piece("elbow", "{positions: [0], time_from_start: 0}, {positions: [1], time_from_start: 1}");
  const std::string second =
      piece("shoulder", "{positions: [0], time_from_start: 0}, {positions: [0.5], time_from_start: 1.5}");
  expect_same(load("{trajectory: [" + first + ", " + second + "]}"), wanted, "one message");
  expect_same(load(first + "\n---\n" + second + "\n---\n"), wanted, "two documents");
  const Path pause = load("time,elbow\n0,0\n1,1\n2,1\n3,0\n");
  expect_same(load("---\n" + first + "\n---\n" +
                   piece("elbow", "{positions: [1], time_from_start: 1}, {positions: [0], time_from_start: 2}")),
              pause, "a pause");
}

TEST_F(Messages, TrajectoriesThatDoNotMeetAreRefused) {
  const std::string first = piece("elbow", "{positions: [0]}, {positions: [1]}");
  EXPECT_INPUT_ERROR(load(first + "\n---\n" + piece("elbow", "{positions: [0.5]}, {positions: [2]}")),
                     "document 2.joint_trajectory.points[0]", "begins with joint 'elbow' at 0.5",
                     "at document 1.joint_trajectory.points[1], the joint is at 1", "one by one");
  EXPECT_INPUT_ERROR(load("{trajectory: [" + first + ", " + piece("rail", "{positions: [0.5]}") + "]}"),
                     "trajectory[1].joint_trajectory.points[0]", "'rail' at 0.5");
  const auto smooth = [](const char* begin, const char* end) {
    return piece("elbow", std::string("{positions: [0], velocities: [") + begin +
                              "], time_from_start: 0}, {positions: [0], velocities: [" + end +
                              "], time_from_start: 1}");
  };
  EXPECT_EQ(load(smooth("0", "1") + "\n---\n" + smooth("1", "0")).waypoints.rows(), 3);
  EXPECT_INPUT_ERROR(load(smooth("0", "0") + "\n---\n" + smooth("1", "0")), "document 2", "another velocity");
  EXPECT_INPUT_ERROR(load(smooth("0", "0") + "\n---\n" +
                          piece("elbow", "{positions: [0], time_from_start: 0}, {positions: [1], time_from_start: 1}")),
                     "other fields for joint 'elbow'");
}

TEST_F(Messages, MalformedOnesAreRefusedWithTheirPlace) {
  const auto points = [](const std::string& text) {
    return "{joint_names: [elbow, shoulder], points: [" + text + "]}";
  };
  EXPECT_INPUT_ERROR(load("{objects: []}"), "is not a trajectory", "JointTrajectory");
  EXPECT_INPUT_ERROR(load("[1, 2]"), "is not a trajectory");
  EXPECT_INPUT_ERROR(load("---\n---\n"), "holds no trajectory");
  EXPECT_INPUT_ERROR(load(points("")), "has no points");
  EXPECT_INPUT_ERROR(load("{joint_names: [elbov], points: [{positions: [0]}]}"), "joint_names[0]",
                     "did you mean 'elbow'");
  EXPECT_INPUT_ERROR(load("{joint_names: [finger], points: [{positions: [0]}]}"), "follows joint 'rail'");
  EXPECT_INPUT_ERROR(load("{joint_names: [elbow, elbow], points: [{positions: [0, 0]}]}"), "joint_names[1]", "twice");
  EXPECT_INPUT_ERROR(load("{joint_names: [], points: [{positions: []}]}"), "joint_names", "is empty");
  EXPECT_INPUT_ERROR(load(points("{positions: [0]}")), "points[0].positions", "2 numbers", "not 1");
  EXPECT_INPUT_ERROR(load(points("{position: [0, 0]}")), "points[0]", "did you mean 'positions'");
  EXPECT_INPUT_ERROR(load(points("{velocities: [0, 0]}")), "points[0]", "'positions' is missing");
  for (const char* bad : {".nan", ".inf", "-.inf", "1e400", "0x10", "010", "0o10", "yes", "~", "'0'", "\"1\"",
                          "!!float 1", "1_000", "[0]", "1:30"}) {
    EXPECT_INPUT_ERROR(load(points("{positions: [0, 0]}, {positions: [0, " + std::string(bad) + "]}")),
                       "points[1].positions[1]", "should be a number");
  }
  EXPECT_INPUT_ERROR(load(points("{positions: [0, 0], velocities: [0, 0], time_from_start: 0}, {positions: [0, 0], "
                                 "velocities: [], time_from_start: 1}")),
                     "points[1]", "has no velocities");
  EXPECT_INPUT_ERROR(load(points("{positions: [0, 0], accelerations: [0, 0], time_from_start: 0}")),
                     "accelerations, but no velocities");
  EXPECT_INPUT_ERROR(load(points("{positions: [0, 0], time_from_start: {sec: 0.5, nanosec: 0}}")),
                     "time_from_start.sec", "whole number");
  EXPECT_INPUT_ERROR(load(points("{positions: [0, 0], time_from_start: {sec: 0, nanosec: 1000000000}}")), "nanosec");
  EXPECT_INPUT_ERROR(load(points("{positions: [0, 0], time_from_start: {sec: 0}}")), "'nanosec' is missing");
  EXPECT_INPUT_ERROR(load("joint_names: [elbow]\npoints:\n- positions: [0]\n- '...'\n"), "points", "cut off",
                     "--full-length");
  EXPECT_INPUT_ERROR(
      load("joint_names: [elbow]\npoints: '<sequence type: trajectory_msgs/msg/JointTrajectoryPoint, length: 2>'\n"),
      "--no-arr");
  EXPECT_INPUT_ERROR(load("joint_names: [elbow]\npoints: [{positions: [0]}\n"), "not well-formed YAML or JSON");
  for (const char* stray : {"}", "]", ", 1", ",", "} ]", ": x"}) {
    testing::input_error([&] { load("{joint_names: [elbow], points: [{positions: [0]}]}" + std::string(stray)); });
  }
  EXPECT_INPUT_ERROR(load("joint_names: [elbow]\njoint_names: [elbow]\n"), "line 2, column 1", "given twice");
}

TEST_F(Messages, BombsAreRefusedBeforeTheyGoOff) {
  EXPECT_INPUT_ERROR(load("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n"), "line 1", "anchors and aliases");
  EXPECT_INPUT_ERROR(load("joint_names: *x\n"), "");
  EXPECT_INPUT_ERROR(load("{points: " + std::string(1'000'000, '[')), "nested more than 100 levels");
  EXPECT_INPUT_ERROR(load("points: " + std::string(100'000, '{')), "nested more than 100 levels");
  std::string dashes = "points:\n", deep;
  for (int k = 0; k < 20'000; ++k) dashes += "- ";
  EXPECT_INPUT_ERROR(load(dashes), "nested more than 100 levels");
  for (std::size_t k = 0; k < 300; ++k) deep += std::string(k, ' ') + "a:\n";
  EXPECT_INPUT_ERROR(load(deep), "nested more than 100 levels");
  std::string questions = "points:\n";
  for (int k = 0; k < 20'000; ++k) questions += "? ";
  EXPECT_INPUT_ERROR(load(questions), "");
  EXPECT_INPUT_ERROR(load(std::string("joint_names: [elbow]\npoints: [{positions: [0]}]\n\x04\n---\n")),
                     "control character");
}

TEST_F(Messages, MillionsOfValuesAreRefused) {
  if (testing::cases(0, 1) == 0) GTEST_SKIP() << "half a minute: in campaigns only";
  std::string values = "points: [0";
  for (int k = 0; k < 5'000'000; ++k) values += ",0";
  EXPECT_INPUT_ERROR(load(values + "]"), "more than 5000000 values");
}

TEST_F(Messages, LimitsAndDegreesAreWatchedAsInTables) {
  load("{joint_names: [shoulder, elbow], points: [{positions: [0, 0]}, {positions: [30, 45]}]}");
  ASSERT_EQ(warnings.size(), 3u);
  EXPECT_NE(warnings[1].find("p: points[1]: 'shoulder' at 30, 'elbow' at 45 look like degrees; angles are in radians: "
                             "say so with --degrees"),
            std::string::npos)
      << warnings[1];
  EXPECT_NE(warnings[2].find("points[1]: joint 'shoulder' is at 30"), std::string::npos) << warnings[2];
}

}  // namespace
}  // namespace tocca::path_messages_tests
