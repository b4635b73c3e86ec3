#include "problem.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "check/model/problem_pairs.hpp"
#include "errors.hpp"
#include "io/problem_text.hpp"
#include "module.hpp"
#include "tocca/io/path.hpp"
#include "tocca/io/problem.hpp"
#include "working.hpp"

namespace tocca::python {
namespace {

constexpr const char* problem_doc =
    R"(Robots with their paths, a scene, attached and moving objects, out of one JSON file: load_problem().

Ask a Checker(problem) about it: check_path() without a path asks about the problem's own.

>>> import json
>>> _ = open('problem.json', 'w').write(json.dumps(
...     {'robots': [{'urdf': 'robot.urdf', 'path': 'path.csv'}], 'scene': 'scene.json'}))
>>> problem = tocca.load_problem('problem.json')
>>> problem, problem.path
(<tocca.Problem 'problem.json': 1 robot, 2 objects>, <tocca.Path: 3 waypoints of 2 joints>)
>>> tocca.Checker(problem).check_path().outcome
'contact'
)";

constexpr const char* load_doc = R"(load_problem(file)
--

Reads a problem file (JSON) and every file that it names.

>>> _ = open('problem.json', 'w').write('{"robots": [{"urdf": "robot.urdf"}], "scene": "scene.json"}')
>>> tocca.load_problem('problem.json').robots
['two_link_arm']
)";

LoadedProblem load(py::handle file) {
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

PathPointer own_path(const RobotTask& task) {
  return task.path.waypoints.rows() == 0 ? nullptr : path_pointer(task.path);
}

py::dict paths(const LoadedProblem& loaded) {
  py::dict dict;
  for (const RobotTask& task : loaded.problem.robots) dict[py::str(task.robot.name)] = own_path(task);
  return dict;
}

PathPointer path(const LoadedProblem& loaded) {
  const Problem& problem = loaded.problem;
  if (problem.robots.size() == 1) return own_path(problem.robots.front());
  Warnings none;
  return has_paths(problem) ? straight_path(straight_rows_of(problem, none)) : nullptr;
}

/// A file under another name until it is whole.
template <class Write>
void write_whole(const std::filesystem::path& file, const Write& write) {
  const std::filesystem::path part = file.string() + ".part";
  std::error_code error;
  try {
    write(part);
  } catch (...) {
    std::filesystem::remove(part, error);
    throw;
  }
  std::filesystem::rename(part, file, error);
  if (error) throw InputError(file.string(), "", "cannot be written: " + error.message(), "choose a writable place");
}

/// Columns of one robot out of those of all.
Path part_of(const Path& path, Eigen::Index first, Eigen::Index count) {
  Path part = path;
  part.waypoints = path.waypoints.middleCols(first, count);
  part.interpolation.assign(static_cast<std::size_t>(count), Interpolation::linear);
  return part;
}

void write_folder(const LoadedProblem& loaded, const Path& path, const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_directory(folder, error)) {
    throw InputError(folder.string(), "", "is not a folder, and there are several robots",
                     "give a folder: each robot gets a file in it");
  }
  const fs::path own = fs::path(loaded.file).has_parent_path() ? fs::path(loaded.file).parent_path() : fs::path(".");
  if (fs::equivalent(folder, own, error)) {
    throw InputError(folder.string(), "", "is the folder of the problem itself, whose files would be overwritten",
                     "choose another folder");
  }
  fs::create_directory(folder, error);
  if (error) {
    throw InputError(folder.string(), "", "cannot create this folder: " + error.message(), "choose a writable place");
  }
  Eigen::Index first = 0;
  for (const RobotTask& task : loaded.problem.robots) {
    const Eigen::Index count = task.robot.tree.coordinate_count();
    write_whole(folder / (task.robot.name + ".csv"),
                [&](const fs::path& part) { write_path_csv(part, task.robot.tree, part_of(path, first, count)); });
    first += count;
  }
  write_whole(folder / "problem.json", [&](const fs::path& part) {
    std::ofstream out(part);
    out << with_new_paths(loaded.file, loaded.problem, folder);
    out.close();
    if (!out) throw InputError(part.string(), "", "cannot be written", "choose a writable place");
  });
}

}  // namespace

bool has_paths(const Problem& problem) {
  return std::any_of(problem.robots.begin(), problem.robots.end(),
                     [](const RobotTask& task) { return task.path.waypoints.rows() > 0; });
}

WaypointMatrix straight_rows_of(const Problem& problem, Warnings& warnings) {
  Eigen::Index rows = 1, columns = 0;
  for (const RobotTask& task : problem.robots) {
    rows = std::max(rows, task.path.waypoints.rows());
    columns += task.robot.tree.coordinate_count();
    if (task.path.time_s.empty()) continue;
    if (problem.robots.size() > 1) {
      refuse("path", "the robots run by time stamps, so their waypoints need not coincide",
             "give paths with the same number of waypoints and no column 'time'");
    }
    warn_of_dropped_times(task.path, warnings);
  }
  WaypointMatrix all(rows, columns);
  Eigen::Index first = 0;
  for (const RobotTask& task : problem.robots) {
    const WaypointMatrix& path = task.path.waypoints;
    const WaypointMatrix own = path.rows() > 0 ? path : WaypointMatrix(task.start().transpose());
    for (Eigen::Index k = 0; k < rows; ++k) {
      all.row(k).segment(first, own.cols()) = own.row(std::min(k, own.rows() - 1));
    }
    first += own.cols();
  }
  return all;
}

void save_path_of(const LoadedProblem& loaded, const Path& path, const std::string& file) {
  Eigen::Index columns = 0;
  for (const RobotTask& task : loaded.problem.robots) columns += task.robot.tree.coordinate_count();
  if (path.waypoints.cols() != columns) {
    refuse("path", "has " + std::to_string(path.waypoints.cols()) + " columns",
           "give one for each of the " + std::to_string(columns) + " joints of all robots");
  }
  if (loaded.problem.robots.size() == 1) {
    return write_path_csv(file, loaded.problem.robots.front().robot.tree, path);
  }
  if (!is_straight(path)) refuse("path", "has velocities and the columns of several robots", "give straight motions");
  if (loaded.file.empty()) {
    refuse("problem", "is that of a Checker, without a file that could be written again", "give one that was loaded");
  }
  write_folder(loaded, path, file);
}

void add_problem(py::module_& module) {
  using L = LoadedProblem;
  py::class_<L>(module, "Problem", problem_doc)
      .def_property_readonly("robots", &robot_names, "Names of the robots, in the order of a configuration's columns.")
      .def_property_readonly("objects", &object_names, "Names of the scene's objects.")
      .def_property_readonly("attached", &held, "(link, object) of each attachment: names.")
      .def_property_readonly("path", &path,
                             "What check_path() asks about without a path: the robot's Path, or one of all robots, row "
                             "by row. None if there is none; an InputError if several robots run by time stamps of "
                             "their own.")
      .def_property_readonly("paths", &paths, "The Path of each robot, by its name; None where it has none.")
      .def("__repr__", [](const L& loaded) {
        const auto count = [](std::size_t number, const char* one) {
          return std::to_string(number) + " " + one + (number == 1 ? "" : "s");
        };
        const std::string source = loaded.file.empty() ? "of a Checker" : "'" + printable(loaded.file) + "'";
        return "<tocca.Problem " + source + ": " + count(loaded.problem.robots.size(), "robot") + ", " +
               count(loaded.problem.scene.objects.size(), "object") + ">";
      });
  module.def("load_problem", &load, py::arg("file"), load_doc);
}

}  // namespace tocca::python
