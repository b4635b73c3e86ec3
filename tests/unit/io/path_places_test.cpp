// What is proven here: a reader that goes to a place which another one told reads the same rows from there on, in tables and messages, whatever stands between the
// rows; and a chunk of a table far down costs no reading of what comes before.
#include <gtest/gtest.h>

#include "files.hpp"
#include "tocca/io/path.hpp"

namespace tocca::path_places_tests {
namespace {

using testing::ScratchFolder;

struct PathPlaces : ::testing::Test {
  PathReader open(const std::filesystem::path& file) { return {file, tree, defaults, warnings}; }

  /// Goes to each row's place, told before or after reading it, and reads on to the end.
  void expect_same_rows_from_everywhere(const std::filesystem::path& file) {
    std::vector<Waypoint> rows;
    std::vector<PathPlace> before, after;
    PathReader reader = open(file);
    for (Waypoint row; before.push_back(reader.here()), reader.next(row);) {
      rows.push_back(row);
      after.push_back(reader.last());
    }
    ASSERT_GE(rows.size(), 3u);
    PathReader other = open(file);
    for (std::size_t from = rows.size(); from-- > 0;) {
      EXPECT_EQ(before[from].row, from);
      EXPECT_EQ(after[from].row, from);
      for (const PathPlace& place : {before[from], after[from]}) {
        other.go_to(place);
        Waypoint row;
        for (std::size_t k = from; k < rows.size(); ++k) {
          ASSERT_TRUE(other.next(row));
          EXPECT_EQ(row.position, rows[k].position);
          EXPECT_EQ(row.time_s, rows[k].time_s);
        }
        EXPECT_FALSE(other.next(row));
      }
    }
  }

  ScratchFolder folder;
  KinematicTree tree = testing::sample_tree();
  Configuration defaults = tree.zero_configuration();
  Warnings warnings;
};

TEST_F(PathPlaces, OfATableWithCommentsEmptyLinesAndOtherLineEnds) {
  expect_same_rows_from_everywhere(folder.write(
      "p.csv", "\xef\xbb\xbf# by hand\n\ntime;elbow\r\n0;0.5\n# half way\n\n0.5;-3e0\r\n  \n1;1\n2;0.125\n# end\n3;7"));
}

TEST_F(PathPlaces, OfATableLongerThanABlock) {
  std::string text = "time,elbow,shoulder\n";
  for (int k = 0; k < 120; ++k)
    text += std::to_string(k) + ",0." + std::to_string(k) + ",0.5" + std::string(20'000, '0') + "\n";
  const auto file = folder.write("long.csv", text);
  std::vector<PathPlace> places;
  PathReader reader = open(file);
  for (Waypoint row; reader.next(row);) places.push_back(reader.last());
  ASSERT_EQ(places.size(), 120u);
  for (const std::size_t k : {119u, 0u, 60u, 61u, 3u}) {
    Waypoint row;
    reader.go_to(places[k]);
    ASSERT_TRUE(reader.next(row));
    EXPECT_EQ(row.time_s, static_cast<double>(k));
  }
}

TEST_F(PathPlaces, OfAMessage) {
  expect_same_rows_from_everywhere(folder.write(
      "p.json",
      R"({"joint_names": ["elbow"], "points": [{"positions": [0.5], "time_from_start": {"sec": 0, "nanosec": 0}},
      {"positions": [1.5], "time_from_start": {"sec": 1, "nanosec": 0}}, {"positions": [-1], "time_from_start": {"sec": 2, "nanosec": 0}}]})"));
}

TEST_F(PathPlaces, BadRowsBehindAPlaceAreToldWithTheirLine) {
  const auto file = folder.write("p.csv", "elbow\n0\n1\n2\nthree\n");
  PathReader reader = open(file);
  Waypoint row;
  ASSERT_TRUE(reader.next(row) && reader.next(row));
  const PathPlace place = reader.here();
  PathReader other = open(file);
  other.go_to(place);
  ASSERT_TRUE(other.next(row));
  try {
    other.next(row);
    FAIL() << "a word was read as a number";
  } catch (const InputError& error) {
    EXPECT_EQ(error.place(), "line 5, column 'elbow'");
  }
}

}  // namespace
}  // namespace tocca::path_places_tests
