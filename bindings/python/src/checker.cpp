#include <pybind11/stl.h>

#include <algorithm>
#include <limits>
#include <map>

#include "check/model/model_body.hpp"
#include "check/model/problem_pairs.hpp"
#include "distances.hpp"
#include "edges.hpp"
#include "errors.hpp"
#include "io/nearest_name.hpp"
#include "module.hpp"
#include "path_result.hpp"
#include "plans.hpp"
#include "robot.hpp"
#include "working.hpp"

namespace tocca::python {
namespace {

constexpr std::uint64_t tests_a_segment = 100'000'000;  // as on the command line: a minute or two per segment at most

constexpr const char* checker_doc =
    "Checker(robot, scene=None, *, clearance=None, tolerance=1e-6, self_collision=True, self_clearance=0.0, allow=(), "
    "threads=None,\n"
    "        padding={}, base=None, rest=None, strategy='tube', budget=100_000_000, joint_cells=False, "
    "allow_empty=False)\n"
    "Checker(problem, *, ...)\n\n"
    "Proves that motions are free of contact, or finds the first contact. Immutable; any number of threads may ask it "
    "at once, and the\n"
    "GIL is released while it works. It takes robot and scene as they are now: later changes of the scene do not reach "
    "it.\n\n"
    "clearance       metres that robots keep from the scene and from each other (None: 0, or what the problem says; "
    "plans keep 1 mm)\n"
    "tolerance       a pair within the clearance plus this may be reported as contact, in metres\n"
    "self_collision  whether links of one robot are checked against each other; they keep self_clearance\n"
    "allow           pairs of names that may touch: [('hand', 'part')]\n"
    "padding         bodies that are taken to be larger, in metres on all sides: {'hand': 0.01, 'shelf': 0.02}\n"
    "threads         how many threads loops may use, in the whole process while a call runs (None: all cores)\n"
    "base            where the robot stands: a pose\n"
    "rest            where joints are that a dict does not name: a configuration\n"
    "strategy        how first contacts are found: 'tube', 'interval' or 'bisect'\n"
    "budget          tests after which a segment is given up as undecided; None: never\n"
    "joint_cells     for thousands of questions of one checker: the first ones are dearer, later ones cheaper\n"
    "allow_empty     accept that there is no pair to check; otherwise this is an InputError\n\n"
    ">>> arm, scene = tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json')\n"
    ">>> checker = tocca.Checker(arm, scene, clearance=0.005)\n"
    ">>> checker\n<tocca.Checker: 4 pairs of 4 bodies, clearance 0.005 m>\n"
    ">>> bool(checker.check([0, 0], [0.3, 0]))\nTrue\n";

/// What Python holds: cheap to copy into every answer.
struct PythonChecker {
  QuestionPointer question;
};

Strategy strategy_of(const std::string& name) {
  if (name == "tube") return Strategy::tube;
  if (name == "interval") return Strategy::interval;
  if (name == "bisect") return Strategy::bisect;
  refuse("strategy", "there is no strategy '" + printable(name) + "'", "choose 'tube', 'interval' or 'bisect'");
}

std::int64_t whole_number(py::handle given, const char* name) {
  try {
    return given.cast<std::int64_t>();
  } catch (const py::cast_error&) {
    throw py::type_error(std::string(name) + ": must be a whole number or None (got " + std::string(py::repr(given)) +
                         ")");
  }
}

std::uint64_t budget_of(py::handle given) {
  if (given.is_none()) return std::numeric_limits<std::uint64_t>::max();
  const std::int64_t number = whole_number(given, "budget");
  if (number < 1) refuse("budget", "must be at least 1 (got " + std::to_string(number) + ")", "give None for no limit");
  return static_cast<std::uint64_t>(number);
}

int threads_of(py::handle given) {
  if (given.is_none()) return 0;
  const std::int64_t number = whole_number(given, "threads");
  if (number < 1)
    refuse("threads", "must be at least 1 (got " + std::to_string(number) + ")", "give None for all cores");
  return static_cast<int>(std::min<std::int64_t>(number, std::numeric_limits<int>::max()));
}

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

Problem problem_of(py::handle robot, py::handle scene, py::handle base, py::handle rest) {
  if (py::isinstance<LoadedProblem>(robot)) {
    for (const auto& [name, value] : {std::pair("scene", scene), std::pair("base", base), std::pair("rest", rest)}) {
      if (!value.is_none()) refuse(name, "cannot be combined with a problem", "put it into the problem file");
    }
    return robot.cast<const LoadedProblem&>().problem;
  }
  if (!py::isinstance<LoadedRobot>(robot)) {
    throw py::type_error("Checker: give a tocca.Robot or a tocca.Problem (got " +
                         std::string(py::str(py::type::of(robot).attr("__name__"))) + ")");
  }
  const auto& loaded = robot.cast<const LoadedRobot&>();
  Problem problem;
  RobotTask& task = problem.robots.emplace_back();
  task.robot = loaded.robot;
  task.base = pose(base, "base");
  const Columns* const columns = &loaded.columns;
  task.rest = rest.is_none() ? loaded.columns.rest : configuration(rest, "rest", {&columns, 1});
  if (scene.is_none()) return problem;
  if (!py::isinstance<Scene>(scene)) {
    throw py::type_error("Checker: scene must be a tocca.Scene (got " +
                         std::string(py::str(py::type::of(scene).attr("__name__"))) + ")");
  }
  problem.scene = scene.cast<const Scene&>();
  return problem;
}

PythonChecker make(const py::object& robot, const py::object& scene, std::optional<double> clearance, double tolerance,
                   bool self_collision, double self_clearance, const NamePairs& allow, const py::object& threads,
                   const std::map<std::string, double>& padding, const py::object& base, const py::object& rest,
                   const std::string& strategy, const py::object& budget, bool joint_cells, bool allow_empty) {
  Asked asked;
  asked.settings.tolerance_m = require_positive(tolerance, "tolerance");
  asked.settings.strategy = strategy_of(strategy);
  asked.settings.budget = budget_of(budget);
  asked.pairs = {self_collision, require_not_negative(self_clearance, "self_clearance"), joint_cells};
  asked.threads = threads_of(threads);
  Problem problem = problem_of(robot, scene, base, rest);
  if (clearance) {
    asked.clearance_m = require_not_negative(*clearance, "clearance");
    problem.clearance.default_m = *clearance;
  }
  allow_pairs(problem, allow);
  pad(problem, padding);
  const Working working(asked.threads);
  return {std::make_shared<const Question>(std::move(problem), asked, allow_empty)};
}

AskedVerdict check(const PythonChecker& self, const py::object& q0, const py::object& q1) {
  const QuestionPointer& question = self.question;
  AskedVerdict verdict{{}, question, question->configuration(q0, "q0"), {}};
  if (!q1.is_none()) verdict.to = question->configuration(q1, "q1");
  if (!q1.is_none() && verdict.from.size() != verdict.to.size()) {
    refuse("q1", "has shape (" + std::to_string(verdict.to.size()) + ",)",
           "give the shape of q0: (" + std::to_string(verdict.from.size()) + ",)");
  }
  const Released released;
  verdict.segment =
      q1.is_none() ? question->checker().check(verdict.from) : question->checker().check(verdict.from, verdict.to);
  return verdict;
}

std::vector<std::string> bodies(const PythonChecker& self) {
  std::vector<std::string> names;
  for (const auto& body : self.question->model().bodies()) names.push_back(body.name);
  return names;
}

NamePairs checked_pairs(const PythonChecker& self) {
  const ProblemPairs& pairs = self.question->model().problem_pairs();
  NamePairs names;
  for (const auto& pair : pairs.checked) names.emplace_back(pairs.name(pair.a), pairs.name(pair.b));
  return names;
}

py::list excluded_pairs(const PythonChecker& self) {
  const ProblemPairs& pairs = self.question->model().problem_pairs();
  py::list list;
  for (const auto& pair : pairs.excluded)
    list.append(py::make_tuple(pairs.name(pair.a), pairs.name(pair.b), pairs.reason(pair)));
  return list;
}

std::string text(const PythonChecker& self) {
  const Question& question = *self.question;
  return "<tocca.Checker: " + std::to_string(question.pairs_checked()) + " pairs of " +
         std::to_string(question.model().bodies().size()) + " bodies, clearance " +
         std::string(py::str(py::float_(question.problem().clearance.default_m))) + " m>";
}

void add_questions(py::class_<PythonChecker>& type) {
  type.def("check", &check, py::arg("q0"), py::arg("q1") = py::none(),
           "check(q0, q1=None)\n\nIs the straight motion from q0 to q1 free, all joints moving at once? With q0 alone: "
           "is that configuration?\n"
           "Returns a Verdict.\n\n"
           ">>> checker = tocca.Checker(tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json'))\n"
           ">>> checker.check({'shoulder': 0}, {'shoulder': 0.3})\n<tocca.Verdict: free, 4 pairs checked>\n"
           ">>> checker.check([0.6, 0]).outcome\n'contact'\n")
      .def(
          "check_edges",
          [](const PythonChecker& self, const py::object& edges, bool any) {
            return check_edges(self.question, edges, any);
          },
          py::arg("edges"), py::kw_only(), py::arg("any") = false,
          "check_edges(edges, *, any=False)\n\nMany straight motions, each on its own: edges (N, 2, dof). Uses all "
          "cores; Ctrl-C ends it.\n"
          "`any`: only whether each is free; the contact reported is any one of the edge, which is cheaper. Returns "
          "EdgeResults.")
      .def(
          "check_path",
          [](const PythonChecker& self, const py::object& path, bool any, bool every) {
            return check_path(self.question, path, any, every);
          },
          py::arg("path") = py::none(), py::kw_only(), py::arg("any") = false, py::arg("every") = false,
          "check_path(path=None, *, any=False, every=False)\n\nA whole path: a Path, or waypoints (N, dof). None: the "
          "paths of the problem that the Checker\n"
          "was made with. Ends at the first contact; `every`: goes on; `any`: ends at any contact, wherever it is "
          "found. Returns a PathResult.")
      .def(
          "clearance",
          [](const PythonChecker& self, const py::object& path, double tolerance, int points) {
            return clearance(self.question, path, tolerance, points);
          },
          py::arg("path") = py::none(), py::kw_only(), py::arg("tolerance") = 1e-6, py::arg("points") = 16,
          "clearance(path=None, *, tolerance=1e-6, points=16)\n\nHow near anything comes along a path, proven to the "
          "tolerance, and the distance over time with at most\n"
          "`points` moments per segment (0: the minimum alone, which costs less). Returns a Clearance.")
      .def(
          "distance", [](const PythonChecker& self, const py::object& q) { return distance(self.question, q); },
          py::arg("q"), "distance(q)\n\nThe nearest checked pair at a configuration. Returns a Distance.");
}

void add_planning(py::class_<PythonChecker>& type) {
  type.def(
          "plan",
          [](const PythonChecker& self, const py::object& start, const py::object& goal, double time_limit,
             std::uint64_t seed, const std::string& planner, double optimise, bool wrap, const py::object& progress) {
            return plan(self.question, start, goal, {time_limit, seed, planner, optimise, wrap, progress});
          },
          py::arg("start"), py::arg("goal"), py::kw_only(), py::arg("time_limit") = 60.0, py::arg("seed") = 1,
          py::arg("planner") = "rrtconnect", py::arg("optimise") = 0.0, py::arg("wrap") = true,
          py::arg("progress") = py::none(),
          "plan(start, goal, *, time_limit=60.0, seed=1, planner='rrtconnect', optimise=0.0, wrap=True, "
          "progress=None)\n\n"
          "A path from start to goal, every motion of it proven free, or why none was found. Returns a Plan.\n\n"
          "If the Checker was made without a clearance, the path keeps 1 mm from the scene, or less where start or "
          "goal are nearer.\n"
          "`optimise`: seconds to look for shorter paths; `wrap`: continuous joints may end whole turns away, if that "
          "is nearer;\n"
          "`progress`: called with a dict now and then; returning False ends the search.")
      .def(
          "smooth",
          [](const PythonChecker& self, const py::object& path, std::optional<double> time_limit, std::uint64_t seed) {
            return smooth(self.question, path, time_limit, seed);
          },
          py::arg("path"), py::kw_only(), py::arg("time_limit") = py::none(), py::arg("seed") = 1,
          "smooth(path, *, time_limit=None, seed=1)\n\nShortens a path that is proven free; what comes out is proven "
          "free again. Returns a Smoothed.\n\n"
          ">>> checker = tocca.Checker(tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json'))\n"
          ">>> s = checker.smooth([[0, 0], [0.2, -1], [0.3, 0]])\n"
          ">>> bool(s), s.length < s.length_before\n(True, True)\n")
      .def(
          "repair",
          [](const PythonChecker& self, const py::object& path, double time_limit, std::uint64_t seed,
             const py::object& progress) {
            return repair(self.question, path, {time_limit, seed, "rrtconnect", 0.0, false, progress});
          },
          py::arg("path"), py::kw_only(), py::arg("time_limit") = 60.0, py::arg("seed") = 1,
          py::arg("progress") = py::none(),
          "repair(path, *, time_limit=60.0, seed=1, progress=None)\n\nLeads a path around what it touches: motions and "
          "waypoints "
          "that are free stay as they are.\nReturns a Repaired.\n\n"
          ">>> checker = tocca.Checker(tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json'))\n"
          ">>> r = checker.repair([[0, 0], [0.2, 0], [1.5, 0]])\n"
          ">>> r.detours, bool(checker.check_path(r.path))\n([(1, 2)], True)\n");
}

}  // namespace

void add_checker(py::module_& module) {
  py::class_<PythonChecker> type(module, "Checker", checker_doc);
  type.def(py::init(&make), py::arg("robot"), py::arg("scene") = py::none(), py::kw_only(),
           py::arg("clearance") = py::none(), py::arg("tolerance") = 1e-6, py::arg("self_collision") = true,
           py::arg("self_clearance") = 0.0, py::arg("allow") = NamePairs(), py::arg("threads") = py::none(),
           py::arg("padding") = std::map<std::string, double>(), py::arg("base") = py::none(),
           py::arg("rest") = py::none(), py::arg("strategy") = "tube", py::arg("budget") = tests_a_segment,
           py::arg("joint_cells") = false, py::arg("allow_empty") = false);
  add_questions(type);
  add_planning(type);
  type.def_property_readonly("bodies", &bodies,
                             "Names of links and objects with geometry: what EdgeResults.bodies numbers.")
      .def_property_readonly(
          "joints", [](const PythonChecker& self) { return self.question->columns().names; },
          "Names of a configuration's columns; 'robot/joint' where there are several robots.")
      .def_property_readonly("pairs", &checked_pairs, "Names of the pairs that are checked.")
      .def_property_readonly("excluded", &excluded_pairs, "(a, b, why) of the pairs that are not.")
      .def("__repr__", &text);
}

}  // namespace tocca::python
