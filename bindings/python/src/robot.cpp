#include "robot.hpp"

#include <pybind11/stl.h>

#include <limits>
#include <map>

#include "check/model/problem_pairs.hpp"
#include "errors.hpp"
#include "module.hpp"
#include "tocca/io/problem.hpp"
#include "tocca/io/robot.hpp"
#include "tocca/motion/tree_motion.hpp"
#include "working.hpp"

namespace tocca::python {
namespace {

constexpr const char* robot_doc =
    "A robot read from a URDF: load_robot(). Immutable.\n\n"
    "A configuration is one number for each name in `joints`, in that order: an array, a list, or a dict of names\n"
    "(then joints that are not named are at zero). Rows of arrays are configurations.\n\n"
    ">>> arm = tocca.load_robot('robot.urdf')\n"
    ">>> arm\n<tocca.Robot 'two_link_arm': 2 joints, 3 links>\n"
    ">>> arm.joints\n['shoulder', 'elbow']\n"
    ">>> arm.limits\narray([[-3.2,  3.2],\n       [-2.6,  2.6]])\n";

RobotPointer load(py::handle file, py::handle srdf, bool visual) {
  RobotOptions options;
  if (!srdf.is_none()) options.srdf = file_name(srdf);
  options.visual = visual;
  auto loaded = std::make_shared<LoadedRobot>();
  loaded->file = file_name(file);
  Warnings warnings;
  {
    const Released released;
    loaded->robot = load_robot(loaded->file, options, warnings);
  }
  const KinematicTree& tree = loaded->robot.tree;
  loaded->columns = columns_of(tree, tree.zero_configuration(), loaded->robot.name);
  warn(warnings);
  return loaded;
}

py::array_t<double> limits(const LoadedRobot& robot) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  py::array_t<double> array({robot.columns.count(), Eigen::Index{2}});
  auto rows = array.mutable_unchecked<2>();
  for (py::ssize_t i = 0; i < rows.shape(0); ++i) rows(i, 0) = -infinity, rows(i, 1) = infinity;
  for (const Joint& joint : robot.robot.tree.joints()) {
    if (!joint.limits || joint.first_coordinate < 0 || joint.mimic) continue;
    rows(joint.first_coordinate, 0) = joint.limits->lower;
    rows(joint.first_coordinate, 1) = joint.limits->upper;
  }
  return array;
}

std::vector<std::string> links(const LoadedRobot& robot) {
  std::vector<std::string> names;
  for (const Link& link : robot.robot.tree.links()) names.push_back(link.name);
  return names;
}

/// By name; a state that several groups have is one posture, as on the command line.
std::map<std::string, std::map<std::string, double>> states(const LoadedRobot& robot) {
  std::map<std::string, std::map<std::string, double>> result;
  for (const GroupState& state : robot.robot.states) {
    auto& posture = result[state.name];
    for (const auto& [coordinate, value] : state.values) {
      posture[robot.columns.names[static_cast<std::size_t>(coordinate)]] = value;
    }
  }
  return result;
}

void require_rotations(const KinematicTree& tree, const Configuration& q) {
  for (const Joint& joint : tree.joints()) {
    if (joint.type != JointType::floating || joint.first_coordinate < 0) continue;
    if ((q.segment<4>(joint.first_coordinate + 3).array() != 0.0).any()) continue;
    refuse("joint '" + joint.name + "'", "a zero quaternion is not a rotation", "give qw = 1 for no rotation");
  }
}

py::array_t<double> poses(const LoadedRobot& robot, py::handle given) {
  const Columns* const columns = &robot.columns;
  const Configuration q = configuration(given, "q", {&columns, 1});
  require_rotations(robot.robot.tree, q);
  TreeMotion motion(robot.robot.tree);
  motion.rest(q);
  std::vector<Pose> X_WL(robot.robot.tree.links().size());
  motion.poses(0.0, X_WL);
  py::array_t<double> array({static_cast<py::ssize_t>(X_WL.size()), py::ssize_t{4}, py::ssize_t{4}});
  double* out = array.mutable_data();
  for (const Pose& pose : X_WL) {
    const py::array_t<double> one = array_of(pose);
    out = std::copy_n(one.data(), 16, out);
  }
  return array;
}

LoadedProblem load_a_problem(py::handle file) {
  LoadedProblem loaded;
  loaded.file = file_name(file);
  Warnings warnings;
  {
    const Released released;
    loaded.problem = load_problem(loaded.file, warnings);
  }
  warn(warnings);
  return loaded;
}

std::vector<std::string> robot_names(const LoadedProblem& loaded) {
  std::vector<std::string> names;
  for (const RobotTask& task : loaded.problem.robots) names.push_back(task.robot.name);
  return names;
}

std::vector<std::string> object_names(const LoadedProblem& loaded) {
  std::vector<std::string> names;
  for (const SceneObject& object : loaded.problem.scene.objects) names.push_back(object.name);
  return names;
}

std::vector<std::pair<std::string, std::string>> held(const LoadedProblem& loaded) {
  std::vector<std::pair<std::string, std::string>> names;
  const Problem& problem = loaded.problem;
  for (const Attachment& attached : problem.attached) {
    names.emplace_back(
        link_name(problem, static_cast<std::size_t>(attached.robot), static_cast<std::size_t>(attached.link)),
        problem.scene.objects[static_cast<std::size_t>(attached.object)].name);
  }
  return names;
}

void add_problem(py::module_& module) {
  py::class_<LoadedProblem>(
      module, "Problem",
      "Robots with their paths, a scene, attached and moving objects, out of one JSON file: load_problem().\n"
      "Ask a Checker(problem) about it.")
      .def_property_readonly("robots", &robot_names, "Names.")
      .def_property_readonly("objects", &object_names, "Names.")
      .def_property_readonly("attached", &held, "(link, object) of each attachment.")
      .def("__repr__", [](const LoadedProblem& loaded) {
        return "<tocca.Problem '" + printable(loaded.file) + "': " + std::to_string(loaded.problem.robots.size()) +
               " robots, " + std::to_string(loaded.problem.scene.objects.size()) + " objects>";
      });
  module.def("load_problem", &load_a_problem, py::arg("file"),
             "load_problem(file)\n\nReads a problem file (JSON) and every file that it names.");
}

}  // namespace

Columns columns_of(const KinematicTree& tree, const Configuration& rest, const std::string& name,
                   const std::string& prefix) {
  Columns columns{tree.coordinate_names(), rest, "robot '" + name + "'"};
  for (std::string& joint : columns.names) joint.insert(0, prefix);
  return columns;
}

void add_robot(py::module_& module) {
  py::class_<LoadedRobot, std::shared_ptr<LoadedRobot>>(module, "Robot", robot_doc)
      .def_property_readonly("name", [](const LoadedRobot& robot) { return robot.robot.name; })
      .def_property_readonly(
          "joints", [](const LoadedRobot& robot) { return robot.columns.names; },
          "Names of a configuration's columns, in their order. A planar or floating joint has several.")
      .def_property_readonly(
          "dof", [](const LoadedRobot& robot) { return robot.columns.count(); },
          "How many numbers a configuration has.")
      .def_property_readonly("limits", &limits, "(dof, 2): lower and upper; infinite where there is none.")
      .def_property_readonly("states", &states,
                             "Postures that the SRDF names (its group states), as dicts of joints: ready to be asked "
                             "about, checker.check(robot.states['home']).")
      .def_property_readonly("links", &links, "Names, parents before their children: the order of poses().")
      .def("poses", &poses, py::arg("q"),
           "poses(q)\n\nWhere the links are at a configuration: (links, 4, 4), each a matrix in the frame of the root "
           "link.\n\n"
           ">>> arm = tocca.load_robot('robot.urdf')\n"
           ">>> arm.poses({'shoulder': 0})[2, :3, 3]\narray([1., 0., 0.])\n")
      .def("__repr__", [](const LoadedRobot& robot) {
        return "<tocca.Robot '" + printable(robot.robot.name) + "': " + std::to_string(robot.columns.count()) +
               " joints, " + std::to_string(robot.robot.tree.links().size()) + " links>";
      });
  module.def(
      "load_robot",
      [](const py::object& file, const py::object& srdf, bool visual) {
        return std::const_pointer_cast<LoadedRobot>(load(file, srdf, visual));  // Python has no const
      },
      py::arg("file"), py::kw_only(), py::arg("srdf") = py::none(), py::arg("visual") = false,
      "load_robot(file, *, srdf=None, visual=False)\n\nReads a URDF with its meshes. `srdf`: pairs that it disables "
      "are not checked.\n"
      "`visual`: links without collision geometry use their visual geometry.\n\n"
      ">>> tocca.load_robot('robot.urdf').dof\n2\n");
  add_problem(module);
}

}  // namespace tocca::python
