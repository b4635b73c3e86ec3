// tocca clearance: how near anything comes along a whole path, proven, and the distance as a curve over time.
#include <fmt/format.h>

#include <memory>

#include "clearance_report.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "segment_source.hpp"
#include "tocca/core/parallel.hpp"
#include "verbs.hpp"

namespace tocca::cli {
namespace {

struct ClearanceArguments {
  QuestionArguments question;
  ClearanceSettings settings;
  std::int64_t budget = 0;  ///< 0: none
  std::string plot;

  void add_to(CLI::App& verb) {
    question.add_to(verb);
    verb.add_option("--tolerance", settings.tolerance_m, "How wide the bracket of the minimum may be (default: 1e-6)")
        ->type_name("METRES");
    verb.add_option("--plot", plot, "Draw the distance over the path as an SVG picture")->type_name("FILE.svg");
    verb.add_option("--points", settings.most_points, "List at most so many moments a segment (default: 16)")
        ->type_name("N");
    verb.add_option("--budget", budget, "Give up a segment as undecided after so many tests (default: never)")
        ->type_name("N");
  }
};

/// Shows how far the search is, and hands the curve on.
class Watched final : public ClearanceListener {
 public:
  Watched(ClearanceReport& report, std::optional<std::int64_t> total) : report_(report), progress_("segments", total) {}
  void point(const ClearancePoint& point) override { report_.point(point); }
  void done(std::int64_t segments) override { progress_.show(segments); }

 private:
  ClearanceReport& report_;
  Progress progress_;
};

void search_problem(const Problem& problem, const Checker& checker, ClearanceSearch& search, Watched& watched) {
  search.add(Timeline(problem, checker.model()), 0, &watched);
}

void search_path(PathRows& reader, const Problem& problem, ClearanceSearch& search, Watched& watched) {
  constexpr std::size_t batch = 1024;
  Path path;
  path.waypoints.resize(0, problem.robots[0].robot.tree.coordinate_count());
  std::int64_t done = 0;
  while (reader.fetch(batch, path) > 0) {
    search.add(PathSteps(path), done, &watched);
    done += path.waypoints.rows() - 1;
  }
}

/// Pairs that may press into each other have no distance to keep, and no place in a profile of distances.
void warn_of_left_out(const CollisionModel& model, Warnings& warnings) {
  for (const CollisionModel::PenetrationPair& pair : model.penetration_pairs()) {
    const auto name = [&](int body) { return model.bodies()[static_cast<std::size_t>(body)].name; };
    warnings.push_back(
        fmt::format("{} and {} may press into each other: their distance is left out", name(pair.a), name(pair.b)));
  }
}

int run_clearance(const ClearanceArguments& arguments) {
  const QuestionArguments& question = arguments.question;
  ClearanceSettings settings = arguments.settings;
  if (arguments.budget < 0) {
    throw InputError("--budget", "", fmt::format("{} is no number of tests", arguments.budget), "give 1 or more");
  }
  if (arguments.budget > 0) settings.budget = static_cast<std::uint64_t>(arguments.budget);
  settings.curve = !question.json.empty() || !arguments.plot.empty();
  Warnings warnings;
  const Problem problem = question.load(warnings);
  std::optional<ThreadLimit> limit;
  if (question.threads > 0) limit.emplace(question.threads);
  const Checker checker(problem, {}, question.pairs());
  warn_of_left_out(checker.model(), warnings);
  std::optional<PathRows> rows;
  if (!question.is_problem()) {
    rows.emplace(question, problem, warnings);
    if (rows->is_edge_list()) {
      throw InputError(question.path, "", "is an edge list", "give a path: one waypoint a row");
    }
  }
  ClearanceSearch search(checker, settings);
  ClearanceReport report(question.json);
  std::optional<ResultStream> plot;
  if (!arguments.plot.empty()) plot.emplace(arguments.plot, "--plot");
  ClearanceProfile profile;
  {
    Watched watched(report, std::nullopt);
    search.begin();
    if (rows) {
      search_path(*rows, problem, search, watched);
    } else {
      search_problem(problem, checker, search, watched);
    }
    profile = search.finish(&watched);
  }
  show(warnings);
  report.finish(profile);
  if (plot) {
    plot->out() << clearance_svg(report.stretches(), profile);
    plot->close();
  }
  if (question.json != "-") print(report.text(profile, settings.tolerance_m));
  return !profile.decided ? exit_undecided : !profile.a.empty() && profile.lower == 0.0 ? exit_contact : exit_done;
}

}  // namespace

void add_clearance(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<ClearanceArguments>();
  CLI::App* verb = app.add_subcommand("clearance",
                                      "Find how near anything comes along a path, as a proven bracket, and the "
                                      "distance over time: exit code 0 apart, 1 "
                                      "contact, 3 undecided.");
  arguments->add_to(*verb);
  verb->footer(
      "tocca clearance arm.urdf room.json path.csv\n"
      "tocca clearance arm.urdf room.json path.csv --plot clearance.svg --json clearance.json\n"
      "tocca clearance problem.json --json -");
  verb->callback([arguments, &action] { action = [arguments] { return run_clearance(*arguments); }; });
}

}  // namespace tocca::cli
