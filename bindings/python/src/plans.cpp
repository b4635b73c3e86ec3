#include "plans.hpp"

#include <cstdio>

#include "errors.hpp"
#include "io/limit_watch.hpp"
#include "module.hpp"
#include "pages.hpp"
#include "report/words.hpp"
#include "tocca/io/result_writers.hpp"
#include "working.hpp"

namespace tocca::python {
namespace {

constexpr const char* plan_doc =
    "A path between two configurations, proven free, or why there is none: Checker.plan(). True (bool) if it was "
    "found.\n\n"
    ">>> arm, scene = tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json')\n"
    ">>> plan = tocca.Checker(arm, scene).plan([0, 0], [1.5, 0], seed=1)\n"
    ">>> plan.found, plan.path.q[0], plan.path.q[-1]\n(True, array([0., 0.]), array([1.5, 0. ]))\n";

/// What a plan keeps unless told otherwise: as the command line does, a millimetre, or less where its ends are nearer.
struct Kept {
  QuestionPointer question;
  KeptClearance clearance;
};

QuestionPointer with_clearance(const Question& question, double clearance_m) {
  Problem problem = question.problem();
  problem.clearance.default_m = clearance_m;
  return std::make_shared<const Question>(std::move(problem), question.asked(), true);
}

/// `least`: how much less can be kept. Called without the GIL.
template <class Least>
Kept kept_question(const QuestionPointer& question, const Least& least) {
  const double asked_m = question->problem().clearance.default_m;
  const bool by_default = !question->asked().clearance_m && asked_m == 0.0;
  Kept kept{question, {}};
  kept.clearance.asked_m = kept.clearance.kept_m = asked_m;
  if (!by_default) return kept;
  kept.question = with_clearance(*question, default_clearance_m);
  kept.clearance = least(kept.question->checker(), default_clearance_m);
  if (kept.clearance.reduced()) kept.question = with_clearance(*question, kept.clearance.kept_m);
  return kept;
}

/// A goal beyond the limits is taken, as on the command line, but nothing on the way to it lies beyond them.
void warn_of_limits(const Problem& problem, const Configuration& q, const std::string& place) {
  Warnings warnings;
  Eigen::Index first = 0;
  for (const RobotTask& task : problem.robots) {
    const Eigen::Index count = task.robot.tree.coordinate_count();
    LimitWatch(task.robot.tree).warn(q.segment(first, count), place, warnings);
    first += count;
  }
  warn(warnings);
}

void require_plannable(const Problem& problem) {
  if (!problem.loops.empty())
    refuse("loops", "a planned path would not close them", "check a path that does, or leave out the loops");
  if (!problem.moving.empty())
    refuse("plan", "an object moves by itself, but a planned path has no time stamps", "remove it from the problem");
  const ClockStretch clock = clock_of(problem);
  const auto always = [&](const ClockStretch& time) { return time.begin <= clock.begin && clock.end <= time.end; };
  for (const Attachment& held : problem.attached) {
    if (!always(when_held(problem, held)))
      refuse("plan", "an object is gripped or released along the path",
             "hold it all the time: leave out 'from' and 'to'");
  }
  for (const AllowedStretch& pair : problem.allowed_stretches) {
    if (!always(clock_stretch(problem, pair)))
      refuse("plan", "a pair may touch for part of the path, but a new path has other waypoints",
             "allow it all the time, or never");
  }
}

py::dict stats_of(const PlanStatistics& work) {
  py::dict dict;
  dict["milestones"] = work.milestones;
  dict["samples"] = work.samples;
  dict["segments"] = work.segments;
  dict["segments_refuted"] = work.segments_refuted;
  dict["paths"] = work.paths;
  dict["seconds"] = work.seconds;
  dict["search"] = work.search_s;
  dict["proof"] = work.proof_s;
  dict["simplification"] = work.simplification_s;
  return dict;
}

PlanMethod method(const std::string& name) {
  if (name == "rrtconnect") return PlanMethod::rrt_connect;
  if (name == "sbl") return PlanMethod::sbl;
  refuse("planner", "there is no planner '" + printable(name) + "'", "choose 'rrtconnect' or 'sbl'");
}

PlannerSettings settings_of(const PlanAsked& asked, Working& working) {
  PlannerSettings settings;
  settings.method = method(asked.planner);
  settings.seed = asked.seed;
  settings.time_limit_s = asked.time_limit_s;
  settings.optimise_s = asked.optimise_s;
  settings.wrap = asked.wrap;
  settings.progress = [&asked, &working](const PlanStatistics& now) {
    working.poll();
    if (asked.progress.is_none()) return true;
    const py::gil_scoped_acquire python;
    const py::object answer = asked.progress(stats_of(now));
    return answer.is_none() || answer.cast<bool>();
  };
  return settings;
}

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

Report page(const PlanAnswer& answer) {
  if (!answer.path) refuse("report", "no path was found: " + why(answer), "look at plan.why");
  Report report = draw_path(*answer.question, "plan", answer.path->waypoints);
  tell_found(report, {answer.path->waypoints.rows(), answer.plan.length_m}, answer.plan.raw_length_m,
             answer.question->pairs_checked() == 0);
  return report;
}

Report page(const SmoothAnswer& answer) {
  if (!answer.path) refuse("report", "the path was not smoothed: it is not proven free", "check it first");
  Report report = draw_path(*answer.question, "smooth", answer.path->waypoints);
  const SmoothStatistics& work = answer.result.statistics;
  tell_smoothed(report, {answer.before.rows(), work.length_before_m}, {answer.path->waypoints.rows(), work.length_m},
                answer.question->pairs_checked() == 0);
  return report;
}

void add_plan_result(py::module_& module) {
  using P = PlanAnswer;
  py::class_<P>(module, "Plan", plan_doc)
      .def_property_readonly("found", [](const P& p) { return p.path != nullptr; })
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
          "report(file)\n\nWrites an HTML page that shows the path.")
      .def("_repr_html_",
           [](const P& p) -> py::object { return p.path ? py::object(py::str(notebook_page(page(p)))) : py::none(); })
      .def("__bool__", [](const P& p) { return p.path != nullptr; })
      .def("__repr__", [](const P& p) {
        if (!p.path) return "<tocca.Plan: none found (" + why(p) + ")>";
        return "<tocca.Plan: " + waypoints_text(p.path->waypoints.rows()) + ", " + metres(p.plan.length_m) +
               ", clearance " + metres(p.kept.kept_m) + ">";
      });
}

void add_smooth_result(py::module_& module) {
  using S = SmoothAnswer;
  py::class_<S>(module, "Smoothed", "A shortened path, proven free: Checker.smooth(). True (bool) if there is one.")
      .def_property_readonly(
          "path", [](const S& s) { return s.path; }, "None if the path given is not proven free.")
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
      .def_property_readonly("length_before", [](const S& s) { return s.result.statistics.length_before_m; })
      .def_property_readonly("length", [](const S& s) { return s.result.statistics.length_m; })
      .def_property_readonly(
          "clearance", [](const S& s) { return s.kept.kept_m; },
          "What the path is proven to keep from the scene, in metres.")
      .def(
          "report", [](const S& s, const py::object& file) { write_page_to(file, page(s)); }, py::arg("file"),
          "report(file)")
      .def("_repr_html_",
           [](const S& s) -> py::object { return s.path ? py::object(py::str(notebook_page(page(s)))) : py::none(); })
      .def("__bool__", [](const S& s) { return s.path != nullptr; })
      .def("__repr__", [](const S& s) {
        if (!s.path) return std::string("<tocca.Smoothed: nothing (") + name_of(s.result.end) + ")>";
        return "<tocca.Smoothed: " + metres(s.result.statistics.length_before_m) + " became " +
               metres(s.result.statistics.length_m) + ", " + waypoints_text(s.path->waypoints.rows()) + ">";
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
  Report report = draw_path(*answer.question, "repair", answer.path->waypoints);
  report.headline = answer.repair.detours.empty() ? "already free, proven" : "repaired, proven free";
  report.summary =
      counted(answer.repair.detours.size(), "detour") + "; " + waypoints_text(answer.path->waypoints.rows()) + ".";
  return report;
}

void add_repair_result(py::module_& module) {
  using R = RepairAnswer;
  py::class_<R>(module, "Repaired",
                "A path led around what it touched, proven free: Checker.repair(). True (bool) if there is one.")
      .def_property_readonly(
          "path", [](const R& r) { return r.path; }, "None if no way around was found.")
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
          "report(file)\n\nWrites an HTML page that shows the path.")
      .def("_repr_html_",
           [](const R& r) -> py::object { return r.path ? py::object(py::str(notebook_page(page(r)))) : py::none(); })
      .def("__bool__", [](const R& r) { return r.path != nullptr; })
      .def("__repr__", [](const R& r) {
        if (!r.path) return "<tocca.Repaired: nothing (" + why(r) + ")>";
        return "<tocca.Repaired: " + waypoints_text(r.path->waypoints.rows()) + ", " +
               counted(r.repair.detours.size(), "detour") + ">";
      });
}

}  // namespace

PlanAnswer plan(const QuestionPointer& question, py::handle from, py::handle to, const PlanAsked& asked) {
  require_positive(asked.time_limit_s, "time_limit");
  require_not_negative(asked.optimise_s, "optimise");
  require_plannable(question->problem());
  const Configuration start = question->whole_configuration(from, "start"),
                      goal = question->whole_configuration(to, "goal");
  warn_of_limits(question->problem(), start, "start");
  warn_of_limits(question->problem(), goal, "goal");
  PlanAnswer answer;
  {
    Working working(question->threads());
    const PlannerSettings settings = settings_of(asked, working);
    const Kept kept = kept_question(
        question, [&](const Checker& checker, double metres) { return kept_clearance(checker, metres, start, goal); });
    answer.question = kept.question;
    answer.kept = kept.clearance;
    answer.plan = Planner(kept.question->checker(), settings).plan(start, goal);
  }
  if (answer.plan.end == PlanEnd::found) answer.path = straight_path(answer.plan.waypoints);
  return answer;
}

SmoothAnswer smooth(const QuestionPointer& question, py::handle path, std::optional<double> time_limit_s,
                    std::uint64_t seed) {
  SmoothSettings settings;
  settings.seed = seed;
  if (time_limit_s) settings.time_limit_s = require_positive(*time_limit_s, "time_limit");
  require_plannable(question->problem());
  SmoothAnswer answer;
  answer.before = question->straight_rows(path);
  const WaypointMatrix& rows = answer.before;
  {
    Working working(question->threads());
    settings.progress = [&](const SmoothStatistics&) {
      working.poll();
      return true;
    };
    const auto smoothed = [&](const Kept& kept) {
      answer.question = kept.question;
      answer.kept = kept.clearance;
      answer.result = Smoother(kept.question->checker(), settings).smooth(rows);
    };
    const Configuration start = rows.row(0), goal = rows.row(rows.rows() - 1);
    const Kept kept = kept_question(
        question, [&](const Checker& checker, double metres) { return kept_clearance(checker, metres, start, goal); });
    smoothed(kept);
    if (answer.result.end == SmoothEnd::not_free &&
        kept.question != question) {  // by default, a path keeps what it can
      KeptClearance nearer = kept_clearance(kept.question->checker(), kept.clearance.kept_m, rows);
      nearer.asked_m = kept.clearance.asked_m;
      if (nearer.kept_m < kept.clearance.kept_m) smoothed({with_clearance(*question, nearer.kept_m), nearer});
    }
  }
  if (answer.result.waypoints.rows() > 0) answer.path = straight_path(answer.result.waypoints);
  return answer;
}

RepairAnswer repair(const QuestionPointer& question, py::handle path, const PlanAsked& asked) {
  require_positive(asked.time_limit_s, "time_limit");
  require_plannable(question->problem());
  const WaypointMatrix rows = question->straight_rows(path);
  RepairAnswer answer;
  {
    Working working(question->threads());
    const PlannerSettings settings = settings_of(asked, working);
    const Kept kept = kept_question(
        question, [&](const Checker& checker, double metres) { return kept_at_waypoints(checker, metres, rows); });
    answer.question = kept.question;
    answer.kept = kept.clearance;
    answer.repair = tocca::repair(kept.question->checker(), rows, settings);
  }
  if (answer.repair.end == PlanEnd::found) answer.path = straight_path(answer.repair.waypoints);
  return answer;
}

void add_plans(py::module_& module) {
  add_repair_result(module);
  add_plan_result(module);
  add_smooth_result(module);
}

}  // namespace tocca::python
