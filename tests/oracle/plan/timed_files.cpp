// What is proven here: the motion that a timed path's files tell is free at its blends, too, and keeps every limit between its
// lines. Files are read by a few lines of the tests' own (tables) and by yaml-cpp (trajectories); quintics are Hermite's, in
// exact rationals; contacts are FCL's.
#include <gmpxx.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <yaml-cpp/yaml.h>

#include <numbers>
#include <sstream>

#include "core/index.hpp"
#include "testing/judge.hpp"
#include "testing/plain_kinematics.hpp"
#include "testing/planning_problems.hpp"
#include "tocca/io/path.hpp"
#include "tocca/plan/planner.hpp"
#include "tocca/plan/smoother.hpp"

namespace tocca::timed_files_tests {
namespace {

namespace fs = std::filesystem;

/// What a controller reads. Numbers are those of the file: times of a trajectory are whole nanoseconds, not doubles.
struct Motion {
  std::vector<std::string> joints;
  std::vector<mpq_class> time;
  std::vector<std::vector<double>> position, velocity, acceleration;  // by line and joint
};

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> result;
  std::istringstream text(line);
  for (std::string cell; std::getline(text, cell, ',');) result.push_back(cell);
  return result;
}

Motion read_table(const fs::path& file) {
  std::ifstream text(file);
  std::string line;
  std::getline(text, line);
  const std::vector<std::string> header = cells(line);
  Motion motion;
  for (std::size_t k = 1; k < header.size() && header[k].find("vel.") != 0; ++k) motion.joints.push_back(header[k]);
  while (std::getline(text, line)) {
    const std::vector<std::string> row = cells(line);
    const auto value = [&](const std::string& name) {
      const auto column = std::find(header.begin(), header.end(), name) - header.begin();
      return std::strtod(row.at(static_cast<std::size_t>(column)).c_str(), nullptr);
    };
    motion.time.emplace_back(value("time"));
    for (auto* rows : {&motion.position, &motion.velocity, &motion.acceleration}) rows->emplace_back();
    for (const std::string& joint : motion.joints) {
      motion.position.back().push_back(value(joint));
      motion.velocity.back().push_back(value("vel." + joint));
      motion.acceleration.back().push_back(value("acc." + joint));
    }
  }
  return motion;
}

Motion read_trajectory(const fs::path& file) {
  const YAML::Node message = YAML::LoadFile(file.string());
  Motion motion;
  motion.joints = message["joint_names"].as<std::vector<std::string>>();
  for (const YAML::Node& point : message["points"]) {
    const YAML::Node time = point["time_from_start"];
    mpq_class nanoseconds(time["nanosec"].as<long>(), 1'000'000'000);
    nanoseconds.canonicalize();
    motion.time.push_back(time["sec"].as<long>() + nanoseconds);
    motion.position.push_back(point["positions"].as<std::vector<double>>());
    motion.velocity.push_back(point["velocities"].as<std::vector<double>>());
    motion.acceleration.push_back(point["accelerations"].as<std::vector<double>>());
    EXPECT_EQ(point["effort"].size(), 0u);
  }
  EXPECT_EQ(message["header"]["stamp"]["sec"].as<int>(), 0);
  return motion;
}

/// One joint between two lines, exactly: coefficients of t^0 to t^5, t in seconds since the first of them.
std::array<mpq_class, 6> quintic(const Motion& motion, std::size_t line, std::size_t joint) {
  const mpq_class h = motion.time[line + 1] - motion.time[line];
  const auto at = [&](const std::vector<std::vector<double>>& rows, std::size_t k) {
    return mpq_class(rows[k][joint]);
  };
  const mpq_class p = at(motion.position, line), v = at(motion.velocity, line), a = at(motion.acceleration, line);
  // What is missing at the end of the parabola that the first line tells, in powers of h.
  const mpq_class dp = at(motion.position, line + 1) - (p + h * v + h * h * a / 2),
                  dv = (at(motion.velocity, line + 1) - (v + h * a)) * h,
                  da = (at(motion.acceleration, line + 1) - a) * h * h;
  const mpq_class h3 = h * h * h;
  return {p,
          v,
          a / 2,
          (10 * dp - 4 * dv + da / 2) / h3,
          (-15 * dp + 7 * dv - da) / (h3 * h),
          (6 * dp - 3 * dv + da / 2) / (h3 * h * h)};
}

/// How much of its limits a motion uses at the places that are looked at: at most 1.
struct Use {
  double velocity = 0.0, acceleration = 0.0, jerk = 0.0;
};

Use judge_limits(const Motion& motion, const MotionLimits& limits) {
  constexpr int places = 16;
  Use use;
  for (std::size_t line = 0; line + 1 < motion.time.size(); ++line) {
    const mpq_class h = motion.time[line + 1] - motion.time[line];
    EXPECT_GT(h, 0);
    for (std::size_t joint = 0; joint < motion.joints.size(); ++joint) {
      const std::array<mpq_class, 6> c = quintic(motion, line, joint);
      const auto k = static_cast<Eigen::Index>(joint);
      for (int i = 0; i <= places; ++i) {
        const mpq_class t = h * i / places;
        const mpq_class v = c[1] + t * (2 * c[2] + t * (3 * c[3] + t * (4 * c[4] + t * 5 * c[5])));
        const mpq_class a = 2 * c[2] + t * (6 * c[3] + t * (12 * c[4] + t * 20 * c[5]));
        const mpq_class j = 6 * c[3] + t * (24 * c[4] + t * 60 * c[5]);
        EXPECT_LE(abs(v), mpq_class(limits.velocity[k])) << "velocity, line " << line << ", " << motion.joints[joint];
        EXPECT_LE(abs(a), mpq_class(limits.acceleration[k])) << "acceleration, line " << line;
        EXPECT_LE(abs(j), mpq_class(limits.jerk[k])) << "jerk, line " << line;
        use.velocity = std::max(use.velocity, std::abs(v.get_d()) / limits.velocity[k]);
        use.acceleration = std::max(use.acceleration, std::abs(a.get_d()) / limits.acceleration[k]);
        use.jerk = std::max(use.jerk, std::abs(j.get_d()) / limits.jerk[k]);
      }
    }
  }
  return use;
}

/// What robots hold is where it was gripped: at their start.
void place_held(testing::JudgedWorld& world, const Configuration& q) {
  const Problem& problem = world.problem();
  const RobotTask& task = problem.robots[0];
  std::vector<Eigen::Isometry3d> then, now;
  testing::place_links(task.robot.tree, task.base, task.start(), then);
  testing::place_links(task.robot.tree, task.base, q, now);
  for (const Attachment& held : problem.attached) {
    const Eigen::Isometry3d X_WO = testing::isometry(problem.scene.objects[at(held.object)].pose);
    world.place_object(held.object, now[at(held.link)] * then[at(held.link)].inverse() * X_WO);
  }
}

/// FCL at moments of the motion, `step_s` apart at most, and eight at least between two lines.
void judge_contacts(const Problem& problem, const Motion& motion, double step_s, int& samples) {
  testing::JudgedWorld world(problem);
  for (std::size_t line = 0; line + 1 < motion.time.size(); ++line) {
    const double h = mpq_class(motion.time[line + 1] - motion.time[line]).get_d();
    const int count = std::max(8, static_cast<int>(std::ceil(h / step_s)));
    std::vector<std::array<double, 6>> c(motion.joints.size());
    for (std::size_t joint = 0; joint < c.size(); ++joint) {
      const std::array<mpq_class, 6> exact = quintic(motion, line, joint);
      std::transform(exact.begin(), exact.end(), c[joint].begin(), [](const mpq_class& x) { return x.get_d(); });
    }
    for (int i = 0; i <= count; ++i, ++samples) {
      const double t = h * i / count;
      Configuration q(static_cast<Eigen::Index>(c.size()));
      for (std::size_t joint = 0; joint < c.size(); ++joint) {
        double value = 0.0;
        for (int power = 5; power >= 0; --power) value = value * t + c[joint][at(power)];
        q[static_cast<Eigen::Index>(joint)] = value;
      }
      world.place(0, q);
      place_held(world, q);
      const auto near = world.too_near(problem.clearance.default_m);
      ASSERT_FALSE(near) << "line " << line << ": " << near->first << " and " << near->second;
    }
  }
}

struct Timing {
  int paths = 0, samples = 0, rounded = 0;
  double slowest_use = 1.0;  ///< of the limit that a path uses most, the least of all paths
};

/// Plans, times, writes both files, and judges what is in them.
void judge_files(Problem problem, const Configuration& start, const Configuration& goal, double blend_m,
                 Timing& timing) {
  problem.clearance.default_m = 1e-3;
  const Checker checker(problem);
  PlannerSettings search;
  search.time_limit_s = 20.0;
  const Plan plan = Planner(checker, search).plan(start, goal);
  if (plan.end != PlanEnd::found) return;
  Warnings unread;
  LimitSettings given;
  given.acceleration = 4.0;
  given.rise_s = std::isfinite(blend_m) ? 0.01 : 0.05;  // narrow corners by acceleration, wide ones by jerk
  CurveSettings settings;
  settings.limits = motion_limits(checker.model(), given, unread);
  settings.blend_m = blend_m;
  const Curve curve = curve_of(checker, plan.waypoints, settings);
  ASSERT_TRUE(curve.proven);
  const KinematicTree& tree = problem.robots[0].robot.tree;
  const fs::path folder = fs::temp_directory_path() / ("tocca_timed_" + std::to_string(getpid()));
  fs::create_directories(folder);
  write_path_csv(folder / "path.csv", tree, curve.paths[0]);
  write_path_trajectory(folder / "path.yaml", tree, curve.paths[0]);
  const Motion table = read_table(folder / "path.csv"), trajectory = read_trajectory(folder / "path.yaml");
  fs::remove_all(folder);

  EXPECT_EQ(table.joints, tree.coordinate_names());
  EXPECT_EQ(table.joints, trajectory.joints);
  ASSERT_EQ(table.time.size(), trajectory.time.size());
  EXPECT_EQ(table.position, trajectory.position);
  EXPECT_EQ(table.velocity, trajectory.velocity);
  EXPECT_EQ(table.acceleration, trajectory.acceleration);
  for (std::size_t k = 0; k < table.time.size(); ++k) {  // the nearest double
    EXPECT_LE(abs(table.time[k] - trajectory.time[k]) * (mpq_class(1) << 53), trajectory.time[k]);
  }
  EXPECT_EQ(table.time.front(), 0);
  for (const std::vector<double>* ends :
       {&table.velocity.front(), &table.velocity.back(), &table.acceleration.front(), &table.acceleration.back()}) {
    EXPECT_EQ(*ends, std::vector<double>(table.joints.size(), 0.0));
  }
  for (const Motion* motion : {&table, &trajectory}) {
    const Use use = judge_limits(*motion, *settings.limits);
    timing.slowest_use = std::min(timing.slowest_use, std::max({use.velocity, use.acceleration, use.jerk}));
  }
  judge_contacts(problem, table, testing::campaign() ? 2e-3 : 1e-2, timing.samples);
  ++timing.paths;
  timing.rounded += curve.corners - curve.stops;
}

struct Set {
  const char* file;
  int everyday, campaign;
};

class TimedFiles : public ::testing::TestWithParam<Set> {};

TEST_P(TimedFiles, TellAMotionThatIsFreeAndKeepsItsLimits) {
  TOCCA_NEED_MODELS();
  Timing timing;
  const int count = testing::cases(GetParam().everyday, GetParam().campaign);
  int k = 0;
  for (const auto& [problem, start, goal] : testing::planning_problems(GetParam().file, count)) {
    SCOPED_TRACE(k);
    const double blend_m = std::array{std::numeric_limits<double>::infinity(), 0.05}[at(k++ % 2)];
    judge_files(problem, start, goal, blend_m, timing);
  }
  EXPECT_GE(timing.paths, count / 2);
  EXPECT_GT(timing.rounded, 0);
  EXPECT_GT(timing.samples, 50 * timing.paths);
  EXPECT_GT(timing.slowest_use, 0.99);  // what keeps limits by standing still is no answer
}

INSTANTIATE_TEST_SUITE_P(MotionBenchMaker, TimedFiles,
                         ::testing::Values(Set{"panda_bookshelf_small.json", 2, 20}, Set{"panda_box.json", 2, 20},
                                           Set{"ur5_cage.json", 1, 10}, Set{"ur5_table_pick.json", 1, 10}),
                         [](const auto& set) {
                           const std::string name = set.param.file;
                           return name.substr(0, name.find('.'));
                         });

/// An industrial arm that carries a rod among boxes: blends must lead what it holds around them, too.
TEST(TimedFiles, OfAnArmThatCarriesARod) {
  TOCCA_NEED_MODELS();
  testing::Draw draw;
  const Robot robot = testing::real_robot("kuka_kr16_2");
  Timing timing;
  for (int k = 0; k < testing::cases(3, 30); ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    Problem problem = testing::problem_of(robot, {});
    Scene& scene = problem.scene;
    Configuration start = robot.tree.zero_configuration(), goal = start;
    std::vector<Eigen::Isometry3d> poses;
    testing::place_links(robot.tree, Pose(), start, poses);
    const int hand = robot.tree.find_link("tool0");
    const Eigen::Isometry3d& X_WH = poses[at(hand)];
    scene.objects.push_back(
        testing::object("rod", Pose{X_WH.rotation(), X_WH * Vector3(0.0, 0.0, 0.4)}, Cylinder{0.02, 0.3}));
    for (int box = 0; box < 8; ++box) {
      const double angle = 2.0 * std::numbers::pi * box / 8 + draw.uniform(0.0, 0.3);
      scene.objects.push_back(
          testing::object("box " + std::to_string(box),
                          testing::at(1.4 * std::cos(angle), 1.4 * std::sin(angle), draw.uniform(0.3, 1.6)),
                          Box{Vector3(0.2, 0.2, 0.4)}));
    }
    problem.attached.push_back({0, 0, hand});
    const auto draw_end = [&] {
      Configuration q = robot.tree.zero_configuration();
      for (Eigen::Index joint = 0; joint < q.size(); ++joint) q[joint] = draw.uniform(-0.6, 0.6);
      q[0] = draw.uniform(-2.5, 2.5);
      return q;
    };
    start = draw_end();
    goal = draw_end();
    judge_files(problem, start, goal, draw.coin() ? 0.1 : std::numeric_limits<double>::infinity(), timing);
  }
  EXPECT_GE(timing.paths, 1);
  EXPECT_GT(timing.slowest_use, 0.99);
}

}  // namespace
}  // namespace tocca::timed_files_tests
