// tocca scene: writes the benchmark scenes.
#include <fmt/format.h>

#include <memory>

#include "output.hpp"
#include "table.hpp"
#include "tocca/scenes/scenes.hpp"
#include "verbs.hpp"

namespace tocca::cli {
namespace {

struct SceneArguments {
  std::string name, folder;
  bool list = false, one_mesh = false;
};

void list_scenes() {
  Table table({{"name"}, {"what"}});
  for (const auto& scene : benchmark_scenes()) table.add({scene.name, scene.what});
  print(table.text());
}

int run_scene(const SceneArguments& arguments) {
  if (arguments.list || arguments.name.empty()) {
    list_scenes();
    return exit_done;
  }
  const std::string folder = arguments.folder.empty() ? arguments.name : arguments.folder;
  const SceneLayout layout = arguments.one_mesh ? SceneLayout::one_mesh : SceneLayout::objects;
  for (const auto& file : write_benchmark_scene(arguments.name, folder, layout)) {
    print(fmt::format("{}\n", file.string()));
  }
  return exit_done;
}

}  // namespace

void add_scene(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<SceneArguments>();
  CLI::App* verb = app.add_subcommand("scene", "Write a benchmark scene (URDF, OBJ, CSV, JSON), or list their names.");
  verb->add_option("NAME", arguments->name, "Which scene; without it, list the names")->type_name("SCENE-NAME");
  verb->add_option("--out", arguments->folder, "Folder to write into, created if missing (default: ./NAME)")
      ->type_name("DIR");
  verb->add_flag("--one-mesh", arguments->one_mesh,
                 "Write the surroundings of the robots as one object with one mesh, as scans and CAD exports come");
  verb->add_flag("--list", arguments->list, "List the names, each with a description");
  verb->footer(
      "tocca scene --list\n"
      "tocca scene puma-pipes --out pipes\n"
      "tocca scene puma-pipes --one-mesh --out pipes-as-scanned");
  verb->callback([arguments, &action] { action = [arguments] { return run_scene(*arguments); }; });
}

}  // namespace tocca::cli
