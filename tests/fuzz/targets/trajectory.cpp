// Reader of ROS trajectory messages, YAML and JSON, for a tree with a joint of every kind; with degrees and without.
#include <cstdlib>

#include "memory_folder.hpp"
#include "tocca/io/path.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tocca;
  return fuzzing::read_as("input.yaml", data, size, [&](const auto& file) {
    const KinematicTree& tree = fuzzing::tree_of_all_kinds();
    Warnings warnings;
    PathReader reader(file, tree, tree.zero_configuration(), warnings, {.degrees = size % 2 == 1});
    double last_s = 0.0;
    bool is_first = true;
    if (reader.is_edge_list()) return;  // a table: fuzz_edges reads those
    for (Waypoint row; reader.next(row); is_first = false) {
      if (row.position.size() != tree.coordinate_count()) std::abort();
      if (!row.position.allFinite() || !row.velocity.allFinite() || !row.acceleration.allFinite()) std::abort();
      if (reader.has_time() && !is_first && !(row.time_s > last_s)) std::abort();
      last_s = row.time_s;
    }
  });
}
