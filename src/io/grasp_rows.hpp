#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tocca/core/error.hpp"

namespace tocca {

/// A hand takes or releases an object at a step of its path.
struct GraspRow {
  int step = 0;
  std::string piece;  ///< of the hand; may be empty where an object is released
  std::string object;
  bool grasps = true;
  std::string place;  ///< "line 3", for errors
};

/// Reads what a hand takes and releases: CSV with the columns step, piece, object and event ("grasp" or "release"), in any order. Rows
/// come back by step; those of one step in the order of the file.
/// Fails: InputError with file, line and remedy.
std::vector<GraspRow> load_grasps(const std::filesystem::path& file);

}  // namespace tocca
