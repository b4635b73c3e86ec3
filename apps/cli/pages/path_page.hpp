// `--report` of the verbs about a path: what was asked, and the path as a page to look at.
#pragma once

#include <string>
#include <vector>

#include "check_arguments.hpp"
#include "check_writer.hpp"
#include "pages/report_file.hpp"
#include "patience.hpp"
#include "tocca/report/path_recorder.hpp"

namespace tocca::cli {

/// How long a page may check once more what it shows.
inline constexpr double seconds_for_a_page = 60.0;

/// Files, clearances and bodies at once; segments as they arrive; the verb fills the rest of report().
class PathPage {
 public:
  /// Opens the file. Throws InputError if this program has no page, or the name cannot be written. All must outlive it.
  PathPage(const std::string& target, const std::string& verb, const QuestionArguments& question,
           const Problem& problem, const Checker& checker,
           PathRecorder::Distances distances = PathRecorder::Distances::measured);

  Report& report() { return report_; }
  const ProblemPairs& pairs() const;
  PathRecorder& recorder() { return recorder_; }
  /// "How it was asked", after those that all verbs have.
  void say(const char* name, std::string value) { report_.parameters.emplace_back(name, std::move(value)); }
  /// From here on, segment k takes from stamp k to stamp k + 1 on a clock in seconds; else segments are the clock.
  void run_by(std::vector<double> stamps_s);
  /// How verdicts are found.
  void say_settings();
  /// Straight motions of all robots from row to row, from `begin` on a clock of segments; each is checked (by `judge`,
  /// if it is not the page's own checker) and shown.
  CheckTotals add_rows(const WaypointMatrix& rows, double begin = 0.0, const Checker* judge = nullptr);
  /// The same, as far as patience goes: a note tells where it ended.
  CheckTotals add_rows(const WaypointMatrix& rows, const Patience& patience, double begin = 0.0,
                       const Checker* judge = nullptr);
  /// The same for any sequence, of robots like those of both checkers.
  CheckTotals add_steps(const StepSequence& steps, const Patience& patience, double begin = 0.0,
                        const Checker* judge = nullptr);
  /// How near such rows come, if the verb has found it.
  void tell_nearest(const ClearanceProfile& least, double begin = 0.0);

  /// The caller says what was written.
  void tell_nothing() { file_.tell_nothing(); }
  bool due() const { return file_.due(); }
  void write_so_far() { file_.write_so_far(report_); }
  void finish(const Warnings& warnings);

 private:
  /// On the clock: a moment of segment k of what begins there.
  double moment(double begin, std::size_t k, double t) const;

  const Checker& checker_;
  std::vector<double> stamps_s_;
  ReportFile file_;
  Report report_;
  PathRecorder recorder_;
};

}  // namespace tocca::cli
