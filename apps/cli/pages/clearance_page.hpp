// `tocca clearance --report`: shows the path and the curve of the run on a page.
#pragma once

#include "clearance_writer.hpp"
#include "pages/path_page.hpp"
#include "segment_source.hpp"

namespace tocca::cli {

/// Distances are those that the verb found. Verdicts of segments come from a check with the requested clearance: if
/// something touches, the page shows what touches first, when and where.
class ClearancePage {
 public:
  /// As PathPage.
  ClearancePage(const std::string& target, const QuestionArguments& question, const Problem& problem,
                const Checker& checker, const ClearanceSettings& settings);

  /// Adds the source's current batch.
  void add(const SegmentSource& source);
  /// `at_rest`: the path is one configuration.
  void finish(const ClearanceWriter& curve, const ClearanceProfile& profile, bool at_rest, const Warnings& warnings);

 private:
  /// The moment on the page's clock; none if the page leaves that segment out.
  std::optional<double> clock(const PathMoment& moment);
  void tell(const ClearanceProfile& profile, bool at_rest);

  const Checker& checker_;
  PathPage page_;
  double tolerance_m_;
  CheckTotals totals_;
};

}  // namespace tocca::cli
