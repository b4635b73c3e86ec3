#include "robot.hpp"

#include <pybind11/stl.h>

#include <limits>
#include <map>

#include "errors.hpp"
#include "module.hpp"
#include "survey.hpp"
#include "tocca/io/robot.hpp"
#include "tocca/motion/tree_motion.hpp"
#include "working.hpp"

namespace tocca::python {
namespace {

constexpr const char* robot_doc = R"(A robot read from a URDF: load_robot(). Immutable.

A configuration is one number for each name in `joints`, in that order: an array, a list, or a dict of names
(then joints that are not named are at zero). Rows of arrays are configurations.

>>> arm = tocca.load_robot('robot.urdf')
>>> arm
<tocca.Robot 'two_link_arm': 2 joints, 3 links>
>>> arm.joints
['shoulder', 'elbow']
>>> arm.limits
array([[-3.2,  3.2],
       [-2.6,  2.6]])
)";

constexpr const char* poses_doc = R"(poses(self, q)
--

Where the links are at a configuration: (links, 4, 4), each a matrix in the frame of the root link, in the order of `links`.

>>> arm = tocca.load_robot('robot.urdf')
>>> arm.poses({'shoulder': 0})[2, :3, 3]
array([1., 0., 0.])
)";

constexpr const char* load_doc = R"(load_robot(file, *, srdf=None, visual=False, limits=None)
--

Reads a URDF with its meshes. `srdf`: pairs that it disables are not checked. `visual`: links without collision geometry
use their visual geometry. `limits`: MoveIt's joint_limits.yaml, for Checker.time().

>>> tocca.load_robot('robot.urdf').dof
2
)";

RobotPointer load(py::handle file, py::handle srdf, bool visual, py::handle limits) {
  RobotOptions options;
  if (!srdf.is_none()) options.srdf = file_name(srdf);
  options.visual = visual;
  if (!limits.is_none()) options.joint_limits = file_name(limits);
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

}  // namespace

Columns columns_of(const KinematicTree& tree, const Configuration& rest, const std::string& name,
                   const std::string& prefix) {
  Columns columns{tree.coordinate_names(), rest, "robot '" + name + "'"};
  for (std::string& joint : columns.names) joint.insert(0, prefix);
  return columns;
}

void add_robot(py::module_& module) {
  add_survey(module);
  py::class_<LoadedRobot, std::shared_ptr<LoadedRobot>>(module, "Robot", robot_doc)
      .def_property_readonly(
          "name", [](const LoadedRobot& robot) { return robot.robot.name; }, "As the URDF has it.")
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
      .def("poses", &poses, py::arg("q"), poses_doc)
      .def(
          "disabled_pairs",
          [](const LoadedRobot& robot, const py::object& samples, const py::object& seed,
             std::optional<double> time_limit, const py::object& budget, const py::object& threads) {
            return survey(robot.shared_from_this(), samples, seed, time_limit, budget, threads);
          },
          py::kw_only(), py::arg("samples") = 100'000, py::arg("seed") = 1, py::arg("time_limit") = py::none(),
          py::arg("budget") = 300'000, py::arg("threads") = py::none(), disabled_pairs_doc)
      .def("__repr__", [](const LoadedRobot& robot) {
        return "<tocca.Robot '" + printable(robot.robot.name) + "': " + std::to_string(robot.columns.count()) +
               " joints, " + std::to_string(robot.robot.tree.links().size()) + " links>";
      });
  module.def(
      "load_robot",
      [](const py::object& file, const py::object& srdf, bool visual, const py::object& limits) {
        return std::const_pointer_cast<LoadedRobot>(load(file, srdf, visual, limits));  // Python has no const
      },
      py::arg("file"), py::kw_only(), py::arg("srdf") = py::none(), py::arg("visual") = false,
      py::arg("limits") = py::none(), load_doc);
}

}  // namespace tocca::python
