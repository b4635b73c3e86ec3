// Path and edge-list reader, row by row, for a tree with a joint of every kind.
#include "tocca/io/path.hpp"

#include <cstdlib>

#include "memory_folder.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tocca;
  return fuzzing::read_as("input.csv", data, size, [](const auto& file) {
    const KinematicTree& tree = fuzzing::tree_of_all_kinds();
    Warnings warnings;
    PathReader reader(file, tree, tree.zero_configuration(), warnings);
    if (reader.interpolation().size() != static_cast<std::size_t>(tree.coordinate_count())) std::abort();
    if (reader.is_edge_list()) {
      for (Configuration a, b; reader.next(a, b);) {
        if (!a.allFinite() || !b.allFinite() || a.size() != tree.coordinate_count()) std::abort();
      }
    } else {
      for (Waypoint row; reader.next(row);) {
        if (!row.position.allFinite() || row.position.size() != tree.coordinate_count()) std::abort();
      }
    }
  });
}
