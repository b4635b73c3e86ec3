// Reader of MoveIt's joint_limits.yaml, beside a fixed robot.
#include "memory_folder.hpp"
#include "tocca/io/robot.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tocca;
  static const auto urdf = fuzzing::folder().write("robot.urdf", fuzzing::small_urdf);
  return fuzzing::read_as("input.yaml", data, size, [](const auto& file) {
    Warnings warnings;
    load_robot(urdf, {{}, false, file}, warnings);
  });
}
