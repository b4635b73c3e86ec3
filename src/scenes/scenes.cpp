#include "tocca/scenes/scenes.hpp"

#include <charconv>

#include "families.hpp"
#include "tocca/core/error.hpp"
#include "write.hpp"

namespace tocca {

namespace {

using scenes::Files;

/// Scenes that are one draft of robots and objects.
struct Cell {
  const char *name, *what;
  scenes::CellDraft (*draw)();
};

constexpr Cell cells[] = {
    {"puma-pipes", "Puma 560 (800 triangles) close to 38,000 triangles of pipes; edge lists of 1 to 30 degree steps",
     scenes::puma_pipes},
    {"arms-tori", "two skinny arms of 20 degrees of freedom threaded through three thin tori", scenes::arms_tori},
    {"irb-cage", "ABB IRB 2400 with a thin rod inside a box of thin wires", scenes::irb_cage},
    {"fanuc-cage", "Fanuc 200 with an arc welding gun over a bird cage of thin wires", scenes::fanuc_cage},
    {"six-irb-car", "six IRB 2400 around a car body of 19,668 triangles", scenes::six_irb_car},
    {"linkage-lattice", "a linkage of 20 degrees of freedom threaded through four thin lattices",
     scenes::linkage_lattice},
    {"nine-linkages", "nine such linkages, 180 degrees of freedom, each through its own holes", scenes::nine_linkages},
    {"mannequins", "two human figures of 15 links and 20,000 triangles each, self-collision on", scenes::mannequins},
};

std::vector<SceneName> list() {
  std::vector<SceneName> names;
  for (const Cell& cell : cells) names.push_back({cell.name, cell.what});
  return names;
}

std::string known_names() {
  std::string names;
  for (const SceneName& scene : benchmark_scenes()) names += (names.empty() ? "" : ", ") + scene.name;
  return names;
}

}  // namespace

const std::vector<SceneName>& benchmark_scenes() {
  static const std::vector<SceneName> names = list();
  return names;
}

std::vector<std::filesystem::path> write_benchmark_scene(std::string_view name, const std::filesystem::path& folder) {
  for (const Cell& cell : cells) {
    if (name != cell.name) continue;
    scenes::make_folder(folder);
    return scenes::write_cell(folder, cell.draw());
  }
  throw InputError("", "scene '" + printable(name, 60) + "'", "there is no such scene", "take one of " + known_names());
}

}  // namespace tocca
