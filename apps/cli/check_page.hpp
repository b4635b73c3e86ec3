// `tocca check --report`: what was checked, as a page to look at.
#pragma once

#include "check_arguments.hpp"
#include "check_report.hpp"
#include "report_file.hpp"
#include "segment_source.hpp"
#include "tocca/report/path_recorder.hpp"

namespace tocca::cli {

class CheckPage {
 public:
  /// Opens the file. Throws InputError where this program has no page, or the name cannot be written. All must outlive it.
  CheckPage(const CheckArguments& arguments, const Problem& problem, const Checker& checker);

  /// A verdict of the batch that the source has fetched last, already counted in `so_far`.
  void add(const SegmentSource& source, const SegmentVerdict& verdict, const CheckTotals& so_far);
  /// Draws what of the batch was not looked at, its segments up to `batch`, and writes the file.
  void finish(const SegmentSource& source, std::size_t batch, const CheckTotals& totals, const Warnings& warnings);

 private:
  void describe(const SegmentSource& source, const CheckTotals& totals);
  void list_parameters(const CheckArguments& arguments, const Problem& problem);

  const Checker& checker_;
  ReportFile file_;
  Report report_;
  PathRecorder recorder_;
};

}  // namespace tocca::cli
