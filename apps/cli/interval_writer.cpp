#include "interval_writer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "check_writer.hpp"
#include "closed_loops.hpp"
#include "core/stopwatch.hpp"
#include "output.hpp"
#include "pages/check_page.hpp"
#include "rest_hint.hpp"
#include "result_places.hpp"
#include "rigid_question.hpp"
#include "self_hint.hpp"
#include "size_writer.hpp"
#include "table.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/check/contact_intervals.hpp"
#include "tocca/check/path_checker.hpp"
#include "tocca/io/path.hpp"
#include "tocca/io/result_writers.hpp"

namespace tocca::cli {
namespace {

/// The whole path at once: an interval may span any number of segments. Knows the clock of each.
class WholePath final : public SegmentSource {
 public:
  WholePath(const CheckArguments& arguments, const Problem& problem, const Checker& checker, Warnings& warnings) {
    if (arguments.question.path.empty()) {
      steps_ = steps_of(problem, checker.model());
      return;
    }
    const RobotTask& robot = problem.robots[0];
    path_ = load_path(arguments.question.path, robot.robot.tree, robot.start(), warnings,
                      arguments.question.robot.path_options());
    steps_ = std::make_unique<PathSteps>(path_);
  }

  const StepSequence& steps() const { return *steps_; }
  const StepSequence& batch() const override { return *batch_; }
  bool at_rest() const override { return steps_->at_rest(); }
  bool in_seconds() const override { return !path_.time_s.empty(); }
  std::array<double, 2> clock(int segment) const override {
    return clock_of(static_cast<std::size_t>(segment + batch_first_));
  }
  /// Of any segment, whether it is in the batch or not.
  std::array<double, 2> clock_of(std::size_t k) const {
    if (in_seconds()) return {path_.time_s[k], path_.time_s[std::min(k + 1, path_.time_s.size() - 1)]};
    return {static_cast<double>(k), static_cast<double>(at_rest() ? k : k + 1)};
  }
  double clock_at(const PathMoment& moment) const {
    const auto [begin, end] = clock_of(static_cast<std::size_t>(moment.segment));
    return begin + moment.t * (end - begin);
  }

 protected:
  std::size_t next(std::size_t most) override {
    batch_first_ = done_;
    const int count = std::min(static_cast<int>(most), steps_->segment_count() - done_);
    if (count > 0) batch_.emplace(*steps_, done_, count);
    done_ += count;
    return static_cast<std::size_t>(count);
  }

 private:
  Path path_;
  std::unique_ptr<const StepSequence> steps_;
  std::optional<SegmentSlice> batch_;
  int batch_first_ = 0, done_ = 0;
};

/// The verdicts up to the first contact, as without --all; a page gets those of all segments.
class FirstVerdicts final : public PathListener {
 public:
  FirstVerdicts(const WholePath& path, const Checker& checker, JsonWriter* json, CheckPage* page)
      : totals(checker), table(checker), path_(path), json_(json), page_(page) {}

  void segment(const SegmentVerdict& verdict) override {
    totals.set_at_rest(path_.at_rest());
    const bool later = totals.outcome() == Outcome::contact;
    if (!later) {
      totals.add(verdict);
      table.add(verdict);
      if (json_) json_->add(verdict);
    }
    if (page_) page_->add(path_, verdict, totals);
  }

  CheckTotals totals;
  TableWriter table;

 private:
  const WholePath& path_;
  JsonWriter* json_;
  CheckPage* page_;
};

/// The stretches on the clock of the page.
std::vector<Report::Event> events_of(const ContactList& list, const WholePath& path) {
  std::vector<Report::Event> events;
  for (const ContactInterval& x : list.intervals) {
    events.push_back(
        {path.clock_at(x.enter.hi), "contact", x.a + " × " + x.b, {}, path.clock_at(x.leave.hi), {x.a, x.b}});
  }
  for (const ContactList::Rest& rest : list.undecided) {
    const std::string pair = rest.a.empty() ? "any other pair" : rest.a + " × " + rest.b;
    events.push_back({path.clock_at(rest.from),
                      "warning",
                      fmt::format("{}: undecided ({})", pair, name_of(rest.why)),
                      {},
                      path.clock_at({rest.from.segment, 1.0}),
                      {}});
  }
  std::stable_sort(events.begin(), events.end(),
                   [](const Report::Event& a, const Report::Event& b) { return a.time < b.time; });
  return events;
}

std::string moment_text(const BracketOf<PathMoment>& bracket) {
  return fmt::format("{} {:.5f}", bracket.lo.segment, bracket.lo.t);
}

}  // namespace

std::string intervals_text(const ContactList& list, const ProblemPairs& pairs) {
  const bool keeps_distance = std::any_of(pairs.checked.begin(), pairs.checked.end(),
                                          [](const ProblemPairs::Checked& pair) { return pair.level_m > 0.0; });
  std::string text;
  Table table({{"enter", true}, {"leave", true}, {"a"}, {"b"}});
  for (const ContactInterval& x : list.intervals) {
    table.add(
        {x.from_start ? "the start" : moment_text(x.enter), x.to_end ? "the end" : moment_text(x.leave), x.a, x.b});
  }
  if (!table.empty())
    text += fmt::format("{} (segment and time)\n{}",
                        keeps_distance ? "all that touches or is too near" : "all contacts", table.text());
  Table open({{"from", true}, {"a"}, {"b"}, {"why"}});
  for (const ContactList::Rest& rest : list.undecided) {
    const std::string from = fmt::format("{} {:.5f}", rest.from.segment, rest.from.t);
    open.add({from, rest.a.empty() ? "any other" : rest.a, rest.b.empty() ? "pair" : rest.b, name_of(rest.why)});
  }
  if (!open.empty()) text += "undecided to the end of the segment:\n" + open.text();
  return text;
}

Outcome check_all(const CheckArguments& arguments, const Problem& problem, const Checker& checker,
                  const std::vector<LoopClosure>& loops, Warnings& warnings) {
  if (arguments.any || arguments.edges) {
    throw InputError("--all", "", "cannot be combined with --any or --edges", "leave one of them out");
  }
  require_rigid(problem, arguments.question.robot.robot,
                "--all does not say when contacts with a body that deforms end");
  WholePath path(arguments, problem, checker, warnings);
  require_apart({{"--json", "JSON", arguments.question.json}, {"--report", "the page", arguments.report}});
  std::optional<CheckPage> page;
  if (!arguments.report.empty()) page.emplace(arguments, problem, checker);
  std::optional<JsonWriter> json;
  if (!arguments.question.json.empty()) json.emplace(arguments.question.json, !arguments.no_times);
  FirstVerdicts verdicts(path, checker, json ? &*json : nullptr, page ? &*page : nullptr);
  PathChecker(checker).run(path, page ? PathSearch::every : PathSearch::first, verdicts);
  CheckTotals& totals = verdicts.totals;
  totals.set_loops(loops);
  const Stopwatch watch;
  const ContactList list = ContactIntervals(checker).find(path.steps());
  totals.set_interval_micros(watch.micros());
  show(warnings);
  if (json) json->finish(totals, &list);
  if (page) page->finish(path, totals, warnings, events_of(list, path));
  if (arguments.question.json != "-" && arguments.report != "-") {
    print(extents_text(extents_of(problem)));
    print(pairs_text(checker.model().problem_pairs(), arguments.verbose));
    print(loops_text(loops));
    print(verdicts.table.text(totals));
    print(intervals_text(list, checker.model().problem_pairs()));
    if (const SegmentVerdict* first = verdicts.table.first_contact()) {
      print(rest_hint(problem, checker.model(), *first) + self_hint(arguments.question, problem, checker, *first));
    }
  }
  if (!list.intervals.empty()) return Outcome::contact;
  return list.decided() ? totals.outcome() : Outcome::undecided;
}

}  // namespace tocca::cli
