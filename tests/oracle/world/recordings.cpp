// What is proven here: whoever reads the files of `tocca world --record` and `tocca walk --record`, puts the bodies where the poses say
// and asks FCL, finds the contacts that the files list, and no others; the distances that features.csv lists; and its points on the features
// that it names. Bodies of the user's own, real ones included, and what a hand carries.
#include <gtest/gtest.h>
#include <unistd.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

#include "testing/draw.hpp"
#include "testing/judged_bodies.hpp"
#include "testing/small_worlds.hpp"
#include "tocca/io/mesh.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca::testing::recordings_tests {
namespace {

namespace fs = std::filesystem;

using Row = std::vector<std::string>;

/// The rows of every n-th step.
std::vector<Row> rows_of(const fs::path& file, int every) {
  std::ifstream in(file);
  std::vector<Row> rows;
  for (std::string line; std::getline(in, line);) {
    if (std::atoi(line.c_str()) % every != 0) continue;
    std::istringstream fields(line);
    rows.emplace_back();
    for (std::string field; std::getline(fields, field, ',');) rows.back().push_back(field);
  }
  if (!rows.empty()) rows.erase(rows.begin());  // the header
  return rows;
}

/// A row of features.csv.
struct NearRow {
  BodyDistance said;
  bool touching;
  struct Side {
    std::string feature;
    std::vector<std::size_t> vertices;
  } a, b;
};

/// A recorded folder, or every n-th step of it, read without the library but for the meshes.
struct Recorded {
  std::vector<std::string> names;
  std::map<std::string, int> numbers;
  std::vector<std::vector<Pose>> poses;          ///< by step, by body
  std::vector<std::vector<BodyPair>> colliding;  ///< by step
  std::vector<std::set<BodyPair>> initial;       ///< by step: touching where a continuous step began
  std::vector<std::vector<NearRow>> near;        ///< by step
  std::vector<MeshPointer> meshes;               ///< by body
  JudgedBodies bodies;
  int steps() const { return static_cast<int>(poses.size()); }

  void place(int step) {
    for (std::size_t k = 0; k < names.size(); ++k) {
      bodies.move(static_cast<int>(k), poses[static_cast<std::size_t>(step)][k]);
    }
  }
};

NearRow near_row(const Row& row, const std::map<std::string, int>& numbers) {
  const auto number = [&](std::size_t k) { return std::strtod(row.at(k).c_str(), nullptr); };
  const auto side = [&](std::size_t k) {
    NearRow::Side read{row.at(k), {}};
    std::istringstream vertices(k + 1 < row.size() ? row[k + 1] : "");
    for (std::size_t vertex = 0; vertices >> vertex;) read.vertices.push_back(vertex);
    return read;
  };
  NearRow near{{}, row.at(3) == "1", side(12), side(14)};
  near.said.body_a = numbers.at(row.at(1));
  near.said.body_b = numbers.at(row.at(2));
  near.said.lower = number(4);
  near.said.upper = number(5);
  near.said.point_a = {number(6), number(7), number(8)};
  near.said.point_b = {number(9), number(10), number(11)};
  return near;
}

/// Runs the program that lies beside this test; nothing where there is none.
std::unique_ptr<Recorded> record(const std::string& command, int every = 1) {
  const fs::path program = fs::read_symlink("/proc/self/exe").parent_path() / "tocca";
  if (!fs::exists(program)) return nullptr;
  const fs::path folder = fs::temp_directory_path() / ("tocca_recordings_" + std::to_string(getpid()));
  fs::remove_all(folder);
  const std::string line = program.string() + " " + command + " --record " + folder.string() + " > /dev/null";
  EXPECT_EQ(std::system(line.c_str()), 0) << line;
  auto recorded = std::make_unique<Recorded>();
  for (const Row& row : rows_of(folder / "poses.csv", every)) {
    const auto step = std::stoul(row.at(0)) / static_cast<unsigned long>(every);
    if (step == recorded->poses.size()) recorded->poses.emplace_back();
    double v[7];
    for (std::size_t k = 0; k < 7; ++k) v[k] = std::strtod(row.at(k + 2).c_str(), nullptr);
    const Pose X = Pose::from_quaternion({v[0], v[1], v[2]}, v[3], v[4], v[5], v[6]);
    if (step == 0) {
      Warnings warnings;
      const int number = static_cast<int>(recorded->names.size());
      recorded->numbers[row[1]] = number;
      recorded->names.push_back(row[1]);
      recorded->meshes.push_back(load_mesh(folder / "bodies" / (row[1] + ".obj"), {1, 1, 1}, warnings));
      recorded->bodies.add(number, {{Pose(), recorded->meshes.back()}}, X);
    }
    recorded->poses.at(step).push_back(X);
  }
  recorded->colliding.resize(recorded->poses.size());
  for (const Row& row : rows_of(folder / "contacts.csv", every)) {
    const int a = recorded->numbers.at(row.at(1)), b = recorded->numbers.at(row.at(2));
    recorded->colliding.at(std::stoul(row[0]) / static_cast<unsigned long>(every))
        .push_back({std::min(a, b), std::max(a, b)});
  }
  recorded->initial.resize(recorded->poses.size());
  for (const Row& row : rows_of(folder / "first_contacts.csv", every)) {
    if (row.at(5) != "1") continue;
    recorded->initial.at(std::stoul(row[0]) / static_cast<unsigned long>(every))
        .insert({recorded->numbers.at(row[1]), recorded->numbers.at(row[2])});
  }
  recorded->near.resize(recorded->poses.size());
  for (const Row& row : rows_of(folder / "features.csv", every)) {
    recorded->near.at(std::stoul(row.at(0)) / static_cast<unsigned long>(every))
        .push_back(near_row(row, recorded->numbers));
  }
  fs::remove_all(folder);
  return recorded;
}

void judge_steps(Recorded& recorded, BodiesLog& log) {
  for (int step = 0; step < recorded.steps(); ++step) {
    recorded.place(step);
    WorldStep said;
    said.colliding = recorded.colliding[static_cast<std::size_t>(step)];
    ASSERT_EQ(recorded.bodies.judge(said, log), "") << "step " << step;
  }
}

double distance_to_segment(const Vector3& x, const Vector3& p, const Vector3& q) {
  const Vector3 way = q - p;
  const double t = way.squaredNorm() > 0 ? std::clamp((x - p).dot(way) / way.squaredNorm(), 0.0, 1.0) : 0.0;
  return (x - p - t * way).norm();
}

double distance_to_triangle(const Vector3& x, const Vector3& p, const Vector3& q, const Vector3& r) {
  const Vector3 normal = (q - p).cross(r - p);
  const double edges =
      std::min({distance_to_segment(x, p, q), distance_to_segment(x, q, r), distance_to_segment(x, r, p)});
  const bool inside = normal.dot((q - p).cross(x - p)) > 0 && normal.dot((r - q).cross(x - q)) > 0 &&
                      normal.dot((p - r).cross(x - r)) > 0;
  return inside ? std::abs(normal.normalized().dot(x - p)) : edges;
}

/// How far a point is from the feature that was named.
double distance_to(const NearRow::Side& side, const TriangleMesh& mesh, const Pose& X, const Vector3& point) {
  const auto at = [&](std::size_t k) -> Vector3 { return X * mesh.vertices().at(side.vertices.at(k)); };
  if (side.feature == "vertex") return (point - at(0)).norm();
  if (side.feature == "edge") return distance_to_segment(point, at(0), at(1));
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 2; k < side.vertices.size(); ++k) {
    least = std::min(least, distance_to_triangle(point, at(0), at(k - 1), at(k)));
  }
  return least;
}

struct FeatureLog {
  std::map<std::string, long> kinds;
  long apart = 0, touching = 0;
};

/// Distances by FCL (by plain_distance where the two differ), points by arithmetic of this test's own.
void judge_features(Recorded& recorded, BodiesLog& log, FeatureLog& features) {
  for (int step = 0; step < recorded.steps(); ++step) {
    recorded.place(step);
    const auto& poses = recorded.poses[static_cast<std::size_t>(step)];
    const auto& colliding = recorded.colliding[static_cast<std::size_t>(step)];
    std::set<BodyPair> touching(colliding.begin(), colliding.end());
    for (const NearRow& row : recorded.near[static_cast<std::size_t>(step)]) {
      const BodyPair pair{row.said.body_a, row.said.body_b};
      ASSERT_EQ(row.touching, touching.erase(pair) > 0) << "step " << step;
      ASSERT_EQ(recorded.bodies.judge(row.said, log), "") << "step " << step;
      ++(row.touching ? features.touching : features.apart);
      for (const auto& [side, body, point] :
           {std::tuple(row.a, pair.a, row.said.point_a), {row.b, pair.b, row.said.point_b}}) {
        ++features.kinds[side.feature];
        if (side.feature == "none") {
          ASSERT_EQ(row.said.lower, 0.0);
          continue;
        }
        const auto k = static_cast<std::size_t>(body);
        ASSERT_LE(distance_to(side, *recorded.meshes[k], poses[k], point), 1e-9)
            << "step " << step << ": " << side.feature << " of " << recorded.names[k] << ", distance " << row.said.lower
            << " .. " << row.said.upper;
      }
    }
    ASSERT_TRUE(touching.empty()) << "step " << step << ": what touches has no row in features.csv";
  }
}

/// A folder of a few meshes, convex and not, closed and open, and what is said about them.
class OwnBodies {
 public:
  OwnBodies() : folder_(fs::temp_directory_path() / ("tocca_own_bodies_" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
    write_obj(folder_ / "cup.obj", *cup_mesh(0.2));
    write_obj(folder_ / "plate.obj", *plate_mesh(0.15, 0.25));
    write_obj(folder_ / "rod.obj", *rod_mesh(0.03, 0.4, 6));
    Draw draw(5);
    const auto hull = draw_hull(draw, 0.12);
    write_obj(folder_ / "rock.obj", TriangleMesh(hull->vertices(), hull->triangles()));
  }
  ~OwnBodies() { fs::remove_all(folder_); }
  void describe(const std::string& text) const { std::ofstream(folder_ / "bodies.json") << text; }
  std::string path() const { return folder_.string(); }

 private:
  fs::path folder_;
};

TEST(Recordings, OfBodiesOfTheUsersOwnListWhatFclFinds) {
  const OwnBodies own;
  own.describe(
      R"({"format": "tocca-bodies", "box": {"min": [-0.6, -0.6, -0.6], "max": [0.6, 0.7, 0.6]}, "step_s": 0.05, "bodies": [
    {"name": "first", "mesh": "cup.obj", "pose": {"xyz": [0, 0, 0.1], "rpy": [0.3, 0, 0]}, "velocity": [0.5, 0.2, 0], "spin": [1, 2, 0]},
    {"mesh": "cup.obj", "count": 3}, {"mesh": "plate.obj", "count": 3}, {"mesh": "rod.obj", "count": 3}, {"mesh": "rock.obj", "count": 8}]})");
  const auto steps = std::to_string(cases(60, 1500));
  const auto recorded = record("world --bodies " + own.path() + " --features --speed 25 --steps " + steps);
  if (!recorded) GTEST_SKIP() << "the program is not built";
  ASSERT_EQ(recorded->names.size(), 18u);
  BodiesLog log;
  FeatureLog features;
  judge_steps(*recorded, log);
  judge_features(*recorded, log, features);
  EXPECT_GT(log.colliding, 50);
  EXPECT_GT(log.distances, 300);
  EXPECT_LE(log.fcl_wrong, log.distances / 10);
  EXPECT_GT(features.apart, features.touching / 10);
  for (const char* kind : {"vertex", "edge", "face"}) EXPECT_GT(features.kinds[kind], log.distances / 20) << kind;
}

TEST(Recordings, OfRealMeshesListWhatFclFinds) {
  TOCCA_NEED_MODELS();
  const fs::path folder = models() / "robots/panda/meshes/collision";
  if (!fs::is_directory(folder)) GTEST_SKIP() << "these meshes are not here";
  const auto steps = std::to_string(cases(60, 600));
  const auto recorded = record(
      "world --bodies " + folder.string() + " --count 40 --features --speed 15 --density 10 --steps " + steps, 6);
  if (!recorded) GTEST_SKIP() << "the program is not built";
  BodiesLog log;
  FeatureLog features;
  judge_steps(*recorded, log);
  judge_features(*recorded, log, features);
  EXPECT_GT(log.distances, 50);
  EXPECT_GT(features.kinds["vertex"] + features.kinds["edge"] + features.kinds["face"], log.distances / 2);
}

TEST(Recordings, OfAWorldListWhatFclFinds) {
  const auto steps = std::to_string(cases(60, 1000));
  const auto recorded = record("world --count 60 --faces 16 --density 10 --speed 25 --seed 5 --steps " + steps);
  if (!recorded) GTEST_SKIP() << "the program is not built";
  ASSERT_EQ(recorded->names.size(), 60u);
  BodiesLog log;
  judge_steps(*recorded, log);
  EXPECT_GT(log.near, 1000);
  EXPECT_GT(log.colliding, 50);
  EXPECT_LE(log.fcl_wrong, log.near / 100);
}

TEST(Recordings, OfContinuousStepsShowNoBodiesThatPassThroughEachOther) {
  const auto steps = std::to_string(cases(20, 200));
  const auto recorded = record("world --count 40 --faces 12 --density 8 --speed 400 --continuous --steps " + steps);
  if (!recorded) GTEST_SKIP() << "the program is not built";
  BodiesLog log;
  judge_steps(*recorded, log);
  long looked = 0, let_go = 0;
  for (int step = 0; step + 1 < recorded->steps(); ++step) {
    const auto& from = recorded->poses[static_cast<std::size_t>(step)];
    const auto& to = recorded->poses[static_cast<std::size_t>(step) + 1];
    const auto& initial = recorded->initial[static_cast<std::size_t>(step)];
    constexpr int samples = 12;
    for (int sample = 1; sample < samples; ++sample) {
      const double t = static_cast<double>(sample) / samples;
      for (std::size_t k = 0; k < from.size(); ++k) {
        const Eigen::Quaterniond q = Eigen::Quaterniond(from[k].rotation).slerp(t, Eigen::Quaterniond(to[k].rotation));
        const Pose X{q.toRotationMatrix(), (1 - t) * from[k].translation + t * to[k].translation};
        recorded->bodies.move(static_cast<int>(k), X);
      }
      for (int a = 0; a < static_cast<int>(from.size()); ++a) {
        for (int b = a + 1; b < static_cast<int>(from.size()); ++b) {
          ++looked;
          if (!recorded->bodies.touch(a, b)) continue;
          const bool already = initial.contains({a, b});
          let_go += already;
          EXPECT_TRUE(already) << "step " << step << " at " << t << ": " << a << ", " << b;
        }
      }
    }
  }
  EXPECT_GT(looked, 100'000);
  EXPECT_LT(let_go, looked / 1000);  // touching already where the step began
}

/// A stick that takes a ball and a brick, one after the other and both at once, and carries them past a wall.
TEST(Recordings, OfAHandThatCarriesThingsListWhatFclFinds) {
  const fs::path folder = fs::temp_directory_path() / ("tocca_carried_" + std::to_string(getpid()));
  fs::create_directories(folder);
  std::ofstream(folder / "stick.urdf") << R"(<robot name="stick"><link name="room"/>
    <link name="stick"><collision><geometry><box size="0.2 0.02 0.02"/></geometry></collision></link>
    <joint name="go" type="floating"><parent link="room"/><child link="stick"/></joint></robot>)";
  std::ofstream(folder / "desk.json") << R"({"objects": [
    {"name": "wall", "geometry": {"box": [0.1, 1, 0.3]}, "pose": {"xyz": [0.9, 0.5, 0]}},
    {"name": "brick", "geometry": {"box": [0.1, 0.06, 0.04]}, "pose": {"xyz": [0.2, 0, 0.03]}},
    {"name": "block", "geometry": {"box": [0.06, 0.06, 0.06]}, "pose": {"xyz": [0.4, 0, 0.04]}}]})";
  std::ofstream way(folder / "way.csv");
  way << "go.x,go.y,go.z,go.qx,go.qy,go.qz,go.qw\n";
  for (int k = 0; k < 60; ++k)
    way << 0.02 * k << "," << 0.005 * k << ",0,0,0," << std::sin(0.02 * k) << "," << std::cos(0.02 * k) << "\n";
  way.close();
  std::ofstream(folder / "grasps.csv")
      << "step,piece,object,event\n5,stick,brick,grasp\n15,stick,block,grasp\n50,,brick,release\n";
  const std::string at = folder.string() + "/";
  const auto recorded = record("walk --scene " + at + "desk.json --hand " + at + "stick.urdf --path " + at +
                               "way.csv --grasps " + at + "grasps.csv");
  fs::remove_all(folder);
  if (!recorded) GTEST_SKIP() << "the program is not built";
  const int stick = 0, wall = 1, brick = 2, block = 3;
  const auto relative = [&](int step, int body) {
    const auto& poses = recorded->poses[static_cast<std::size_t>(step)];
    return poses[stick].inverse() * poses[static_cast<std::size_t>(body)];
  };
  const auto rests = [&](const Pose& X, const Pose& Y) {
    return (X.translation - Y.translation).norm() < 1e-12 && (X.rotation - Y.rotation).norm() < 1e-12;
  };
  long hits = 0;
  for (int step = 0; step < recorded->steps(); ++step) {
    recorded->place(step);
    const bool holds_brick = step >= 5 && step < 50, holds_block = step >= 15;
    EXPECT_TRUE(step <= 5 || step > 50 || rests(relative(step, brick), relative(5, brick))) << step;
    EXPECT_TRUE(step <= 15 || rests(relative(step, block), relative(15, block))) << step;
    const auto& listed = recorded->colliding[static_cast<std::size_t>(step)];
    const std::set<BodyPair> said(listed.begin(), listed.end());
    const auto judge = [&](int a, int b, bool looked_at) {
      EXPECT_EQ(said.contains({a, b}), looked_at && recorded->bodies.touch(a, b))
          << "step " << step << ": " << a << ", " << b;
      hits += said.contains({a, b});
    };
    judge(stick, wall, true);
    judge(stick, brick, !holds_brick);
    judge(stick, block, !holds_block);
    judge(wall, brick, holds_brick);
    judge(wall, block, holds_block);
    judge(brick, block, holds_brick || holds_block);
  }
  EXPECT_GT(hits, 20);
  EXPECT_GT((recorded->poses[50][brick].translation - recorded->poses[0][brick].translation).norm(), 0.5);
  EXPECT_EQ(recorded->poses[59][brick].translation, recorded->poses[50][brick].translation);
}

TEST(Recordings, OfAWalkListWhatFclFinds) {
  const auto recorded = record("walk", 1200 / cases(60, 1200));
  if (!recorded) GTEST_SKIP() << "the program is not built";
  const int pieces = 15;
  long touches = 0, decided = 0;
  for (int step = 0; step < recorded->steps(); ++step) {
    recorded->place(step);
    const auto& listed = recorded->colliding[static_cast<std::size_t>(step)];
    const std::set<BodyPair> said(listed.begin(), listed.end());
    for (int a = 0; a < pieces; ++a) {
      for (int b = pieces; b < static_cast<int>(recorded->names.size()); ++b) {
        const bool found = recorded->bodies.touch(a, b), told = said.contains({a, b});
        touches += told;
        if (found == told) continue;
        ++decided;
        const DistanceBounds distance = recorded->bodies.plain(a, b);
        EXPECT_TRUE(told ? distance.lower <= 1e-6 : distance.upper > 1e-15)
            << "step " << step << ": " << recorded->names[static_cast<std::size_t>(a)] << ", "
            << recorded->names[static_cast<std::size_t>(b)];
      }
    }
  }
  EXPECT_GT(touches, 20);
  EXPECT_LE(decided, touches / 5);
}

}  // namespace
}  // namespace tocca::testing::recordings_tests
