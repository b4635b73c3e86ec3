// What planning, shortening and repairing return.
#include <pybind11/stl.h>

#include <cstdio>

#include "errors.hpp"
#include "module.hpp"
#include "pages.hpp"
#include "plans.hpp"
#include "report/words.hpp"
#include "tocca/io/result_writers.hpp"

namespace tocca::python {
namespace {

constexpr const char* plan_doc =
    R"(A path between two configurations, proven free, or why there is none: Checker.plan(). True (bool) if it was found.

>>> arm, scene = tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json')
>>> plan = tocca.Checker(arm, scene).plan([0, 0], [1.5, 0], seed=1)
>>> plan.found, plan.path.q[0], plan.path.q[-1]
(True, array([0., 0.]), array([1.5, 0. ]))
>>> plan.path.save('plan.csv', arm)
)";

constexpr const char* smoothed_doc = R"(A shortened path, proven free: Checker.smooth(). True (bool) if there is one.

>>> arm, scene = tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json')
>>> smoothed = tocca.Checker(arm, scene).smooth([[0, 0], [0.2, -1], [0.3, 0]])
>>> smoothed.length < smoothed.length_before, smoothed.path.q[-1]
(True, array([0.3, 0. ]))
)";

constexpr const char* timed_doc =
    R"(A path with times, velocities and accelerations, proven free and proven to keep the joints' limits: Checker.time(). True
(bool) if there is one.

>>> arm, scene = tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json')
>>> timed = tocca.Checker(arm, scene).time([[0, 0], [0.2, -1], [0.3, 0]], acceleration=2)
>>> bool(timed), timed.corners, timed.stops, timed.path.q[-1]
(True, 1, 0, array([0.3, 0. ]))
)";

constexpr const char* repaired_doc =
    R"(A path led around what it touched, proven free: Checker.repair(). True (bool) if there is one.

>>> arm, scene = tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json')
>>> repaired = tocca.Checker(arm, scene).repair(tocca.load_path('path.csv', arm))
>>> repaired.detours, repaired.why
([(1, 2)], None)
)";

constexpr const char* plan_report_doc = R"(report(self, file)
--

Writes an HTML page that shows the path. An InputError if none was found.

>>> arm, scene = tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json')
>>> tocca.Checker(arm, scene).plan([0, 0], [1.5, 0]).report('plan.html')
)";

constexpr const char* smoothed_report_doc = R"(report(self, file)
--

Writes an HTML page that shows the path. An InputError if there is none.

>>> arm, scene = tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json')
>>> tocca.Checker(arm, scene).smooth([[0, 0], [0.2, -1], [0.3, 0]]).report('smoothed.html')
)";

constexpr const char* repaired_report_doc = R"(report(self, file)
--

Writes an HTML page that shows the path. An InputError if there is none.

>>> arm, scene = tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json')
>>> tocca.Checker(arm, scene).repair(tocca.load_path('path.csv', arm)).report('repaired.html')
)";

std::string metres(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g m", value);
  return text;
}

/// Why there is no path, in a sentence.
std::string why(const PlanAnswer& answer) {
  std::string text = name_of(answer.plan.end);
  if (answer.plan.contact.pairs.empty()) return text;
  return text + ": " + answer.plan.contact.pairs.front().first + " and " + answer.plan.contact.pairs.front().second;
}

/// "shoulder=1.5,elbow=0"
std::string values(const Question& question, const Configuration& q) {
  std::string text;
  for (std::size_t i = 0; i < question.columns().names.size(); ++i) {
    text +=
        (text.empty() ? "" : ",") + question.columns().names[i] + "=" + short_number(q[static_cast<Eigen::Index>(i)]);
  }
  return text;
}

Report page(const PlanAnswer& answer) {
  if (!answer.path) refuse("report", "no path was found: " + why(answer), "look at plan.why");
  Report report = draw_path(*answer.question, "plan", answer.path->waypoints);
  const PlanStatistics& work = answer.plan.statistics;
  const WaypointMatrix& rows = answer.path->waypoints;
  say(report, "Start", values(*answer.question, rows.row(0)));
  say(report, "Goal", values(*answer.question, rows.row(rows.rows() - 1)));
  say(report, "Planner", answer.planner);
  say(report, "Seed", std::to_string(answer.seed));
  say(report, "Time limit", short_number(answer.time_limit_s) + " s");
  say(report, "Planned in", time_text(1e6 * work.seconds));
  say(report, "Milestones", grouped(static_cast<std::size_t>(work.milestones)));
  say(report, "Motions checked",
      grouped(static_cast<std::size_t>(work.segments)) + ", " +
          grouped(static_cast<std::size_t>(work.segments_refuted)) + " refuted");
  tell_found(report, {answer.path->waypoints.rows(), answer.plan.length_m}, answer.plan.raw_length_m,
             answer.question->pairs_checked() == 0);
  return report;
}

Report page(const SmoothAnswer& answer) {
  if (!answer.path) refuse("report", "the path was not smoothed: it is not proven free", "check it first");
  Report report = draw_path(*answer.question, "smooth", answer.path->waypoints, answer.given.get());
  const SmoothStatistics& work = answer.result.statistics;
  say(report, "Seed", std::to_string(answer.seed));
  say(report, "Length before", metres(work.length_before_m));
  say(report, "Length after", metres(work.length_m));
  say(report, "Shortcuts",
      grouped(static_cast<std::size_t>(work.shortcuts)) + " of " + grouped(static_cast<std::size_t>(work.steps)) +
          " tried, " + time_text(1e6 * work.seconds));
  tell_smoothed(report, {answer.before.rows(), work.length_before_m}, {answer.path->waypoints.rows(), work.length_m},
                answer.question->pairs_checked() == 0);
  return report;
}

void add_plan_result(py::module_& module) {
  using P = PlanAnswer;
  py::class_<P>(module, "Plan", plan_doc)
      .def_property_readonly(
          "found", [](const P& p) { return p.path != nullptr; }, "Whether there is a path.")
      .def_property_readonly(
          "path", [](const P& p) { return p.path; },
          "A Path of all robots, every motion of it proven free; None if none was found.")
      .def_property_readonly(
          "why", [](const P& p) -> py::object { return p.path ? py::none() : py::object(py::str(why(p))); },
          "Why there is none: 'time-limit', 'start-in-contact: a and b', ...; None if it was found.")
      .def_property_readonly(
          "length", [](const P& p) { return p.plan.length_m; }, "By the metric that planners use, in metres.")
      .def_property_readonly(
          "clearance", [](const P& p) { return p.kept.kept_m; },
          "What the path is proven to keep from the scene, in metres.")
      .def_property_readonly(
          "stats", [](const P& p) { return stats_of(p.plan.statistics); }, "Work and seconds, by name.")
      .def(
          "report", [](const P& p, const py::object& file) { write_page_to(file, page(p)); }, py::arg("file"),
          plan_report_doc)
      .def("_repr_html_", [](const P& p) { return shown(p.path != nullptr, [&] { return page(p); }); })
      .def("__bool__", [](const P& p) { return p.path != nullptr; })
      .def("__repr__", [](const P& p) {
        if (!p.path) return "<tocca.Plan: none found (" + why(p) + ")>";
        return "<tocca.Plan: " + waypoints_text(p.path->waypoints.rows()) + ", " + metres(p.plan.length_m) +
               ", clearance " + metres(p.kept.kept_m) + ">";
      });
}

void add_smooth_result(py::module_& module) {
  using S = SmoothAnswer;
  py::class_<S>(module, "Smoothed", smoothed_doc)
      .def_property_readonly(
          "path", [](const S& s) { return s.path; },
          "A Path, every motion of it proven free; None if the path given is not.")
      .def_property_readonly(
          "why", [](const S& s) { return name_of(s.result.end); },
          "Why it ended: 'converged', 'time-limit', 'not-free', ...")
      .def_property_readonly(
          "refuted",
          [](const S& s) -> py::object {
            if (s.path || s.result.end != SmoothEnd::not_free) return py::none();
            return py::cast(AskedVerdict{s.result.refuted, s.question, {}, {}});
          },
          "The Verdict of the first segment that is not free, or None.")
      .def_property_readonly(
          "length_before", [](const S& s) { return s.result.statistics.length_before_m; },
          "Of the path given, by the metric that planners use, in metres.")
      .def_property_readonly(
          "length", [](const S& s) { return s.result.statistics.length_m; },
          "Of the shortened one, by the metric that planners use, in metres.")
      .def_property_readonly(
          "clearance", [](const S& s) { return s.kept.kept_m; },
          "What the path is proven to keep from the scene, in metres.")
      .def(
          "report", [](const S& s, const py::object& file) { write_page_to(file, page(s)); }, py::arg("file"),
          smoothed_report_doc)
      .def("_repr_html_", [](const S& s) { return shown(s.path != nullptr, [&] { return page(s); }); })
      .def("__bool__", [](const S& s) { return s.path != nullptr; })
      .def("__repr__", [](const S& s) {
        if (!s.path) return std::string("<tocca.Smoothed: nothing (") + name_of(s.result.end) + ")>";
        return "<tocca.Smoothed: " + metres(s.result.statistics.length_before_m) + " became " +
               metres(s.result.statistics.length_m) + ", " + waypoints_text(s.path->waypoints.rows()) + ">";
      });
}

void add_time_result(py::module_& module) {
  using T = TimeAnswer;
  py::class_<T>(module, "Timed", timed_doc)
      .def_property_readonly(
          "path", [](const T& t) { return t.path; },
          "A Path of all robots with times, velocities and accelerations, proven free; None if none is.")
      .def_property_readonly(
          "duration", [](const T& t) { return t.path ? t.path->time_s.back() : 0.0; }, "In seconds.")
      .def_property_readonly(
          "corners", [](const T& t) { return t.curve.corners; }, "Waypoints between the ends.")
      .def_property_readonly(
          "stops", [](const T& t) { return t.curve.stops; }, "How many of them the robots stop at.")
      .def_property_readonly(
          "clearance", [](const T& t) { return t.kept.kept_m; },
          "What the path is proven to keep from the scene, in metres.")
      .def("__bool__", [](const T& t) { return t.path != nullptr; })
      .def("__repr__", [](const T& t) {
        if (!t.path) return std::string("<tocca.Timed: nothing is proven free>");
        return "<tocca.Timed: " + short_number(t.path->time_s.back()) + " s, " +
               waypoints_text(t.path->waypoints.rows()) + ", " +
               counted(static_cast<std::size_t>(t.curve.stops), "stop") + ">";
      });
}

std::string why(const RepairAnswer& answer) {
  const Repair& repair = answer.repair;
  if (repair.end == PlanEnd::start_in_contact || repair.end == PlanEnd::goal_in_contact) return name_of(repair.end);
  return std::string(name_of(repair.end)) + ": no way between waypoints " + std::to_string(repair.from) + " and " +
         std::to_string(repair.to);
}

Report page(const RepairAnswer& answer) {
  if (!answer.path) refuse("report", "the path was not repaired: " + why(answer), "look at why");
  Report report = draw_path(*answer.question, "repair", answer.path->waypoints, answer.given.get());
  say(report, "Seed", std::to_string(answer.seed));
  for (const Detour& detour : answer.repair.detours) {
    say(report, "Replaced",
        "waypoints " + std::to_string(detour.from) + " to " + std::to_string(detour.to) + ", by " +
            tocca::counted(static_cast<std::size_t>(detour.segments), "segment") + ", " + metres(detour.length_m));
  }
  report.headline = answer.repair.detours.empty() ? "already free, proven" : "repaired, proven free";
  report.summary =
      counted(answer.repair.detours.size(), "detour") + "; " + waypoints_text(answer.path->waypoints.rows()) + ".";
  return report;
}

void add_repair_result(py::module_& module) {
  using R = RepairAnswer;
  py::class_<R>(module, "Repaired", repaired_doc)
      .def_property_readonly(
          "path", [](const R& r) { return r.path; },
          "A Path, proven free: the one given, where it was; None if no way around was found.")
      .def_property_readonly(
          "why", [](const R& r) -> py::object { return r.path ? py::none() : py::object(py::str(why(r))); },
          "Why there is none; None if there is one.")
      .def_property_readonly(
          "detours",
          [](const R& r) {
            py::list list;
            for (const Detour& detour : r.repair.detours) list.append(py::make_tuple(detour.from, detour.to));
            return list;
          },
          "(from, to): waypoints of the path as given between which it goes another way; none if it was free.")
      .def_property_readonly(
          "clearance", [](const R& r) { return r.kept.kept_m; },
          "What the path is proven to keep from the scene, in metres.")
      .def_property_readonly(
          "stats", [](const R& r) { return stats_of(r.repair.statistics); }, "Work and seconds, by name.")
      .def(
          "report", [](const R& r, const py::object& file) { write_page_to(file, page(r)); }, py::arg("file"),
          repaired_report_doc)
      .def("_repr_html_", [](const R& r) { return shown(r.path != nullptr, [&] { return page(r); }); })
      .def("__bool__", [](const R& r) { return r.path != nullptr; })
      .def("__repr__", [](const R& r) {
        if (!r.path) return "<tocca.Repaired: nothing (" + why(r) + ")>";
        return "<tocca.Repaired: " + waypoints_text(r.path->waypoints.rows()) + ", " +
               counted(r.repair.detours.size(), "detour") + ">";
      });
}

}  // namespace

void add_plans(py::module_& module) {
  add_repair_result(module);
  add_plan_result(module);
  add_smooth_result(module);
  add_time_result(module);
}

}  // namespace tocca::python
