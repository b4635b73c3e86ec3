// `tocca screw --report`: two polyhedra along their motions, as a page to look at.
#pragma once

#include <string>

#include "pages/report_file.hpp"
#include "screw_writer.hpp"
#include "tocca/report/screw_recorder.hpp"

namespace tocca::cli {

class ScrewPage {
 public:
  /// What was asked, as files and in metres.
  struct Question {
    std::string a, b, motions, report;
    double tolerance_m;
  };
  /// Opens the file. Throws InputError if this program has no page, or the name cannot be written.
  ScrewPage(const Question& question, const MeshPointer& a, const MeshPointer& b);

  /// A verdict, already counted in `so_far`.
  void add(const ScrewRow& row, const ScrewVerdict& verdict, const ScrewWriter& so_far);
  void finish(const ScrewWriter& totals, const Warnings& warnings);

 private:
  Report report_;
  ReportFile file_;
  ScrewRecorder recorder_;
};

}  // namespace tocca::cli
