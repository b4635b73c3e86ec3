// Scans and OctoMaps as files: what they hold is read exactly, and what is broken is told in one line.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "io/lzf.hpp"
#include "testing/draw.hpp"
#include "tocca/io/cloud.hpp"
#include "tocca/io/scene.hpp"

namespace tocca::io_cloud_tests {
namespace {

namespace fs = std::filesystem;

class CloudFiles : public ::testing::Test {
 protected:
  CloudFiles() { fs::create_directories(folder_); }
  ~CloudFiles() override { fs::remove_all(folder_); }

  fs::path write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }
  std::string refused(const std::string& name, const std::string& bytes) const {
    const fs::path file = write(name, bytes);
    Warnings warnings;
    try {
      if (is_octomap_file(file)) {
        load_octomap(file);
      } else {
        load_points(file, warnings);
      }
    } catch (const InputError& error) {
      EXPECT_EQ(error.file(), file.string());
      EXPECT_FALSE(error.remedy().empty());
      return error.problem();
    }
    return "accepted";
  }

  fs::path folder_ =
      fs::temp_directory_path() /
      ("tocca_clouds_" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()) +
       std::to_string(::testing::UnitTest::GetInstance()->random_seed()) + "_" + std::to_string(getpid()));
  Warnings warnings_;
};

template <class Number>
std::string packed(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

std::string pcd_head(const std::string& fields, const std::string& sizes, const std::string& types, int points,
                     const std::string& data) {
  return "# .PCD v0.7\nVERSION 0.7\nFIELDS " + fields + "\nSIZE " + sizes + "\nTYPE " + types + "\nWIDTH " +
         std::to_string(points) + "\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS " + std::to_string(points) + "\nDATA " +
         data + "\n";
}

/// A stream of runs alone is a valid one.
std::string lzf_of(const std::string& bytes) {
  std::string result;
  for (std::size_t at = 0; at < bytes.size(); at += 32) {
    const std::string run = bytes.substr(at, 32);
    result += static_cast<char>(run.size() - 1);
    result += run;
  }
  return result;
}

TEST_F(CloudFiles, PcdIsReadInAllItsForms) {
  const std::vector<float> rows{1.5f, -2.0f, 0.25f, 9.0f, 3.0f, 4.0f, 5.0f, 9.0f};
  const std::vector<Vector3> expected{{1.5, -2.0, 0.25}, {3.0, 4.0, 5.0}};
  EXPECT_EQ(
      load_points(write("a.pcd", pcd_head("x y z rgb", "4 4 4 4", "F F F F", 2, "ascii") + "1.5 -2 0.25 9\n3 4 5 9\n"),
                  warnings_),
      expected);
  EXPECT_EQ(
      load_points(write("b.pcd", pcd_head("x y z rgb", "4 4 4 4", "F F F F", 2, "binary") + packed(rows)), warnings_),
      expected);
  const std::string columns = packed<float>({1.5f, 3.0f, -2.0f, 4.0f, 0.25f, 5.0f, 9.0f, 9.0f}), lzf = lzf_of(columns);
  const std::string sizes =
      packed<std::uint32_t>({static_cast<std::uint32_t>(lzf.size()), static_cast<std::uint32_t>(columns.size())});
  EXPECT_EQ(
      load_points(write("c.pcd", pcd_head("x y z rgb", "4 4 4 4", "F F F F", 2, "binary_compressed") + sizes + lzf),
                  warnings_),
      expected);
  // Doubles keep their digits; fields may come in any order and have several numbers.
  const double digits = 0.1234567890123456;
  std::string record = packed<std::int16_t>({7, 7});
  record += packed<double>({digits}) + packed<std::int32_t>({-3}) + packed<float>({2.0f});
  const std::string head =
      "FIELDS normal z y x\nSIZE 2 8 4 4\nTYPE I F I F\nCOUNT 2 1 1 1\nWIDTH 1\nHEIGHT 1\nDATA binary\n";
  EXPECT_EQ(load_points(write("d.pcd", head + record), warnings_), (std::vector<Vector3>{{2.0, -3.0, digits}}));
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(CloudFiles, PointsThatWereNotMeasuredAreLeftOutAndCounted) {
  const fs::path file =
      write("a.pcd", pcd_head("x y z", "4 4 4", "F F F", 4, "ascii") + "nan nan nan\n1 2 3\n1 -inf 3\nNaN 0 0\n");
  EXPECT_EQ(load_points(file, warnings_), (std::vector<Vector3>{{1, 2, 3}}));
  ASSERT_EQ(warnings_.size(), 1u);
  EXPECT_NE(warnings_[0].find("3 of 4 points"), std::string::npos) << warnings_[0];
  EXPECT_EQ(refused("b.pcd", pcd_head("x y z", "4 4 4", "F F F", 1, "ascii") + "nan nan nan\n"),
            "none of its points is finite");
  EXPECT_EQ(refused("c.xyz", "# nothing\n"), "contains no point");
  const float nan = std::nanf("");
  const std::string ply =
      "ply\nformat binary_little_endian 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float "
      "z\nend_header\n";
  EXPECT_EQ(load_points(write("d.ply", ply + packed<float>({1, 2, 3, nan, 0, 0})), warnings_).size(), 1u);
}

TEST_F(CloudFiles, XyzTakesTheSeparatorsOfTables) {
  const std::vector<Vector3> expected{{1, 2, 3}, {-4.5, 5e-1, 6}};
  EXPECT_EQ(load_points(write("a.xyz", "1 2 3\n-4.5 5e-1 6\n"), warnings_), expected);
  EXPECT_EQ(load_points(write("b.xyz", "x,y,z,r\r\n1,2,3,255\r\n\r\n-4.5, 0.5, 6, 0\r\n"), warnings_), expected);
  EXPECT_EQ(load_points(write("c.xyz", "2\n# a comment\n1;2;3\n-4.5;0.5;6"), warnings_), expected);
  EXPECT_EQ(load_points(write("d.XYZ", "//X Y Z\n1\t2\t3\n-4.5\t0.5\t6\n"), warnings_), expected);
  EXPECT_NE(refused("e.xyz", "1 2 3\n1 2\n").find("expected three numbers"), std::string::npos);
  EXPECT_NE(refused("f.xyz", "1 2 3\n1 2 x\n").find("expected three numbers"), std::string::npos);
}

TEST_F(CloudFiles, BrokenScansAreRefused) {
  const std::string head = pcd_head("x y z", "4 4 4", "F F F", 2, "binary"), rows = packed<float>({1, 2, 3, 4, 5, 6});
  EXPECT_NE(refused("a.pcd", head + rows.substr(0, 23)).find("is truncated"), std::string::npos);
  EXPECT_NE(refused("b.pcd", pcd_head("x y z", "4 4 4", "F F F", 2'000'000'000, "binary") + rows).find("is truncated"),
            std::string::npos);
  EXPECT_NE(
      refused("c.pcd", pcd_head("x y z", "4 4 4", "F F F", 2'000'000'000, "ascii") + "1 2 3").find("is truncated"),
      std::string::npos);
  EXPECT_NE(refused("d.pcd", pcd_head("x y z", "4 4 4", "F F F", 2, "ascii") + "1 2 3\n4 5").find("is truncated"),
            std::string::npos);
  EXPECT_NE(refused("e.pcd", pcd_head("x y", "4 4", "F F", 2, "ascii") + "1 2 3\n").find("no x, y or z"),
            std::string::npos);
  EXPECT_NE(refused("f.pcd", "FIELDS x y z\nWIDTH 4294967296\nHEIGHT 4294967296000\nDATA ascii\n").find("absurd"),
            std::string::npos);
  EXPECT_NE(
      refused("g.pcd", "FIELDS x y z\nWIDTH 2\nHEIGHT 1\nPOINTS 3\nDATA ascii\n1 2 3\n").find("WIDTH times HEIGHT"),
      std::string::npos);
  EXPECT_NE(refused("h.pcd", "FIELDS x y z\nWIDTH 2\n").find("truncated"), std::string::npos);
  EXPECT_NE(refused("i.pcd", pcd_head("x y z", "4 4 4", "F F F", 1, "text") + "1 2 3\n").find("unknown kind"),
            std::string::npos);
  EXPECT_NE(refused("j.pcd", pcd_head("x y z", "4 4 3", "F F F", 1, "binary") + rows).find("size"), std::string::npos);
  const std::string lie = packed<std::uint32_t>({4, 0xfffffff0u});
  EXPECT_NE(refused("k.pcd", pcd_head("x y z", "4 4 4", "F F F", 2, "binary_compressed") + lie + "abcd").find("broken"),
            std::string::npos);
  EXPECT_NE(refused("l.pcd", "").find("truncated"), std::string::npos);
}

/// Whatever the bytes: an answer or one error, never a crash.
TEST_F(CloudFiles, DamagedFilesNeverCrash) {
  testing::Draw draw;
  const std::string columns = packed<float>({1, 2, 3, 4, 5, 6}), lzf = lzf_of(columns);
  const std::string map = std::string("# Octomap OcTree binary file\nid OcTree\nsize 4\nres 0.05\ndata\n") +
                          std::string("\x03\x00\x03\x00\x02\x00", 6);
  const std::vector<std::pair<std::string, std::string>> whole{
      {"a.pcd", pcd_head("x y z", "4 4 4", "F F F", 2, "binary") + columns},
      {"b.pcd", pcd_head("x y z", "4 4 4", "F F F", 2, "ascii") + "1 2 3\n4 5 6\n"},
      {"c.pcd", pcd_head("x y z", "4 4 4", "F F F", 2, "binary_compressed") +
                    packed<std::uint32_t>({static_cast<std::uint32_t>(lzf.size()), 24}) + lzf},
      {"d.xyz", "1 2 3\n4 5 6\n"},
      {"e.bt", map},
      {"f.ot", std::string("# Octomap OcTree file\nid OcTree\nsize 2\nres 0.05\ndata\n") + packed<float>({0.5f}) +
                   '\x01' + packed<float>({0.5f}) + '\0'}};
  for (const auto& [name, bytes] : whole) EXPECT_EQ(refused(name, bytes), "accepted") << name;
  int broken = 0;
  for (int k = 0; k < testing::cases(400, 20'000); ++k) {
    auto [name, bytes] = whole[static_cast<std::size_t>(draw.integer(0, static_cast<int>(whole.size()) - 1))];
    if (draw.coin(0.3)) bytes.resize(static_cast<std::size_t>(draw.integer(0, static_cast<int>(bytes.size()) - 1)));
    for (int flips = draw.integer(0, 3); flips > 0 && !bytes.empty(); --flips) {
      const auto at = static_cast<std::size_t>(draw.integer(0, static_cast<int>(bytes.size()) - 1));
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << draw.integer(0, 7)));
    }
    broken += refused(name, bytes) != "accepted";
  }
  EXPECT_GT(broken, 50);
}

/// A map of nothing but nodes: liboctomap goes as deep as such a file is long.
TEST_F(CloudFiles, AMapThatIsDeeperThanMapsAreIsRefused) {
  const std::string head = "# Octomap OcTree binary file\nid OcTree\nsize 999999\nres 0.05\ndata\n";
  EXPECT_EQ(refused("a.bt", head + std::string(10'000'000, '\xff')), "a node is deeper than 16 levels");
  EXPECT_EQ(
      refused("b.ot", "# Octomap OcTree file\nid OcTree\nsize 9\nres 0.05\ndata\n" + std::string(10'000'000, '\x01')),
      "a node is deeper than 16 levels");
}

TEST_F(CloudFiles, BrokenMapsAreRefused) {
  const auto map = [&](const std::string& head, const std::string& data) {
    return "# Octomap OcTree binary file\n# comment\n" + head + "data\n" + data;
  };
  const std::string two("\x02\x00", 2);
  EXPECT_EQ(refused("ok.bt", map("id OcTree\nsize 2\nres 0.1\n", two)), "accepted");
  EXPECT_NE(refused("a.bt", map("id OcTree\nsize 2\nres 0.1\n", two.substr(1))).find("truncated"), std::string::npos);
  EXPECT_NE(refused("b.bt", map("id OcTree\nsize 3\nres 0.1\n", two)).find("number of nodes"), std::string::npos);
  EXPECT_NE(refused("c.bt", map("id OcTree\nsize 2\nres 0.1\n", two + "x")).find("more data"), std::string::npos);
  EXPECT_NE(refused("d.bt", map("id OcTree\nsize 2\nres -1\n", two)).find("resolution"), std::string::npos);
  EXPECT_NE(refused("e.bt", map("id OcTree\nsize 2\nres nan\n", two)).find("resolution"), std::string::npos);
  EXPECT_NE(refused("f.bt", map("id Other\nsize 2\nres 0.1\n", two)).find("kind 'Other'"), std::string::npos);
  EXPECT_NE(refused("g.bt", map("id OcTree\nsize 2\nres 0.1\n", std::string("\x01\x00", 2)))
                .find("no cell of the map is occupied"),
            std::string::npos);
  EXPECT_NE(refused("h.bt", map("id OcTree\nsize 0\nres 0.1\n", "")).find("no cell of the map is occupied"),
            std::string::npos);
  EXPECT_NE(refused("i.bt", "P6 1 1").find("does not begin like"), std::string::npos);
  EXPECT_NE(refused("j.bt", "# Octomap OcTree binary file\nid OcTree\n").find("truncated"), std::string::npos);
}

/// LibLZF's own output for "aaaaaaaaaaaaaaaabcabcabcabc": a run, a copy that overlaps itself, and so on.
TEST(Lzf, CopiesMayOverlapThemselves) {
  const std::string stream = std::string(
                                 "\x00"
                                 "a",
                                 2) +
                             std::string("\xe0\x06\x00", 3) +
                             std::string(
                                 "\x02"
                                 "bca",
                                 4);
  EXPECT_EQ(unpack_lzf(stream, 19).value_or(""), std::string(16, 'a') + "bca");
  EXPECT_FALSE(unpack_lzf(stream, 18));
  EXPECT_FALSE(unpack_lzf(stream, 20));
  EXPECT_FALSE(unpack_lzf(stream.substr(0, 4), 19));
  EXPECT_FALSE(unpack_lzf(std::string("\x00"
                                      "a\x20\x05",
                                      4),
                          4));  // from before the beginning
}

TEST_F(CloudFiles, ScenesHoldCloudsAndMaps) {
  write("scan.xyz", "1 2 3\n4 5 6\n");
  write("map.bt",
        std::string("# Octomap OcTree binary file\nid OcTree\nsize 2\nres 0.1\ndata\n") + std::string("\x02\x00", 2));
  const fs::path file = write("scene.json", R"({"objects": [
    {"name": "inline", "geometry": {"points": [[0, 0, 1], [0.5, 0, 1]], "radius": 0.02}, "pose": {"xyz": [1, 0, 0]}},
    {"name": "scan", "geometry": {"points": "scan.xyz", "radius": 0.01}},
    {"name": "map", "geometry": {"octomap": "map.bt"}},
    {"name": "full", "geometry": {"octomap": "map.bt", "unknown": "occupied"}}]})");
  const Scene scene = load_scene(file, warnings_);
  const auto cloud = [](const Scene& of, std::size_t object) {
    return std::get<CloudPointer>(of.objects[object].colliders[0].geometry);
  };
  EXPECT_EQ(cloud(scene, 0)->centres()[1], Vector3(0.5, 0, 1));
  EXPECT_EQ(cloud(scene, 0)->radius(), 0.02);
  EXPECT_EQ(cloud(scene, 1)->size(), 2u);
  EXPECT_EQ(cloud(scene, 2)->size(), 1u);
  EXPECT_EQ(cloud(scene, 2)->centres()[0], Vector3::Constant(-1638.4));
  EXPECT_EQ(cloud(scene, 3)->size(), 1u) << "the map's bounds are those of its one cell";
  // And back again, exactly.
  write_scene_json(folder_ / "again.json", scene);
  const Scene again = load_scene(folder_ / "again.json", warnings_);
  for (const std::size_t k : {0, 1, 2, 3}) {
    EXPECT_EQ(cloud(again, k)->centres(), cloud(scene, k)->centres());
    EXPECT_EQ(cloud(again, k)->radius(), cloud(scene, k)->radius());
    EXPECT_EQ(cloud(again, k)->sizes(), cloud(scene, k)->sizes());
    EXPECT_TRUE(std::ranges::equal(cloud(again, k)->size_of(), cloud(scene, k)->size_of()));
  }
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(CloudFiles, ScenesSayWhatIsWrongWithTheirClouds) {
  const auto problem = [&](const std::string& geometry) {
    try {
      load_scene(write("scene.json", R"({"objects": [{"name": "a", "geometry": )" + geometry + "}]}"), warnings_);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_NE(problem(R"({"points": [[0, 0, 1]]})").find("radius"), std::string::npos);
  EXPECT_NE(problem(R"({"points": [[0, 0, 1]], "radius": 0})").find("radius"), std::string::npos);
  EXPECT_NE(problem(R"({"points": [], "radius": 1})").find("there are none"), std::string::npos);
  EXPECT_NE(problem(R"({"points": [[0, 0]], "radius": 1})").find("points[0]"), std::string::npos);
  EXPECT_NE(problem(R"({"points": "a.stl", "radius": 1})").find("extension"), std::string::npos);
  EXPECT_NE(problem(R"({"points": "none.pcd", "radius": 1})").find("none.pcd"), std::string::npos);
  EXPECT_NE(problem(R"({"octomap": "a.pcd"})").find("extension"), std::string::npos);
  EXPECT_NE(problem(R"({"octomap": "a.bt", "unknown": "maybe"})").find("unknown space"), std::string::npos);
  EXPECT_NE(problem(R"({"sphere": 1, "radius": 1})").find("belongs to"), std::string::npos);
  EXPECT_NE(problem(R"({"sphere": 1, "unknown": "free"})").find("belongs to"), std::string::npos);
}

TEST_F(CloudFiles, AScanOrAMapMayBeTheWholeScene) {
  const fs::path scan = write("shelf.xyz", "1 2 3\n4 5 6\n");
  SceneOptions options;
  EXPECT_THROW(load_scene(scan, warnings_, options), InputError) << "points have no size";
  options.point_radius = 0.01;
  const Scene scene = load_scene(scan, warnings_, options);
  ASSERT_EQ(scene.objects.size(), 1u);
  EXPECT_EQ(scene.objects[0].name, "shelf");
  options.point_radius = -1.0;
  EXPECT_THROW(load_scene(scan, warnings_, options), InputError);
  options = {};
  options.unknown = UnknownSpace::occupied;
  EXPECT_THROW(load_scene(scan, warnings_, options), InputError) << "only an OctoMap knows of unknown space";
  const fs::path map =
      write("room.bt", std::string("# Octomap OcTree binary file\nid OcTree\nsize 2\nres 0.1\ndata\n") +
                           std::string("\x02\x00", 2));
  EXPECT_EQ(load_scene(map, warnings_, options).objects[0].name, "room");
  options = {};
  options.point_radius = 0.01;
  EXPECT_THROW(load_scene(map, warnings_, options), InputError);
  // A PLY without faces is a scan if its points have a size, else an error that says so.
  const fs::path ply = write("scan.ply",
                             "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty "
                             "float z\nend_header\n1 2 3\n");
  EXPECT_EQ(load_scene(ply, warnings_, options).objects.size(), 1u);
  try {
    load_scene(ply, warnings_);
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_NE(error.remedy().find("radius of its points"), std::string::npos);
  }
}

}  // namespace
}  // namespace tocca::io_cloud_tests
