// tocca srdf: which pairs of links need no check, and why; proven where others sample.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "interrupt.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "result_places.hpp"
#include "robot_arguments.hpp"
#include "survey_writer.hpp"
#include "threads_option.hpp"
#include "tocca/io/pair_survey.hpp"
#include "tocca/io/robot.hpp"
#include "verbs.hpp"

namespace tocca::cli {
namespace {

struct SrdfArguments {
  std::string robot, srdf, out, json;
  bool visual = false, proven_only = false;
  std::int64_t samples = SurveySettings{}.samples, budget = static_cast<std::int64_t>(SurveySettings{}.budget);
  std::uint64_t seed = SurveySettings{}.seed;
  double time_limit_s = 120.0;
  ThreadsOption threads;

  void add_to(CLI::App& verb) {
    verb.add_option("ROBOT", robot, "Robot (URDF)")->required()->type_name("FILE");
    verb.add_option("--out", out, "Where to write the SRDF")->required()->type_name("FILE");
    verb.add_option("--srdf", srdf,
                    "An SRDF of this robot: its groups and states are kept, its pairs are compared with what was found")
        ->type_name("FILE");
    verb.add_option("--samples", samples,
                    "Random configurations for pairs without a proof (default: 100,000); 0: proofs alone")
        ->type_name("N");
    verb.add_flag("--proven-only", proven_only,
                  "Write adjacent pairs and proven ones alone: nothing that rests on samples");
    verb.add_option("--time-limit", time_limit_s,
                    "End after this many seconds, with half of them for proofs; what is not decided then is left to be "
                    "checked (default: 120)")
        ->type_name("SECONDS");
    verb.add_option("--budget", budget, "How many boxes of joint values one proof may take (default: 300,000)")
        ->type_name("N");
    verb.add_option("--seed", seed, "Of the random configurations: the same seed gives the same file (default: 1)")
        ->check([](const std::string& text) { return text.starts_with('-') ? "must not be negative" : ""; })
        ->type_name("N");
    add_visual(verb, visual);
    threads.add_to(verb);
    verb.add_option("--json", json, "Write the result as JSON to a file, or to standard output with -")
        ->type_name("FILE|-");
  }

  SurveySettings settings() const {
    threads.check();
    if (samples < 0) throw InputError("--samples", "", fmt::format("must not be negative (got {})", samples), "");
    if (budget < 1) throw InputError("--budget", "", fmt::format("must be at least 1 (got {})", budget), "");
    if (!(time_limit_s > 0.0)) {
      throw InputError("--time-limit", "", fmt::format("must be greater than 0 seconds (got {})", time_limit_s), "");
    }
    SurveySettings result;
    result.samples = samples;
    result.budget = static_cast<std::uint64_t>(budget);
    result.seed = seed;
    result.time_limit_s = time_limit_s;
    return result;
  }
};

PairSurvey look_at(const Robot& robot, SurveySettings settings) {
  std::optional<Progress> progress;  // work is counted in pairs: half for proofs, half for samples
  settings.progress = [&](std::int64_t done, std::int64_t total) {
    if (!progress) progress.emplace("pairs", total / 2);
    progress->show(done / 2);
    return !Interrupt::asked();
  };
  return survey_pairs(robot.tree, settings);
}

int run_srdf(const SrdfArguments& arguments) {
  const SurveySettings settings = arguments.settings();
  Warnings warnings;
  const Robot robot = load_robot(arguments.robot, {arguments.srdf, arguments.visual}, warnings);
  require_apart({{"--out", "the SRDF", arguments.out}, {"--json", "JSON", arguments.json}});
  show(warnings);
  const std::unique_ptr<ThreadLimit> limit = arguments.threads.limit();
  const Interrupt interrupt;
  const PairSurvey survey = look_at(robot, settings);
  if (survey.pairs.empty()) {
    throw InputError(arguments.robot, "", "fewer than two of its links have geometry, so there is no pair",
                     "give collision geometry, or --visual");
  }
  const bool compared = !arguments.srdf.empty();
  const SrdfOptions options{arguments.proven_only, arguments.srdf};
  if (!arguments.json.empty()) write_result(arguments.json, "--json", to_json(robot, survey, options, compared));
  // What was cut short has not looked at enough to disable anything.
  if (!survey.complete)
    throw InputError(arguments.out, "", "was not written: the survey was interrupted", "let it end");
  write_result(arguments.out, "--out", srdf_text(robot, survey, options));
  if (arguments.json == "-" || arguments.out == "-") return exit_done;
  print(survey_text(robot, survey, options));
  if (compared) print(comparison_text(robot, survey, arguments.robot, arguments.srdf));
  print(fmt::format("written: {}\n", arguments.out));
  return exit_done;
}

}  // namespace

void add_srdf(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<SrdfArguments>();
  CLI::App* verb = app.add_subcommand(
      "srdf",
      "Find the pairs of links that need no check, and write them as an SRDF; pairs that never touch are proven.");
  arguments->add_to(*verb);
  verb->footer(
      "tocca srdf arm.urdf --out arm.srdf\n"
      "tocca srdf arm.urdf --out proven.srdf --proven-only\n"
      "tocca srdf arm.urdf --srdf moveit/arm.srdf --out new.srdf --json pairs.json");
  verb->callback([arguments, &action] { action = [arguments] { return run_srdf(*arguments); }; });
}

}  // namespace tocca::cli
