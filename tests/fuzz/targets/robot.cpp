// URDF reader: a tree whose parents come first, or an InputError.
#include "tocca/io/robot.hpp"

#include <cstdlib>

#include "memory_folder.hpp"
#include "model/rigid_groups.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tocca;
  static const auto mesh = fuzzing::folder().write("m.obj", fuzzing::small_mesh);
  return fuzzing::read_as("input.urdf", data, size, [](const auto& file) {
    Warnings warnings;
    const Robot robot = load_robot(file, {{}, true}, warnings);
    const auto& joints = robot.tree.joints();
    if (joints.size() + 1 != robot.tree.links().size()) std::abort();
    for (std::size_t k = 0; k < joints.size(); ++k) {
      if (joints[k].parent_link > static_cast<int>(k) || joints[k].child_link != static_cast<int>(k) + 1) std::abort();
    }
    if (!robot.tree.zero_configuration().allFinite()) std::abort();
    if (rigid_groups(robot.tree).size() != robot.tree.links().size()) std::abort();
  });
}
