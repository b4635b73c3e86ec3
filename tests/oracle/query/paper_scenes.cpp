// What is proven here: on the scenes of the paper's tables (schwarzer-2002) and its nine linkages, no contact is missed and
// none invented, for random segments with free ends, all robots moving at once, with clearances of 0, 1 mm and 1 cm, by
// every strategy and by the question for any contact. 10,000 segments of each scene with TOCCA_FULL, sampled at 0.5 mm; a
// handful every day. Oracle: FCL at samples of the motion (testing/judge.hpp).
//
// TOCCA_SEGMENTS=<n> runs n segments of each scene at 0.5 mm.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <memory>

#include "testing/judge.hpp"
#include "testing/scene_problem.hpp"
#include "testing/small_worlds.hpp"
#include "tocca/query/path_checker.hpp"

namespace tocca::testing {
namespace {

int segments_asked_for() {
  const char* given = std::getenv("TOCCA_SEGMENTS");
  return given != nullptr ? std::atoi(given) : cases(0, 10'000);
}

/// The scene with one clearance, and all who are asked.
class Court {
 public:
  Court(Problem problem, double clearance_m) : problem_(std::move(problem)) {
    problem_.clearance.default_m = clearance_m;
    settings_.clearance_m = clearance_m;
    settings_.step_m = segments_asked_for() > 0 ? 5e-4 : 1e-2;
    allow_mountings();
    for (const auto& [name, strategy] : {std::pair("tube", Strategy::tube), std::pair("bisect", Strategy::bisect)}) {
      // The slower of the two with one of the clearances is enough for a handful.
      if (strategy == Strategy::bisect && segments_asked_for() == 0 && clearance_m != 1e-3) continue;
      CheckSettings settings;
      settings.strategy = strategy;
      names_.emplace_back(name);
      checkers_.emplace_back(problem_, settings);
      queries_.push_back(checkers_.back().query());
      paths_.emplace_back(checkers_.back());
    }
  }

  const Problem& problem() const { return problem_; }

  bool is_free(const std::vector<Configuration>& at) {
    for (std::size_t r = 0; r < at.size(); ++r) world_->place(r, at[r]);
    return !world_->too_near(settings_.clearance_m);
  }

  std::string ask(const JudgedMotion& motion, JudgeLog& log) {
    std::vector<Claim> claims;
    for (std::size_t k = 0; k < queries_.size(); ++k) {
      Query& query = queries_[k];
      for (std::size_t r = 0; r < motion.from.size(); ++r) {
        query.step().tree(static_cast<int>(r)).move(motion.from[r], motion.to[r]);
      }
      claims.push_back({names_[k], checkers_[k].named(query.first_contact(), query.step()), true});
      claims.push_back({names_[k] + ", any", checkers_[k].named(query.any_contact(), query.step()), false});
      // As a path, twice: the second time it knows what it left open.
      for (const char* time : {", any path", ", any path again"}) {
        claims.push_back({names_[k] + time, any_of_path(paths_[k], motion), false});
      }
    }
    return judge(*world_, motion, claims, settings_, log);
  }

 private:
  /// What is built nearer than the clearance where the paths start (a first link 5 mm above its base plate) is left out.
  void allow_mountings() {
    for (;;) {
      world_ = std::make_unique<JudgedWorld>(problem_);  // at the first waypoints
      const auto near = world_->too_near(settings_.clearance_m);
      if (!near) return;
      problem_.allowed.push_back({near->first, near->second, "mounted"});
    }
  }

  static SegmentVerdict any_of_path(PathChecker& path, const JudgedMotion& motion) {
    WaypointMatrix rows(2, 0);
    for (std::size_t r = 0; r < motion.from.size(); ++r) {
      const Eigen::Index first = rows.cols();
      rows.conservativeResize(2, first + motion.from[r].size());
      rows.row(0).tail(motion.from[r].size()) = motion.from[r].transpose();
      rows.row(1).tail(motion.to[r].size()) = motion.to[r].transpose();
    }
    const Verdict verdict = path.any(ConfigurationSteps(path.model(), rows));
    if (verdict.outcome == Outcome::contact) return verdict.segments.back();
    SegmentVerdict result;
    result.outcome = verdict.outcome;
    return result;
  }

  Problem problem_;
  JudgeSettings settings_;
  std::unique_ptr<JudgedWorld> world_;
  std::vector<std::string> names_;
  std::deque<Checker> checkers_;  ///< do not move: the paths refer to them
  std::vector<Query> queries_;
  std::vector<PathChecker> paths_;
};

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

class PaperScenes : public ::testing::TestWithParam<const char*> {};

TEST_P(PaperScenes, NoContactIsMissedAndNoneInvented) {
  const int count = std::max(3, segments_asked_for());
  Draw draw;
  const Problem problem = scene_problem(GetParam());
  std::vector<std::unique_ptr<Court>> courts;
  for (const double clearance_m : {0.0, 1e-3, 1e-2}) courts.push_back(std::make_unique<Court>(problem, clearance_m));
  JudgeLog log;
  for (int k = 0; k < count; ++k) {
    Court& court = *courts[static_cast<std::size_t>(k) % courts.size()];
    const JudgedMotion motion = draw_segment(draw, court);
    ASSERT_EQ(court.ask(motion, log), "")
        << story(draw.seed(), k, GetParam(), court.problem().clearance.default_m) << "\nfrom "
        << motion.from[0].transpose() << "\nto " << motion.to[0].transpose();
  }
  std::printf("          %s: %d segments, %d free, %d contacts, %d samples; FCL wrong %d, too close %d, divided %d\n",
              GetParam(), count, log.free, log.contacts, log.samples, log.fcl_wrong, log.too_close, log.divided);
  EXPECT_EQ(log.free + log.contacts, count);
  EXPECT_GT(log.samples, count);
  EXPECT_LE(log.too_close, count / 100 + 1);
  EXPECT_LE(log.divided, count / 1000 + 1);
  if (count < 100) return;  // a handful may be all of one kind
  EXPECT_GT(log.free, count / 10);
  EXPECT_GT(log.contacts, count / 200);
}

INSTANTIATE_TEST_SUITE_P(Paper, PaperScenes,
                         ::testing::Values("arms-tori", "irb-cage", "fanuc-cage", "fanuc-machine", "irb-workshop",
                                           "six-irb-car", "nine-linkages"),
                         [](const auto& scene) {
                           std::string name = scene.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace tocca::testing
