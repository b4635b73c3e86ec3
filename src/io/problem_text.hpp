// Problem files as text: what commands write of them, in the format that problem.cpp reads.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "tocca/model/problem.hpp"

namespace tocca {

/// The problem's own file with other paths: each robot's is ROBOT.csv. The files it names are named as seen from the
/// folder that the text is written to. What is held or allowed between waypoints is so all the time: waypoints have other
/// numbers on the new paths.
std::string with_new_paths(const std::filesystem::path& problem_file, const Problem& problem,
                           const std::filesystem::path& folder);

/// An entry of `allow`: two names, and the waypoints between which they may touch.
struct AllowEntry {
  std::string a, b;
  std::optional<int> from;
  int to = 0;
  std::string robot;  ///< whose waypoints; empty: there is only one to count
};
std::string text_of(const AllowEntry& entry);
/// One for the whole path.
std::string pair_text(const std::string& a, const std::string& b);

}  // namespace tocca
