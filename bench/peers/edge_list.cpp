#include "peers/edge_list.hpp"

#include <unistd.h>

#include "tocca/io/path.hpp"
#include "tocca/io/problem.hpp"
#include "tocca/io/robot.hpp"
#include "tocca/io/scene.hpp"
#include "tocca/scenes/scenes.hpp"

namespace tocca::bench {

EdgeScene::EdgeScene(const std::string& name, SceneLayout layout)
    : folder(std::filesystem::temp_directory_path() / ("tocca_bench_" + name + "_" + std::to_string(getpid()))) {
  Warnings warnings;
  const auto files = write_benchmark_scene(name, folder, layout);
  if (files.front().filename() == "problem.json") {
    problem = load_problem(files.front(), warnings);
    return;
  }
  problem.robots.push_back({load_robot(files[0], {}, warnings), Pose(), {}});
  RobotTask& task = problem.robots.front();
  task.path = load_path(files[2], task.robot.tree, task.robot.tree.zero_configuration(), warnings);
  problem.scene = load_scene(files[1], warnings);
}

EdgeScene::~EdgeScene() {
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
}

std::vector<Edge> EdgeScene::edges(const std::string& file) const {
  Warnings warnings;
  const KinematicTree& tree = problem.robots.front().robot.tree;
  PathReader reader(folder / file, tree, tree.zero_configuration(), warnings);
  std::vector<Edge> edges;
  for (Edge edge; reader.next(edge.from, edge.to);) edges.push_back(edge);
  return edges;
}

}  // namespace tocca::bench
