// The text of --default, --start, --goal.
#include <cstdlib>

#include "memory_folder.hpp"
#include "tocca/io/path.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tocca;
  const KinematicTree& tree = fuzzing::tree_of_all_kinds();
  try {
    const auto values = parse_configuration({reinterpret_cast<const char*>(data), size}, tree, "--default");
    if (values.size() != tree.coordinate_count() || !values.allFinite()) std::abort();
  } catch (const InputError& error) {
    if (error.problem().empty() || std::string_view(error.what()).find('\n') != std::string_view::npos) std::abort();
  }
  return 0;
}
