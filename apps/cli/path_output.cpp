#include "path_output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <functional>

#include "io/problem_text.hpp"
#include "output.hpp"
#include "result_places.hpp"
#include "tocca/io/path.hpp"

namespace tocca::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& target, std::string_view problem, std::string_view remedy) {
  throw InputError(target.string(), "--out", problem, remedy);
}

/// A file under a name of its own until it is complete.
void write_whole(const fs::path& file, const std::function<void(const fs::path&)>& write) {
  const fs::path part = file.string() + fmt::format(".{}.part", getpid());
  std::error_code error;
  try {
    write(part);
  } catch (...) {
    fs::remove(part, error);
    throw;
  }
  fs::rename(part, file, error);
  if (!error) return;
  const std::string why = error.message();
  fs::remove(part, error);
  refuse(file, "cannot be written: " + why, "choose a writable place");
}

Path path_of(const WaypointMatrix& rows) {
  Path path;
  path.waypoints = rows;
  path.interpolation.assign(static_cast<std::size_t>(rows.cols()), Interpolation::linear);
  return path;
}

}  // namespace

bool is_trajectory_file(const std::string& target) {
  const fs::path extension = fs::path(target).extension();
  return extension == ".yaml" || extension == ".yml";
}

PathOutput::PathOutput(std::string target, const Problem& problem, std::string problem_file)
    : target_(std::move(target)), problem_file_(std::move(problem_file)), problem_(problem) {
  const fs::path path = target_;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  const bool several = problem_.robots.size() > 1;
  if (several && fs::exists(status) && !fs::is_directory(status)) {
    refuse(path, "is not a folder, and there are several robots", "give a folder: each robot gets a file in it");
  }
  if (!several && fs::exists(status) && !fs::is_regular_file(status)) {
    refuse(path, "exists and is not a regular file", "give the name of a CSV file");
  }
  const fs::path own =
      fs::path(problem_file_).has_parent_path() ? fs::path(problem_file_).parent_path() : fs::path(".");
  if (several && fs::equivalent(path, own, error)) {
    refuse(path, "is the folder of the problem itself, whose files would be overwritten", "choose another folder");
  }
  if (several) {
    for (const RobotTask& task : problem_.robots)
      require_no_input((path / (task.robot.name + ".csv")).string(), "--out");
  }
  const fs::path place = several && fs::exists(status) ? path
                         : path.has_parent_path()      ? path.parent_path()
                                                       : fs::path(".");
  if (!fs::is_directory(place, error)) refuse(path, "its folder does not exist", "create the folder first");
  if (access(place.c_str(), W_OK) != 0) refuse(path, "its folder is not writable", "choose another folder");
}

void PathOutput::write(const WaypointMatrix& rows) const {
  std::vector<Path> paths;
  Eigen::Index first = 0;
  for (const RobotTask& task : problem_.robots) {
    const Eigen::Index count = task.robot.tree.coordinate_count();
    paths.push_back(path_of(rows.middleCols(first, count)));
    first += count;
  }
  write(paths);
}

void PathOutput::write(const std::vector<Path>& paths, bool timed) const {
  if (problem_.robots.size() == 1) {
    const KinematicTree& tree = problem_.robots[0].robot.tree;
    write_whole(target_, [&](const fs::path& part) {
      is_trajectory_file(target_) ? write_path_trajectory(part, tree, paths[0]) : write_path_csv(part, tree, paths[0]);
    });
    return;
  }
  const fs::path folder = target_;
  std::error_code error;
  fs::create_directory(folder, error);
  if (error) refuse(folder, "cannot create this folder: " + error.message(), "choose a writable place");
  for (std::size_t robot = 0; robot < paths.size(); ++robot) {
    const RobotTask& task = problem_.robots[robot];
    write_whole(folder / (task.robot.name + ".csv"),
                [&](const fs::path& part) { write_path_csv(part, task.robot.tree, paths[robot]); });
    if (!timed) continue;
    write_whole(folder / (task.robot.name + ".yaml"),
                [&](const fs::path& part) { write_path_trajectory(part, task.robot.tree, paths[robot]); });
  }
  write_whole(folder / "problem.json", [&](const fs::path& part) {
    write_result(part.string(), "--out", with_new_paths(problem_file_, problem_, target_));
  });
}

}  // namespace tocca::cli
