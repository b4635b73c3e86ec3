// The benchmark scene of kim-2003 as screws, by way of its files. For tests and benchmarks that link the scenes.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tocca/io/mesh.hpp"
#include "tocca/motion/screw_parameters.hpp"
#include "tocca/scenes/scenes.hpp"

namespace tocca::testing {

struct ScrewScene {
  MeshPointer a, b;
  std::vector<ScrewParameters> screws;  ///< of A, seen from B
  std::vector<Pose> places;             ///< of B, which stands still

  /// The first `most` placements.
  explicit ScrewScene(std::size_t most) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("tocca_blocks_screw_" + std::to_string(getpid()));
    Warnings warnings;
    const auto files = write_benchmark_scene("blocks-screw", folder);
    a = load_mesh(files[0], Vector3::Ones(), warnings);
    b = load_mesh(files[1], Vector3::Ones(), warnings);
    std::ifstream rows(files[2]);
    std::string row;
    std::getline(rows, row);  // the names
    while (screws.size() < most && std::getline(rows, row)) add(row);
    std::filesystem::remove_all(folder);
  }

 private:
  void add(std::string row) {
    std::replace(row.begin(), row.end(), ',', ' ');
    std::array<double, 29> x{};
    const char* at = row.c_str();
    for (double& value : x) {
      char* end = nullptr;
      value = std::strtod(at, &end);
      at = end;
    }
    const auto pose = [&](std::size_t i) {
      return Pose::from_quaternion({x[i], x[i + 1], x[i + 2]}, x[i + 3], x[i + 4], x[i + 5], x[i + 6]);
    };
    const Pose X_BW = pose(14).inverse();
    screws.push_back(screw_between(X_BW * pose(0), X_BW * pose(7), static_cast<int>(x[28])));
    places.push_back(pose(14));
  }
};

}  // namespace tocca::testing
