#include "paths.hpp"

#include <algorithm>
#include <cstring>

#include "arrays.hpp"
#include "errors.hpp"
#include "module.hpp"
#include "problem.hpp"
#include "robot.hpp"
#include "tocca/io/path.hpp"
#include "working.hpp"

namespace tocca::python {
namespace {

constexpr const char* path_doc = R"(Path(q, times=None, velocities=None, accelerations=None)
--

Waypoints `q` (N, dof), one row each. With `times` (N,), in seconds, and `velocities` (N, dof) the motion between two
waypoints is cubic, with `accelerations` (N, dof) quintic; otherwise it is a straight line in the space of joints.

>>> path = tocca.Path([[0, 0], [0.5, -1], [1.5, 0.25]])
>>> path
<tocca.Path: 3 waypoints of 2 joints>
>>> path.q[1]
array([ 0.5, -1. ])
)";

constexpr const char* save_doc = R"(save(self, file, robot)
--

Writes CSV that load_path() and the command line read back exactly; FILE.yaml is written as a JointTrajectory of ROS 2, if the
path has times that are whole nanoseconds. `robot`: whose joints the columns are, a Robot; or a
Problem: then, if it has several robots, `file` is a folder that gets a file for each of them, and a problem.json for all.

>>> arm = tocca.load_robot('robot.urdf')
>>> tocca.Path([[0, 0], [0.3, 0]], times=[0, 2]).save('way.csv', arm)
>>> tocca.load_path('way.csv', arm)
<tocca.Path: 2 waypoints of 2 joints, timed>
)";

constexpr const char* load_doc = R"(load_path(file, robot, *, rest=None, degrees=False)
--

Reads waypoints: CSV, or a trajectory of ROS as YAML or JSON, recognised by what the file holds. Joints that it does not
name stay at `rest`, a configuration, or at zero. `degrees`: its angles are degrees.

>>> arm = tocca.load_robot('robot.urdf')
>>> tocca.load_path('path.csv', arm)
<tocca.Path: 3 waypoints of 2 joints>
)";

WaypointMatrix rates(py::handle given, const char* name, const WaypointMatrix& waypoints) {
  if (given.is_none()) return {};
  WaypointMatrix rows = rows_of(given, name);
  if (rows.rows() != waypoints.rows() || rows.cols() != waypoints.cols()) {
    refuse_shape(name, doubles(given, name),
                 "(" + std::to_string(waypoints.rows()) + ", " + std::to_string(waypoints.cols()) + ")",
                 "the shape of q");
  }
  return rows;
}

std::vector<double> stamps(py::handle given, Eigen::Index rows) {
  if (given.is_none()) return {};
  const Doubles array = doubles(given, "times");
  if (array.ndim() != 1 || array.shape(0) != rows) {
    refuse_shape("times", array, "(" + std::to_string(rows) + ",)", "one stamp for each waypoint");
  }
  require_finite(array, "times");
  std::vector<double> times(array.data(), array.data() + array.size());
  for (std::size_t k = 1; k < times.size(); ++k) {
    if (times[k - 1] < times[k]) continue;
    refuse("times[" + std::to_string(k) + "]", "is not later than the one before it", "give increasing times");
  }
  return times;
}

PathPointer make(py::handle q, py::handle times, py::handle velocities, py::handle accelerations) {
  auto path = straight_path(rows_of(q, "q"));
  path->time_s = stamps(times, path->waypoints.rows());
  path->velocities = rates(velocities, "velocities", path->waypoints);
  path->accelerations = rates(accelerations, "accelerations", path->waypoints);
  const bool cubic = path->velocities.rows() > 0, quintic = path->accelerations.rows() > 0;
  if (cubic && path->time_s.empty()) refuse("velocities", "need times", "give times, one stamp for each waypoint");
  if (quintic && !cubic) refuse("accelerations", "need velocities", "give both");
  if (cubic) {
    std::fill(path->interpolation.begin(), path->interpolation.end(),
              quintic ? Interpolation::quintic : Interpolation::cubic);
  }
  return path;
}

PathPointer load(py::handle file, const LoadedRobot& robot, py::handle rest, bool degrees) {
  const Columns* const columns = &robot.columns;
  const Configuration defaults = rest.is_none() ? robot.columns.rest : configuration(rest, "rest", {&columns, 1});
  const std::string name = file_name(file);
  Warnings warnings;
  auto path = std::make_shared<OwnPath>();
  path->file = name;
  {
    const Released released;
    static_cast<Path&>(*path) = load_path(name, robot.robot.tree, defaults, warnings, {degrees});
  }
  warn(warnings);
  return path;
}

void save(const OwnPath& path, py::handle file, py::handle robot) {
  if (py::isinstance<LoadedProblem>(robot))
    return save_path_of(robot.cast<const LoadedProblem&>(), path, file_name(file));
  if (!py::isinstance<LoadedRobot>(robot)) {
    throw py::type_error("robot: must be a tocca.Robot or a tocca.Problem (got " +
                         std::string(py::str(py::type::of(robot).attr("__name__"))) + ")");
  }
  const auto& loaded = robot.cast<const LoadedRobot&>();
  if (path.waypoints.cols() != loaded.columns.count()) {
    refuse("path", "has " + std::to_string(path.waypoints.cols()) + " columns",
           "give one for each of " + loaded.columns.text());
  }
  const std::filesystem::path target = file_name(file);
  const bool trajectory = target.extension() == ".yaml" || target.extension() == ".yml";
  trajectory ? write_path_trajectory(target, loaded.robot.tree, path) : write_path_csv(target, loaded.robot.tree, path);
}

py::object times(const OwnPath& path) {
  if (path.time_s.empty()) return py::none();
  return py::array_t<double>(static_cast<py::ssize_t>(path.time_s.size()), path.time_s.data());
}

template <WaypointMatrix Path::*rows>
py::object view(const py::object& self) {
  const WaypointMatrix& matrix = self.cast<const OwnPath&>().*rows;
  return matrix.rows() == 0 ? py::none() : py::object(array_of(matrix, self));
}

/// np.asarray(path) is its waypoints.
py::object as_array(const py::object& self, const py::object& dtype, const py::object& copy) {
  const py::object rows = view<&Path::waypoints>(self);
  const bool copied = !copy.is_none() && copy.cast<bool>();
  if (dtype.is_none()) return copied ? rows.attr("copy")() : rows;
  return rows.attr("astype")(dtype, py::arg("copy") = copied);
}

}  // namespace

WaypointMatrix rows_of(py::handle given, const char* name) {
  const Doubles array = doubles(given, name);
  if (array.ndim() != 2) refuse_shape(name, array, "(N, dof)", "one waypoint per row");
  if (array.shape(0) == 0) refuse(name, "has shape " + shape_of(array), "give at least one waypoint");
  require_finite(array, name);
  return Eigen::Map<const WaypointMatrix>(array.data(), array.shape(0), array.shape(1));
}

PathPointer straight_path(WaypointMatrix rows) {
  auto path = std::make_shared<OwnPath>();
  path->waypoints = std::move(rows);
  path->interpolation.assign(static_cast<std::size_t>(path->waypoints.cols()), Interpolation::linear);
  return path;
}

PathPointer path_pointer(const Path& path) {
  auto pointer = std::make_shared<OwnPath>();
  static_cast<Path&>(*pointer) = path;
  return pointer;
}

bool is_straight(const Path& path) {
  return std::all_of(path.interpolation.begin(), path.interpolation.end(),
                     [](Interpolation kind) { return kind == Interpolation::linear; });
}

void warn_of_dropped_times(const Path& path, Warnings& warnings) {
  if (path.time_s.empty()) return;
  warnings.push_back(is_straight(path)
                         ? "path: the time stamps are dropped: another path has other times"
                         : "path: the time stamps and velocities are dropped: another path has other times; "
                           "it is taken as straight from waypoint to waypoint");
}

void add_path(py::module_& module) {
  const auto none = [](const char* name) { return py::arg(name) = py::none(); };
  py::class_<OwnPath, PathPointer>(module, "Path", path_doc)
      .def(py::init(&make), py::arg("q"), none("times"), none("velocities"), none("accelerations"),
           init_doc(path_doc).c_str())
      .def_property_readonly("q", &view<&Path::waypoints>, "(N, dof): a view that cannot be written to.")
      .def_property_readonly("times", &times, "(N,) in seconds, a copy; or None.")
      .def_property_readonly("velocities", &view<&Path::velocities>,
                             "(N, dof), per second, a view that cannot be written to; or None.")
      .def_property_readonly("accelerations", &view<&Path::accelerations>,
                             "(N, dof), per second squared, a view that cannot be written to; or None.")
      .def("__array__", &as_array, py::arg("dtype") = py::none(), py::arg("copy") = py::none())
      .def("save", &save, py::arg("file"), py::arg("robot"), save_doc)
      .def("__len__", [](const OwnPath& path) { return path.waypoints.rows(); })
      .def("__repr__", [](const OwnPath& path) {
        const auto rows = path.waypoints.rows();
        return "<tocca.Path: " + std::to_string(rows) + (rows == 1 ? " waypoint of " : " waypoints of ") +
               std::to_string(path.waypoints.cols()) + " joints" +
               (is_straight(path)               ? path.time_s.empty() ? ">" : ", timed>"
                : path.accelerations.rows() > 0 ? ", quintic>"
                                                : ", cubic>");
      });
  module.def("load_path", &load, py::arg("file"), py::arg("robot"), py::kw_only(), none("rest"),
             py::arg("degrees") = false, load_doc);
}

}  // namespace tocca::python
