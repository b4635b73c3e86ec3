// Readers of scans and OctoMaps: whatever the bytes, points that are finite and boxes with a size, or an InputError.
#include "tocca/io/cloud.hpp"

#include <cstdlib>

#include "memory_folder.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tocca;
  return fuzzing::read_as("input." TOCCA_FUZZ_READER, data, size, [](const auto& file) {
    Warnings warnings;
    if (!is_octomap_file(file)) {
      const std::vector<Vector3> points = load_points(file, warnings);
      if (points.empty()) std::abort();
      for (const Vector3& point : points) {
        if (!point.allFinite()) std::abort();
      }
      return;
    }
    const CloudPointer map = load_octomap(file);
    for (const std::uint8_t at : map->size_of()) {
      if (!(map->sizes()[at].minCoeff() > 0.0)) std::abort();
    }
  });
}
