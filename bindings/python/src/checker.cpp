#include <pybind11/stl.h>

#include <algorithm>
#include <limits>
#include <map>

#include "certificates.hpp"
#include "check/model/model_body.hpp"
#include "check/model/problem_pairs.hpp"
#include "checker_docs.hpp"
#include "distances.hpp"
#include "edges.hpp"
#include "errors.hpp"
#include "io/nearest_name.hpp"
#include "module.hpp"
#include "path_result.hpp"
#include "plans.hpp"
#include "problem.hpp"
#include "python_checker.hpp"
#include "report/words.hpp"
#include "robot.hpp"
#include "scene.hpp"
#include "working.hpp"

namespace tocca::python {
namespace {

constexpr std::uint64_t tests_a_segment = 100'000'000;  // as on the command line: a minute or two per segment at most

Strategy strategy_of(const std::string& name) {
  if (name == "tube") return Strategy::tube;
  if (name == "interval") return Strategy::interval;
  if (name == "bisect") return Strategy::bisect;
  refuse("strategy", "there is no strategy '" + printable(name) + "'", "choose 'tube', 'interval' or 'bisect'");
}

int threads_of(py::handle given) {
  if (given.is_none()) return 0;
  return static_cast<int>(std::min<std::int64_t>(whole_number(given, "threads", 1), std::numeric_limits<int>::max()));
}

std::uint64_t seed_of(py::handle given) { return static_cast<std::uint64_t>(whole_number(given, "seed", 0)); }

using NamePairs = std::vector<std::pair<std::string, std::string>>;

void require_one_meaning(const std::string& name, const char* keyword, const std::vector<std::string>& names,
                         const std::vector<std::string_view>& known) {
  const auto meanings = std::count(names.begin(), names.end(), name);
  if (meanings == 0) {
    refuse(keyword, "there is no link or object '" + printable(name) + "'", did_you_mean(name, known));
  }
  if (meanings > 1) {
    refuse(keyword, "a link and an object are both named '" + printable(name) + "'", "rename the object");
  }
}

void allow_pairs(Problem& problem, const NamePairs& allow) {
  const std::vector<std::string> names = all_names(problem);
  const std::vector<std::string_view> known(names.begin(), names.end());
  for (const auto& [a, b] : allow) {
    for (const std::string& name : {a, b}) require_one_meaning(name, "allow", names, known);
    problem.allowed.push_back({a, b, "allow"});
  }
}

void pad(Problem& problem, const std::map<std::string, double>& padding) {
  const std::vector<std::string> names = all_names(problem);
  const std::vector<std::string_view> known(names.begin(), names.end());
  for (const auto& [name, metres] : padding) {
    require_not_negative(metres, "padding");
    require_one_meaning(name, "padding", names, known);
    std::erase_if(problem.padding, [&](const Padding& own) { return own.body == name; });  // a problem file's own
    problem.padding.push_back({name, metres});
  }
}

std::string type_name(py::handle thing) { return py::str(py::type::of(thing).attr("__name__")); }

/// Where robot and scene came from, as pages tell it.
void tell_sources(Asked& asked, const LoadedRobot& robot, const OwnScene* scene, py::handle base) {
  asked.files = {robot.file};
  asked.sources.emplace_back("Robot", given_file(robot.file));
  if (scene) {
    if (!scene->file.empty()) asked.files.push_back(scene->file);
    asked.sources.emplace_back("Scene", given_file(scene->source()));
  }
  if (!base.is_none()) asked.sources.emplace_back("Base", py::str(base));
  if (scene && !scene->configuration.empty()) asked.sources.emplace_back("Scene's joints", scene->configuration);
}

Problem problem_of(py::handle robot, py::handle scene, py::handle base, py::handle rest, Asked& asked) {
  if (py::isinstance<LoadedProblem>(robot)) {
    for (const auto& [name, value] : {std::pair("scene", scene), std::pair("base", base), std::pair("rest", rest)}) {
      if (!value.is_none()) refuse(name, "cannot be combined with a problem", "put it into the problem file");
    }
    const auto& loaded = robot.cast<const LoadedProblem&>();
    asked.files = {loaded.file};
    asked.sources.emplace_back("Problem", given_file(loaded.file));
    return loaded.problem;
  }
  if (!py::isinstance<LoadedRobot>(robot)) {
    throw py::type_error("robot: must be a tocca.Robot or a tocca.Problem (got " + type_name(robot) + ")");
  }
  if (!scene.is_none() && !py::isinstance<OwnScene>(scene)) {
    throw py::type_error("scene: must be a tocca.Scene (got " + type_name(scene) + ")");
  }
  const auto& loaded = robot.cast<const LoadedRobot&>();
  const auto* const own_scene = scene.is_none() ? nullptr : &scene.cast<const OwnScene&>();
  Problem problem;
  RobotTask& task = problem.robots.emplace_back();
  task.robot = loaded.robot;
  task.base = pose(base, "base");
  const Columns* const columns = &loaded.columns;
  task.rest = rest.is_none() ? loaded.columns.rest : configuration(rest, "rest", {&columns, 1});
  if (own_scene) problem.scene = *own_scene;
  tell_sources(asked, loaded, own_scene, base);
  return problem;
}

PythonChecker make(const py::object& robot, const py::object& scene, std::optional<double> clearance, double tolerance,
                   bool self_collision, double self_clearance, const NamePairs& allow, const py::object& threads,
                   const py::object& padding, const py::object& base, const py::object& rest,
                   const std::string& strategy, const py::object& budget, bool joint_cells, bool allow_empty) {
  Asked asked;
  asked.settings.tolerance_m = require_positive(tolerance, "tolerance");
  asked.settings.strategy = strategy_of(strategy);
  asked.settings.budget = budget_of(budget);
  asked.pairs = {self_collision, require_not_negative(self_clearance, "self_clearance"), joint_cells};
  asked.threads = threads_of(threads);
  Problem problem = problem_of(robot, scene, base, rest, asked);
  if (clearance) {
    asked.clearance_m = require_not_negative(*clearance, "clearance");
    problem.clearance.default_m = *clearance;
  }
  allow_pairs(problem, allow);
  pad(problem, named_numbers(padding, "padding"));
  const Working working(asked.threads);
  return PythonChecker(std::make_shared<const Question>(std::move(problem), asked, allow_empty));
}

AskedVerdict check(const PythonChecker& self, const py::object& q0, const py::object& q1) {
  const QuestionPointer question = self.question();
  AskedVerdict verdict{{}, question, question->configuration(q0, "q0"), {}};
  if (!q1.is_none()) verdict.to = question->configuration(q1, "q1");
  if (!q1.is_none() && verdict.from.size() != verdict.to.size()) {
    refuse("q1", "has shape (" + std::to_string(verdict.to.size()) + ",)",
           "give the shape of q0: (" + std::to_string(verdict.from.size()) + ",)");
  }
  question->require_loops_closed(verdict.from, verdict.to);
  Working working;
  const Working::Heard heard(working);
  verdict.segment =
      q1.is_none() ? question->checker().check(verdict.from) : question->checker().check(verdict.from, verdict.to);
  working.throw_raised();
  return verdict;
}

NamePairs checked_pairs(const PythonChecker& self) {
  const QuestionPointer question = self.question();
  const ProblemPairs& pairs = question->model().problem_pairs();
  NamePairs names;
  for (const auto& pair : pairs.checked) names.emplace_back(pairs.name(pair.a), pairs.name(pair.b));
  return names;
}

py::list excluded_pairs(const PythonChecker& self) {
  const QuestionPointer question = self.question();
  const ProblemPairs& pairs = question->model().problem_pairs();
  py::list list;
  for (const auto& pair : pairs.excluded)
    list.append(py::make_tuple(pairs.name(pair.a), pairs.name(pair.b), pairs.reason(pair)));
  return list;
}

std::string text(const PythonChecker& self) {
  const QuestionPointer question = self.question();
  return "<tocca.Checker: " + std::to_string(question->pairs_checked()) + " pairs of " +
         std::to_string(question->bodies().size()) + " bodies, clearance " +
         std::string(py::str(py::float_(question->given()->problem.clearance.default_m))) + " m>";
}

/// What a path is asked of. A certificate describes the scene as a whole; the problem's own path, None, tells what its links hold.
QuestionPointer about(const PythonChecker& self, const py::object& path, bool whole = false) {
  const QuestionPointer question = self.question();
  return whole || path.is_none() ? question->settled() : question;
}

void add_questions(py::class_<PythonChecker>& type) {
  type.def("check", &check, py::arg("q0"), py::arg("q1") = py::none(), docs::check)
      .def(
          "check_edges",
          [](const PythonChecker& self, const py::object& edges, bool any) {
            return check_edges(self.question(), edges, any);
          },
          py::arg("edges"), py::kw_only(), py::arg("any") = false, docs::check_edges)
      .def(
          "check_path",
          [](const PythonChecker& self, const py::object& path, bool any, bool every, const py::object& certificate) {
            if (!certificate.is_none() && (any || every)) {
              throw InputError("", "certificate",
                               "proves a path up to its first contact: it does not go with any or every",
                               "leave one out");
            }
            PathAnswer answer = check_path(about(self, path, !certificate.is_none()), path, any, every);
            if (!certificate.is_none()) write_certificate(answer, py::str(certificate));
            return answer;
          },
          py::arg("path") = py::none(), py::kw_only(), py::arg("any") = false, py::arg("every") = false,
          py::arg("certificate") = py::none(), docs::check_path)
      .def(
          "clearance",
          [](const PythonChecker& self, const py::object& path, double tolerance, const py::object& points) {
            return clearance(about(self, path), path, tolerance, points);
          },
          py::arg("path") = py::none(), py::kw_only(), py::arg("tolerance") = 1e-6, py::arg("points") = 16,
          docs::clearance)
      .def(
          "distance", [](const PythonChecker& self, const py::object& q) { return distance(self.question(), q); },
          py::arg("q"), docs::distance);
}

void add_planning(py::class_<PythonChecker>& type) {
  type.def(
          "plan",
          [](const PythonChecker& self, const py::object& start, const py::object& goal, const py::object& goal_pose,
             std::pair<double, double> goal_tolerance, double time_limit, const py::object& seed,
             const std::string& planner, double optimise, bool wrap, const py::object& progress) {
            return plan(self.question(), start, goal,
                        {time_limit, seed_of(seed), planner, optimise, wrap, progress, goal_pose, goal_tolerance});
          },
          py::arg("start"), py::arg("goal") = py::none(), py::kw_only(), py::arg("goal_pose") = py::none(),
          py::arg("goal_tolerance") = std::pair(1e-4, 1e-3), py::arg("time_limit") = 60.0, py::arg("seed") = 1,
          py::arg("planner") = "rrtconnect", py::arg("optimise") = 0.0, py::arg("wrap") = true,
          py::arg("progress") = py::none(), docs::plan)
      .def(
          "smooth",
          [](const PythonChecker& self, const py::object& path, std::optional<double> time_limit,
             const py::object& seed) { return smooth(about(self, path), path, time_limit, seed_of(seed)); },
          py::arg("path") = py::none(), py::kw_only(), py::arg("time_limit") = py::none(), py::arg("seed") = 1,
          docs::smooth)
      .def(
          "time",
          [](const PythonChecker& self, const py::object& path, std::optional<double> blend,
             std::optional<double> acceleration, std::optional<double> velocity_scale,
             std::optional<double> acceleration_scale) {
            return time(about(self, path), path, {blend, acceleration, velocity_scale, acceleration_scale});
          },
          py::arg("path") = py::none(), py::kw_only(), py::arg("blend") = py::none(),
          py::arg("acceleration") = py::none(), py::arg("velocity_scale") = py::none(),
          py::arg("acceleration_scale") = py::none(), docs::time)
      .def(
          "repair",
          [](const PythonChecker& self, const py::object& path, double time_limit, const py::object& seed,
             const py::object& progress) {
            return repair(about(self, path), path,
                          {time_limit, seed_of(seed), "rrtconnect", 0.0, false, progress, py::none(), {}});
          },
          py::arg("path") = py::none(), py::kw_only(), py::arg("time_limit") = 60.0, py::arg("seed") = 1,
          py::arg("progress") = py::none(), docs::repair);
}

}  // namespace

void add_checker(py::module_& module) {
  py::class_<PythonChecker> type(module, "Checker", docs::checker);
  type.def(py::init(&make), py::arg("robot"), py::arg("scene") = py::none(), py::kw_only(),
           py::arg("clearance") = py::none(), py::arg("tolerance") = 1e-6, py::arg("self_collision") = true,
           py::arg("self_clearance") = 0.0, py::arg("allow") = NamePairs(), py::arg("threads") = py::none(),
           py::arg("padding") = py::dict(), py::arg("base") = py::none(), py::arg("rest") = py::none(),
           py::arg("strategy") = "tube", py::arg("budget") = tests_a_segment, py::arg("joint_cells") = false,
           py::arg("allow_empty") = false, init_doc(docs::checker).c_str());
  add_questions(type);
  add_planning(type);
  add_live(type);
  type.def_property_readonly(
          "bodies", [](const PythonChecker& self) { return self.question()->bodies(); },
          "Names of links and objects with geometry: what EdgeResults.bodies numbers.")
      .def_property_readonly(
          "joints", [](const PythonChecker& self) { return self.question()->columns().names; },
          "Names of a configuration's columns; 'robot/joint' where there are several robots.")
      .def_property_readonly("pairs", &checked_pairs, "Names of the pairs that are checked.")
      .def_property_readonly("excluded", &excluded_pairs, "(a, b, why) of the pairs that are not.")
      .def("__repr__", &text);
}

}  // namespace tocca::python
