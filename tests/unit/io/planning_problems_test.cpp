// What is proven here: four hundred published planning problems survive the way through our own files: obstacles into a
// scene, start and goal into an edge list, and back.
#include <nlohmann/json.hpp>

#include "files.hpp"
#include "testing/draw.hpp"
#include "tocca/io/path.hpp"
#include "tocca/io/robot.hpp"
#include "tocca/io/scene.hpp"

namespace tocca::planning_problems_tests {
namespace {

using nlohmann::json;

Vector3 vector(const json& values) {
  return {values[0].get<double>(), values[1].get<double>(), values[2].get<double>()};
}

SceneObject obstacle(const json& from) {
  const json& q = from["quat_xyzw"];
  const Pose pose = Pose::from_quaternion(vector(from["position"]), q[0], q[1], q[2], q[3]);
  Geometry geometry = Sphere{1};
  if (from["type"] == "box") {
    geometry = Box{vector(from["size_xyz"])};
  } else if (from["type"] == "cylinder") {
    geometry = Cylinder{from["radius"], from["length_z"]};
  } else {
    geometry = Sphere{from["radius"]};
  }
  return {from["name"], pose, {{Pose{}, geometry}}};
}

std::filesystem::path urdf_in(const std::filesystem::path& folder) {
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".urdf") return entry.path();
  }
  return {};
}

TEST(PlanningProblems, SurviveTheWayThroughOurFiles) {
  TOCCA_NEED_MODELS();
  testing::ScratchFolder folder;
  int problems = 0, obstacles = 0;
  for (const auto& entry : std::filesystem::directory_iterator(testing::models() / "problems")) {
    if (entry.path().extension() != ".json") continue;
    SCOPED_TRACE(entry.path().filename().string());
    const json set = json::parse(std::ifstream(entry.path()));
    Warnings warnings;
    const auto robot_folder = std::filesystem::path(set["robot_folder"].get<std::string>()).filename();
    const Robot robot = load_robot(urdf_in(testing::models() / "robots" / robot_folder), {}, warnings);
    warnings.clear();

    std::string csv;
    for (const char* end : {"a.", "b."}) {
      for (const json& joint : set["joints"]) csv += (csv.empty() ? "" : ",") + (end + joint.get<std::string>());
    }
    csv += "\n";
    for (const json& problem : set["problems"]) {
      Scene scene;
      for (const json& from : problem["obstacles"]) scene.objects.push_back(obstacle(from));
      const Scene back = load_scene(write_scene_json(folder.path() / "s.json", scene)[0], warnings);
      ASSERT_EQ(back.objects.size(), scene.objects.size());
      for (std::size_t k = 0; k < scene.objects.size(); ++k) {
        EXPECT_EQ(back.objects[k].name, scene.objects[k].name);
        EXPECT_EQ(back.objects[k].colliders[0].geometry.index(), scene.objects[k].colliders[0].geometry.index());
        EXPECT_LT((back.objects[k].pose.rotation - scene.objects[k].pose.rotation).norm(), 4e-15);
        ++obstacles;
      }
      const std::string start = problem["start"].dump(), goal = problem["goal"].dump();
      csv += start.substr(1, start.size() - 2) + "," + goal.substr(1, goal.size() - 2) + "\n";
      ++problems;
    }

    PathReader reader(folder.write("e.csv", csv), robot.tree, robot.tree.zero_configuration(), warnings);
    ASSERT_TRUE(reader.is_edge_list());
    Configuration a, b;
    std::size_t row = 0;
    for (; reader.next(a, b); ++row) {
      const int first =
          robot.tree.joints()[static_cast<std::size_t>(robot.tree.find_joint(set["joints"][0].get<std::string>()))]
              .first_coordinate;
      EXPECT_EQ(a[first], set["problems"][row]["start"][0].get<double>());
      EXPECT_EQ(b[first], set["problems"][row]["goal"][0].get<double>());
    }
    EXPECT_EQ(row, set["problems"].size());
    EXPECT_TRUE(warnings.empty()) << warnings[0];
  }
  EXPECT_EQ(problems, 400);
  EXPECT_GT(obstacles, 3000);
}

}  // namespace
}  // namespace tocca::planning_problems_tests
