// What to do about a robot that touches itself where a check begins.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "check_arguments.hpp"

namespace tocca::cli {

/// The pairs of links that touch where a segment begins, as options that allow them, and the SRDF near the URDF that does,
/// if there is one. Empty where an SRDF was given, or no two links of one robot touch.
std::string self_hint(const QuestionArguments& question, const Problem& problem, const Checker& checker,
                      const SegmentVerdict& segment);

/// SRDF files where robots keep them: beside the URDF, one folder up, in folders `srdf` and `config` of either, and in the
/// MoveIt configurations (`*moveit*/config`) beside those. The nearest first; at most a few, of folders that are not huge.
std::vector<std::filesystem::path> srdf_files_near(const std::filesystem::path& urdf);

}  // namespace tocca::cli
