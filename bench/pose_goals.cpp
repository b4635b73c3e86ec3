// Goals that are poses, of the real robots: how many poses that a robot can reach are found, in how long; and plans to the poses of the
// planning problems' goals. One thread. TOCCA_MODELS names the folder of the models.
//
//   bench_pose_goals [ROBOT ...]     such as panda
#include <cmath>
#include <cstdio>
#include <numbers>
#include <set>

#include "core/seeded_random.hpp"
#include "core/stopwatch.hpp"
#include "peers/planner_edges.hpp"
#include "peers/real_problems.hpp"
#include "results/results.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/motion/tree_motion.hpp"
#include "tocca/plan/pose_goal.hpp"

namespace tocca::bench {
namespace {

/// Within the limits; all angles of joints without.
Configuration draw_within_limits(SeededRandom& random, const KinematicTree& tree) {
  Configuration q = tree.zero_configuration();
  for (const Joint& joint : tree.joints()) {
    if (joint.first_coordinate < 0 || joint.mimic || !is_simple(joint.type)) continue;
    const Limits limits = joint.limits.value_or(Limits{-std::numbers::pi, std::numbers::pi});
    q[joint.first_coordinate] = random.between(limits.lower, limits.upper);
  }
  return q;
}

Pose pose_of(const KinematicTree& tree, int link, const Configuration& q) {
  TreeMotion motion(tree);
  motion.rest(q);
  std::vector<Pose> poses(tree.links().size());
  motion.poses(0.0, poses);
  return poses[static_cast<std::size_t>(link)];
}

/// Poses of random configurations, looked for from another one.
void reach(Results& results, const Robot& robot, const std::string& name, const char* link) {
  Problem problem;
  problem.robots.emplace_back().robot = robot;
  problem.robots[0].rest = robot.tree.zero_configuration();
  const CollisionModel model(problem);
  PoseGoal goal;
  goal.link = robot.tree.find_link(link);
  SeededRandom random(1);
  const int poses = results.quick() ? 20 : 1000;
  int found = 0;
  std::vector<double> times, first_times, counts;
  for (int k = 0; k < poses; ++k) {
    goal.X_WL = pose_of(robot.tree, goal.link, draw_within_limits(random, robot.tree));
    const Configuration start = draw_within_limits(random, robot.tree);
    const Stopwatch first;
    reach_pose(model, start, goal, {.enough = 1});
    first_times.push_back(1e3 * first.seconds());
    const Stopwatch watch;
    const std::vector<Configuration> reached = reach_pose(model, start, goal);
    times.push_back(1e3 * watch.seconds());
    counts.push_back(static_cast<double>(reached.size()));
    found += reached.empty() ? 0 : 1;
  }
  ResultTable& table = results.table(name, "poses of random configurations");
  char note[120];
  std::snprintf(note, sizeof note, "of %d poses of %s; tolerances 0.1 mm, 1 mrad", poses, link);
  results.add(table, {"poses missed", 100.0 * (poses - found) / poses, "%", {}, {}, note});
  results.add(table, {"configurations", mean(counts), "per pose", {}, {}, "mean; 24 end the search"});
  std::snprintf(note, sizeof note, "median; mean %.2f ms", mean(first_times));
  results.add(table, {"the first configuration", median(first_times), "ms", {}, {}, note});
  std::snprintf(note, sizeof note, "median; mean %.2f ms", mean(times));
  results.add(table, {"all configurations", median(times), "ms", {}, {}, note});
}

/// Plans to where a problem's goal has the link.
void plan(Results& results, const std::filesystem::path& models, const std::string& set, const std::string& robot,
          const char* link) {
  int plans = 0, cases = 0;
  std::vector<double> times;
  for (const ProblemSet::Case& own : ProblemSet(models, set, robot, results.quick() ? 3 : 50).cases) {
    const Checker checker(own.problem);
    const KinematicTree& tree = own.problem.robots[0].robot.tree;
    PoseGoal goal;
    goal.link = tree.find_link(link);
    goal.X_WL = pose_of(tree, goal.link, own.goal);
    PlannerSettings settings;
    settings.time_limit_s = 10.0;
    const Stopwatch watch;
    const Plan found = plan_to_pose(checker, own.start, goal, settings);
    times.push_back(1e3 * watch.seconds());
    plans += found.end == PlanEnd::found ? 1 : 0;
    ++cases;
  }
  ResultTable& table = results.table(set, "plans to the pose of the problem's goal");
  char note[120];
  std::snprintf(note, sizeof note, "of %d problems, within 10 s", cases);
  results.add(table, {"found", static_cast<double>(plans), "plans", {}, {}, note});
  std::snprintf(note, sizeof note, "median, inverse kinematics and proofs included; mean %.0f ms", mean(times));
  results.add(table, {"time", median(times), "ms", {}, {}, note});
}

int run(Results& results, const std::set<std::string>& wanted) {
  const std::filesystem::path models = real_models("problems");
  if (models.empty()) return exit_left_out;
  const ThreadLimit one(1);
  const auto wants = [&](const std::string& name) { return wanted.empty() || wanted.contains(name); };
  for (const auto& [name, link] :
       {std::pair("panda", "panda_hand"), std::pair("ur5_robotiq85", "ee_link"), std::pair("kuka_kr16_2", "tool0"),
        std::pair("fanuc_m10ia", "tool0"), std::pair("abb_yumi", "yumi_link_7_l"),
        std::pair("motoman_sia20d_car_seat_cell", "tool0")}) {
    if (wants(name)) reach(results, real_robot(models, name), name, link);
  }
  for (const char* set : {"panda_box", "panda_bookshelf_small", "panda_table_pick"}) {
    if (wants("panda")) plan(results, models, set, "panda", "panda_hand");
  }
  for (const char* set : {"ur5_box", "ur5_table_pick"}) {
    if (wants("ur5_robotiq85")) plan(results, models, set, "ur5_robotiq85", "ee_link");
  }
  return 0;
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** words) {
  tocca::bench::Results results(count, words);
  return tocca::bench::run(results, {words + 1, words + count});
}
