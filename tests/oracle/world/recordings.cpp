// What is proven here: whoever reads the files of `tocca world --record` and `tocca walk --record`, puts the bodies where the poses say
// and asks FCL, finds the contacts that the files list, and no others.
#include <gtest/gtest.h>
#include <unistd.h>

#include <Eigen/Geometry>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "testing/draw.hpp"
#include "testing/judged_bodies.hpp"
#include "tocca/io/mesh.hpp"

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

/// A recorded folder, or every n-th step of it, read without the library but for the meshes.
struct Recorded {
  std::vector<std::string> names;
  std::map<std::string, int> numbers;
  std::vector<std::vector<Pose>> poses;          ///< by step, by body
  std::vector<std::vector<BodyPair>> colliding;  ///< by step
  std::vector<std::set<BodyPair>> initial;       ///< by step: touching where a continuous step began
  JudgedBodies bodies;
  int steps() const { return static_cast<int>(poses.size()); }

  void place(int step) {
    for (std::size_t k = 0; k < names.size(); ++k) {
      bodies.move(static_cast<int>(k), poses[static_cast<std::size_t>(step)][k]);
    }
  }
};

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
      recorded->bodies.add(number, {{Pose(), load_mesh(folder / "bodies" / (row[1] + ".obj"), {1, 1, 1}, warnings)}},
                           X);
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
