// Answers as pages to look at: in a file, or in a notebook.
#pragma once

#include <span>
#include <string>

#include "tocca/io/report.hpp"
#include "tocca/plan/plan_result.hpp"
#include "verdict.hpp"

namespace tocca::python {

/// What a page is about: a sequence, and what was found out about its first segments.
struct Drawn {
  const Question& question;
  const StepSequence& steps;
  std::span<const SegmentVerdict> verdicts;
  const OwnPath* path = nullptr;  ///< whose stamps are the clock; null: segments are
};

/// The page of a check. Long work: ends by Ctrl-C, without the GIL.
Report draw(const Drawn& drawn);
Report draw(const AskedVerdict& verdict);
/// The page of a path that was planned or shortened, before its words; every segment is checked once more.
/// `given`: the path that it was made of, or null.
Report draw_path(const Question& asked, const char* verb, const WaypointMatrix& rows, const OwnPath* given = nullptr);

bool has_page();
/// Writes a whole page, or leaves what was there. Throws InputError.
void write_page_to(py::handle file, const Report& report);
/// The page inside a frame, as notebooks show it.
std::string notebook_page(const Report& report);
/// The same, or None: where there is nothing to draw, or the module was built without the page.
template <class Draw>
py::object shown(bool drawable, const Draw& draw) {
  if (!drawable || !has_page()) return py::none();
  return py::str(notebook_page(draw()));
}

/// "How it was asked", after what every page says.
void say(Report& report, const char* name, std::string value);

}  // namespace tocca::python
