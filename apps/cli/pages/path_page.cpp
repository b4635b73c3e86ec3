#include "pages/path_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "table.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/check/path_results.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca::cli {
namespace {

constexpr std::size_t slice = 64;  // segments that all cores check before they are recorded

const char* name_of(Strategy strategy) {
  switch (strategy) {
    case Strategy::interval:
      return "interval";
    case Strategy::bisect:
      return "bisect";
    case Strategy::tube:
      break;
  }
  return "tube";
}

}  // namespace

PathPage::PathPage(const std::string& target, const std::string& verb, const QuestionArguments& question,
                   const Problem& problem, const Checker& checker, PathRecorder::Distances distances)
    : checker_(checker), file_(target), recorder_(problem, checker, report_, distances) {
  for (const std::string& link : question.path_links) recorder_.follow(link);
  report_.verb = verb;
  report_.version = TOCCA_VERSION;
  report_.clock_unit = "segment";
  const bool named = !question.is_problem() && !problem.robots.front().robot.name.empty();
  report_.title = named ? problem.robots.front().robot.name : file_name(question.robot.robot);
  for (const std::string& more : {question.robot.scene, question.path}) {
    if (!more.empty()) report_.title += " · " + file_name(more);
  }
  say(question.is_problem() ? "Problem" : "Robot", given_file(question.robot.robot));
  if (!question.robot.scene.empty()) say("Scene", given_file(question.robot.scene));
  if (!question.path.empty()) say("Path", given_file(question.path));
  if (question.config) say("Configuration", question.config->empty() ? "all joints at zero" : *question.config);
  if (!question.robot.base.empty()) say("Base", question.robot.base);
  if (!question.robot.scene_config.empty()) say("Scene's joints", question.robot.scene_config);
  if (question.robot.point_radius) say("Radius of points", std::to_string(*question.robot.point_radius) + " m");
  if (!question.robot.unknown.empty()) say("Unknown space", question.robot.unknown);
  tell_question(report_, problem, checker, question.pairs());
  if (!problem.padding.empty()) say("Padding", padding_text(problem));
}

void PathPage::say_settings() {
  say("Tolerance", fmt::format("{} m", checker_.settings().tolerance_m));
  say("Strategy", name_of(checker_.settings().strategy));
}

const ProblemPairs& PathPage::pairs() const { return checker_.model().problem_pairs(); }

void PathPage::run_by(std::vector<double> stamps_s) {
  stamps_s_ = std::move(stamps_s);
  report_.clock_unit = "s";
}

double PathPage::moment(double begin, std::size_t k, double t) const {
  if (stamps_s_.empty()) return begin + static_cast<double>(k) + t;
  const double from = stamps_s_[k], to = stamps_s_[std::min(k + 1, stamps_s_.size() - 1)];
  return begin + from + t * (to - from);
}

CheckTotals PathPage::add_rows(const WaypointMatrix& rows, double begin, const Checker* judge) {
  return add_rows(rows, Patience(std::numeric_limits<double>::infinity()), begin, judge);
}

CheckTotals PathPage::add_rows(const WaypointMatrix& rows, const Patience& patience, double begin,
                               const Checker* judge) {
  return add_steps(ConfigurationSteps(checker_.model(), rows), patience, begin, judge);
}

CheckTotals PathPage::add_steps(const StepSequence& steps, const Patience& patience, double begin,
                                const Checker* judge) {
  const Checker& checker = judge ? *judge : checker_;
  const auto all = static_cast<std::size_t>(steps.segment_count());
  CheckTotals totals(checker);
  std::vector<SegmentVerdict> verdicts(std::min(all, slice));
  std::size_t done = 0;
  for (; done < all && !(done > 0 && patience.ended()); done += verdicts.size()) {
    verdicts.resize(std::min(slice, all - done));
    parallel_for(verdicts.size(),
                 [&](std::size_t k) { verdicts[k] = checker.check(steps, static_cast<int>(done + k)); });
    for (std::size_t k = 0; k < verdicts.size(); ++k) {
      const double from = moment(begin, done + k, 0.0), to = moment(begin, done + k, steps.at_rest() ? 0.0 : 1.0);
      totals.add(verdicts[k]);
      recorder_.add(steps, static_cast<int>(done + k), {from, to, verdicts[k], true});
    }
  }
  if (done < all) {
    report_.notes.push_back(fmt::format("The path has {}; the page shows and checks the first {} of them.",
                                        counted(all, "segment"), grouped(done)));
  }
  return totals;
}

void PathPage::tell_nearest(const ClearanceProfile& least, double begin) {
  if (least.a.empty()) return;
  const double time = moment(begin, static_cast<std::size_t>(least.at.segment), least.at.t);
  report_.nearest = {time,    least.lower, least.upper,
                     least.a, least.b,     std::array{least.nearest.point_a, least.nearest.point_b}};
}

void PathPage::finish(const Warnings& warnings) {
  for (const std::string& warning : warnings) report_.notes.push_back(without_folders(warning));
  recorder_.finish();
  file_.finish(report_);
}

}  // namespace tocca::cli
