// Scene readers: JSON and MoveIt's .scene.
#include "tocca/io/scene.hpp"

#include <cstdlib>

#include "memory_folder.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tocca;
  static const auto mesh = fuzzing::folder().write("m.obj", fuzzing::small_mesh);
  return fuzzing::read_as("input." TOCCA_FUZZ_READER, data, size, [](const auto& file) {
    Warnings warnings;
    const Scene scene = load_scene(file, warnings);
    for (std::size_t k = 0; k < scene.objects.size(); ++k) {
      const SceneObject& object = scene.objects[k];
      if (scene.find(object.name) != static_cast<int>(k)) std::abort();  // names are unique
      if (!object.pose.rotation.allFinite() || !object.pose.translation.allFinite()) std::abort();
      for (const auto& body : object.colliders) require_valid(body.geometry);
    }
  });
}
