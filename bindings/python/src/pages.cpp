#include "pages.hpp"

#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include "errors.hpp"
#include "report/words.hpp"
#include "tocca/check/path_checker.hpp"
#include "tocca/report/page.hpp"
#include "tocca/report/path_recorder.hpp"
#include "working.hpp"

namespace tocca::python {
namespace {

/// The names of the files, as far as there are any; otherwise the robots'.
std::string title_of(const Question& question, const OwnPath* path) {
  std::vector<std::string> words = question.asked().files;
  if (words.empty()) {
    for (const RobotTask& task : question.problem().robots) words.push_back(task.robot.name);
  }
  if (path && !path->file.empty()) words.push_back(path->file);
  std::string title;
  for (const std::string& word : words) {
    title += (title.empty() ? "" : " \u00b7 ") + std::filesystem::path(word).filename().string();
  }
  return title;
}

const char* name_of(Strategy strategy) {
  return strategy == Strategy::tube ? "tube" : strategy == Strategy::interval ? "interval" : "bisect";
}

std::string budget_text(std::uint64_t budget) {
  return budget == std::numeric_limits<std::uint64_t>::max() ? "none" : grouped(budget) + " tests per segment";
}

Report begun(const Question& question, const char* verb, const OwnPath* path = nullptr) {
  require_page("report");
  Report report;
  report.verb = verb;
  report.version = TOCCA_VERSION;
  report.date = utc_now();
  report.clock_unit = "segment";
  report.title = title_of(question, path);
  for (const auto& [name, value] : question.asked().sources) say(report, name.c_str(), value);
  if (path) say(report, "Path", path->file.empty() ? "made in Python" : given_file(path->file));
  if (const std::uint64_t changes = question.checker().version(); changes > 0)
    say(report, "Changes of the scene", grouped(changes));
  tell_question(report, question.problem(), question.checker(), question.asked().pairs);
  if (!question.problem().padding.empty()) say(report, "Padding", padding_text(question.problem()));
  return report;
}

/// How long the verdicts took.
void say_time(Report& report, std::span<const SegmentVerdict> verdicts) {
  double micros = 0.0;
  for (const SegmentVerdict& verdict : verdicts) micros += verdict.micros;
  say(report, "Checked in", time_text(micros));
}

/// Where a segment lies on the page's clock.
std::array<double, 2> clock(const Drawn& drawn, int segment) {
  const double begin = segment, end = drawn.steps.at_rest() ? begin : begin + 1.0;
  if (!drawn.path || drawn.path->time_s.empty()) return {begin, end};
  const auto& times = drawn.path->time_s;
  const auto k = static_cast<std::size_t>(segment);
  return {times[k], times[std::min(k + 1, times.size() - 1)]};
}

Outcome worst(std::span<const SegmentVerdict> verdicts) {
  Outcome outcome = Outcome::free;
  for (const SegmentVerdict& verdict : verdicts) {
    if (verdict.outcome == Outcome::contact) return Outcome::contact;
    if (verdict.outcome == Outcome::undecided) outcome = Outcome::undecided;
  }
  return outcome;
}

void record(const Drawn& drawn, Report& report, PathRecorder::Distances distances) {
  Working working(drawn.question.threads());
  PathRecorder recorder(drawn.question.problem(), drawn.question.checker(), report, distances);
  std::vector<char> known(static_cast<std::size_t>(drawn.steps.segment_count()), 0);
  const std::int64_t first = drawn.steps.index(0);
  const auto add = [&](const SegmentVerdict& verdict, bool checked) {
    const auto k = static_cast<int>(verdict.index - first);
    const auto [begin, end] = clock(drawn, k);
    recorder.add(drawn.steps, k, {begin, end, verdict, checked});
    known[static_cast<std::size_t>(k)] = 1;
    working.poll();
  };
  for (const SegmentVerdict& verdict : drawn.verdicts) add(verdict, true);
  for (int k = 0; k < drawn.steps.segment_count(); ++k) {  // after the contact that ended the search
    if (known[static_cast<std::size_t>(k)] ||
        (!drawn.verdicts.empty() && drawn.steps.index(k) < drawn.verdicts.back().index))
      continue;
    SegmentVerdict unknown;
    unknown.index = drawn.steps.index(k);
    add(unknown, false);
  }
  recorder.finish();
}

/// How verdicts are found.
void say_settings(Report& report, const Question& question) {
  say(report, "Tolerance", short_number(question.asked().settings.tolerance_m) + " m");
  say(report, "Strategy", name_of(question.asked().settings.strategy));
}

std::string escaped(const std::string& html) {
  std::string text;
  text.reserve(html.size() + html.size() / 8);
  for (const char c : html) {
    switch (c) {
      case '&':
        text += "&amp;";
        break;
      case '"':
        text += "&quot;";
        break;
      default:
        text += c;
    }
  }
  return text;
}

}  // namespace

bool has_page() { return !page_template().empty(); }

void say(Report& report, const char* name, std::string value) {
  report.parameters.emplace_back(name, std::move(value));
}

Report draw(const Drawn& drawn) {
  Report report = begun(drawn.question, "check", drawn.path);
  say_settings(report, drawn.question);
  say(report, "Budget", budget_text(drawn.question.asked().settings.budget));
  if (drawn.path && !drawn.path->time_s.empty()) report.clock_unit = "s";
  report.outcome = worst(drawn.verdicts);
  const bool checks_nothing = drawn.question.pairs_checked() == 0;
  report.proven = !checks_nothing;
  for (const SegmentVerdict& verdict : drawn.verdicts) report.proven = report.proven && verdict.proven;
  tell_scope(report, {checks_nothing, drawn.steps.at_rest()});
  record(drawn, report, PathRecorder::Distances::measured);
  say_time(report, drawn.verdicts);
  return report;
}

Report draw(const AskedVerdict& verdict) {
  if (verdict.from.size() == 0) {
    refuse("report", "this verdict is part of a path's", "ask the PathResult for its report");
  }
  const WaypointMatrix rows = rows_of(verdict.from, verdict.to);
  const QuestionPointer question = verdict.question->settled();
  const ConfigurationSteps steps(question->model(), rows);
  return draw({*question, steps, {&verdict.segment, 1}});
}

Report draw_path(const Question& asked, const char* verb, const WaypointMatrix& rows, const OwnPath* given) {
  const QuestionPointer settled = asked.settled();
  const Question& question = *settled;
  Report report = begun(question, verb, given);
  say_settings(report, question);
  const ConfigurationSteps steps(question.model(), rows);
  Verdict verdict;
  {
    const Working working(question.threads());
    verdict = PathChecker(question.checker()).first(steps);
  }
  report.outcome = verdict.outcome;
  report.proven = verdict.proven && question.pairs_checked() > 0;
  record({question, steps, verdict.segments}, report, PathRecorder::Distances::measured);
  say_time(report, verdict.segments);
  return report;
}

void write_page_to(py::handle given, const Report& report) {
  namespace fs = std::filesystem;
  const fs::path file = file_name(given), beside = file.string() + ".part";
  std::error_code error;
  if (fs::is_directory(file, error)) throw InputError(file.string(), "", "is a folder", "give the name of a file");
  {
    std::ofstream out(beside, std::ios::binary);
    if (out) write_page(out, report);
    out.close();
    if (!out) {
      fs::remove(beside, error);
      throw InputError(file.string(), "", "cannot be written", "choose a writable file");
    }
  }
  fs::rename(beside, file, error);
  if (error) throw InputError(file.string(), "", "cannot be written: " + error.message(), "choose a writable file");
}

std::string notebook_page(const Report& report) {
  std::ostringstream page;
  write_page(page, report);
  return "<iframe style=\"width:100%;height:640px;border:0\" srcdoc=\"" + escaped(page.str()) + "\"></iframe>";
}

}  // namespace tocca::python
