// What is proven here: every file that a reader opens is known, whatever it is called, and whoever named it.
#include "io/files_read.hpp"

#include "files.hpp"
#include "tocca/io/path.hpp"
#include "tocca/io/scene.hpp"

namespace tocca::files_read_tests {
namespace {

TEST(FilesRead, AreKnownUnderEachOfTheirNames) {
  const testing::ScratchFolder folder;
  const auto mesh = folder.write("part.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  const auto scene = folder.write("scene.json", R"({"objects":[{"name":"part","geometry":{"mesh":"part.obj"}}]})");
  const auto other = folder.write("other.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  std::filesystem::create_symlink(mesh, folder.path() / "link.obj");
  std::filesystem::create_hard_link(scene, folder.path() / "hard.json");
  Warnings warnings;
  load_scene(scene, warnings);
  EXPECT_FALSE(FilesRead::have(scene)) << "nobody wanted to know";
  {
    const FilesRead files;
    EXPECT_THROW(FilesRead(), std::logic_error);
    EXPECT_FALSE(FilesRead::have(scene));
    load_scene(scene, warnings);
    EXPECT_TRUE(FilesRead::have(scene));
    EXPECT_TRUE(FilesRead::have(folder.path() / "hard.json"));
    EXPECT_TRUE(FilesRead::have(mesh));
    EXPECT_TRUE(FilesRead::have(folder.path() / "link.obj"));
    EXPECT_FALSE(FilesRead::have(other));
    EXPECT_FALSE(FilesRead::have(folder.path() / "none.obj"));
    const auto path = folder.write("path.csv", "j\n0\n");
    KinematicTree::JointSpec joint;
    joint.name = "j";
    joint.type = JointType::prismatic;
    joint.parent_link = "a";
    joint.child_link = "b";
    const KinematicTree tree = KinematicTree::build({{"a", {}}, {"b", {}}}, {joint});
    load_path(path, tree, tree.zero_configuration(), warnings);
    EXPECT_TRUE(FilesRead::have(path));
  }
  EXPECT_FALSE(FilesRead::have(scene));
}

}  // namespace
}  // namespace tocca::files_read_tests
