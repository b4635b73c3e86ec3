// tocca check: proves that a motion is free of contacts, or finds the first.
#include <memory>
#include <optional>

#include "certificate_output.hpp"
#include "check_writer.hpp"
#include "closed_loops.hpp"
#include "interval_writer.hpp"
#include "output.hpp"
#include "pages/check_page.hpp"
#include "progress.hpp"
#include "rest_hint.hpp"
#include "result_places.hpp"
#include "segment_source.hpp"
#include "self_hint.hpp"
#include "size_writer.hpp"
#include "tocca/check/path_checker.hpp"
#include "tocca/core/parallel.hpp"
#include "verbs.hpp"

namespace tocca::cli {
namespace {

/// Hands each verdict to all who want it: the totals, the table for people, JSON, the page, the certificate. The last three may be null.
class VerdictWriter final : public PathListener {
 public:
  VerdictWriter(const SegmentSource& source, const Checker& checker, const std::vector<LoopClosure>& loops,
                JsonWriter* json, CheckPage* page, CertificateOutput* certificate)
      : source_(source),
        json_(json),
        page_(page),
        certificate_(certificate),
        totals_(checker),
        table_(checker),
        progress_(std::in_place, "segments", source.total()) {
    totals_.set_loops(loops);
  }

  void segment(const SegmentVerdict& verdict) override {
    totals_.set_at_rest(source_.at_rest());
    totals_.add(verdict);
    table_.add(verdict);
    if (json_) json_->add(verdict);
    if (page_) page_->add(source_, verdict, totals_);
    if (certificate_) certificate_->add(source_, verdict);
  }
  void done(std::int64_t segments) override { progress_->show(segments); }
  /// Takes the progress off the screen.
  void end() { progress_.reset(); }

  const CheckTotals& totals() const { return totals_; }
  const TableWriter& table() const { return table_; }

 private:
  const SegmentSource& source_;
  JsonWriter* json_;
  CheckPage* page_;
  CertificateOutput* certificate_;
  CheckTotals totals_;
  TableWriter table_;
  std::optional<Progress> progress_;
};

/// Throws InputError if options do not go together.
void require_compatible(const CheckArguments& arguments) {
  const QuestionArguments& question = arguments.question;
  if (question.is_problem() && arguments.edges) {
    throw InputError(question.robot.robot, "--edges", "cannot be combined with a problem file",
                     "give ROBOT SCENE PATH instead");
  }
  if (!arguments.certificate.empty() && (arguments.all || arguments.any || arguments.gpu)) {
    throw InputError("", "--certificate",
                     "proves a path up to its first contact: it does not go with --all, --any or --gpu",
                     "leave one of them out");
  }
}

PathSearch search_of(const CheckArguments& arguments, const SegmentSource& source) {
  if (arguments.edges || source.independent()) return arguments.any ? PathSearch::any_of_each : PathSearch::every;
  return arguments.any ? PathSearch::any : PathSearch::first;
}

int run_check(const CheckArguments& arguments) {
  const QuestionArguments& question = arguments.question;
  const CheckSettings settings = arguments.settings();
  Warnings warnings;
  const Problem problem = question.load(warnings);
  require_compatible(arguments);
  const std::unique_ptr<ThreadLimit> limit = question.threads.limit();
  const Checker checker = question.checker(problem, settings, warnings);
  const std::vector<LoopClosure> loops = closed_loops(question, problem, checker);
  if (arguments.all) return exit_code(check_all(arguments, problem, checker, loops, warnings));
  const auto source = segments_of(question, problem, checker, warnings);
  require_apart({{"--json", "JSON", question.json},
                 {"--report", "the page", arguments.report},
                 {"--certificate", "the certificate", arguments.certificate}});
  std::optional<CheckPage> page;
  if (!arguments.report.empty()) page.emplace(arguments, problem, checker);
  const bool to_stdout = question.json == "-" || arguments.report == "-";
  std::optional<JsonWriter> json;
  if (!question.json.empty()) json.emplace(question.json, !arguments.no_times);
  std::optional<CertificateOutput> certificate;
  if (!arguments.certificate.empty()) certificate.emplace(arguments.certificate, problem, checker, *source);
  VerdictWriter verdicts(*source, checker, loops, json ? &*json : nullptr, page ? &*page : nullptr,
                         certificate ? &*certificate : nullptr);
  PathChecker(checker).run(*source, search_of(arguments, *source), verdicts);
  verdicts.end();
  show(warnings);
  if (json) json->finish(verdicts.totals());
  if (page && certificate) page->certify(certificate->finish());
  if (page) page->finish(*source, verdicts.totals(), warnings);
  if (!to_stdout) {
    print(extents_text(extents_of(problem)));
    print(pairs_text(checker.model().problem_pairs(), arguments.verbose));
    print(loops_text(loops));
    print(verdicts.table().text(verdicts.totals()));
    if (const SegmentVerdict* first = verdicts.table().first_contact())
      print(rest_hint(problem, checker.model(), *first) + self_hint(question, problem, checker, *first));
  }
  if (certificate && !page) certificate->finish();
  return exit_code(verdicts.totals().outcome());
}

}  // namespace

void add_check(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<CheckArguments>();
  CLI::App* verb = app.add_subcommand(
      "check",
      "Prove that a motion is free of contacts, or find the first one: exit code 0 free, 1 contact, 3 undecided.");
  arguments->add_to(*verb);
  verb->footer(
      "tocca check arm.urdf room.json path.csv\n"
      "tocca check arm.urdf path.csv\n"
      "tocca check arm.urdf room.json --srdf arm.srdf --config home --pad tool0=1cm\n"
      "tocca check arm.urdf room.json path.csv --clearance 1cm --json result.json\n"
      "tocca check arm.urdf room.json path.csv --report path.html --path-link tool0\n"
      "tocca check arm.urdf room.json path.csv --certificate path.proof\n"
      "tocca check arm.urdf room.json edges.csv --edges --json -\n"
      "tocca check arm.urdf room.json path.csv --all --report path.html\n"
      "tocca check problem.json");
  verb->callback([arguments, &action] { action = [arguments] { return run_check(*arguments); }; });
}

}  // namespace tocca::cli
