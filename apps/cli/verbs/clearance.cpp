// tocca clearance: how near anything comes along a whole path, proven, and the distance as a curve over time.
#include <fmt/format.h>

#include <memory>

#include "check/model/model_body.hpp"
#include "clearance_writer.hpp"
#include "closed_loops.hpp"
#include "output.hpp"
#include "pages/clearance_page.hpp"
#include "progress.hpp"
#include "result_places.hpp"
#include "rigid_question.hpp"
#include "segment_source.hpp"
#include "tocca/core/parallel.hpp"
#include "too_near.hpp"
#include "verbs.hpp"

namespace tocca::cli {
namespace {

struct ClearanceArguments {
  QuestionArguments question;
  ClearanceSettings settings;
  Budget budget{tests_a_segment, "segment", "tests"};
  std::string plot, report;

  void add_to(CLI::App& verb) {
    question.add_to(verb);
    verb.add_option("--tolerance", settings.tolerance_m, "Largest width of the bracket of the minimum (default: 1e-6)")
        ->type_name("METRES");
    verb.add_option("--plot", plot, "Draw the distance along the path as an SVG picture")->type_name("FILE.svg");
    verb.add_option("--points", settings.most_points, "List at most N moments per segment (default: 16)")
        ->type_name("N");
    budget.add_to(verb);
    verb.add_option("--report", report, "Write an HTML page: the motion, the distance over time, the nearest pair")
        ->type_name("FILE.html");
    question.add_path_link(verb);
  }
};

/// Shows how far the search is, and hands the curve on.
class Watched final : public ClearanceListener {
 public:
  Watched(ClearanceWriter& report, std::optional<std::int64_t> total) : report_(report), progress_("segments", total) {}
  void point(const ClearancePoint& point) override { report_.point(point); }
  void done(std::int64_t segments) override { progress_.show(segments); }

 private:
  ClearanceWriter& report_;
  Progress progress_;
};

void search_segments(SegmentSource& source, ClearanceSearch& search, Watched& watched, ClearancePage* page) {
  constexpr std::size_t batch = 1024;
  while (source.fetch(batch) > 0) {
    if (page) page->add(source);
    search.add(source.batch(), 0, &watched);
  }
}

/// Pairs that may press into each other have no distance to keep, and no place in a profile of distances.
void warn_of_left_out(const CollisionModel& model, Warnings& warnings) {
  for (const CollisionModel::PenetrationPair& pair : model.penetration_pairs()) {
    const auto name = [&](int body) { return model.bodies()[static_cast<std::size_t>(body)].name; };
    warnings.push_back(
        fmt::format("{} and {} may penetrate each other: their distance is not measured", name(pair.a), name(pair.b)));
  }
}

int run_clearance(const ClearanceArguments& arguments) {
  const QuestionArguments& question = arguments.question;
  ClearanceSettings settings = arguments.settings;
  settings.budget = arguments.budget.most();
  settings.curve = !question.json.empty() || !arguments.plot.empty() || !arguments.report.empty();
  Warnings warnings;
  const Problem problem = question.load(warnings);
  const std::unique_ptr<ThreadLimit> limit = question.threads.limit();
  require_rigid(problem, question.robot.robot, "distances to a body that deforms are not measured");
  const Checker checker = question.checker(problem, QuestionArguments::limited(), warnings);
  warn_of_left_out(checker.model(), warnings);
  const std::vector<LoopClosure> loops = closed_loops(question, problem, checker);
  const auto source = segments_of(question, problem, checker, warnings);
  if (source->independent()) {
    throw InputError(question.path, "", "is an edge list", "give a path: one waypoint per row");
  }
  require_apart({{"--json", "JSON", question.json},
                 {"--plot", "the picture", arguments.plot},
                 {"--report", "the page", arguments.report}});
  ClearanceSearch search(checker, settings);
  ClearanceWriter report(question.json);
  std::optional<ResultStream> plot;
  if (!arguments.plot.empty()) plot.emplace(arguments.plot, "--plot");
  std::optional<ClearancePage> page;
  if (!arguments.report.empty()) page.emplace(arguments.report, question, problem, checker, settings);
  ClearanceProfile profile;
  {
    Watched watched(report, source->total());
    search.begin();
    search_segments(*source, search, watched, page ? &*page : nullptr);
    profile = search.finish(&watched);
  }
  show(warnings);
  report.finish(profile);
  if (plot) {
    plot->out() << clearance_svg(report.stretches(), profile, source->at_rest());
    plot->close();
  }
  if (page) page->finish(report, profile, source->at_rest(), warnings);
  if (question.json != "-" && arguments.report != "-") {
    print(loops_text(loops));
    const double asked_m = asked_distance(checker.model().problem_pairs(), profile.a, profile.b);
    print(report.text(profile, settings.tolerance_m, asked_m, source->at_rest()));
  }
  return !profile.decided ? exit_undecided : !profile.a.empty() && profile.lower == 0.0 ? exit_contact : exit_done;
}

}  // namespace

void add_clearance(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<ClearanceArguments>();
  CLI::App* verb = app.add_subcommand("clearance",
                                      "Find the least distance along a path, as a proven bracket, and the "
                                      "distance over time: exit code 0 apart, 1 "
                                      "contact, 3 undecided.");
  arguments->add_to(*verb);
  verb->footer(
      "tocca clearance arm.urdf room.json path.csv\n"
      "tocca clearance arm.urdf room.json path.csv --plot clearance.svg --json clearance.json\n"
      "tocca clearance arm.urdf room.json path.csv --report clearance.html\n"
      "tocca clearance problem.json --json -");
  verb->callback([arguments, &action] { action = [arguments] { return run_clearance(*arguments); }; });
}

}  // namespace tocca::cli
