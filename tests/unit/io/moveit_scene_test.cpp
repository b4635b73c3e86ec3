// What is proven here: both generations of MoveIt's scene text are read as MoveIt reads them.
#include "io/moveit_scene.hpp"

#include <gtest/gtest.h>

#include "files.hpp"
#include "robot_samples.hpp"

namespace tocca::moveit_scene_tests {
namespace {

using testing::ScratchFolder;

Scene load(const std::filesystem::path& file) {
  Warnings warnings;
  return load_moveit_scene(file, warnings);
}

TEST(MoveitScene, ReadsObjectsWithTheirOwnPoses) {
  const ScratchFolder folder;
  const Scene scene = load(folder.write("a.scene", testing::moveit_scene()));
  ASSERT_EQ(scene.objects.size(), 2u);
  const SceneObject& table = scene.objects[0];
  EXPECT_EQ(table.name, "the table");
  EXPECT_EQ(table.pose.translation, Vector3(1, 2, 3));
  EXPECT_EQ(table.colliders[0].placement.translation, Vector3(0, 0, 0.5));
  EXPECT_EQ(std::get<Box>(table.colliders[0].geometry).size, Vector3(1, 2, 3));
  const SceneObject& shapes = scene.objects[1];
  ASSERT_EQ(shapes.colliders.size(), 3u);
  EXPECT_EQ(shapes.pose * Vector3(1, 2, 3), Vector3(-1, -2, 3));  // half a turn about z
  EXPECT_EQ(std::get<Sphere>(shapes.colliders[0].geometry).radius, 0.5);
  EXPECT_EQ(std::get<Cone>(shapes.colliders[1].geometry).length, 2.0);
  EXPECT_TRUE(std::get<MeshPointer>(shapes.colliders[2].geometry)->closed());
}

TEST(MoveitScene, ReadsTheOlderFormat) {
  const ScratchFolder folder;
  const Scene scene = load(folder.write("a.scene", testing::old_moveit_scene()));
  ASSERT_EQ(scene.objects.size(), 2u);
  EXPECT_EQ(scene.objects[0].pose.translation, Vector3::Zero());
  EXPECT_EQ(scene.objects[0].colliders[0].placement.translation, Vector3(0, 0, 0.5));
  const auto& can = std::get<Cylinder>(scene.objects[1].colliders[0].geometry);
  EXPECT_EQ(can.radius, 0.1);
  EXPECT_EQ(can.length, 0.3);
  EXPECT_TRUE(load(folder.write("empty.scene", "nothing\n.\n")).objects.empty());
}

TEST(MoveitScene, RefusesWhatFollowsTheFullStopInsteadOfDroppingIt) {
  const ScratchFolder folder;
  const std::string ball = "* ball\n1\nsphere\n1\n0 0 0\n0 0 0 1\n0 0 0 0\n";
  const std::string wall = "* wall\n1\nbox\n1 2 3\n0 0 0\n0 0 0 1\n0 0 0 0\n";
  EXPECT_EQ(load(folder.write("a.scene", "name\n" + ball + wall + ".\n")).objects.size(), 2u);
  EXPECT_EQ(load(folder.write("a.scene", "name\n" + ball + ".\n \r\n\t\n")).objects.size(), 1u);
  EXPECT_INPUT_ERROR(load(folder.write("a.scene", "name\n" + ball + ".\n\n" + wall + ".\n")), "a.scene: line 11",
                     "'*' comes after the '.' of line 9", "remove that '.'");
  EXPECT_INPUT_ERROR(load(folder.write("a.scene", "name\n.\nnotes")), "line 3", "'notes'");
}

TEST(MoveitScene, TellsMistakesWithTheirLines) {
  const ScratchFolder folder;
  const auto refused = [&](const std::string& text, auto... parts) {
    EXPECT_INPUT_ERROR(load(folder.write("a.scene", text)), "a.scene", parts...);
  };
  const std::string head = "name\n* a\n1\n", tail = "\n0 0 0\n0 0 0 1\n0 0 0 0\n.\n";
  refused("", "empty");
  refused("name\n", "truncated");
  refused("name\nx\n", "line 2", "'x'");
  refused(head + "plane\n0 0 1 0" + tail, "line 4", "plane", "box");
  refused(head + "torus\n1" + tail, "'torus'");
  refused(head + "sphere\n-1" + tail, "line 4", "radius");
  refused(head + "sphere\nnan" + tail, "line 5", "'nan'");
  refused(head + "sphere\n1\n0 0 0\n0 0 0 0\n0 0 0 0\n.\n", "line 7", "quaternion");
  refused(head + "mesh\n3 1\n0 0 0\n1 0 0\n0 1 0\n0 1 3" + tail, "line 9", "'3' of 3");
  refused(head + "mesh\n3 1\n0 0 0\n1 0 0\n2 0 0\n0 1 2" + tail, "line 4", "area");
  refused(head + "mesh\n999999999 1\n", "truncated");
  refused(head + "sphere\n1\n0 0 0\n0 0 0 1\n0 0 0 0\n* a\n1\nsphere\n1" + tail, "twice");
  refused("name\n*\n1\n", "no name");
}

}  // namespace
}  // namespace tocca::moveit_scene_tests
