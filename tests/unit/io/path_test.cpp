// What is proven here: path and edge-list files mean what docs/guide/files.md says, and what they cannot mean is refused
// with line and column.
#include "tocca/io/path.hpp"

#include <cmath>
#include <cstdlib>

#include "files.hpp"
#include "testing/draw.hpp"

namespace tocca::path_tests {
namespace {

using testing::ScratchFolder;

struct PathFile : ::testing::Test {
  Path load(std::string_view text) { return load_path(folder.write("p.csv", text), tree, defaults, warnings); }
  PathReader open(std::string_view text) { return {folder.write("p.csv", text), tree, defaults, warnings}; }
  /// The coordinate's value in a row, by name.
  double at(const WaypointMatrix& matrix, int row, const std::string& name) {
    const auto names = tree.coordinate_names();
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (names[k] == name) return matrix(row, static_cast<Eigen::Index>(k));
    }
    ADD_FAILURE() << name;
    return 0;
  }

  ScratchFolder folder;
  KinematicTree tree = testing::sample_tree();
  Configuration defaults = tree.zero_configuration();
  Warnings warnings;
};

TEST_F(PathFile, NamesJointsInAnyOrderAndLeavesTheOthersAtTheirDefault) {
  defaults[2] = 0.75;
  const Path path = load("elbow,shoulder\n0.5,0.25\n-3e0,+1\n");
  ASSERT_EQ(path.waypoints.rows(), 2);
  ASSERT_EQ(path.waypoints.cols(), tree.coordinate_count());
  EXPECT_EQ(at(path.waypoints, 0, "shoulder"), 0.25);
  EXPECT_EQ(at(path.waypoints, 1, "elbow"), -3.0);
  EXPECT_EQ(at(path.waypoints, 1, "shoulder"), 1.0);
  EXPECT_EQ(at(path.waypoints, 1, "rail"), 0.75);
  EXPECT_EQ(at(path.waypoints, 1, "drone.qw"), 1.0);
  EXPECT_TRUE(path.time_s.empty());
  EXPECT_EQ(path.velocities.size(), 0);
  EXPECT_EQ(path.segment_count(), 1);
}

TEST_F(PathFile, SaysWhereJointsStayThatItDoesNotName) {
  const auto told = [&](std::string_view text, const std::string& end) {
    warnings.clear();
    open(text);
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_TRUE(warnings[0].ends_with("p.csv: joints without a column stay " + end)) << warnings[0];
  };
  told("elbow,shoulder\n0,0\n", "at 0: rail, cart, drone");
  told("a.elbow,b.elbow\n0,0\n", "at 0: shoulder, rail, cart, drone");
  defaults[2] = 0.75;
  defaults[5] = -1.5;
  told("elbow\n0\n", "at 0: shoulder, cart.x, cart.y, drone; at 0.75: rail; at -1.5: cart.theta");
  warnings.clear();
  open("shoulder,elbow,rail,cart.x,cart.y,cart.theta,drone.x,drone.y,drone.z,drone.qx,drone.qy,drone.qz,drone.qw\n");
  EXPECT_TRUE(warnings.empty());
}

TEST_F(PathFile, AnglesThatLookLikeDegreesAreDoubtedOnce) {
  const auto doubts = [&](std::string_view text) {
    warnings.clear();
    PathReader reader = open(text);
    Waypoint waypoint;
    Configuration a, b;
    while (reader.is_edge_list() ? reader.next(a, b) : reader.next(waypoint)) continue;
    std::erase_if(warnings, [](const std::string& warning) { return warning.find("degrees") == std::string::npos; });
    return warnings;
  };
  const Warnings doubted = doubts("elbow,shoulder\n0,0\n45,-90\n90,180\n");
  ASSERT_EQ(doubted.size(), 1u);
  EXPECT_NE(doubted[0].find("p.csv: line 3: 'shoulder' at -90, 'elbow' at 45 look like degrees"), std::string::npos)
      << doubted[0];
  EXPECT_EQ(doubts("a.elbow,b.elbow,a.shoulder,b.shoulder\n0,45,0,-90\n").size(), 1u);
  EXPECT_TRUE(doubts("elbow,shoulder\n6,1\n").empty());      // less than a turn
  EXPECT_TRUE(doubts("elbow,shoulder\n45,1\n").empty());     // one joint may wind up
  EXPECT_TRUE(doubts("elbow,shoulder\n45.5,90\n").empty());  // a joint without limits counts at whole numbers only
  EXPECT_TRUE(doubts("elbow,rail,cart.x,cart.y,cart.theta\n1,45,90,90,45\n").empty());  // metres, and no hinges
}

TEST_F(PathFile, ToleratesWhatSpreadsheetsAndOtherSystemsDo) {
  const Path path = load("\xef\xbb\xbf\r\n shoulder , \"elbow\"\r\n\r\n 0.5 ,\"1\"\r\n   \n0.25,\t2");
  ASSERT_EQ(path.waypoints.rows(), 2);
  EXPECT_EQ(at(path.waypoints, 0, "shoulder"), 0.5);
  EXPECT_EQ(at(path.waypoints, 0, "elbow"), 1.0);
  EXPECT_EQ(at(path.waypoints, 1, "elbow"), 2.0);
}

TEST_F(PathFile, VelocityMakesCubicAndAccelerationQuinticJointByJoint) {
  const Path path = load(
      "time,shoulder,elbow,rail,vel.shoulder,acc.shoulder,vel.elbow\n"
      "-1,0,0,0,1,2,3\n0.5,0.1,0.2,0.3,4,5,6\n");
  ASSERT_EQ(path.interpolation.size(), static_cast<std::size_t>(tree.coordinate_count()));
  EXPECT_EQ(path.interpolation[0], Interpolation::quintic);
  EXPECT_EQ(path.interpolation[1], Interpolation::cubic);
  EXPECT_EQ(path.interpolation[2], Interpolation::linear);
  EXPECT_EQ(path.time_s, (std::vector<double>{-1, 0.5}));
  EXPECT_EQ(at(path.velocities, 1, "shoulder"), 4);
  EXPECT_EQ(at(path.velocities, 1, "elbow"), 6);
  EXPECT_EQ(at(path.velocities, 1, "rail"), 0);
  EXPECT_EQ(at(path.accelerations, 0, "shoulder"), 2);
  EXPECT_EQ(at(path.accelerations, 0, "elbow"), 0);
  ASSERT_EQ(path.velocities.rows(), 2);
  ASSERT_EQ(path.accelerations.rows(), 2);
}

TEST_F(PathFile, VelocitiesOfAPlanarJointAndOfAFloatingJointsPositionAreFine) {
  const Path path = load(
      "time,cart.x,cart.y,cart.theta,vel.cart.theta,drone.x,drone.y,drone.z,drone.qx,drone.qy,drone.qz,drone.qw,"
      "vel.drone.z\n0,1,2,3,4,5,6,7,0,0,0.6,0.8,9\n");
  EXPECT_EQ(at(path.waypoints, 0, "cart.theta"), 3);
  EXPECT_EQ(at(path.velocities, 0, "cart.theta"), 4);
  EXPECT_EQ(at(path.velocities, 0, "drone.z"), 9);
  EXPECT_EQ(at(path.waypoints, 0, "drone.qz"), 0.6);
  EXPECT_EQ(path.segment_count(), 1);
}

/// Rows that are read straight into matrices are those that are read one by one: given numbers, rests, zeros and stamps.
TEST_F(PathFile, RowsGoStraightIntoMatrices) {
  std::string text = "time,elbow,shoulder,vel.elbow\n";
  for (int k = 0; k < 10; ++k)
    text += std::to_string(k) + "," + std::to_string(0.1 * k) + ",0.5," + std::to_string(k) + "\n";
  PathReader one_by_one = open(text);
  std::vector<Waypoint> rows;
  for (Waypoint row; one_by_one.next(row);) rows.push_back(row);
  ASSERT_EQ(rows.size(), 10u);

  PathReader reader = open(text);
  Path path;
  EXPECT_EQ(reader.append(4, path), 4u);
  EXPECT_EQ(reader.append(4, path), 4u);
  EXPECT_EQ(reader.append(4, path), 2u);
  EXPECT_EQ(reader.append(4, path), 0u);
  ASSERT_EQ(path.waypoints.rows(), 10);
  ASSERT_EQ(path.velocities.rows(), 10);
  EXPECT_EQ(path.accelerations.rows(), 0);
  EXPECT_EQ(path.interpolation, reader.interpolation());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    EXPECT_EQ(path.waypoints.row(static_cast<Eigen::Index>(k)), rows[k].position.transpose());
    EXPECT_EQ(path.velocities.row(static_cast<Eigen::Index>(k)), rows[k].velocity.transpose());
    EXPECT_EQ(path.time_s[k], rows[k].time_s);
  }
}

TEST_F(PathFile, EdgesGoStraightIntoMatricesToo) {
  const char* text = "b.elbow,a.elbow\n1,2\n3,4\n5,6\n";
  PathReader one_by_one = open(text), reader = open(text);
  WaypointMatrix from, to;
  EXPECT_EQ(reader.append(2, from, to), 2u);
  EXPECT_EQ(reader.append(2, from, to), 1u);
  Configuration a, b;
  for (Eigen::Index k = 0; k < 3; ++k) {
    ASSERT_TRUE(one_by_one.next(a, b));
    EXPECT_EQ(from.row(k), a.transpose());
    EXPECT_EQ(to.row(k), b.transpose());
  }
  Waypoint waypoint;
  EXPECT_INPUT_ERROR(open(text).next(waypoint), "is a list of edges");
  EXPECT_INPUT_ERROR(open("elbow\n1\n").next(a, b), "is a path");
}

TEST_F(PathFile, AnEdgeListHasTwoEndsARow) {
  PathReader reader = open("b.elbow,a.elbow,a.shoulder,b.shoulder\n1,2,0.3,0.4\n5,6,0.7,0.8\n");
  EXPECT_TRUE(reader.is_edge_list());
  Configuration a, b;
  ASSERT_TRUE(reader.next(a, b));
  EXPECT_EQ(a[1], 2);
  EXPECT_EQ(b[1], 1);
  EXPECT_EQ(a[0], 0.3);
  ASSERT_TRUE(reader.next(a, b));
  EXPECT_EQ(b[0], 0.8);
  EXPECT_FALSE(reader.next(a, b));
  EXPECT_FALSE(reader.next(a, b));
  EXPECT_INPUT_ERROR(load("a.elbow,b.elbow\n1,2\n"), "p.csv", "list of edges");
}

TEST_F(PathFile, AHeaderThatCannotBeMeantIsRefusedWithItsColumn) {
  EXPECT_INPUT_ERROR(load(""), "p.csv: is empty");
  EXPECT_INPUT_ERROR(load("\n  \n"), "is empty");
  EXPECT_INPUT_ERROR(load("shoulder\n"), "has no rows");
  EXPECT_INPUT_ERROR(load("shoulder,elbov\n0,0\n"), "line 1, column 'elbov'", "did you mean 'elbow'");
  EXPECT_INPUT_ERROR(load("\nvel.elbow2,time\n0,0\n"), "line 2, column 'vel.elbow2'", "did you mean 'elbow'");
  EXPECT_INPUT_ERROR(load("qqqqqqqq\n0\n"), "choose from 'shoulder'");
  EXPECT_INPUT_ERROR(load("elbow,\n0,0\n"), "has no name");
  EXPECT_INPUT_ERROR(load("elbow,elbow\n0,0\n"), "column 'elbow'", "twice");
  EXPECT_INPUT_ERROR(load("time,time,elbow\n0,0,0\n"), "column 'time'", "twice");
  EXPECT_INPUT_ERROR(load("finger\n0\n"), "follows joint 'rail'");
  EXPECT_INPUT_ERROR(load("flange\n0\n"), "is fixed");
  EXPECT_INPUT_ERROR(load("cart\n0\n"), "planar", "cart.x, cart.y, cart.theta");
  EXPECT_INPUT_ERROR(load("cart.x,cart.theta\n0,0\n"), "column 'cart.y'", "missing");
  EXPECT_INPUT_ERROR(load("drone.qx,drone.qy,drone.qz,drone.qw\n0,0,0,1\n"), "column 'drone.x'", "missing");
  EXPECT_INPUT_ERROR(load("elbow,vel.elbow\n0,0\n"), "column 'vel.elbow'", "time");
  EXPECT_INPUT_ERROR(load("time,elbow,acc.elbow\n0,0,0\n"), "column 'acc.elbow'", "vel.elbow");
  EXPECT_INPUT_ERROR(load("time,elbow,vel.rail\n0,0,0\n"), "column 'vel.rail'", "position of 'rail' is missing");
  EXPECT_INPUT_ERROR(
      load("time,drone.x,drone.y,drone.z,drone.qx,drone.qy,drone.qz,drone.qw,vel.drone.qx\n0,0,0,0,0,0,0,1,0\n"),
      "vel.drone.qx", "quaternion");
  EXPECT_INPUT_ERROR(load("\"elbow\n0\n"), "line 1", "quote");
  EXPECT_INPUT_ERROR(load("\"elbow\"x\n0\n"), "line 1", "quote");
  EXPECT_INPUT_ERROR(open("a.elbow,b.elbow,a.rail\n0,0,0\n"), "column 'a.rail'", "'b.rail'");
  EXPECT_INPUT_ERROR(open("a.elbow,b.elbow,rail\n0,0,0\n"), "column 'rail'", "a.rail");
  EXPECT_INPUT_ERROR(open("a.elbow,b.elbow,time\n0,0,0\n"), "column 'time'");
  EXPECT_INPUT_ERROR(open("a.cart.x,b.cart.x\n0,0\n"), "'a.cart.y'", "missing");
  EXPECT_INPUT_ERROR(load_path(folder.path() / "none.csv", tree, defaults, warnings), "none.csv", "no such file");
  EXPECT_INPUT_ERROR(load_path(folder.path(), tree, defaults, warnings), "is a folder");
}

TEST_F(PathFile, ABadRowIsRefusedWithLineAndColumn) {
  EXPECT_INPUT_ERROR(load("shoulder,elbow\n0,0\n\n1\n"), "p.csv: line 4", "has 1 field where the header has 2");
  EXPECT_INPUT_ERROR(load("shoulder,elbow\n0,0,0\n"), "line 2", "3 fields");
  EXPECT_INPUT_ERROR(load("shoulder,elbow\n0,\n"), "line 2, column 'elbow'", "is empty");
  for (const char* bad :
       {"x", "nan", "NaN", "inf", "-inf", "1e999", "0x10", "1 2", "1.5f", "--1", "1e", "\"\"", "1;2"}) {
    EXPECT_INPUT_ERROR(load("shoulder,elbow\n0," + std::string(bad) + "\n"), "line 2, column 'elbow'");
  }
  EXPECT_INPUT_ERROR(load("time,elbow\n0,0\n0,1\n"), "line 3, column 'time'", "does not come after");
  EXPECT_INPUT_ERROR(load("time,elbow\n0,0\n1,1\n0.5,1\n"), "line 4, column 'time'");
  EXPECT_INPUT_ERROR(load("drone.x,drone.y,drone.z,drone.qx,drone.qy,drone.qz,drone.qw\n0,0,0,0,0,0,0\n"), "line 2",
                     "'drone.qx'", "zero quaternion");
  const std::string edge = "a.drone.x,a.drone.y,a.drone.z,a.drone.qx,a.drone.qy,a.drone.qz,a.drone.qw,";
  std::string other = edge;
  for (std::size_t k = other.find("a."); k != std::string::npos; k = other.find("a.", k)) other.replace(k, 2, "b.");
  other.pop_back();
  PathReader reader = open(edge + other + "\n0,0,0,0,0,0,1,0,0,0,0,-0.0,0,0\n");
  Configuration a, b;
  EXPECT_INPUT_ERROR(reader.next(a, b), "line 2", "zero quaternion");
}

TEST_F(PathFile, LimitsWarnOnceAJointAndNeverRefuse) {
  load("shoulder,elbow,rail\n0,100,0.5\n2,100,0.5\n-3,100,1.5\n4,0,5\n");
  ASSERT_EQ(warnings.size(), 4u);  // the first: joints that the path does not name
  warnings.erase(warnings.begin());
  EXPECT_NE(warnings[0].find("p.csv: line 3: joint 'shoulder' is at 2, outside its limits -1 to 1"), std::string::npos)
      << warnings[0];
  EXPECT_NE(warnings[1].find("line 4: joint 'finger' is at -1.5"), std::string::npos) << warnings[1];
  EXPECT_NE(warnings[2].find("line 5: joint 'rail'"), std::string::npos) << warnings[2];
}

TEST_F(PathFile, AnEndlessLineIsRefusedInsteadOfEatingMemory) {
  EXPECT_INPUT_ERROR(load("elbow\n0\n" + std::string(3u << 20, '1')), "line 3", "longer than a megabyte");
  EXPECT_INPUT_ERROR(load("elbow\n0\n" + std::string(1100000, ' ') + "1\n"), "line 3", "longer than a megabyte");
  EXPECT_INPUT_ERROR(load_path("/dev/zero", tree, defaults, warnings), "/dev/zero: line 1");
  EXPECT_EQ(load("elbow\n0\n" + std::string(1000000, ' ') + "1\n").waypoints.rows(), 2);
}

TEST_F(PathFile, LinesThatStraddleBlocksAreWhole) {
  std::string text = "elbow,shoulder\n";
  double sum = 0.0;
  const int rows = testing::cases(200'000, 2'000'000);
  for (int k = 0; k < rows; ++k) {
    text += std::to_string(k) + ",0." + std::string(static_cast<std::size_t>(k % 37), '0') + "1\n";
    sum += k;
  }
  const Path path = load(text);
  ASSERT_EQ(path.waypoints.rows(), rows);
  EXPECT_EQ(path.waypoints.col(1).sum(), sum);
  EXPECT_EQ(path.waypoints(rows - 1, 1), rows - 1);
}

TEST_F(PathFile, ReadsThePipeOfAProcess) {
  ASSERT_EQ(std::system(("mkfifo " + (folder.path() / "pipe").string()).c_str()), 0);
  ASSERT_EQ(
      std::system(
          ("(printf 'elbow\\n1\\n'; sleep 0.05; printf '2\\n') > " + (folder.path() / "pipe").string() + " &").c_str()),
      0);
  EXPECT_EQ(load_path(folder.path() / "pipe", tree, defaults, warnings).waypoints.rows(), 2);
}

TEST_F(PathFile, WhatIsWrittenReadsBackBitForBit) {
  testing::Draw draw;
  Path path;
  const Eigen::Index rows = 50, columns = tree.coordinate_count();
  for (WaypointMatrix* matrix : {&path.waypoints, &path.velocities, &path.accelerations}) {
    matrix->resize(rows, columns);
    for (Eigen::Index k = 0; k < matrix->size(); ++k) matrix->data()[k] = draw.any_double();
  }
  for (int k = 0; k < rows; ++k) path.time_s.push_back(0.1 * k);
  path.interpolation.assign(static_cast<std::size_t>(columns), Interpolation::linear);
  path.interpolation[0] = Interpolation::cubic;
  path.interpolation[2] = Interpolation::quintic;
  write_path_csv(folder.path() / "w.csv", tree, path);
  const Path back = load_path(folder.path() / "w.csv", tree, defaults, warnings);
  EXPECT_EQ(back.waypoints, path.waypoints);
  EXPECT_EQ(back.time_s, path.time_s);
  EXPECT_EQ(back.interpolation, path.interpolation);
  EXPECT_EQ(back.velocities.col(0), path.velocities.col(0));
  EXPECT_EQ(back.accelerations.col(2), path.accelerations.col(2));
  EXPECT_TRUE(back.velocities.col(1).isZero(0.0));

  write_edges_csv(folder.path() / "e.csv", tree, path.waypoints, path.velocities);
  PathReader reader(folder.path() / "e.csv", tree, defaults, warnings);
  Configuration a, b;
  Eigen::Index row = 0;
  for (; reader.next(a, b); ++row) {
    ASSERT_EQ(a, path.waypoints.row(row).transpose());
    ASSERT_EQ(b, path.velocities.row(row).transpose());
  }
  EXPECT_EQ(row, rows);
  EXPECT_INPUT_ERROR(write_path_csv(folder.path() / "no" / "w.csv", tree, path), "cannot be written");
  EXPECT_INPUT_ERROR(write_path_csv("/dev/full", tree, path), "/dev/full", "cannot be written");
}

TEST_F(PathFile, NamesWithCommasAndQuotesSurvive) {
  std::vector<Link> links = {{"a", {}}, {"b", {}}};
  KinematicTree::JointSpec joint;
  joint.name = " odd, \"very\" ";
  joint.type = JointType::continuous;
  joint.parent_link = "a";
  joint.child_link = "b";
  const KinematicTree odd = KinematicTree::build(links, {joint});
  Path path;
  path.waypoints = WaypointMatrix::Constant(1, 1, 0.5);
  path.interpolation = {Interpolation::linear};
  write_path_csv(folder.path() / "odd.csv", odd, path);
  EXPECT_EQ(load_path(folder.path() / "odd.csv", odd, odd.zero_configuration(), warnings).waypoints(0, 0), 0.5);
}

TEST(ParseConfiguration, UnderstandsAndRefuses) {
  const KinematicTree tree = testing::sample_tree();
  const auto parse = [&](std::string_view text) { return parse_configuration(text, tree, "--default"); };
  EXPECT_EQ(parse(""), tree.zero_configuration());
  EXPECT_EQ(parse("elbow=1.5, drone.z = -2 ,shoulder=+1e-3")[1], 1.5);
  EXPECT_EQ(parse("elbow=1.5, drone.z = -2 ,shoulder=+1e-3")[0], 1e-3);
  EXPECT_INPUT_ERROR(parse("elbow"), "--default: 'elbow'", "joint=value");
  EXPECT_INPUT_ERROR(parse("elbow=1,"), "--default", "joint=value");
  EXPECT_INPUT_ERROR(parse("elbo=1"), "did you mean 'elbow'");
  EXPECT_INPUT_ERROR(parse("finger=1"), "follows joint 'rail'");
  EXPECT_INPUT_ERROR(parse("flange=1"), "fixed");
  EXPECT_INPUT_ERROR(parse("cart=1"), "planar");
  EXPECT_INPUT_ERROR(parse("elbow=nan"), "not a finite number");
  EXPECT_INPUT_ERROR(parse("elbow=1;rail=2"), "--default");
  EXPECT_INPUT_ERROR(parse("elbow="), "not a finite number");
  EXPECT_INPUT_ERROR(parse("elbow=1,elbow=1"), "twice");
  EXPECT_INPUT_ERROR(parse("drone.qw=0"), "joint 'drone'", "zero quaternion");
}

}  // namespace
}  // namespace tocca::path_tests
