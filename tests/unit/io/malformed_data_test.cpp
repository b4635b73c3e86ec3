// What is proven here: paths, scenes and problems that were cut off or garbled load or are refused, nothing else.
#include "files.hpp"
#include "tocca/io/path.hpp"
#include "tocca/io/problem.hpp"
#include "tocca/io/scene.hpp"
#include "torture.hpp"

namespace tocca::malformed_data_tests {
namespace {

using testing::Survival;

struct Malformed : ::testing::Test {
  testing::ScratchFolder folder;
  Warnings warnings;
};

/// Both answers must come often, or the test says little.
void expect_both(const Survival& survival) {
  const int all = survival.loaded + survival.refused;
  EXPECT_GT(survival.loaded, all / 100) << all;
  EXPECT_GT(survival.refused, all / 5) << all;
}

TEST_F(Malformed, Path) {
  const KinematicTree tree = testing::sample_tree();
  const Configuration defaults = tree.zero_configuration();
  const auto load = [&](const std::string& text) { load_path(folder.write("p.csv", text), tree, defaults, warnings); };
  expect_both(
      testing::torture("time,shoulder,elbow,vel.elbow,acc.elbow\n0,0.5,1e-3,0,0\n1.25,-0.5,2,\"3\",4\r\n2,0,1,1,1\n",
                       load, 4000, 1'000'000));
  expect_both(
      testing::torture("drone.x,drone.y,drone.z,drone.qx,drone.qy,drone.qz,drone.qw\n0,0,0,0,0,0,1\n1,0,0,0,0,1,0\n",
                       load, 2000, 500'000));
}

TEST_F(Malformed, Messages) {
  const KinematicTree tree = testing::sample_tree();
  const Configuration defaults = tree.zero_configuration();
  const auto load = [&](const std::string& text) { load_path(folder.write("p.yaml", text), tree, defaults, warnings); };
  expect_both(testing::torture(
      "header:\n  stamp:\n    sec: 0\n    nanosec: 0\njoint_names:\n- elbow\n- rail\npoints:\n- positions:\n  - 0.5\n"
      "  - 1e-3\n  velocities: []\n  time_from_start:\n    sec: 0\n    nanosec: 0\n- positions: [1, 0.25]\n"
      "  time_from_start:\n    sec: 1\n    nanosec: 500\n---\n",
      load, 3000, 500'000));
  expect_both(testing::torture(
      R"({"model_id":"a name so long that many of the changes fall into it, where they do no harm, and the rest of the message still loads: otherwise hardly any would",
      "trajectory_start":{"joint_state":{"name":["shoulder"],"position":[0.5]}},"trajectory":[
      {"joint_trajectory":{"joint_names":["elbow"],"points":[{"positions":[0.5],"velocities":[1],"time_from_start":0},
      {"positions":[-1],"velocities":[0.5],"time_from_start":{"secs":1,"nsecs":5}}]}}]})",
      load, 3000, 500'000));
}

TEST_F(Malformed, EdgeList) {
  const KinematicTree tree = testing::sample_tree();
  const auto load = [&](const std::string& text) {
    PathReader reader(folder.write("p.csv", text), tree, tree.zero_configuration(), warnings);
    Configuration a, b;
    Waypoint waypoint;
    while (reader.is_edge_list() ? reader.next(a, b) : reader.next(waypoint)) EXPECT_TRUE(a.allFinite());
  };
  expect_both(
      testing::torture("a.elbow,b.elbow,a.shoulder,b.shoulder\n0.5,1,2,3\n-1,1e-5,0,0\n", load, 4000, 1'000'000));
}

TEST_F(Malformed, Scene) {
  folder.write("t.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  const auto load = [&](const std::string& text) { load_scene(folder.write("s.json", text), warnings); };
  expect_both(testing::torture(R"({"objects":[{"name":"shelf","geometry":{"box":[1,0.3,2]},
    "pose":{"xyz":[0,1e-3,0],"rpy":[0,0,0]}},{"name":"pipe","geometry":{"cylinder":{"radius":0.1,"length":2}},
    "pose":{"quat":[0,0,0,1]}},{"name":"part","geometry":{"mesh":"t.obj","scale":[1,2,1]}}]})",
                               load, 4000, 1'000'000));
}

TEST_F(Malformed, Problem) {
  folder.write("arm.urdf", R"(<robot name="arm"><link name="base"/>
    <link name="tool"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
    <joint name="j" type="continuous"><parent link="base"/><child link="tool"/></joint></robot>)");
  folder.write("arm.csv", "j\n0\n1\n2\n");
  folder.write("s.json",
               R"({"objects":[{"name":"box1","geometry":{"sphere":1}},{"name":"cart","geometry":{"sphere":1}}]})");
  const auto load = [&](const std::string& text) { load_problem(folder.write("p.json", text), warnings); };
  expect_both(testing::torture(R"({"robots":[{"name":"left","urdf":"arm.urdf","base":{"xyz":[1,0,0],"rpy":[0,0,1]},
    "path":"arm.csv","default":{"j":0.5}},{"name":"right","urdf":"arm.urdf"}],"scene":"s.json",
    "attached":[{"link":"left/tool","object":"box1","from":0,"to":2}],"moving":[{"object":"cart","poses":[
    {"time":0,"xyz":[0,0,0]},{"time":2,"xyz":[1,0,0],"quat":[0,0,0,1]}],"motion":"linear"}],
    "allow":[["left/tool","box1"]],"clearance":{"default":0,"pairs":[["right/tool","cart",0.01]]}})",
                               load, 2000, 300'000));
}

}  // namespace
}  // namespace tocca::malformed_data_tests
