// tocca sweep: the volume that a robot sweeps along a path, as a mesh to look at.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "io/nearest_name.hpp"
#include "output.hpp"
#include "report/sweep_mesh.hpp"
#include "result_places.hpp"
#include "robot_arguments.hpp"
#include "table.hpp"
#include "tocca/io/mesh.hpp"
#include "tocca/io/path.hpp"
#include "tocca/io/robot.hpp"
#include "verbs.hpp"

namespace tocca::cli {
namespace {

constexpr std::size_t most_vertices = 100'000'000;  // 2.4 GB of file: more is a mistake

struct SweepArguments {
  std::string robot, path, out, what = "lss", defaults;
  bool visual = false, degrees = false;
  double tolerance_m = 0.005;
  std::vector<std::string> links;
};

void require_valid(const SweepArguments& arguments) {
  if (!(arguments.tolerance_m > 0.0 && std::isfinite(arguments.tolerance_m))) {
    throw InputError("--tolerance", "",
                     fmt::format("must be finite and greater than 0 (got {})", arguments.tolerance_m),
                     "give a length in metres, such as 0.005");
  }
  if (arguments.what != "lss" && arguments.what != "tube") {
    throw InputError("--what", "", fmt::format("unknown value '{}'", printable(arguments.what)), "choose lss or tube");
  }
}

/// The links that are asked for (all of them that have geometry, where none is named), in the robot's order.
std::vector<int> chosen_links(const KinematicTree& tree, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const auto& links = tree.links();
    const auto link = std::find_if(links.begin(), links.end(), [&](const Link& l) { return l.name == name; });
    if (link == links.end()) {
      std::vector<std::string_view> known;
      for (const Link& l : links) known.push_back(l.name);
      throw InputError("--link", "", fmt::format("unknown link '{}'", printable(name)), did_you_mean(name, known));
    }
    if (link->colliders.empty()) {
      throw InputError("--link", "", fmt::format("link '{}' has no geometry", printable(name)),
                       "choose another link, or try --visual");
    }
  }
  std::vector<int> chosen;
  for (int i = 0; i < static_cast<int>(tree.links().size()); ++i) {
    const Link& link = tree.links()[static_cast<std::size_t>(i)];
    const bool wanted = names.empty() || std::find(names.begin(), names.end(), link.name) != names.end();
    if (wanted && !link.colliders.empty()) chosen.push_back(i);
  }
  return chosen;
}

struct LinkSweep {
  int windows = 0;
  double error_m = 0.0;
};

/// What one link sweeps over the whole path; a segment on which it rests is drawn only if it is the first.
LinkSweep append_link(const Robot& robot, const Path& path, int link, const SweepArguments& arguments,
                      SweptMesh& mesh) {
  const Part part(robot.tree.links()[static_cast<std::size_t>(link)].colliders);
  const SweptShape shape = arguments.what == "tube" ? SweptShape::tube : SweptShape::lss;
  TreeMotion motion(robot.tree);
  LinkSweep sweep;
  for (int segment = 0; segment < path.segment_count(); ++segment) {
    motion.follow(path, segment);
    const Mover mover(motion, -1, link);
    if (segment > 0 && mover.speed(Interval(0.0, 1.0), part.lss()) < 1e-9) continue;
    const SweptPiece piece = append_sweep(mover, part, shape, arguments.tolerance_m, mesh);
    sweep.windows += piece.windows;
    sweep.error_m = std::max(sweep.error_m, piece.error_m);
    if (mesh.vertices.size() > most_vertices) {
      throw InputError("--tolerance", "", "the mesh has more than 100 million vertices", "give a larger tolerance");
    }
  }
  return sweep;
}

int run_sweep(const SweepArguments& arguments) {
  require_valid(arguments);
  Warnings warnings;
  const Robot robot = load_robot(arguments.robot, {"", arguments.visual}, warnings);
  const PathOptions options{.degrees = arguments.degrees};
  const Configuration defaults =
      parse_configuration(arguments.defaults, robot.tree, "--default", robot.tree.zero_configuration(), options);
  const Path path = load_path(arguments.path, robot.tree, defaults, warnings, options);
  show(warnings);
  require_apart({{"--out", "the mesh", arguments.out}});

  SweptMesh mesh;
  Table table({{"link"}, {"windows", true}, {"triangles", true}, {"thicker by at most, m", true}});
  for (const int link : chosen_links(robot.tree, arguments.links)) {
    const std::size_t before = mesh.triangles.size();
    const LinkSweep sweep = append_link(robot, path, link, arguments, mesh);
    table.add({robot.tree.links()[static_cast<std::size_t>(link)].name,
               grouped(static_cast<std::size_t>(sweep.windows)), grouped(mesh.triangles.size() - before),
               fmt::format("{:.2g}", sweep.error_m)});
  }
  if (mesh.triangles.empty()) {
    throw InputError(arguments.robot, "", "no link has geometry", "add geometry to the URDF, or try --visual");
  }
  write_result(arguments.out, "--out", to_ply(mesh.vertices, mesh.triangles));
  if (arguments.out != "-") print(table.text());
  return exit_done;
}

}  // namespace

void add_sweep(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<SweepArguments>();
  CLI::App* verb = app.add_subcommand("sweep", "Write the volume that a robot sweeps along a path, as a mesh (PLY).");
  verb->add_option("ROBOT", arguments->robot, "Robot (URDF)")->required()->type_name("FILE");
  verb->add_option("PATH", arguments->path, "Path (CSV): one waypoint per row")->required()->type_name("FILE");
  verb->add_option("--out", arguments->out, "Where to write the mesh; - writes to standard output")
      ->required()
      ->type_name("FILE|-");
  verb->add_option("--what", arguments->what,
                   "lss: the volume swept by a capsule around each link (default); tube: the link's boxes from window "
                   "to window, dilated by the tube")
      ->type_name("lss|tube");
  verb->add_option("--tolerance", arguments->tolerance_m,
                   "How far the mesh may deviate, in metres; a smaller value gives more triangles (default: 0.005)")
      ->type_name("METRES");
  verb->add_option("--link", arguments->links, "Only this link; may be repeated")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->type_name("NAME");
  add_visual(*verb, arguments->visual);
  verb->add_flag("--degrees", arguments->degrees, "Angles of joints are degrees (default: radians)");
  verb->add_option("--default", arguments->defaults, "Values of joints that the path does not set, as \"j=v,k=w\"")
      ->type_name("VALUES");
  verb->footer(
      "tocca sweep arm.urdf path.csv --out swept.ply\n"
      "tocca sweep arm.urdf path.csv --out tool.ply --what tube --link tool");
  verb->callback([arguments, &action] { action = [arguments] { return run_sweep(*arguments); }; });
}

}  // namespace tocca::cli
