// `tocca clearance --report`: the path, and the curve of the run, as a page to look at.
#pragma once

#include "clearance_writer.hpp"
#include "pages/path_page.hpp"
#include "segment_source.hpp"

namespace tocca::cli {

/// Distances are those that the verb found. Verdicts of segments are a check's, to the clearance that was asked for: where
/// something touches, the page shows what, when and where first.
class ClearancePage {
 public:
  /// As PathPage.
  ClearancePage(const std::string& target, const QuestionArguments& question, const Problem& problem,
                const Checker& checker, const ClearanceSettings& settings);

  /// The batch that the source has fetched last.
  void add(const SegmentSource& source);
  /// `at_rest`: the path is one configuration.
  void finish(const ClearanceWriter& curve, const ClearanceProfile& profile, bool at_rest, const Warnings& warnings);

 private:
  /// On the page's clock; none where the page leaves that segment out.
  std::optional<double> clock(const PathMoment& moment);
  void tell(const ClearanceProfile& profile, bool at_rest);

  const Checker& checker_;
  PathPage page_;
  double tolerance_m_;
  CheckTotals totals_;
};

}  // namespace tocca::cli
