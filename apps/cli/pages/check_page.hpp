// `tocca check --report`: what was checked, as a page to look at.
#pragma once

#include "pages/path_page.hpp"
#include "segment_source.hpp"

namespace tocca::cli {

class CheckPage {
 public:
  /// As PathPage.
  CheckPage(const CheckArguments& arguments, const Problem& problem, const Checker& checker);

  /// A verdict of the batch that the source has fetched last, already counted in `so_far`.
  void add(const SegmentSource& source, const SegmentVerdict& verdict, const CheckTotals& so_far);
  /// Draws what was not looked at of the batch in which the search ended, and writes the file.
  void finish(const SegmentSource& source, const CheckTotals& totals, const Warnings& warnings);

 private:
  void describe(const SegmentSource& source, const CheckTotals& totals);
  void tell_scope(const CheckTotals& totals);

  PathPage page_;
};

}  // namespace tocca::cli
