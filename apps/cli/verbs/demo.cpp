// tocca demo: a Puma arm among pipes, from a path that touches to one that is proven free, and a page that shows both.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <utility>

#include "core/stopwatch.hpp"
#include "length_text.hpp"
#include "output.hpp"
#include "pages/repair_page.hpp"
#include "path_output.hpp"
#include "repair_writer.hpp"
#include "shell_word.hpp"
#include "table.hpp"
#include "tocca/check/clearance_search.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/check/path_checker.hpp"
#include "tocca/io/path.hpp"
#include "tocca/plan/planner.hpp"
#include "tocca/report/page.hpp"
#include "tocca/scenes/scenes.hpp"
#include "verbs.hpp"
#include "view/open_browser.hpp"

namespace tocca::cli {
namespace {

namespace fs = std::filesystem;

constexpr double kept_m = 0.015;                   // from everything, on the way around
constexpr std::int64_t most_milestones = 100'000;  // a minute or so, rather than a clock: every machine ends alike

struct DemoArguments {
  std::string folder = "tocca-demo";
  bool no_open = false;
};

/// Wall-clock time since it was made, or since it was last asked.
class LapWatch {
 public:
  std::string lap() { return time_text(std::exchange(watch_, {}).micros()); }

 private:
  Stopwatch watch_;
};

/// The user sees at once what takes its time.
template <class... Values>
void tell(fmt::format_string<Values...> text, Values&&... values) {
  print(fmt::format(text, std::forward<Values>(values)...));
  flush_output();
}

/// What the demo is about: files, and what was read from them.
struct Cell {
  std::string folder;
  QuestionArguments question;
  Problem problem;
  Path path;

  std::string file(const char* name) const { return (fs::path(folder) / name).string(); }
  Path load(const std::string& name) const {
    Warnings warnings;
    const RobotTask& task = problem.robots[0];
    const Path loaded = load_path(name, task.robot.tree, task.start(), warnings);
    show(warnings);
    return loaded;
  }
};

Cell write_cell(const std::string& folder) {
  write_benchmark_scene("puma-pipes", folder);
  Cell cell;
  cell.folder = folder;
  cell.question.robot.robot = cell.file("puma560.urdf");
  cell.question.robot.scene = cell.file("scene.json");
  cell.question.path = cell.file("path.csv");
  Warnings warnings;
  cell.problem = cell.question.load(warnings);
  show(warnings);
  cell.path = cell.load(cell.question.path);
  return cell;
}

/// How near the repaired path comes, and where that is.
struct Proof {
  WaypointMatrix waypoints;
  ClearanceProfile nearest;
};

/// One page: the path as it was with its contact, then the repaired one, on one clock.
class DemoPage {
 public:
  DemoPage(const Cell& cell, const Checker& checker)
      : page_(cell.file("demo.html"), "demo", cell.question, cell.problem, checker,
              PathRecorder::Distances::curve_only) {
    page_.tell_nothing();  // the demo does
  }

  void finish(const Cell& cell, const Repair& repaired, const Proof& proof, const Checker& keeping) {
    page_.report().title = "A Puma 560 among pipes";
    page_.say("Clearance of the detour", fmt::format("{:g} mm", 1e3 * kept_m));
    show_repaired(page_, cell.path.waypoints, repaired, proof.waypoints, proof.nearest, keeping);
    page_.finish({});
  }

 private:
  PathPage page_;
};

void tell_next(const Cell& cell, bool has_page) {
  const std::string robot = shell_word(cell.question.robot.robot),
                    files = robot + " " + shell_word(cell.question.robot.scene);
  tell(
      "\nTry next:\n"
      "  tocca check {0} {1} --all\n"
      "  tocca clearance {0} {2}{5}\n"
      "  tocca check {0} {3} --edges{6}\n"
      "  tocca sweep {4} {2} --out swept.ply\n",
      files, shell_word(cell.question.path), shell_word(cell.file("repaired.csv")),
      shell_word(cell.file("edges-15deg.csv")), robot, has_page ? " --report clearance.html" : "",
      has_page ? " --report edges.html" : "");
}

/// Says why, where this program has no page.
std::unique_ptr<DemoPage> open_page(const Cell& cell, const Checker& checker, std::string& why_not) {
  try {
    require_page("The HTML page is left out");
  } catch (const InputError& error) {
    why_not = error.what();
    return nullptr;
  }
  return std::make_unique<DemoPage>(cell, checker);
}

/// Throws std::logic_error where the scene is no longer what the demo was made for.
void find_contact(const Cell& cell, const Checker& checker) {
  tell("1. Is its path free? {} segments, all joints moving at once.\n", cell.path.segment_count());
  LapWatch watch;
  const Verdict verdict = PathChecker(checker).first(cell.path);
  const SegmentVerdict& contact = verdict.segments.back();
  if (contact.outcome != Outcome::contact) throw std::logic_error("the path of puma-pipes no longer touches anything");
  tell("   No: {}, at {} m.\n   Everything before that moment is proven free. ({})\n\n", touching_text(contact),
       point_text(contact.contacts.front().point), watch.lap());
}

Repair repair_path(const Cell& cell, const Checker& keeping) {
  tell("2. Repair: a detour, {:g} mm from everything, only where the path is not free.\n", 1e3 * kept_m);
  LapWatch watch;
  PlannerSettings settings;
  settings.most_milestones = most_milestones;
  Repair repaired = repair(keeping, cell.path.waypoints, settings);
  if (repaired.end != PlanEnd::found) throw std::logic_error("no detour was found");
  for (const Detour& detour : repaired.detours) tell("   Replaced: {}.\n", detour_text(detour));
  PathOutput(cell.file("repaired.csv"), cell.problem, "").write(repaired.waypoints);
  tell("   Written: {} ({})\n\n", printable(cell.file("repaired.csv")), watch.lap());
  return repaired;
}

Proof prove(const Cell& cell, const Checker& checker, const Checker& keeping) {
  tell("3. Is the repaired path free? The file is read again and proven from scratch.\n");
  LapWatch watch;
  const Path path = cell.load(cell.file("repaired.csv"));
  if (PathChecker(keeping).first(path).outcome != Outcome::free) throw std::logic_error("the repair is not free");
  tell("   Yes, proven: at no moment is anything nearer than {:g} mm. ({})\n", 1e3 * kept_m, watch.lap());
  ClearanceSettings settings;
  settings.curve = false;
  Proof proof{path.waypoints, ClearanceSearch(checker, settings).profile(PathSteps(path))};
  const ClearanceProfile& nearest = proof.nearest;
  tell("   Nearest: {} and {} in segment {} at t = {:.5f}, at least {}: proven. ({})\n\n", nearest.a, nearest.b,
       nearest.at.segment, nearest.at.t, at_least_text(nearest.lower), watch.lap());
  return proof;
}

int run_demo(const DemoArguments& arguments) {
  LapWatch watch;
  const Cell cell = write_cell(arguments.folder);
  const Checker checker(cell.problem);
  Problem with_clearance = cell.problem;
  with_clearance.clearance.default_m = kept_m;
  const Checker keeping(with_clearance);
  std::string why_no_page;
  const auto page = open_page(cell, checker, why_no_page);
  tell("A Puma 560 among pipes: {} pairs to check. Files: {}/ ({})\n\n",
       grouped(checker.model().problem_pairs().checked.size()), printable(cell.folder), watch.lap());
  find_contact(cell, checker);
  const Repair repaired = repair_path(cell, keeping);
  const Proof proof = prove(cell, checker, keeping);
  watch.lap();
  if (page) {
    page->finish(cell, repaired, proof, keeping);
    const std::string address = file_address(cell.file("demo.html"));
    tell("4. Look at it: one file that needs no network. ({})\n   {}\n", watch.lap(), address);
    if (!arguments.no_open && open_in_browser(address)) tell("   Opening it in a browser.\n");
  } else {
    tell("4. {}\n", why_no_page);
  }
  tell_next(cell, page != nullptr);
  return exit_done;
}

}  // namespace

void add_demo(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<DemoArguments>();
  CLI::App* verb = app.add_subcommand(
      "demo",
      "Show a Puma arm among pipes: find its first contact, repair the path, prove it free, show both on a page.");
  verb->add_option("--out", arguments->folder, "Folder for the files (default: ./tocca-demo)")->type_name("DIR");
  verb->add_flag("--no-open", arguments->no_open, "Do not open the page in a browser");
  verb->footer("tocca demo\ntocca demo --out /tmp/puma --no-open");
  verb->callback([arguments, &action] { action = [arguments] { return run_demo(*arguments); }; });
}

}  // namespace tocca::cli
