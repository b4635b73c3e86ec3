// Reader of roadmaps. The input gets the right checksum, which no mutation would find.
#include <cmath>
#include <cstdlib>

#include "io/roadmap_format.hpp"
#include "memory_folder.hpp"
#include "tocca/io/problem.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tocca;
  std::string bytes(reinterpret_cast<const char*>(data), size);
  bytes += roadmap_checksum(bytes);
  return fuzzing::read_as(
      "input.roadmap", reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), [](const auto& file) {
        const Roadmap roadmap = load_roadmap(file);
        // What was accepted is written as it was read.
        if (!(parse_roadmap(roadmap_bytes(roadmap), file) == roadmap)) std::abort();
        for (const Roadmap::Edge& edge : roadmap.edges) {
          if (edge.a >= roadmap.milestone_count() || edge.blocker >= static_cast<int>(roadmap.objects.size()))
            std::abort();
        }
      });
}
