#include "check_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "info_report.hpp"
#include "table.hpp"

namespace tocca::cli {
namespace {

std::string file_name(const std::string& file) { return std::filesystem::path(file).filename().string(); }

std::string length_text(double metres) { return fmt::format("{} m", metres); }

std::size_t triangle_count(const CollisionModel& model) {
  std::size_t count = 0;
  for (const CollisionModel::Body& body : model.bodies()) count += body.part.triangle_count();
  return count;
}

}  // namespace

CheckPage::CheckPage(const CheckArguments& arguments, const Problem& problem, const Checker& checker)
    : checker_(checker), file_(arguments.report), recorder_(problem, checker, report_) {
  const QuestionArguments& question = arguments.question;
  report_.verb = "check";
  report_.version = TOCCA_VERSION;
  report_.clearance_m = problem.clearance.default_m;
  report_.title = file_name(question.robot.robot);
  for (const std::string& more : {question.robot.scene, question.path}) {
    if (!more.empty()) report_.title += " · " + file_name(more);
  }
  list_parameters(arguments, problem);
}

void CheckPage::list_parameters(const CheckArguments& arguments, const Problem& problem) {
  const QuestionArguments& question = arguments.question;
  const auto say = [&](const char* name, std::string value) {
    report_.parameters.emplace_back(name, std::move(value));
  };
  say(question.is_problem() ? "Problem" : "Robot", question.robot.robot);
  if (!question.robot.scene.empty()) say("Scene", question.robot.scene);
  if (!question.path.empty()) say("Path", question.path);
  say("Clearance", length_text(problem.clearance.default_m));
  say("Self-collision", question.robot.self_collision ? "checked, clearance " + length_text(question.self_clearance_m)
                                                      : std::string("not checked"));
  say("Tolerance", length_text(arguments.tolerance_m));
  say("Strategy", arguments.strategy);
  if (arguments.budget > 0)
    say("Budget", fmt::format("{} tests a segment", grouped(static_cast<std::size_t>(arguments.budget))));
  std::string pairs = pairs_text(checker_.model().problem_pairs(), false);
  say("Pairs", pairs.substr(pairs.find(' ') + 1, pairs.find('\n') - pairs.find(' ') - 1));
  say("Triangles", grouped(triangle_count(checker_.model())));
}

void CheckPage::add(const SegmentSource& source, const SegmentVerdict& verdict, const CheckTotals& so_far) {
  const auto k = static_cast<std::size_t>(verdict.index - source.first_index());
  const auto [begin, end] = source.clock(k);
  recorder_.add(source.sequence(), static_cast<int>(k), {begin, end, verdict, true});
  if (!file_.due()) return;
  describe(source, so_far);
  file_.write_so_far(report_);
}

void CheckPage::describe(const SegmentSource& source, const CheckTotals& totals) {
  report_.outcome = totals.outcome();
  report_.proven = totals.proven();
  report_.clock_unit = source.in_seconds() ? "s" : "segment";
  if (source.independent()) report_.segment_word = "edge";
}

void CheckPage::finish(const SegmentSource& source, std::size_t batch, const CheckTotals& totals,
                       const Warnings& warnings) {
  const std::int64_t first = source.first_index();
  const std::int64_t next = report_.segments.empty() ? first : report_.segments.back().verdict.index + 1;
  for (auto k = static_cast<std::size_t>(std::max(next, first) - first); k < batch; ++k) {
    const auto [begin, end] = source.clock(k);
    SegmentVerdict unknown;
    unknown.index = first + static_cast<std::int64_t>(k);
    recorder_.add(source.sequence(), static_cast<int>(k), {begin, end, std::move(unknown), false});
  }
  describe(source, totals);
  report_.parameters.emplace_back("Checked in", time_text(totals.micros()));
  report_.notes.assign(warnings.begin(), warnings.end());
  recorder_.finish();
  file_.finish(report_);
}

}  // namespace tocca::cli
