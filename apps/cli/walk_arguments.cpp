#include "walk_arguments.hpp"

#include <fmt/format.h>

#include "output.hpp"
#include "tocca/core/error.hpp"
#include "tocca/io/path.hpp"
#include "tocca/io/robot.hpp"
#include "tocca/io/scene.hpp"

namespace tocca::cli {

void WalkArguments::add_to(CLI::App& verb) {
  verb.add_option("--scene", scene,
                  "What the hand moves through: mesh, URDF, MoveIt .scene or JSON (default: a kitchen)")
      ->type_name("FILE");
  verb.add_option("--hand", hand, "What moves: URDF, with a floating joint to travel (default: a right hand)")
      ->type_name("FILE");
  verb.add_option("--path", path,
                  "Path of the hand (CSV): one row per step, joint names in the header (default: through the kitchen)")
      ->type_name("FILE");
  verb.add_option("--default", defaults, "Values of joints that the path does not set, as \"j=v,k=w\"")
      ->type_name("VALUES");
  verb.add_option(
          "--repair", repair_m,
          "Replace meshes that are convex to within this distance by their hulls, and report it (default: never)")
      ->type_name("METRES");
  verb.add_option("--grasps", grasps,
                  "What the hand takes, carries and releases (CSV): step,piece,object,event with grasp or release")
      ->type_name("FILE");
  world.add_to(verb, "Also find the first contacts between one step and the next, with their times");
}

void WalkArguments::require_valid() const {
  world.settings();
  if (repair_m && !(*repair_m > 0.0 && *repair_m <= largest_coordinate)) {
    throw InputError("--repair", "", fmt::format("must be finite and greater than 0 (got {})", *repair_m),
                     "give a distance in metres, such as 1e-4");
  }
}

Walkthrough WalkArguments::load() const {
  if (!hand.empty() && path.empty()) {
    throw InputError("--hand", "", "needs a path of its own", "add --path FILE");
  }
  Warnings warnings;
  Walkthrough walk = furnished_room();
  if (!scene.empty()) walk.scene = load_scene(scene, warnings);
  if (!hand.empty()) walk.hand = load_robot(hand, {}, warnings);
  const Configuration start = parse_configuration(defaults, walk.hand.tree, "--default");
  if (!path.empty()) walk.path = load_path(path, walk.hand.tree, start, warnings);
  show(warnings);
  return walk;
}

std::vector<std::pair<std::string, WorldSummary::Value>> WalkArguments::parameters() const {
  std::vector<std::pair<std::string, WorldSummary::Value>> list{
      {"scene", scene}, {"hand", hand}, {"path", path}, {"boxes", world.boxes}, {"broad", world.broad}};
  if (!grasps.empty()) list.emplace_back("grasps", grasps);
  if (world.continuous) list.emplace_back("continuous", true);
  if (repair_m) list.emplace_back("repair_m", *repair_m);
  return list;
}

}  // namespace tocca::cli
