// What is proven here: whatever happens to the bytes of a file, its reader loads it or throws an InputError; and a file
// that was cut off is recognised. Run under the sanitizers, this is a small fuzzer with a fixed memory.
#include <gtest/gtest.h>

#include "files.hpp"
#include "io/moveit_scene.hpp"
#include "mesh_samples.hpp"
#include "robot_samples.hpp"
#include "tocca/io/mesh.hpp"
#include "tocca/io/robot.hpp"
#include "torture.hpp"

namespace tocca::malformed_model_tests {
namespace {

using testing::ScratchFolder;

/// Reads the file by what its name says; true if it loads, false for an InputError of one line; anything else fails.
bool loads(const std::filesystem::path& file) {
  Warnings warnings;
  try {
    if (file.extension() == ".urdf") {
      load_robot(file, {}, warnings);
    } else if (file.extension() == ".srdf") {
      load_robot(file.parent_path() / "good.urdf", {file, false}, warnings);
    } else if (file.extension() == ".scene") {
      load_moveit_scene(file, warnings);
    } else {
      load_mesh(file, Vector3::Ones(), warnings);
    }
    return true;
  } catch (const InputError& error) {
    EXPECT_FALSE(error.file().empty()) << error.what();
    EXPECT_FALSE(error.remedy().empty()) << error.what();
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    return false;
  }
}

std::vector<testing::MeshSample> all_samples() {
  std::vector<testing::MeshSample> samples = testing::mesh_samples();
  samples.push_back({"bad.urdf", testing::urdf(), true});
  samples.push_back({"bad.srdf", testing::srdf(), true});
  samples.push_back({"new.scene", testing::moveit_scene(), true});
  samples.push_back({"old.scene", testing::old_moveit_scene(), true});
  return samples;
}

TEST(MalformedModel, FilesCutOffAnywhereAreToldOrStillWhole) {
  const ScratchFolder folder;
  folder.write("good.urdf", testing::urdf());
  for (const auto& sample : all_samples()) {
    const std::size_t last = sample.bytes.find_last_not_of(" \n");
    const auto file = folder.write(sample.name, sample.bytes);
    EXPECT_TRUE(loads(file)) << sample.name;
    for (std::size_t length = sample.bytes.size(); length-- > 0;) {
      std::filesystem::resize_file(file, length);
      const bool whole = loads(file);
      EXPECT_FALSE(whole && sample.ends_itself && length <= last) << sample.name << " cut at " << length;
    }
  }
}

TEST(MalformedModel, ChangedBytesLoadOrAreTold) {
  const ScratchFolder folder;
  folder.write("good.urdf", testing::urdf());
  testing::Draw draw;
  int loaded = 0, refused = 0;
  const int cases = testing::cases(200, 100'000);
  for (const auto& sample : all_samples()) {
    for (int k = 0; k < cases; ++k) {
      SCOPED_TRACE(testing::story(draw.seed(), k, sample.name));
      const std::string bytes = testing::mutate(sample.bytes, draw);
      (loads(folder.write(sample.name, bytes)) ? loaded : refused)++;
    }
  }
  const int all = loaded + refused;
  EXPECT_GT(loaded, all / 20);  // neither all nor none: the changes reach behind the first check
  EXPECT_GT(refused, all / 4);
}

}  // namespace
}  // namespace tocca::malformed_model_tests
