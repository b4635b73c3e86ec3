// What is proven here: every benchmark scene loads back through the readers with the papers' counts; its meshes are
// closed and outward; its robots start free of contact and close to one; the same name gives the same bytes.
// Oracle: FCL, for all statements about overlap.
#include "tocca/scenes/scenes.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <numbers>

#include "scenes/polytopes.hpp"
#include "testing/draw.hpp"
#include "testing/judge.hpp"
#include "tocca/io/mesh.hpp"
#include "tocca/io/path.hpp"
#include "tocca/io/problem.hpp"
#include "tocca/io/robot.hpp"
#include "tocca/io/scene.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca::scenes_tests {
namespace {

namespace fs = std::filesystem;

/// A folder that lives as long as the test.
class Folder {
 public:
  Folder() {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    path_ = fs::temp_directory_path() / (std::string("tocca_scenes_") + test->name() + "_" + std::to_string(getpid()));
    fs::remove_all(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string bytes(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

double volume(const TriangleMesh& mesh) {
  double six_volumes = 0;
  for (const Triangle& t : mesh.triangles()) {
    six_volumes += mesh.vertices()[t[0]].dot(mesh.vertices()[t[1]].cross(mesh.vertices()[t[2]]));
  }
  return six_volumes / 6;
}

/// Every edge is run through once in each direction: closed and consistently turned.
bool is_oriented(const TriangleMesh& mesh) {
  std::map<std::array<Index, 2>, int> runs;
  for (const Triangle& t : mesh.triangles()) {
    for (std::size_t k = 0; k < 3; ++k) ++runs[{t[k], t[(k + 1) % 3]}];
  }
  for (const auto& [edge, count] : runs) {
    if (count != 1 || !runs.contains({edge[1], edge[0]})) return false;
  }
  return true;
}

void expect_solid(const std::vector<Collider>& bodies, const std::string& name) {
  for (const Collider& body : bodies) {
    const TriangleMesh& mesh = *std::get<MeshPointer>(body.geometry);
    EXPECT_TRUE(mesh.closed()) << name;
    EXPECT_TRUE(is_oriented(mesh)) << name;
    EXPECT_GT(volume(mesh), 0) << name;
    EXPECT_EQ(mesh.zero_area_triangles(), 0u) << name;
  }
}

std::size_t triangles(const std::vector<Collider>& bodies) {
  std::size_t count = 0;
  for (const Collider& body : bodies) count += std::get<MeshPointer>(body.geometry)->triangles().size();
  return count;
}

/// One robot in files of its own is a problem of one task.
Problem load(const std::vector<fs::path>& files, Warnings& warnings) {
  if (files.front().filename() == "problem.json") return load_problem(files.front(), warnings);
  Problem problem;
  problem.robots.push_back({load_robot(files[0], {}, warnings), Pose(), {}});
  RobotTask& task = problem.robots.front();
  task.path = load_path(files[2], task.robot.tree, task.robot.tree.zero_configuration(), warnings);
  problem.scene = load_scene(files[1], warnings);
  return problem;
}

std::string overlap(const testing::JudgedWorld& world) {
  const auto hit = world.overlap();
  return hit ? hit->first + " / " + hit->second : "free";
}

struct Expected {
  const char* name;
  std::size_t robots, degrees_of_freedom, robot_triangles, objects, scene_triangles;
};

void PrintTo(const Expected& expected, std::ostream* out) { *out << expected.name; }

class RobotScene : public ::testing::TestWithParam<Expected> {};

TEST_P(RobotScene, LoadsWithThePapersCountsAndStartsFree) {
  const Expected& expected = GetParam();
  const Folder folder;
  Warnings warnings;
  const Problem problem = load(write_benchmark_scene(expected.name, folder.path()), warnings);
  EXPECT_TRUE(warnings.empty()) << warnings.front();

  ASSERT_EQ(problem.robots.size(), expected.robots);
  for (const RobotTask& task : problem.robots) {
    const KinematicTree& tree = task.robot.tree;
    EXPECT_EQ(static_cast<std::size_t>(tree.degrees_of_freedom()), expected.degrees_of_freedom);
    EXPECT_GE(task.path.waypoints.rows(), 3);
    std::size_t count = 0;
    for (const Link& link : tree.links()) {
      count += triangles(link.colliders);
      expect_solid(link.colliders, link.name);
    }
    EXPECT_EQ(count, expected.robot_triangles);
    for (const Joint& joint : tree.joints()) EXPECT_TRUE(joint.limits.has_value()) << joint.name;
  }
  EXPECT_EQ(problem.scene.objects.size(), expected.objects);
  std::size_t count = 0;
  for (const SceneObject& object : problem.scene.objects) {
    count += triangles(object.colliders);
    const bool is_sheet = object.name == "floor" || object.name == "oil_pan";  // an open surface, on purpose
    if (!is_sheet) expect_solid(object.colliders, object.name);
  }
  EXPECT_EQ(count, expected.scene_triangles);

  testing::JudgedWorld world(problem);
  EXPECT_EQ(overlap(world), "free");

  // The path meets something after its start: the scene is not a walk in an empty hall.
  bool hit = false;
  const Eigen::Index segments = problem.robots.front().path.waypoints.rows() - 1;
  for (Eigen::Index k = 0; k < segments && !hit; ++k) {
    for (int step = 1; step <= 40 && !hit; ++step) {
      for (std::size_t r = 0; r < problem.robots.size(); ++r) {
        const WaypointMatrix& waypoints = problem.robots[r].path.waypoints;
        world.place(r, waypoints.row(k) + (waypoints.row(k + 1) - waypoints.row(k)) * (step / 40.0));
      }
      hit = world.overlap().has_value();
    }
  }
  EXPECT_TRUE(hit);
}

INSTANTIATE_TEST_SUITE_P(
    Scenes, RobotScene,
    ::testing::Values(Expected{"puma-pipes", 1, 6, 800, 148, 38'000}, Expected{"puma-amr", 1, 6, 800, 1'180, 187'000},
                      Expected{"arms-tori", 2, 20, 320, 4, 18'960}, Expected{"irb-cage", 1, 6, 2'992, 63, 3'420},
                      Expected{"fanuc-cage", 1, 6, 2'502, 25, 7'916},
                      Expected{"fanuc-machine", 1, 6, 2'502, 138, 34'171},
                      Expected{"irb-workshop", 1, 6, 2'992, 191, 74'681},
                      Expected{"six-irb-car", 6, 6, 2'992, 4, 19'668},
                      Expected{"linkage-lattice", 1, 20, 320, 9, 2'924},
                      Expected{"nine-linkages", 9, 20, 320, 9, 2'924}, Expected{"mannequins", 2, 14, 20'000, 1, 12}),
    [](const auto& scene) {
      std::string name = scene.param.name;
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

struct Walks {
  const char* scene;
  std::vector<const char*> files;
  double least_share, most_share;  ///< of edges that meet something, in the list of the largest steps
};

class RandomWalks : public ::testing::TestWithParam<Walks> {};

struct Edge {
  Configuration from, to;
};

std::vector<Edge> load_edges(const fs::path& file, const KinematicTree& tree, Warnings& warnings) {
  PathReader reader(file, tree, tree.zero_configuration(), warnings);
  EXPECT_TRUE(reader.is_edge_list());
  std::vector<Edge> edges;
  for (Edge edge; reader.next(edge.from, edge.to);) edges.push_back(edge);
  return edges;
}

/// Samples at a sixteenth of a degree of the joint that moves most, four times as densely as when the walks were made: a
/// grazing hit that was found then is not lost between other samples now.
bool meets_something(testing::JudgedWorld& world, const Edge& edge) {
  constexpr double spacing = std::numbers::pi / 2880.0;
  const int steps = static_cast<int>(std::ceil((edge.to - edge.from).cwiseAbs().maxCoeff() / spacing));
  for (int step = 1; step <= steps; ++step) {
    world.place(0, edge.from + (edge.to - edge.from) * (static_cast<double>(step) / steps));
    if (world.overlap()) return true;
  }
  return false;
}

/// Every edge starts free; a walk of ten goes on from the end of an edge if and only if that edge is free; the edges of
/// the largest steps meet something often.
TEST_P(RandomWalks, GoOnFromTheEndsOfFreeEdgesAndOftenMeetSomething) {
  const Folder folder;
  Warnings warnings;
  const Problem problem = load(write_benchmark_scene(GetParam().scene, folder.path()), warnings);
  testing::JudgedWorld world(problem);
  double share = 0;
  for (const char* file : GetParam().files) {
    const auto edges = load_edges(folder.path() / file, problem.robots.front().robot.tree, warnings);
    ASSERT_EQ(edges.size(), 500u) << file;
    int looked_at = 0, hits = 0;
    // About 50 edges, with TOCCA_FULL all. The stride is odd, so that all ten places of a walk have their turn.
    const auto stride = static_cast<std::size_t>(500 / std::max(25, testing::cases(50, 500)) | 1);
    for (std::size_t k = 0; k < edges.size(); k += stride) {
      world.place(0, edges[k].from);
      ASSERT_EQ(overlap(world), "free") << file << " edge " << k;
      const bool hit = meets_something(world, edges[k]);
      ++looked_at;
      hits += hit ? 1 : 0;
      if (k % 10 == 9) continue;  // the next edge begins a new walk, at the start
      EXPECT_EQ(edges[k + 1].from, hit ? edges[k].from : edges[k].to) << file << " edge " << k;
    }
    share = static_cast<double>(hits) / looked_at;
    RecordProperty(file, std::to_string(share));
  }
  EXPECT_GE(share, GetParam().least_share);
  EXPECT_LE(share, GetParam().most_share);
  EXPECT_TRUE(warnings.empty()) << warnings.front();
}

INSTANTIATE_TEST_SUITE_P(
    Puma, RandomWalks,
    ::testing::Values(
        Walks{"puma-pipes",
              {"edges-1deg.csv", "edges-1deg-near.csv", "edges-5deg.csv", "edges-15deg.csv", "edges-30deg.csv"},
              0.2,
              0.8},
        Walks{"puma-amr", {"edges-1deg.csv", "edges-1deg-near.csv", "edges-30deg.csv", "edges-60deg.csv"}, 0.2, 0.8}),
    [](const auto& walks) { return std::string(walks.param.scene) == "puma-pipes" ? "pipes" : "machine_room"; });

TEST(BlocksScrew, HasThePapersVerticesTrianglesAndEdges) {
  const Folder folder;
  Warnings warnings;
  const auto files = write_benchmark_scene("blocks-screw", folder.path());
  const MeshPointer block = load_mesh(files[0], Vector3::Ones(), warnings);
  const MeshPointer l_shape = load_mesh(files[1], Vector3::Ones(), warnings);
  EXPECT_EQ(block->vertices().size(), 80u);
  EXPECT_EQ(block->triangles().size(), 156u);
  EXPECT_EQ(block->edges().size(), 234u);
  EXPECT_EQ(l_shape->vertices().size(), 85u);
  EXPECT_EQ(l_shape->triangles().size(), 166u);
  EXPECT_EQ(l_shape->edges().size(), 249u);
  double reach = 0;  // neither can touch the other before the motion: B's origin is at least 2.5 away
  for (const MeshPointer& mesh : {block, l_shape}) {
    expect_solid({{Pose(), mesh}}, "block or L-shape");
    double radius = 0;
    for (const Vector3& p : mesh->vertices()) radius = std::max(radius, p.norm());
    reach += radius;
  }
  EXPECT_LT(reach, 2.5);

  std::ifstream motions(files[2]);
  std::string line;
  std::getline(motions, line);
  EXPECT_EQ(line.substr(0, 24), "a0.x,a0.y,a0.z,a0.qx,a0.");
  EXPECT_EQ(std::count(line.begin(), line.end(), ','), 28);
  int rows = 0;
  while (std::getline(motions, line)) ++rows;
  EXPECT_EQ(rows, 50'000);
}

TEST(ToolHull, HasExactlyTheTrianglesOfItsName) {
  const Folder folder;
  for (const int count : {16, 18, 400, 1'600, 1'998, 100'000}) {
    Warnings warnings;
    const auto files = write_benchmark_scene("tool-hull-" + std::to_string(count), folder.path());
    const MeshPointer tool = load_mesh(files[0], Vector3::Ones(), warnings);
    const MeshPointer hull = load_mesh(files[1], Vector3::Ones(), warnings);
    const MeshPointer pressed = load_mesh(files[3], Vector3::Ones(), warnings);
    for (const MeshPointer& mesh : {tool, hull, pressed}) expect_solid({{Pose(), mesh}}, std::to_string(count));
    EXPECT_EQ(hull->triangles().size(), static_cast<std::size_t>(count));
    EXPECT_EQ(hull->triangles(), pressed->triangles());  // the same vertices, on straight lines between two places
  }
}

TEST(Polytopes, AreConvexAndStartApart) {
  const Folder folder;
  PolytopeWorld options;
  options.count = 60;
  options.faces = 96;
  Warnings warnings;
  const Scene scene = load_scene(write_polytopes(options, folder.path()).front(), warnings);
  ASSERT_EQ(scene.objects.size(), 60u);
  for (const SceneObject& object : scene.objects) {
    const TriangleMesh& mesh = *std::get<MeshPointer>(object.colliders.front().geometry);
    EXPECT_EQ(mesh.triangles().size(), 96u);
    expect_solid(object.colliders, object.name);
    for (const Triangle& t : mesh.triangles()) {
      const Vector3 a = mesh.vertices()[t[0]];
      const Vector3 n = (mesh.vertices()[t[1]] - a).cross(mesh.vertices()[t[2]] - a).normalized();
      for (const Vector3& p : mesh.vertices()) EXPECT_LE(n.dot(p - a), 1e-9);
    }
    for (const SceneObject& other : scene.objects) {
      if (&other == &object) continue;
      EXPECT_GT((other.pose.translation - object.pose.translation).norm(), 0.2);
    }
  }
  for (const int count : {1, 2, 5}) {  // a few bodies find room too
    options.count = count;
    EXPECT_EQ(load_scene(write_polytopes(options, folder.path()).front(), warnings).objects.size(),
              static_cast<std::size_t>(count));
  }
  EXPECT_EQ(load_scene(write_benchmark_scene("polytopes-1000", folder.path()).front(), warnings).objects.size(), 1000u);
}

TEST(BenchmarkScenes, TheSameNameGivesTheSameBytes) {
  const Folder folder;
  for (const char* name : {"puma-pipes", "mannequins", "six-irb-car", "polytopes-50", "tool-hull-400"}) {
    const auto first = write_benchmark_scene(name, folder.path() / name / "first");
    const auto second = write_benchmark_scene(name, folder.path() / name / "second");
    ASSERT_EQ(first.size(), second.size());
    for (std::size_t k = 0; k < first.size(); ++k) {
      EXPECT_FALSE(bytes(first[k]).empty()) << first[k];
      EXPECT_EQ(bytes(first[k]), bytes(second[k])) << first[k];
    }
  }
}

TEST(BenchmarkScenes, OneMeshHasTheTrianglesOfAllObjects) {
  const Folder folder;
  Warnings warnings;
  const auto load = [&](SceneLayout layout, const char* name) {
    return load_scene(write_benchmark_scene("puma-pipes", folder.path() / name, layout)[1], warnings);
  };
  const Scene apart = load(SceneLayout::objects, "apart"), whole = load(SceneLayout::one_mesh, "whole");
  std::size_t triangles = 0;
  for (const SceneObject& object : apart.objects) {
    triangles += std::get<MeshPointer>(object.colliders.front().geometry)->triangles().size();
  }
  ASSERT_EQ(whole.objects.size(), 1u);
  EXPECT_EQ(std::get<MeshPointer>(whole.objects[0].colliders.front().geometry)->triangles().size(), triangles);
  EXPECT_THROW(write_benchmark_scene("blocks-screw", folder.path() / "none", SceneLayout::one_mesh), InputError);
}

TEST(BenchmarkScenes, EveryListedNameIsWritten) {
  for (const SceneName& scene : benchmark_scenes()) {
    EXPECT_FALSE(scene.what.empty()) << scene.name;
    if (scene.name == "polytopes-10000" || scene.name == "tool-hull-100000") continue;
    const Folder folder;
    for (const fs::path& file : write_benchmark_scene(scene.name, folder.path())) EXPECT_TRUE(fs::exists(file)) << file;
  }
}

TEST(BenchmarkScenes, UnknownNamesAreInputErrorsThatNameTheNearestOrAll) {
  const Folder folder;
  for (const char* name : {"", "puma", "Puma-pipes", "polytopes-", "polytopes-0", "polytopes-01", "polytopes-1x",
                           "polytopes--5", "polytopes-99999999999", "tool-hull-401", "tool-hull-2"}) {
    try {
      write_benchmark_scene(name, folder.path());
      ADD_FAILURE() << "accepted '" << name << "'";
    } catch (const InputError& error) {
      const std::string said = error.what();
      const auto says = [&](const char* text) { return said.find(text) != std::string::npos; };
      EXPECT_TRUE(says("did you mean '") || (says("puma-pipes") && says("blocks-screw"))) << said;
    }
    EXPECT_FALSE(fs::exists(folder.path())) << name;
  }
}

TEST(BenchmarkScenes, AnUnwritableFolderIsAnInputError) {
  const Folder folder;
  fs::create_directories(folder.path());
  std::ofstream(folder.path() / "file") << "in the way";
  for (const char* name : {"puma-pipes", "polytopes-10", "blocks-screw", "tool-hull-400"}) {
    EXPECT_THROW(write_benchmark_scene(name, folder.path() / "file" / "deeper"), InputError) << name;
  }
}

}  // namespace
}  // namespace tocca::scenes_tests
