#include "world_arguments.hpp"

#include <fmt/format.h>

#include "result_places.hpp"
#include "tocca/core/error.hpp"

namespace tocca::cli {
namespace {

BoxKind parse_boxes(const std::string& text) {
  if (text == "fixed") return BoxKind::fixed;
  if (text == "dynamic") return BoxKind::dynamic;
  throw InputError("--boxes", "", fmt::format("unknown value '{}'", printable(text)), "choose fixed or dynamic");
}

BroadChoice parse_broad(const std::string& text) {
  if (text == "auto") return BroadChoice::automatic;
  if (text == "sweep") return BroadChoice::sweep_and_prune;
  if (text == "tree") return BroadChoice::dynamic_tree;
  throw InputError("--broad", "", fmt::format("unknown value '{}'", printable(text)), "choose auto, sweep or tree");
}

}  // namespace

void WorldArguments::add_to(CLI::App& verb, const char* within_steps) {
  verb.add_flag("--continuous", continuous, within_steps);
  budget.add_to(verb);
  verb.add_option(
          "--boxes", boxes,
          "Boxes around bodies: dynamic, the tightest (default), or fixed, cubes that hold a body in any orientation")
      ->type_name("fixed|dynamic");
  verb.add_option("--broad", broad,
                  "How overlapping boxes are found: by sorted lists (sweep), by a tree (tree), or as the world chooses "
                  "(auto, the default); the answers are the same")
      ->type_name("auto|sweep|tree");
  verb.add_flag(
      "--features", features,
      "Find the closest features of all pairs whose boxes overlap, with bounds on their distance: for --record, "
      "--json and --report");
  threads.add_to(verb);
  verb.add_option("--record", record,
                  "Write bodies, poses, contacts and a summary into this folder (created if missing)")
      ->type_name("DIR");
  verb.add_option("--json", json, "Write the summary as JSON to a file, or to standard output with -")
      ->type_name("FILE|-");
  verb.add_option("--report", report, "Write an HTML page: the moving bodies and what touches; updated during the run")
      ->type_name("FILE.html");
}

WorldSettings WorldArguments::settings() const {
  threads.check();
  require_apart({{"--json", "JSON", json}, {"--report", "the page", report}});
  WorldSettings settings;
  settings.boxes = parse_boxes(boxes);
  settings.broad = parse_broad(broad);
  settings.budget = budget.most();
  return settings;
}

}  // namespace tocca::cli
