// tocca check: proves that a motion is free of contacts, or finds the first.
#include <algorithm>
#include <memory>

#include "check_writer.hpp"
#include "interval_writer.hpp"
#include "output.hpp"
#include "pages/check_page.hpp"
#include "progress.hpp"
#include "rest_hint.hpp"
#include "result_places.hpp"
#include "segment_source.hpp"
#include "size_writer.hpp"
#include "tocca/core/parallel.hpp"
#include "verbs.hpp"

namespace tocca::cli {
namespace {

/// Which segments of a list are looked at, and in which order.
enum class Search { first, any, every };

/// Checks a batch on all cores, then tells it in order. The batches do not depend on the number of threads, and what is
/// told ends at the contact that ends the search: so does the result.
class Run {
 public:
  Run(SegmentSource& source, const Checker& checker, Search search, JsonWriter* json, CheckPage* page)
      : source_(source),
        search_(search),
        json_(json),
        page_(page),
        paths_(checker),
        totals_(checker.model().problem_pairs().checked.size()) {}

  void go() {
    Progress progress("segments", source_.total());
    std::int64_t done = 0;
    for (std::size_t most = first_batch; !ended_; most = std::min(2 * most, largest_batch)) {
      const std::size_t count = batch_ = source_.fetch(most);
      if (count == 0) return;
      totals_.set_at_rest(source_.at_rest());
      if (search_ == Search::any) {
        for (const SegmentVerdict& verdict : source_.any(paths_).segments) tell(verdict);
      } else {
        check(count, progress, done);
      }
      done += static_cast<std::int64_t>(count);
    }
  }

  const CheckTotals& totals() const { return totals_; }
  const TableWriter& table() const { return table_; }
  /// How many segments the batch has in which the search ended; 0 where it went to the end.
  std::size_t batch() const { return batch_; }

 private:
  // The first batch is small, since a contact often comes early; the largest bounds memory.
  static constexpr std::size_t first_batch = 64, largest_batch = 8192, slice = 64;

  void check(std::size_t count, Progress& progress, std::int64_t done) {
    std::vector<SegmentVerdict> verdicts(std::min(slice, count));
    for (std::size_t begin = 0; begin < count && !ended_; begin += slice) {
      const std::size_t size = std::min(slice, count - begin);
      parallel_for(size, [&](std::size_t k) { verdicts[k] = source_.check(begin + k); });
      for (std::size_t k = 0; k < size && !ended_; ++k) tell(verdicts[k]);
      progress.show(done + static_cast<std::int64_t>(begin + size));
    }
  }

  void tell(const SegmentVerdict& verdict) {
    totals_.add(verdict);
    table_.add(verdict);
    if (json_) json_->add(verdict);
    if (page_) page_->add(source_, verdict, totals_);
    ended_ = search_ != Search::every && verdict.outcome == Outcome::contact;
  }

  SegmentSource& source_;
  Search search_;
  JsonWriter* json_;
  CheckPage* page_;
  PathChecker paths_;
  CheckTotals totals_;
  TableWriter table_;
  std::size_t batch_ = 0;
  bool ended_ = false;
};

/// Throws InputError where options do not go together.
void require_compatible(const CheckArguments& arguments) {
  const QuestionArguments& question = arguments.question;
  if (question.is_problem() && arguments.edges) {
    throw InputError(question.robot.robot, "--edges", "cannot be combined with a problem file",
                     "give ROBOT SCENE PATH instead");
  }
  if (arguments.all && !arguments.report.empty()) {
    throw InputError("--report", "", "cannot be combined with --all", "leave one of them out");
  }
}

int run_check(const CheckArguments& arguments) {
  const QuestionArguments& question = arguments.question;
  const CheckSettings settings = arguments.settings();
  Warnings warnings;
  const Problem problem = question.load(warnings);
  require_compatible(arguments);
  std::optional<ThreadLimit> limit;
  if (question.threads > 0) limit.emplace(question.threads);
  const Checker checker = question.checker(problem, settings, warnings);
  if (arguments.all) return exit_code(check_all(arguments, problem, checker, warnings));
  const auto source = segments_of(question, problem, checker, warnings);
  if (source->independent() && arguments.any) {
    throw InputError(question.path, "--any", "cannot be combined with an edge list",
                     "leave it out: every edge is reported");
  }
  require_apart({{"--json", "JSON", question.json}, {"--report", "the page", arguments.report}});
  std::optional<CheckPage> page;
  if (!arguments.report.empty()) page.emplace(arguments, problem, checker);
  const bool to_stdout = question.json == "-" || arguments.report == "-";
  std::optional<JsonWriter> json;
  if (!question.json.empty()) json.emplace(question.json);
  const bool every = arguments.edges || source->independent();
  Run run(*source, checker,
          every           ? Search::every
          : arguments.any ? Search::any
                          : Search::first,
          json ? &*json : nullptr, page ? &*page : nullptr);
  run.go();
  show(warnings);
  if (json) json->finish(run.totals());
  if (page) page->finish(*source, run.batch(), run.totals(), warnings);
  if (!to_stdout) {
    print(extents_text(extents_of(problem)));
    print(pairs_text(checker.model().problem_pairs(), arguments.verbose));
    print(run.table().text(run.totals()));
    if (const SegmentVerdict* first = run.table().first_contact()) print(rest_hint(problem, checker.model(), *first));
  }
  return exit_code(run.totals().outcome());
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
      "tocca check arm.urdf room.json path.csv --clearance 0.01 --json result.json\n"
      "tocca check arm.urdf room.json path.csv --report path.html\n"
      "tocca check arm.urdf room.json edges.csv --edges --json -\n"
      "tocca check arm.urdf room.json path.csv --all\n"
      "tocca check problem.json");
  verb->callback([arguments, &action] { action = [arguments] { return run_check(*arguments); }; });
}

}  // namespace tocca::cli
