#include "tocca/scenes/scenes.hpp"

#include <charconv>
#include <optional>

#include "io/nearest_name.hpp"
#include "scenes/families.hpp"
#include "scenes/free_bodies.hpp"
#include "scenes/furnished_room.hpp"
#include "scenes/polytopes.hpp"
#include "scenes/write.hpp"
#include "tocca/core/error.hpp"

namespace tocca {

namespace {

/// Scenes that are one draft of robots and objects.
struct NamedCell {
  const char *name, *what;
  scenes::CellDraft (*draw)();
};

constexpr NamedCell named_cells[] = {
    {"puma-pipes",
     "Puma 560 of 800 triangles close to 38,000 triangles of pipes; edge lists of 1 to 30 degrees per joint",
     scenes::puma_pipes},
    {"puma-amr",
     "the same robot in an auxiliary machine room: 1,180 objects, 187,000 triangles; edges of 1 to 60 degrees",
     scenes::puma_machine_room},
    {"arms-tori", "two skinny arms of 20 degrees of freedom threaded through three thin tori", scenes::arms_tori},
    {"irb-cage", "ABB IRB 2400 with a thin rod inside a box of thin wires", scenes::irb_cage},
    {"fanuc-cage", "Fanuc 200 with an arc welding gun over a bird cage of thin wires", scenes::fanuc_cage},
    {"fanuc-machine", "Fanuc 200 in front of a machine tool of 34,171 triangles", scenes::fanuc_machine},
    {"irb-workshop", "IRB 2400 in a workshop of 74,681 triangles", scenes::irb_workshop},
    {"six-irb-car", "six IRB 2400 around a car body of 19,668 triangles", scenes::six_irb_car},
    {"linkage-lattice", "a linkage of 20 degrees of freedom threaded through four thin lattices",
     scenes::linkage_lattice},
    {"nine-linkages", "nine such linkages, 180 degrees of freedom, each through its own holes", scenes::nine_linkages},
    {"mannequins", "two human figures of 15 links and 20,000 triangles each, self-collision on", scenes::mannequins},
};

constexpr std::string_view polytopes_prefix = "polytopes-", tool_hull_prefix = "tool-hull-";
constexpr int most_polytopes = 100'000, most_hull_triangles = 2'000'000;

std::vector<SceneName> list() {
  std::vector<SceneName> names;
  for (const NamedCell& cell : named_cells) names.push_back({cell.name, cell.what});
  names.push_back({"furnished-room", "a jointed hand moving through a kitchen and a porch of convex pieces"});
  names.push_back({"polytopes-1000", "convex polytopes with velocities and spins in a box; any number: polytopes-N"});
  names.push_back({"polytopes-10000", "ten thousand such polytopes"});
  names.push_back({"blocks-screw", "a block with a through hole screwing past 50,000 placements of an L-shape"});
  names.push_back(
      {"tool-hull-400", "a cylindrical tool over a deformable hull; any even number of triangles: tool-hull-N"});
  names.push_back({"tool-hull-1600", "the hull with 1,600 triangles"});
  names.push_back({"tool-hull-100000", "the hull with 100,000 triangles"});
  return names;
}

/// The N of "polytopes-N": plain decimal digits, nothing else.
std::optional<int> number_after(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return {};
  const std::string_view digits = name.substr(prefix.size());
  int number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size() || digits.front() == '0') return {};
  return number;
}

std::string cell_names() {
  std::string names;
  for (const NamedCell& cell : named_cells) names += (names.empty() ? "" : ", ") + std::string(cell.name);
  return names;
}

std::string known_names() {
  std::string names;
  for (const SceneName& scene : benchmark_scenes()) names += (names.empty() ? "" : ", ") + scene.name;
  return names;
}

std::string which_instead(std::string_view name) {
  std::vector<std::string_view> names;
  for (const SceneName& scene : benchmark_scenes()) names.push_back(scene.name);
  const std::string_view nearest = nearest_name(name, names);
  if (!nearest.empty()) return "did you mean '" + std::string(nearest) + "'?";
  return "choose one of " + known_names() + " (or another number after polytopes- or tool-hull-)";
}

}  // namespace

const std::vector<SceneName>& benchmark_scenes() {
  static const std::vector<SceneName> names = list();
  return names;
}

std::vector<std::filesystem::path> write_benchmark_scene(std::string_view name, const std::filesystem::path& folder,
                                                         SceneLayout layout) {
  for (const NamedCell& cell : named_cells) {
    if (name != cell.name) continue;
    scenes::CellDraft draft = cell.draw();
    if (layout == SceneLayout::one_mesh && !draft.objects.empty()) draft.objects = {one_object(draft.objects)};
    scenes::make_folder(folder);
    return scenes::write_cell(folder, draft);
  }
  if (layout == SceneLayout::one_mesh) {
    throw InputError("", "scene '" + printable(name, 60) + "'", "cannot be written as one mesh",
                     "choose a scene with robots: " + cell_names());
  }
  if (const auto count = number_after(name, polytopes_prefix); count && *count >= 1 && *count <= most_polytopes) {
    PolytopeWorld world;
    world.count = *count;
    return write_polytopes(world, folder);
  }
  const auto hull = number_after(name, tool_hull_prefix);
  if (hull && *hull >= 16 && *hull % 2 == 0 && *hull <= most_hull_triangles) {
    scenes::make_folder(folder);
    return scenes::write_tool_hull(folder, *hull);
  }
  if (name == "furnished-room") {
    scenes::make_folder(folder);
    return scenes::write_furnished_room(folder);
  }
  if (name == "blocks-screw") {
    scenes::make_folder(folder);
    return scenes::write_blocks_screw(folder);
  }
  throw InputError("", "scene '" + printable(name, 60) + "'", "there is no such scene", which_instead(name));
}

}  // namespace tocca
