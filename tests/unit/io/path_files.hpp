// What the tests of path files share: a file of any format for a robot with every type of joint; equality of bits.
#pragma once

#include <cstring>

#include "files.hpp"
#include "tocca/io/path.hpp"

namespace tocca::testing {

struct PathFormats : ::testing::Test {
  Path load(std::string_view text, PathOptions options = {}) {
    warnings.clear();
    return load_path(folder.write("p", text), tree, defaults, warnings, options);
  }

  ScratchFolder folder;
  KinematicTree tree = testing::sample_tree();
  Configuration defaults = tree.zero_configuration();
  Warnings warnings;
};

inline bool same_bits(const WaypointMatrix& a, const WaypointMatrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         (a.size() == 0 || std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(double)) == 0);
}

inline void expect_same(const Path& a, const Path& b, std::string_view story) {
  EXPECT_TRUE(same_bits(a.waypoints, b.waypoints)) << story;
  EXPECT_TRUE(same_bits(a.velocities, b.velocities)) << story;
  EXPECT_TRUE(same_bits(a.accelerations, b.accelerations)) << story;
  EXPECT_EQ(a.time_s, b.time_s) << story;
  EXPECT_EQ(a.interpolation, b.interpolation) << story;
}

}  // namespace tocca::testing
