// What is proven here: tables of every separator, with comments and several names of time, mean the same path; degrees are converted where angles
// are, with the rounding that is stated.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <numbers>

#include "path_files.hpp"
#include "testing/draw.hpp"

namespace tocca::path_formats_tests {
namespace {

using testing::expect_same;
using testing::PathFormats;

TEST_F(PathFormats, TablesMayBeSeparatedByCommasSemicolonsTabsOrBlanks) {
  const std::string commas = "time,shoulder,elbow,vel.elbow\n0,0.5,-1,0\n0.1,0.25,2e-3,1\n";
  const Path wanted = load(commas);
  for (const char separator : {';', '\t', ' '}) {
    std::string text = commas;
    std::replace(text.begin(), text.end(), ',', separator);
    expect_same(load(text), wanted, text);
  }
  expect_same(load("  time   shoulder  elbow vel.elbow\n0 0.5   -1 0\n\t0.1 \t0.25 2e-3 1  \n"), wanted, "runs");
  expect_same(load("\xef\xbb\xbftime ; shoulder;\"elbow\" ;vel.elbow\r\n0;0.5;-1;0\r\n0.1;0.25;2e-3;1\r\n"), wanted,
              "");
}

TEST_F(PathFormats, TheFirstNameOfTimeIsAsGoodAsTheOthers) {
  const Path wanted = load("time,elbow\n0,1\n1,2\n");
  expect_same(load("time_from_start,elbow\n0,1\n1,2\n"), wanted, "time_from_start");
  expect_same(load("t elbow\n0 1\n1 2\n"), wanted, "t");
  EXPECT_INPUT_ERROR(load("t,time,elbow\n0,0,0\n"), "column 'time'", "time is given twice");
  EXPECT_INPUT_ERROR(load("t,elbow\n0,0\n0,1\n"), "line 3, column 't'", "does not come after");
}

TEST_F(PathFormats, AJointsNameWinsOverTimeAndBlanks) {
  KinematicTree::JointSpec spin, slide;
  spin.name = "t";
  slide.name = "my rail";
  spin.type = JointType::continuous;
  slide.type = JointType::prismatic;
  spin.parent_link = "a", spin.child_link = slide.parent_link = "b", slide.child_link = "c";
  tree = KinematicTree::build({{"a", {}}, {"b", {}}, {"c", {}}}, {spin, slide});
  defaults = tree.zero_configuration();
  EXPECT_EQ(load("t\n0.5\n0.5\n").waypoints(1, 0), 0.5);
  EXPECT_EQ(load("my rail\n0.5\n").waypoints(0, 1), 0.5);
  EXPECT_EQ(load("t \"my rail\"\n0.25 0.5\n").waypoints(0, 1), 0.5);
  Path path = load("t,my rail\n0.25,0.5\n");
  EXPECT_EQ(path.waypoints(0, 1), 0.5);
  write_path_csv(folder.path() / "w.csv", tree, path);
  expect_same(load_path(folder.path() / "w.csv", tree, defaults, warnings), path, "written");
}

TEST_F(PathFormats, CommentsMayStandAnywhere) {
  const Path path = load("# recorded in the morning\n\n  # by hand\nshoulder elbow\n# home\n0 0\n#0 9\n1 1\n# end");
  EXPECT_EQ(path.waypoints.rows(), 2);
  EXPECT_INPUT_ERROR(load("# x\nelbow\n# y\n0\nz\n"), "line 5, column 'elbow'");
}

TEST_F(PathFormats, EdgeListsToo) {
  for (const char* text : {"a.elbow;b.elbow\n1;2\n", "# edges\na.elbow b.elbow\n1  2\n", "a.elbow\tb.elbow\n1\t2\n"}) {
    PathReader reader(folder.write("e", text), tree, defaults, warnings);
    Configuration a, b;
    ASSERT_TRUE(reader.is_edge_list() && reader.next(a, b)) << text;
    EXPECT_EQ(a[1], 1) << text;
    EXPECT_EQ(b[1], 2) << text;
    EXPECT_FALSE(reader.next(a, b));
  }
}

TEST_F(PathFormats, ATableWithoutAHeaderIsToldWhichOneItNeeds) {
  const char* names = "shoulder,elbow,rail,cart.x,cart.y,cart.theta,drone.x,drone.y,drone.z,drone.qx,drone.qy,drone.qz";
  EXPECT_INPUT_ERROR(load("0,0.5\n1,1\n"), "p: line 1: row 1 must name the joints", names);
  EXPECT_INPUT_ERROR(load("# shoulder elbow\n0 -0.5e-3\n1 1\n"), "line 2", "row 1 must name the joints",
                     "without #: shoulder elbow rail");
  EXPECT_INPUT_ERROR(load("0,5;0,3\n"), "row 1 must name the joints", "shoulder;elbow;rail");
  EXPECT_INPUT_ERROR(load("0\t1\n"), "with tabs: shoulder elbow");
}

TEST_F(PathFormats, DecimalCommasAreNamed) {
  EXPECT_INPUT_ERROR(load("shoulder;elbow\n0,5;0,3\n"), "line 2, column 'shoulder'", "'0,5' has a decimal comma",
                     "write 0.5");
  EXPECT_INPUT_ERROR(load("shoulder\telbow\n0.5\t-1,25e-3\n"), "column 'elbow'", "write -1.25e-3");
}

TEST_F(PathFormats, DegreesAreConvertedWhereAnglesAre) {
  const char* table =
      "time,shoulder,vel.shoulder,acc.shoulder,rail,vel.rail,cart.x,cart.y,cart.theta\n0,45,90,180,1,0.5,45,45,-30\n";
  const Path path = load(table, {.degrees = true});
  constexpr double degree = 0.017453292519943295;
  EXPECT_EQ(path.waypoints(0, 0), 45 * degree);
  EXPECT_EQ(path.velocities(0, 0), std::numbers::pi / 2);
  EXPECT_EQ(path.accelerations(0, 0), std::numbers::pi);
  EXPECT_EQ(path.waypoints(0, 2), 1.0);
  EXPECT_EQ(path.velocities(0, 2), 0.5);
  EXPECT_EQ(path.waypoints(0, 3), 45.0);
  EXPECT_EQ(path.waypoints(0, 5), -30 * degree);
  EXPECT_EQ(path.time_s[0], 0.0);
  const Path message = load(
      "{joint_names: [shoulder, rail], points: [{positions: [45, 1], velocities: [90, 0.5], accelerations: [180, 0], "
      "time_from_start: 0}]}",
      {.degrees = true});
  EXPECT_EQ(message.waypoints(0, 0), path.waypoints(0, 0));
  EXPECT_EQ(message.accelerations(0, 0), std::numbers::pi);
  EXPECT_EQ(message.velocities(0, 2), 0.5);

  PathReader edges(folder.write("e", "a.elbow,b.elbow\n90,180\n"), tree, defaults, warnings, {.degrees = true});
  Configuration a, b;
  ASSERT_TRUE(edges.next(a, b));
  EXPECT_EQ(a[1], std::numbers::pi / 2);
  EXPECT_EQ(b[1], std::numbers::pi);
}

TEST_F(PathFormats, DegreesThatAreMeantAreNotDoubted) {
  load("elbow,shoulder\n0,0\n45,-30\n", {.degrees = true});
  for (const std::string& warning : warnings) EXPECT_EQ(warning.find("degrees"), std::string::npos) << warning;
}

/// One product with the double nearest to pi / 180: within one unit in the last place and a half of the exact value.
TEST_F(PathFormats, DegreesAreRoundedAsStated) {
  testing::Draw draw;
  for (int k = 0; k < testing::cases(500, 50'000); ++k) {
    const double degrees = draw.uniform(-720, 720);
    const Configuration q =
        parse_configuration("elbow=" + std::to_string(degrees), tree, "--config", defaults, {.degrees = true});
    const long double exact =
        static_cast<long double>(std::stod(std::to_string(degrees))) * 3.14159265358979323846264L / 180.0L;
    EXPECT_LE(std::abs(static_cast<long double>(q[1]) - exact),
              1.5L * static_cast<long double>(std::nextafter(std::abs(q[1]), 1e9) - std::abs(q[1])))
        << degrees;
  }
  const Configuration q =
      parse_configuration("elbow=90,rail=1,cart.theta=180", tree, "--config", defaults, {.degrees = true});
  EXPECT_EQ(q[1], std::numbers::pi / 2);
  EXPECT_EQ(q[2], 1.0);
  EXPECT_EQ(q[5], std::numbers::pi);
}

}  // namespace
}  // namespace tocca::path_formats_tests
