#include "path_result.hpp"

#include "errors.hpp"
#include "module.hpp"
#include "pages.hpp"
#include "tocca/check/path_checker.hpp"
#include "tocca/io/result_writers.hpp"
#include "working.hpp"

namespace tocca::python {
namespace {

constexpr const char* result_doc = R"(What check_path() found. True (bool) only if the whole path is proven free.

In a notebook it shows itself as a page; report() writes that page to a file.

>>> arm, scene = tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json')
>>> p = tocca.Checker(arm, scene).check_path(tocca.load_path('path.csv', arm))
>>> p.outcome, len(p)
('contact', 2)
>>> segment, verdict = p.first
>>> segment, verdict.pairs
(1, [('lower', 'post')])
)";

constexpr const char* json_doc = R"(json(self)
--

The result as text, as the command line writes it as JSON.

>>> import json
>>> arm, scene = tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json')
>>> p = tocca.Checker(arm, scene).check_path([[0, 0], [0.3, 0]])
>>> json.loads(p.json())['verdict']
'free'
)";

constexpr const char* report_doc = R"(report(self, file)
--

Writes an HTML page: the motion, its contacts, the distance over time.

>>> arm, scene = tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json')
>>> p = tocca.Checker(arm, scene).check_path(tocca.load_path('path.csv', arm))
>>> p.report('path.html')
)";

/// Keeps verdicts and, between batches, looks whether Ctrl-C was pressed.
class Collector final : public PathListener {
 public:
  Collector(Verdict& verdict, Working& working) : verdict_(verdict), working_(working) {}
  void segment(const SegmentVerdict& segment) override {
    verdict_.proven = verdict_.proven && segment.proven;
    if (segment.outcome == Outcome::contact ||
        (segment.outcome == Outcome::undecided && verdict_.outcome == Outcome::free)) {
      verdict_.outcome = segment.outcome;
    }
    verdict_.statistics += segment.statistics;
    verdict_.segments.push_back(segment);
  }
  void done(std::int64_t) override { working_.poll(); }

 private:
  Verdict& verdict_;
  Working& working_;
};

AskedVerdict of_segment(const PathAnswer& answer, const SegmentVerdict& segment) {
  return {segment, answer.question, {}, {}};
}

py::object first(const PathAnswer& answer) {
  for (const SegmentVerdict& segment : answer.verdict.segments) {
    if (segment.outcome == Outcome::contact) return py::make_tuple(segment.index, of_segment(answer, segment));
  }
  return py::none();
}

py::list segments(const PathAnswer& answer) {
  py::list list;
  for (const SegmentVerdict& segment : answer.verdict.segments) list.append(py::cast(of_segment(answer, segment)));
  return list;
}

bool proven(const PathAnswer& answer) { return answer.verdict.proven && answer.question->pairs_checked() > 0; }

Report page(const PathAnswer& answer) {
  return draw(Drawn{*answer.question->settled(), *answer.steps, answer.verdict.segments, answer.path.get()});
}

std::string text(const PathAnswer& answer) {
  const std::size_t checked = answer.verdict.segments.size();
  std::string text = "<tocca.PathResult: " + std::string(word(answer.verdict.outcome));
  for (const SegmentVerdict& segment : answer.verdict.segments) {
    if (segment.outcome != Outcome::contact) continue;
    text += ", first in segment " + std::to_string(segment.index) + ": " + summary(segment);
    break;
  }
  return text + ", " + counted(checked, "segment") + " checked>";
}

}  // namespace

PathAnswer check_path(const QuestionPointer& question, py::handle given, bool any, bool every) {
  if (any && every) refuse("any", "cannot be combined with every", "give one of them");
  PathAnswer answer{question, {}, {}, {}};
  answer.steps = question->steps(given, answer.path);
  answer.verdict.outcome = Outcome::free;
  answer.verdict.pairs = question->pairs_checked();
  Working working(question->threads());
  const Working::Heard heard(working);
  Collector collector(answer.verdict, working);
  SequenceSource source(*answer.steps);
  PathChecker(question->checker())
      .run(source,
           any     ? PathSearch::any
           : every ? PathSearch::every
                   : PathSearch::first,
           collector);
  working.throw_raised();
  return answer;
}

void add_path_result(py::module_& module) {
  using P = PathAnswer;
  py::class_<P>(module, "PathResult", result_doc)
      .def_property_readonly(
          "outcome", [](const P& p) { return word(p.verdict.outcome); }, "'free', 'contact' or 'undecided'.")
      .def_property_readonly("proven", &proven,
                             "False if a stage that proves nothing took part, or nothing was checked.")
      .def_property_readonly("first", &first, "(segment, Verdict) of the first contact, or None.")
      .def_property_readonly("segments", &segments,
                             "A Verdict for each segment that was checked: up to the first contact, unless every=True.")
      .def_property_readonly(
          "pairs_checked", [](const P& p) { return p.question->pairs_checked(); },
          "How many pairs of bodies it is about.")
      .def_property_readonly(
          "path", [](const P& p) { return p.path; }, "The Path that was checked; None if it was the problem's own.")
      .def(
          "json", [](const P& p) { return to_json(p.verdict); }, json_doc)
      .def(
          "report", [](const P& p, const py::object& file) { write_page_to(file, page(p)); }, py::arg("file"),
          report_doc)
      .def("_repr_html_", [](const P& p) { return shown(true, [&] { return page(p); }); })
      .def("__bool__", [](const P& p) { return p.verdict.outcome == Outcome::free && proven(p); })
      .def("__len__", [](const P& p) { return p.verdict.segments.size(); })
      .def("__repr__", &text);
}

}  // namespace tocca::python
