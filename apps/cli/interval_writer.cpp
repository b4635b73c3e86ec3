#include "interval_writer.hpp"

#include <fmt/format.h>

#include "check_writer.hpp"
#include "core/stopwatch.hpp"
#include "output.hpp"
#include "rest_hint.hpp"
#include "result_places.hpp"
#include "size_writer.hpp"
#include "table.hpp"
#include "tocca/check/contact_intervals.hpp"
#include "tocca/check/path_checker.hpp"
#include "tocca/io/path.hpp"
#include "tocca/io/result_writers.hpp"

namespace tocca::cli {
namespace {

/// The whole path at once: an interval may span any number of segments.
class WholePath {
 public:
  WholePath(const CheckArguments& arguments, const Problem& problem, const Checker& checker, Warnings& warnings) {
    if (arguments.question.path.empty()) {
      steps_ = steps_of(problem, checker.model());
      return;
    }
    const RobotTask& robot = problem.robots[0];
    path_ = load_path(arguments.question.path, robot.robot.tree, robot.start(), warnings);
    steps_ = std::make_unique<PathSteps>(path_);
  }
  WholePath(const WholePath&) = delete;
  WholePath& operator=(const WholePath&) = delete;

  const StepSequence& steps() const { return *steps_; }

 private:
  Path path_;
  std::unique_ptr<const StepSequence> steps_;
};

std::string moment_text(const BracketOf<PathMoment>& bracket) {
  return fmt::format("{} {:.5f}", bracket.lo.segment, bracket.lo.t);
}

}  // namespace

std::string intervals_text(const ContactList& list) {
  std::string text;
  Table table({{"enter", true}, {"leave", true}, {"a"}, {"b"}});
  for (const ContactInterval& x : list.intervals) {
    table.add(
        {x.from_start ? "the start" : moment_text(x.enter), x.to_end ? "the end" : moment_text(x.leave), x.a, x.b});
  }
  if (!table.empty()) text += "all contacts (segment and time)\n" + table.text();
  Table open({{"from", true}, {"a"}, {"b"}, {"why"}});
  for (const ContactList::Rest& rest : list.undecided) {
    const std::string from = fmt::format("{} {:.5f}", rest.from.segment, rest.from.t);
    open.add({from, rest.a.empty() ? "any other" : rest.a, rest.b.empty() ? "pair" : rest.b, name_of(rest.why)});
  }
  if (!open.empty()) text += "undecided to the end of the segment:\n" + open.text();
  return text;
}

Outcome check_all(const CheckArguments& arguments, const Problem& problem, const Checker& checker, Warnings& warnings) {
  if (arguments.any || arguments.edges) {
    throw InputError("--all", "", "cannot be combined with --any or --edges", "leave one of them out");
  }
  const WholePath path(arguments, problem, checker, warnings);
  require_apart({{"--json", "JSON", arguments.question.json}});
  std::optional<JsonWriter> json;
  if (!arguments.question.json.empty()) json.emplace(arguments.question.json);
  CheckTotals totals(checker.model().problem_pairs().checked.size());
  totals.set_at_rest(path.steps().at_rest());
  TableWriter table;
  for (const SegmentVerdict& segment : PathChecker(checker).first(path.steps()).segments) {
    totals.add(segment);
    table.add(segment);
    if (json) json->add(segment);
  }
  const Stopwatch watch;
  const ContactList list = ContactIntervals(checker).find(path.steps());
  totals.set_interval_micros(watch.micros());
  show(warnings);
  if (json) json->finish(totals, &list);
  if (arguments.question.json != "-") {
    print(extents_text(extents_of(problem)));
    print(pairs_text(checker.model().problem_pairs(), arguments.verbose));
    print(table.text(totals));
    print(intervals_text(list));
    if (const SegmentVerdict* first = table.first_contact()) print(rest_hint(problem, checker.model(), *first));
  }
  if (!list.intervals.empty()) return Outcome::contact;
  return list.decided() ? totals.outcome() : Outcome::undecided;
}

}  // namespace tocca::cli
