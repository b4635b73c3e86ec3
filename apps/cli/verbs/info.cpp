// tocca info: what is in a robot, a scene, a problem, and which pairs a check would look at.
#include <memory>

#include "info_writer.hpp"
#include "output.hpp"
#include "result_places.hpp"
#include "robot_arguments.hpp"
#include "size_writer.hpp"
#include "tocca/io/result_writers.hpp"
#include "verbs.hpp"

namespace tocca::cli {
namespace {

struct InfoArguments {
  RobotArguments robot;
  std::string json;
  bool all = false;
};

int run_info(const InfoArguments& arguments) {
  Warnings warnings;
  const Problem problem = arguments.robot.load(warnings);
  require_apart({{"--json", "JSON", arguments.json}});
  const ProblemExtents extents = extents_of(problem);
  warn_of_sizes(problem, extents, warnings);
  show(warnings);
  const ProblemPairs pairs = pairs_of(problem, {arguments.robot.self_collision});
  if (!arguments.json.empty()) write_result(arguments.json, "--json", to_json(problem, extents, pairs));
  if (arguments.json != "-") print(info_tables(problem, extents, pairs, arguments.all));
  return exit_done;
}

}  // namespace

void add_info(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<InfoArguments>();
  CLI::App* verb = app.add_subcommand(
      "info", "Show what a robot and a scene contain, which pairs are checked, and why the others are not.");
  arguments->robot.add_to(*verb);
  verb->add_flag("--all", arguments->all, "List every pair and every object instead of a summary");
  verb->add_option("--json", arguments->json, "Write the result as JSON to a file, or to standard output with -")
      ->type_name("FILE|-");
  verb->footer("tocca info arm.urdf --srdf arm.srdf\ntocca info arm.urdf room.json --json -");
  verb->callback([arguments, &action] { action = [arguments] { return run_info(*arguments); }; });
}

}  // namespace tocca::cli
