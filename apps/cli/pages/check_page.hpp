// `tocca check --report`: shows what was checked on a page.
#pragma once

#include "pages/path_page.hpp"
#include "segment_source.hpp"

namespace tocca::cli {

class CheckPage {
 public:
  /// As PathPage.
  CheckPage(const CheckArguments& arguments, const Problem& problem, const Checker& checker);

  /// Adds a verdict of the source's current batch, which `so_far` already includes.
  void add(const SegmentSource& source, const SegmentVerdict& verdict, const CheckTotals& so_far);
  /// A line about the certificate that goes with it.
  void certify(std::string line) { page_.report().certificate = std::move(line); }
  /// Draws the segments of the last batch that were not checked because the search ended, and writes the file. `stretches`:
  /// of all contacts along the path, where they were asked for.
  void finish(const SegmentSource& source, const CheckTotals& totals, const Warnings& warnings,
              std::vector<Report::Event> stretches = {});

 private:
  void describe(const SegmentSource& source, const CheckTotals& totals);

  PathPage page_;
};

}  // namespace tocca::cli
