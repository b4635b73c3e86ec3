// What is proven here: every file shown in docs/guide/files.md loads, without a warning.
#include <nlohmann/json.hpp>
#include <sstream>

#include "files.hpp"
#include "testing/draw.hpp"
#include "tocca/io/path.hpp"
#include "tocca/io/problem.hpp"
#include "tocca/io/result_writers.hpp"
#include "tocca/io/robot.hpp"
#include "tocca/io/scene.hpp"

namespace tocca::guide_tests {
namespace {

using nlohmann::ordered_json;

/// The blocks that start with ```language file=NAME, written into the folder; their names.
std::vector<std::string> extract_files(const std::filesystem::path& page, const testing::ScratchFolder& folder) {
  std::ifstream text(page);
  std::vector<std::string> names;
  std::string line, name, content;
  while (std::getline(text, line)) {
    const std::size_t marker = line.find(" file=");
    if (name.empty() && line.starts_with("```") && marker != std::string::npos) {
      name = line.substr(marker + 6);
      content.clear();
    } else if (!name.empty() && line == "```") {
      folder.write(name, content);
      names.push_back(name);
      name.clear();
    } else {
      content += line + "\n";
    }
  }
  return names;
}

/// The keys of an object, in order.
std::vector<std::string> keys(const ordered_json& object) {
  std::vector<std::string> result;
  for (const auto& [key, value] : object.items()) result.push_back(key);
  return result;
}

/// Rebuilds the verdict that the page shows.
Verdict verdict_of(const ordered_json& json) {
  Verdict verdict;
  verdict.outcome = Outcome::contact;
  for (const ordered_json& row : json["segments"]) {
    SegmentVerdict segment;
    segment.index = row["index"];
    segment.outcome = row["verdict"] == "free" ? Outcome::free : Outcome::contact;
    if (segment.outcome == Outcome::contact) segment.time = {row["time"][0], row["time"][1]};
    segment.free_until = row["free_until"];
    for (const ordered_json& pair : row["pairs"]) segment.pairs.push_back({pair[0], pair[1]});
    for (const ordered_json& contact : row["contacts"]) {
      const auto vector = [](const ordered_json& v) { return Vector3(v[0], v[1], v[2]); };
      const Contact place{vector(contact["point"]), vector(contact["normal"]), ContactKind::round,
                          contact["triangles"]};
      segment.contacts.push_back({place, contact["a"], contact["b"]});
    }
    for (const auto& [name, value] : row["configuration"].items()) segment.configuration.emplace_back(name, value);
    segment.micros = row["micros"];
    verdict.segments.push_back(segment);
  }
  const ordered_json& stats = json["stats"];
  verdict.pairs = stats["pairs"];
  verdict.statistics = {.volumes = stats["volumes"],
                        .triangle_pairs = stats["triangle_pairs"],
                        .solver_calls = stats["solver_calls"],
                        .windows = stats["windows"],
                        .static_tests = stats["static_tests"]};
  return verdict;
}

TEST(Guide, EveryFileOnThePageLoads) {
  testing::ScratchFolder folder;
  const auto names = extract_files(std::filesystem::path(TOCCA_SOURCE_DIR) / "docs/guide/files.md", folder);
  const auto at = [&](const std::string& name) { return folder.path() / name; };
  ASSERT_EQ(names.size(), 13u) << "a new example on the page needs a line in this test";

  Warnings warnings;
  const Robot robot = load_robot(at("arm.urdf"), {at("arm.srdf"), false}, warnings);
  const Configuration zero = robot.tree.zero_configuration();
  EXPECT_EQ(robot.tree.degrees_of_freedom(), 2);
  EXPECT_EQ(robot.allowed.size(), 1u);

  EXPECT_EQ(load_scene(at("scene.json"), warnings).objects.size(), 6u);
  EXPECT_EQ(load_scene(at("part.obj"), warnings).objects[0].name, "part");
  EXPECT_EQ(load_scene(at("table.scene"), warnings).objects[0].name, "table");

  EXPECT_EQ(load_path(at("path.csv"), robot.tree, zero, warnings).segment_count(), 2);
  EXPECT_EQ(load_path(at("smooth.csv"), robot.tree, zero, warnings).interpolation,
            (std::vector{Interpolation::quintic, Interpolation::cubic}));
  EXPECT_EQ(load_path(at("trajectory.yaml"), robot.tree, zero, warnings).interpolation,
            (std::vector{Interpolation::cubic, Interpolation::cubic}));
  PathReader edges(at("edges.csv"), robot.tree, zero, warnings);
  EXPECT_TRUE(edges.is_edge_list());
  Configuration a, b;
  EXPECT_TRUE(edges.next(a, b) && edges.next(a, b) && !edges.next(a, b));

  const Problem problem = load_problem(at("problem.json"), warnings);
  EXPECT_EQ(problem.robots.size(), 2u);
  EXPECT_EQ(problem.attached.size(), 1u);
  EXPECT_EQ(problem.moving.size(), 1u);
  ASSERT_EQ(problem.deforming.size(), 1u);
  EXPECT_EQ(problem.deforming[0].mesh->frames.size(), 2u);
  EXPECT_EQ(problem.allowed_stretches.size(), 1u);
  EXPECT_EQ(problem.clearance.pairs.size(), 1u);
  for (const std::string& warning : warnings) ADD_FAILURE() << warning;

  std::ifstream stream(at("result.json"));
  std::stringstream text;
  text << stream.rdbuf();
  EXPECT_EQ(to_json(verdict_of(ordered_json::parse(text.str()))), text.str());
  EXPECT_EQ(keys(ordered_json::parse(text.str())),
            (std::vector<std::string>{"verdict", "proven", "segments", "stats"}));
}

}  // namespace
}  // namespace tocca::guide_tests
