// What is proven here: the furnished room is made of convex pieces, hand included, and reads back from its files as it is in memory.
#include <gtest/gtest.h>
#include <unistd.h>

#include <Eigen/Geometry>

#include "scenes/walkthrough.hpp"
#include "shape/convex_mesh.hpp"
#include "tocca/io/path.hpp"
#include "tocca/io/robot.hpp"
#include "tocca/io/scene.hpp"
#include "tocca/scenes/scenes.hpp"

namespace tocca::furnished_room_tests {
namespace {

TEST(FurnishedRoom, EveryPieceIsConvex) {
  const Walkthrough walk = furnished_room();
  EXPECT_GT(walk.scene.objects.size(), 300u);
  for (const SceneObject& object : walk.scene.objects) {
    ASSERT_EQ(object.colliders.size(), 1u);
    EXPECT_TRUE(hull_of_convex(*std::get<MeshPointer>(object.colliders[0].geometry))) << object.name;
  }
  int pieces = 0;
  for (const Link& link : walk.hand.tree.links()) {
    for (const Collider& body : link.colliders) {
      ++pieces;
      EXPECT_TRUE(hull_of_convex(*std::get<MeshPointer>(body.geometry))) << link.name;
    }
  }
  EXPECT_EQ(pieces, 15);
}

TEST(FurnishedRoom, FilesSayWhatMemoryHolds) {
  const auto folder = std::filesystem::temp_directory_path() / ("tocca_furnished_room_" + std::to_string(getpid()));
  write_benchmark_scene("furnished-room", folder);
  const Walkthrough walk = furnished_room();
  Warnings warnings;
  const Robot hand = load_robot(folder / "hand.urdf", {}, warnings);
  const Scene scene = load_scene(folder / "scene.json", warnings);
  const Path path = load_path(folder / "path.csv", hand.tree, hand.tree.zero_configuration(), warnings);
  std::filesystem::remove_all(folder);
  EXPECT_TRUE(warnings.empty()) << warnings.front();
  EXPECT_EQ(path.waypoints, walk.path.waypoints);
  ASSERT_EQ(hand.tree.joints().size(), walk.hand.tree.joints().size());
  for (std::size_t k = 0; k < hand.tree.joints().size(); ++k) {
    const Joint &read = hand.tree.joints()[k], &drawn = walk.hand.tree.joints()[k];
    EXPECT_EQ(read.name, drawn.name);
    EXPECT_EQ(read.origin.translation, drawn.origin.translation);
    EXPECT_LT((read.origin.rotation - drawn.origin.rotation).norm(), 1e-14);
  }
  ASSERT_EQ(scene.objects.size(), walk.scene.objects.size());
  for (std::size_t k = 0; k < scene.objects.size(); ++k) {
    const SceneObject &read = scene.objects[k], &drawn = walk.scene.objects[k];
    EXPECT_EQ(read.name, drawn.name);
    EXPECT_EQ(read.pose.translation, drawn.pose.translation);
    EXPECT_LT((read.pose.rotation - drawn.pose.rotation).norm(), 1e-14);
    EXPECT_EQ(std::get<MeshPointer>(read.colliders[0].geometry)->vertices(),
              std::get<MeshPointer>(drawn.colliders[0].geometry)->vertices());
  }
}

}  // namespace
}  // namespace tocca::furnished_room_tests
