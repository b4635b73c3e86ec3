// tocca demo: the project's own Puma arm among pipes, from files to the first proof.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>

#include "info_report.hpp"
#include "out_of_reach.hpp"
#include "output.hpp"
#include "table.hpp"
#include "tocca/io/path.hpp"
#include "tocca/io/robot.hpp"
#include "tocca/io/scene.hpp"
#include "tocca/model/pairs.hpp"
#include "tocca/scenes/scenes.hpp"
#include "verbs.hpp"

namespace tocca::cli {
namespace {

constexpr int halvings = 6;  // 64 stretches a segment: more prove little, since the pipes' boxes are much larger

using Files = std::vector<std::filesystem::path>;

struct Cell {
  RobotTask task;
  Scene scene;
};

/// The first of `files` whose name ends so; an empty path if there is none.
std::filesystem::path find(const Files& files, std::string_view ending) {
  const auto found =
      std::find_if(files.begin(), files.end(), [&](const auto& f) { return f.string().ends_with(ending); });
  return found == files.end() ? std::filesystem::path() : *found;
}

Cell load_cell(const Files& files) {
  Warnings warnings;
  Cell cell;
  cell.task.robot = load_robot(find(files, ".urdf"), {find(files, ".srdf"), false}, warnings);
  cell.scene = load_scene(find(files, "scene.json"), warnings);
  const auto& tree = cell.task.robot.tree;
  cell.task.path = load_path(find(files, "path.csv"), tree, tree.zero_configuration(), warnings);
  show(warnings);
  return cell;
}

std::string reach_report(const Cell& cell) {
  const auto pairs = pairs_to_check(cell.task.robot, cell.scene).scene;
  const auto start = std::chrono::steady_clock::now();
  const std::vector<bool> apart = out_of_reach(cell.task, cell.scene, pairs, halvings);
  const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;

  const auto& links = cell.task.robot.tree.links();
  std::vector<std::size_t> all(links.size(), 0), proven(links.size(), 0);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    ++all[static_cast<std::size_t>(pairs[k].first)];
    proven[static_cast<std::size_t>(pairs[k].first)] += apart[k];
  }
  Table table({{"link"}, {"objects", true}, {"proven apart", true}, {"not yet decided", true}});
  for (std::size_t link = 0; link < links.size(); ++link) {
    if (all[link] == 0) continue;
    table.add({links[link].name, grouped(all[link]), grouped(proven[link]), grouped(all[link] - proven[link])});
  }
  const auto total = static_cast<std::size_t>(std::count(apart.begin(), apart.end(), true));
  table.add({"together", grouped(pairs.size()), grouped(total), grouped(pairs.size() - total)});
  return table.text() + fmt::format("  {:.1f} ms for {} segments\n", spent.count(), cell.task.path.segment_count());
}

int run_demo(const std::string& folder) {
  print(fmt::format("Writing the Puma arm and its pipes to {}\n\n", printable(folder)));
  finish_output();  // the user sees at once what takes its time
  const Files files = write_benchmark_scene("puma-pipes", folder);
  const Cell cell = load_cell(files);
  Problem problem;
  problem.robots.push_back(cell.task);
  problem.scene = cell.scene;
  print(info_tables(problem, pairs_of(problem), false));
  print(
      "\nWhich objects each link cannot reach at any moment of the path, proven with boxes around its whole motion\n"
      "(\"not yet decided\" is neither contact nor free: boxes are too coarse to tell):\n");
  print(reach_report(cell));
  print(fmt::format("\nNext: tocca info {} {} --all\n", find(files, ".urdf").string(),
                    find(files, "scene.json").string()));
  return exit_done;
}

}  // namespace

void add_demo(CLI::App& app, Action& action) {
  auto folder = std::make_shared<std::string>("tocca-demo");
  CLI::App* verb = app.add_subcommand(
      "demo", "Write a Puma arm among pipes, load it, and prove which pipes it cannot reach on its path.");
  verb->add_option("--out", *folder, "Folder for the files (default: ./tocca-demo)")->type_name("DIR");
  verb->footer("tocca demo --out /tmp/puma");
  verb->callback([folder, &action] { action = [folder] { return run_demo(*folder); }; });
}

}  // namespace tocca::cli
