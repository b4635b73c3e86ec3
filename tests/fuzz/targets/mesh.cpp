// Mesh readers: whatever the bytes, a mesh that keeps its promises or an InputError.
#include "tocca/io/mesh.hpp"

#include <cstdlib>

#include "memory_folder.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tocca;
  return fuzzing::read_as("input." TOCCA_FUZZ_READER, data, size, [](const auto& file) {
    Warnings warnings;
    const MeshPointer mesh = load_mesh(file, Vector3(1, 2, 0.5), warnings);
    for (const auto& vertex : mesh->vertices()) {
      if (!vertex.allFinite()) std::abort();
    }
    for (const auto& triangle : mesh->triangles()) {
      for (Index index : triangle) {
        if (index >= mesh->vertices().size()) std::abort();
      }
    }
    if (mesh->zero_area_triangles() >= mesh->triangles().size()) std::abort();
  });
}
