// What is proven here: on the scenes of the paper's tables (schwarzer-2002) and its nine linkages, no contact is missed and
// none invented, for random segments with free ends, all robots moving at once, with clearances of 0, 1 mm and 1 cm, by
// every strategy and by the question for any contact. Every day: three segments of each scene, each strategy on some of them,
// the motion sampled at 1 cm, and the contacts and free segments of all scenes together are counted. With TOCCA_FULL a piece of
// some hundred segments of each scene, sampled at 1 mm (testing/campaign.hpp). Oracle: FCL at samples of the motion (testing/judge.hpp).
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "court.hpp"
#include "testing/campaign.hpp"
#include "testing/draw.hpp"
#include "testing/scene_problem.hpp"
#include "testing/small_worlds.hpp"

namespace tocca::testing::paper_scenes_tests {
namespace {

/// What is built nearer than the clearance where the paths start (a first link 5 mm above its base plate) is left out.
Problem with_clearance(Problem problem, double clearance_m) {
  problem.clearance.default_m = clearance_m;
  for (;;) {
    const auto near = JudgedWorld(problem).too_near(clearance_m);  // at the first waypoints
    if (!near) return problem;
    problem.allowed.push_back({near->first, near->second, "mounted"});
  }
}

/// Every robot somewhere along its path, a little off it.
std::vector<Configuration> draw_place(Draw& draw, const Problem& problem) {
  std::vector<Configuration> place;
  const double off = draw.log_uniform(0.1, 20.0);
  for (const RobotTask& task : problem.robots) {
    const WaypointMatrix& path = task.path.waypoints;
    const Eigen::Index leg = draw.integer(0, static_cast<int>(path.rows()) - 2);
    const Configuration on = path.row(leg) + draw.uniform(0, 1) * (path.row(leg + 1) - path.row(leg));
    place.push_back(draw_step(draw, task.robot.tree, draw.coin(0.7) ? on : Configuration(path.row(0)), off));
  }
  return place;
}

/// A segment whose ends are free; shorter and shorter where none is found.
JudgedMotion draw_segment(Draw& draw, Court& court) {
  JudgedMotion motion;
  do {
    motion.from = draw_place(draw, court.problem());
  } while (!court.is_free(motion.from));
  double degrees = draw.log_uniform(2.0, 90.0);
  do {
    motion.to.clear();
    for (std::size_t r = 0; r < motion.from.size(); ++r) {
      motion.to.push_back(draw_step(draw, court.problem().robots[r].robot.tree, motion.from[r], degrees));
    }
    degrees *= 0.9;
  } while (!court.is_free(motion.to));
  return motion;
}

/// A box slides along a wall, 5 mm from it: free, but not with a clearance of a centimetre. The judge must see both.
TEST(Judge, SeesAClearanceThatIsNotKept) {
  const Problem problem = problem_of(
      chain({{JointType::prismatic, at(0, 0, 0.055), Vector3::UnitX(), {{Pose(), box_mesh({0.1, 0.1, 0.1})}}}}),
      {object("wall", Pose(), plate_mesh(2, 2))});
  JudgedWorld world(problem);
  const JudgedMotion motion{{Configuration::Constant(1, -0.5)}, {Configuration::Constant(1, 0.5)}};
  Claim claim{"somebody", {}, true};
  claim.verdict.outcome = Outcome::free;
  JudgeLog log;
  for (const double clearance_m : {0.0, 1e-3, 4.999e-3}) {
    EXPECT_EQ(judge(world, motion, {claim}, {.clearance_m = clearance_m}, log), "") << clearance_m;
  }
  for (const double clearance_m : {5.001e-3, 1e-2}) {
    EXPECT_NE(judge(world, motion, {claim}, {.clearance_m = clearance_m}, log).find("MISSED by somebody"),
              std::string::npos)
        << clearance_m;
  }
}

/// Who is asked with which clearance. `tube` always; the others, which are slow where bodies are large, in turn.
std::vector<Asked> asked_with(double clearance_m) {
  if (campaign()) return {{Strategy::tube}, {Strategy::bisect, 4}, {Strategy::interval, 8}};
  if (clearance_m == 1e-3) return {{Strategy::tube}, {Strategy::bisect}};
  return {{Strategy::tube}, {Strategy::interval}};
}

struct PaperScene {
  const char* name;
  int campaign;  ///< segments of a piece: a minute's worth
};

class PaperScenes : public ::testing::TestWithParam<PaperScene> {
 protected:
  /// What all scenes together have shown: three segments of one scene may be all of one kind.
  static void TearDownTestSuite() {
    if (scenes_ < 7) return;  // --gtest_filter
    EXPECT_GT(sum_.free, sum_.segments() / 4);
    EXPECT_GT(sum_.contacts, sum_.segments() / 50);
  }
  static JudgeLog sum_;
  static int scenes_;
};
JudgeLog PaperScenes::sum_;
int PaperScenes::scenes_ = 0;

TEST_P(PaperScenes, NoContactIsMissedAndNoneInvented) {
  const char* name = GetParam().name;
  const int count = cases(3, GetParam().campaign);
  Draw draw;
  JudgeLog log;
  const Tally tally(log);
  const Problem problem = scene_problem(name);
  int by_bisect = 0, by_interval = 0;
  for (const double clearance_m : {0.0, 1e-3, 1e-2}) {
    Court court(with_clearance(problem, clearance_m), asked_with(clearance_m), campaign() ? 1e-3 : 1e-2);
    for (int k = 0; k < (count + 2) / 3; ++k) {
      const JudgedMotion motion = draw_segment(draw, court);
      EXPECT_EQ(court.ask(motion), "") << story(draw.seed(), k, name, clearance_m) << "\nfrom "
                                       << motion.from[0].transpose() << "\nto " << motion.to[0].transpose();
    }
    log += court.log();
    by_bisect += court.asked(Strategy::bisect);
    by_interval += court.asked(Strategy::interval);
  }
  std::printf("          %s: %d by bisect, %d by interval, %lld samples; FCL wrong %d, too close %d, divided %d\n",
              name, by_bisect, by_interval, log.samples, log.fcl_wrong, log.too_close, log.divided);
  EXPECT_GE(log.segments(), count);
  EXPECT_GT(by_bisect, count / 5);
  EXPECT_GT(by_interval, count / 10);
  EXPECT_GT(log.samples, count);
  EXPECT_LE(log.too_close, count / 100 + 1);
  EXPECT_LE(log.divided, count / 1000 + 1);
  ++scenes_;
  sum_ += log;
  if (count < 100) return;
  EXPECT_GT(log.free, count / 10);
  EXPECT_GT(log.contacts, count / 200);
}

INSTANTIATE_TEST_SUITE_P(Paper, PaperScenes,
                         ::testing::Values(PaperScene{"arms-tori", 300}, PaperScene{"irb-cage", 600},
                                           PaperScene{"fanuc-cage", 1'200}, PaperScene{"fanuc-machine", 1'200},
                                           PaperScene{"irb-workshop", 600}, PaperScene{"six-irb-car", 200},
                                           PaperScene{"nine-linkages", 200}),
                         [](const auto& scene) {
                           std::string name = scene.param.name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace tocca::testing::paper_scenes_tests
