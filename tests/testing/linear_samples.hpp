// Public elementary queries whose answers are known by symbolic algebra, read by path: for tests and benchmarks.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tocca/deformable/linear_query.hpp"

namespace tocca::testing {

struct LinearSamples {
  std::string name;
  LinearBatch batch;
  std::vector<bool> truth;  ///< contact?
};

/// The sample queries: six scenes, faces and edges of each. `models` is the folder of real models.
std::vector<LinearSamples> public_queries(const std::filesystem::path& models);

/// The pairs of a cloth in a funnel and of a cloth on a ball, of one step each.
std::vector<LinearSamples> cloth_queries(const std::filesystem::path& models);

}  // namespace tocca::testing
