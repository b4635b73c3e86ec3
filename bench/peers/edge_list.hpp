// A benchmark scene and its lists of edges, from the files that `tocca scene` writes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tocca/model/problem.hpp"
#include "tocca/scenes/scenes.hpp"

namespace tocca::bench {

struct Edge {
  Configuration from, to;
};

struct EdgeScene {
  Problem problem;
  std::filesystem::path folder;

  /// Writes the scene into a folder of the system's for temporary files, and reads it.
  explicit EdgeScene(const std::string& name, SceneLayout layout = SceneLayout::objects);
  ~EdgeScene();
  EdgeScene(const EdgeScene&) = delete;
  EdgeScene& operator=(const EdgeScene&) = delete;

  std::vector<Edge> edges(const std::string& file) const;
};

}  // namespace tocca::bench
