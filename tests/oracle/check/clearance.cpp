// What is proven here: nothing ever comes nearer than a clearance profile says; the distance it tells is there, at the
// time and between the bodies it names; the curve's bounds hold at any time. The judge measures by FCL and by
// plain_distance, with kinematics of its own, never by the library's distances.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>

#include "check/model/model_body.hpp"
#include "check/model/problem_pairs.hpp"
#include "testing/judge.hpp"
#include "testing/plain_kinematics.hpp"
#include "testing/small_worlds.hpp"
#include "tocca/check/clearance_search.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca::testing::clearance_tests {
namespace {

// The judge's poses are plain doubles: this covers their rounding at any size used here.
constexpr double judge_rounding_m = 1e-11;

/// Everything at a moment of a path.
using Placing = std::function<void(JudgedWorld&, std::int64_t segment, double t)>;

struct Log {
  int free = 0, contacts = 0, samples = 0, tight = 0, cells = 0, fcl_wrong = 0, interior = 0, places = 0;
};

/// Rules over one profile.
class ClearanceJudge {
 public:
  using Among = ClearanceSettings::Among;

  ClearanceJudge(const Problem& problem, const Checker& checker, Among among = Among::all) : world_(problem) {
    const ProblemPairs& pairs = checker.model().problem_pairs();
    for (const auto& pair : pairs.checked) {
      const JudgedWorld::Names names(pairs.bodies[static_cast<std::size_t>(pair.a)].name,
                                     pairs.bodies[static_cast<std::size_t>(pair.b)].name);
      if (among == Among::all || (among == Among::self) == world_.of_one_robot(names)) names_.push_back(names);
    }
  }
  bool measures_something() const { return !names_.empty(); }

  /// Are the places that the curve names where its bodies are, as far apart as it says? Empty where they are.
  std::string places(const ClearanceProfile& profile, const CollisionModel& model, const Placing& place, Log& log) {
    const auto judge = [&](const NearestPlace& nearest, const PathMoment& at, double lower, double upper) {
      if (nearest.body_a < 0) return std::string("no place");
      const JudgedWorld::Names names(model.bodies()[static_cast<std::size_t>(nearest.body_a)].name,
                                     model.bodies()[static_cast<std::size_t>(nearest.body_b)].name);
      place(world_, at.segment, at.t);
      ++log.places;
      if (world_.inside(names)) return std::string();
      const double apart = (nearest.point_a - nearest.point_b).norm(), slack = 1e-9 + 2e-4 * upper;
      if (apart > upper + slack || apart < lower - slack) return "apart by " + std::to_string(apart);
      for (const auto& [point, name] :
           {std::pair(nearest.point_a, names.first), std::pair(nearest.point_b, names.second)}) {
        if (world_.plain(point, name).lower > 1e-9)
          return "off " + name + " by " + std::to_string(world_.plain(point, name).lower);
      }
      const auto same = [&](const JudgedWorld::Names& other) {
        return other == names || (other.first == names.second && other.second == names.first);
      };
      return std::any_of(names_.begin(), names_.end(), same) ? std::string() : "a pair that is not asked about";
    };
    if (std::string wrong = judge(profile.nearest, profile.at, profile.lower, profile.upper); !wrong.empty())
      return wrong;
    for (const ClearancePoint& point : profile.curve) {
      if (std::string wrong = judge(point.nearest, point.at, point.lower, point.upper); !wrong.empty()) return wrong;
    }
    return {};
  }

  /// Empty where the profile stands.
  std::string rule(const ClearanceProfile& profile, const Placing& place, int segments, double tolerance_m, Draw& draw,
                   Log& log) {
    if (!(profile.lower >= 0 && profile.lower <= profile.upper)) return "no bracket";
    if (!profile.decided || profile.upper - profile.lower > tolerance_m * 1.000001) return "wider than asked for";
    ++(profile.lower == 0 ? log.contacts : log.free);
    log.interior += profile.at.t > 0 && profile.at.t < 1 ? 1 : 0;
    place(world_, profile.at.segment, profile.at.t);
    if (std::string wrong = at_minimum(profile); !wrong.empty()) return wrong;
    for (int k = 0; k < 60 * segments; ++k) {
      const int segment = k / 60;
      if (std::string wrong = fcl_above(profile, place, segment, (k % 60) / 59.0, log); !wrong.empty()) return wrong;
    }
    // Around the minimum, where a bound that is too bold would show.
    for (const double off : {-1e-2, -1e-3, -1e-4, 1e-4, 1e-3, 1e-2}) {
      const double t = std::clamp(profile.at.t + off, 0.0, 1.0);
      if (std::string wrong = inside_bounds(profile, place, profile.at.segment, t, log); !wrong.empty()) return wrong;
    }
    for (int k = 0; k < 8; ++k) {
      const int segment = draw.integer(0, segments - 1);
      const double t = k == 0 ? 0.0 : k == 1 ? 1.0 : draw.uniform(0, 1);
      if (std::string wrong = inside_bounds(profile, place, segment, t, log); !wrong.empty()) return wrong;
    }
    return {};
  }

 private:
  std::string at_minimum(const ClearanceProfile& profile) {
    const DistanceBounds gap = world_.plain({profile.a, profile.b});
    const bool inside = profile.upper == 0 && world_.inside();
    if (inside) return {};
    if (gap.lower > profile.upper + judge_rounding_m)
      return "the named pair is farther away: " + std::to_string(gap.lower);
    if (gap.upper < profile.lower - judge_rounding_m) return "the named pair is nearer: " + std::to_string(gap.upper);
    return {};
  }

  /// FCL sees nothing nearer; where it does, plain_distance has the last word.
  std::string fcl_above(const ClearanceProfile& profile, const Placing& place, int segment, double t, Log& log) {
    if (profile.lower == 0) return {};
    place(world_, segment, t);
    ++log.samples;
    for (const auto& pair : names_) {
      if (world_.fcl_distance(pair) >= profile.lower - judge_rounding_m) continue;
      if (world_.plain(pair).upper < profile.lower - judge_rounding_m) {
        return "MISSED: " + pair.first + " / " + pair.second + " nearer at t = " + std::to_string(t);
      }
      ++log.fcl_wrong;
    }
    return {};
  }

  DistanceBounds nearest() {
    DistanceBounds least{1e300, 1e300};
    for (const auto& pair : names_) {
      const DistanceBounds gap = world_.plain(pair);
      least = {std::min(least.lower, gap.lower), std::min(least.upper, gap.upper)};
    }
    if (std::any_of(names_.begin(), names_.end(), [&](const auto& pair) { return world_.inside(pair); }))
      least = {0, 0};
    return least;
  }

  std::string inside_bounds(const ClearanceProfile& profile, const Placing& place, std::int64_t segment, double t,
                            Log& log) {
    place(world_, segment, t);
    const DistanceBounds gap = nearest();
    if (gap.upper < profile.lower - judge_rounding_m) return "MISSED: nearer at t = " + std::to_string(t);
    log.tight += gap.upper < profile.upper + 1e-4 * profile.upper ? 1 : 0;
    if (profile.curve.empty()) return {};
    std::size_t k = 0;
    const auto before = [&](const PathMoment& moment) {
      return moment.segment < segment || (moment.segment == segment && moment.t <= t);
    };
    while (k + 1 < profile.curve.size() && before(profile.curve[k + 1].at)) ++k;
    const ClearancePoint& point = profile.curve[k];
    ++log.cells;
    if (gap.upper < point.lower_until_next - judge_rounding_m ||
        gap.lower > point.upper_until_next + judge_rounding_m) {
      std::ostringstream text;
      text << "off the curve at segment " << segment << " t = " << t << ": " << gap.lower << " .. " << gap.upper
           << " not in [" << point.lower_until_next << ", " << point.upper_until_next << "]";
      return text.str();
    }
    if (point.at.segment == segment && point.at.t == t &&
        (gap.upper < point.lower - judge_rounding_m || gap.lower > point.upper + judge_rounding_m)) {
      return "off the curve at a moment of the list";
    }
    return {};
  }

  JudgedWorld world_;
  std::vector<JudgedWorld::Names> names_;
};

Placing straight(const Problem& problem, const WaypointMatrix& rows) {
  return [&problem, &rows](JudgedWorld& world, std::int64_t segment, double t) {
    world.place(0, between(problem.robots[0].robot.tree, rows.row(segment), rows.row(segment + 1), t));
  };
}

TEST(Clearance, HoldsInDrawnClutter) {
  Draw draw;
  Log log;
  for (int k = 0; k < cases(40, 3'000); ++k) {
    const double size = draw.coin(0.2) ? 20.0 : 2.0;
    const Problem problem = draw_clutter(draw, draw.integer(2, 4), draw.integer(3, 10), size);
    const Checker checker(problem);
    const KinematicTree& tree = problem.robots[0].robot.tree;
    const int segments = draw.integer(1, 3);
    WaypointMatrix rows(segments + 1, tree.coordinate_count());
    rows.row(0) = draw_step(draw, tree, tree.zero_configuration(), 180);
    const double degrees = draw.log_uniform(5, 90);
    for (int i = 0; i < segments; ++i) rows.row(i + 1) = draw_step(draw, tree, rows.row(i), degrees);
    ClearanceSettings settings;
    settings.tolerance_m = draw.coin(0.3) ? 1e-4 : 1e-6;
    settings.curve = draw.coin(0.8);
    SCOPED_TRACE(story(draw.seed(), k, size, segments, degrees, settings.tolerance_m, settings.curve));
    const ClearanceProfile profile =
        ClearanceSearch(checker, settings).profile(ConfigurationSteps(checker.model(), rows));
    ClearanceJudge judge(problem, checker);
    EXPECT_EQ(judge.rule(profile, straight(problem, rows), segments, settings.tolerance_m, draw, log), "")
        << profile.lower << " .. " << profile.upper << " at " << profile.at.segment << ", " << profile.at.t << " "
        << profile.a << " / " << profile.b;
  }
  RecordProperty("free", log.free);
  RecordProperty("contacts", log.contacts);
  RecordProperty("interior", log.interior);
  RecordProperty("tight", log.tight);
  if (cases(10, 10) < 10) return;
  EXPECT_GT(log.free, 10);
  EXPECT_GT(log.contacts, 2);
  EXPECT_GT(log.interior, 3);  // minima that are no waypoint's
  EXPECT_GT(log.tight, 10);    // the judge was where it matters
  EXPECT_GT(log.cells, 300);
}

/// Links of one robot against each other, and everything else: each kind is as near as the judge sees it, and names its places.
TEST(Clearance, HoldsForEachKindOfPairsAndNamesThePlaces) {
  Draw draw;
  Log logs[3];
  int measured = 0;
  constexpr std::array kinds{ClearanceSettings::Among::all, ClearanceSettings::Among::self,
                             ClearanceSettings::Among::others};
  for (int k = 0; k < cases(16, 1'000); ++k) {
    const Problem problem = draw_clutter(draw, draw.integer(3, 5), draw.integer(2, 6), 2.0);
    const Checker checker(problem);
    const KinematicTree& tree = problem.robots[0].robot.tree;
    WaypointMatrix rows(3, tree.coordinate_count());
    rows.row(0) = draw_step(draw, tree, tree.zero_configuration(), 180);
    for (int i = 0; i < 2; ++i) rows.row(i + 1) = draw_step(draw, tree, rows.row(i), 40);
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
      ClearanceSettings settings;
      settings.among = kinds[kind];
      SCOPED_TRACE(story(draw.seed(), k, kind));
      ClearanceJudge judge(problem, checker, kinds[kind]);
      const ClearanceProfile profile =
          ClearanceSearch(checker, settings).profile(ConfigurationSteps(checker.model(), rows));
      EXPECT_EQ(profile.a.empty(), !judge.measures_something());
      if (profile.a.empty()) continue;
      ++measured;
      EXPECT_EQ(judge.rule(profile, straight(problem, rows), 2, settings.tolerance_m, draw, logs[kind]), "");
      EXPECT_EQ(judge.places(profile, checker.model(), straight(problem, rows), logs[kind]), "");
    }
  }
  if (cases(10, 10) < 10) return;
  for (const Log& log : logs) EXPECT_GT(log.free + log.contacts, 8);
  for (const Log& log : logs) EXPECT_GT(log.places, 60);
  EXPECT_GT(logs[1].free, 3);
  EXPECT_GT(measured, 30);
}

/// A chain of two slides and a turn with a rod in its hand, among a ball, a plate and a box.
Problem workshop() {
  const std::vector<Arm> arms{
      {JointType::prismatic, {}, Vector3::UnitX(), {}},
      {JointType::prismatic, {}, Vector3::UnitZ(), {{at(0, 0, 0.1), box_mesh({0.1, 0.2, 0.05})}}},
      {JointType::continuous, at(0, 0, 0.3), Vector3(1, 2, 3), {{at(0.2, 0, 0), Capsule{0.05, 0.4}}}}};
  return problem_of(chain(arms), {object("ball", at(1.2, 0.3, 0.9), Sphere{0.2}),
                                  object("plate", at(1.5, -0.6, 0.2), plate_mesh(1.0, 0.5)),
                                  object("box", at(2.4, 0.1, 0.2), box_mesh({0.3, 0.3, 0.3}))});
}

TEST(Clearance, FollowsCubicsAndQuintics) {
  Draw draw;
  Log log;
  const Problem problem = workshop();
  const Checker checker(problem);
  for (int k = 0; k < cases(16, 1'000); ++k) {
    const bool quintic = draw.coin();
    Path path;
    path.waypoints = WaypointMatrix::Zero(3, 3);
    path.velocities = path.accelerations = path.waypoints;
    for (Eigen::Index i = 0; i < 9; ++i) {
      path.waypoints.data()[i] = draw.uniform(-0.2, 1.0);
      path.velocities.data()[i] = draw.uniform(-1, 1);
      path.accelerations.data()[i] = quintic ? draw.uniform(-2, 2) : 0.0;
    }
    path.time_s = {0.0, draw.uniform(0.5, 2.0), 3.0};
    path.interpolation.assign(3, quintic ? Interpolation::quintic : Interpolation::cubic);
    const Placing place = [&](JudgedWorld& world, std::int64_t segment, double t) {
      const double length =
          path.time_s[static_cast<std::size_t>(segment) + 1] - path.time_s[static_cast<std::size_t>(segment)];
      Configuration q(3);
      for (Eigen::Index i = 0; i < 3; ++i) {  // the polynomial by its values and derivatives at both ends
        const double q0 = path.waypoints(segment, i), q1 = path.waypoints(segment + 1, i);
        const double v0 = length * path.velocities(segment, i), v1 = length * path.velocities(segment + 1, i);
        const double a0 = length * length * path.accelerations(segment, i);
        const double a1 = length * length * path.accelerations(segment + 1, i);
        const double u = 1 - t;
        q[i] = quintic ? u * u * u * (q0 * (1 + 3 * t + 6 * t * t) + v0 * t * (1 + 3 * t) + 0.5 * a0 * t * t) +
                             t * t * t * (q1 * (1 + 3 * u + 6 * u * u) - v1 * u * (1 + 3 * u) + 0.5 * a1 * u * u)
                       : u * u * (q0 * (1 + 2 * t) + v0 * t) + t * t * (q1 * (1 + 2 * u) - v1 * u);
      }
      world.place(0, q);
    };
    SCOPED_TRACE(story(draw.seed(), k, quintic));
    const ClearanceProfile profile = ClearanceSearch(checker).profile(PathSteps(path));
    ClearanceJudge judge(problem, checker);
    EXPECT_EQ(judge.rule(profile, place, 2, 1e-6, draw, log), "")
        << profile.lower << " .. " << profile.upper << " at " << profile.at.segment << ", " << profile.at.t;
  }
  if (cases(10, 10) < 10) return;
  EXPECT_GT(log.free, 3);
  EXPECT_GT(log.contacts, 1);
  EXPECT_GT(log.interior, 3);
}

TEST(Clearance, HoldsWhereBothMove) {
  Draw draw;
  Log log;
  for (int k = 0; k < cases(10, 500); ++k) {
    Problem problem = draw_clutter(draw, 2, 1, 1.5);
    problem.robots.push_back(draw_clutter(draw, 3, 1, 1.5).robots[0]);
    problem.robots[0].robot.name = "left";
    problem.robots[1].robot.name = "right";
    problem.robots[1].base = at(draw.uniform(0.3, 0.9), 0.2, 0.1);
    const Checker checker(problem);
    WaypointMatrix rows(2, 5);
    for (Eigen::Index i = 0; i < 5; ++i) {
      rows(0, i) = draw.uniform(-3, 3);
      rows(1, i) = rows(0, i) + draw.uniform(-0.6, 0.6);
    }
    const Placing place = [&](JudgedWorld& world, std::int64_t, double t) {
      const Configuration q = (1 - t) * rows.row(0) + t * rows.row(1);
      world.place(0, q.head(2));
      world.place(1, q.tail(3));
    };
    SCOPED_TRACE(story(draw.seed(), k));
    const ClearanceProfile profile = ClearanceSearch(checker).profile(ConfigurationSteps(checker.model(), rows));
    ClearanceJudge judge(problem, checker);
    EXPECT_EQ(judge.rule(profile, place, 1, 1e-6, draw, log), "") << profile.a << " / " << profile.b;
  }
  EXPECT_GT(log.free, 0);
}

// A ball of 0.1 slides along x past, onto and into things.
ClearanceProfile slide(const Geometry& geometry, const Pose& pose, double from, double to, double tolerance_m = 1e-6) {
  const Problem problem = problem_of(chain({{JointType::prismatic, {}, Vector3::UnitX(), {{{}, Sphere{0.1}}}}}),
                                     {object("it", pose, geometry)});
  const Checker checker(problem);
  WaypointMatrix rows(2, 1);
  rows << from, to;
  ClearanceSettings settings;
  settings.tolerance_m = tolerance_m;
  ClearanceProfile profile = ClearanceSearch(checker, settings).profile(ConfigurationSteps(checker.model(), rows));
  settings.curve = false;
  const ClearanceProfile alone = ClearanceSearch(checker, settings).profile(ConfigurationSteps(checker.model(), rows));
  EXPECT_EQ(alone.lower, profile.lower);  // with and without the curve: the same bracket
  EXPECT_EQ(alone.upper, profile.upper);
  EXPECT_EQ(alone.decided, profile.decided);
  return profile;
}

TEST(Clearance, OfOneMicrometreIsFoundAndProven) {
  const double gap = 1e-6;
  const ClearanceProfile profile = slide(Sphere{0.1}, at(0.5, 0.2 + gap, 0), 0, 1, 1e-8);
  EXPECT_TRUE(profile.decided);
  EXPECT_GT(profile.lower, 0.0);
  EXPECT_LE(profile.lower, gap + 1e-15);
  EXPECT_GE(profile.upper, gap - 1e-15);
  EXPECT_LE(profile.upper - profile.lower, 1.000001e-8);
  EXPECT_NEAR(profile.at.t, 0.5, 1e-3);
}

TEST(Clearance, OfTouchingOverlappingAndContainedBodiesIsZero) {
  const ClearanceProfile touching = slide(Sphere{0.1}, at(0.5, 0.2, 0), 0, 1);
  EXPECT_EQ(touching.lower, 0.0);
  EXPECT_LE(touching.upper, 1e-6);
  const ClearanceProfile through = slide(box_mesh({0.1, 1, 1}), at(0.5, 0, 0), 0, 1);
  EXPECT_EQ(through.lower, 0.0);
  EXPECT_LE(through.upper, 1e-6);
  EXPECT_GT(through.at.t, 0.3);
  const ClearanceProfile inside = slide(box_mesh({4, 4, 4}), at(0.5, 0, 0), 0, 1);
  EXPECT_EQ(inside.upper, 0.0);
  EXPECT_TRUE(inside.decided);
  for (const ClearancePoint& point : inside.curve) EXPECT_EQ(point.upper_until_next, 0.0);
  const ClearanceProfile leaves = slide(box_mesh({1, 1, 1}), at(0, 0, 0), 0, 2);
  EXPECT_EQ(leaves.upper, 0.0);
  EXPECT_NEAR(leaves.curve.back().lower, 1.4, 1e-3);
  EXPECT_GT(leaves.curve.back().lower, 0.0);
}

TEST(Clearance, AlongAWallAtConstantDistanceEnds) {
  const ClearanceProfile straight_on = slide(box_mesh({4, 0.1, 4}), at(0, 0.35, 0), -1, 1);
  EXPECT_LE(straight_on.lower, 0.2 + 1e-15);
  EXPECT_GE(straight_on.upper, 0.2 - 1e-15);
  EXPECT_TRUE(straight_on.decided);
  // A hand that turns above a floor.
  const Problem problem =
      problem_of(chain({{JointType::continuous, {}, Vector3::UnitZ(), {{at(1, 0, 0), box_mesh({0.2, 0.2, 0.2})}}}}),
                 {object("floor", at(0, 0, -0.2), box_mesh({6, 6, 0.1}))});
  const Checker checker(problem);
  WaypointMatrix rows(2, 1);
  rows << 0, 3;
  const ClearanceProfile turning = ClearanceSearch(checker).profile(ConfigurationSteps(checker.model(), rows));
  EXPECT_TRUE(turning.decided);
  EXPECT_LE(turning.lower, 0.05 + 1e-12);
  EXPECT_GE(turning.upper, 0.05 - 1e-12);
}

// A page of a check, one of a clearance and the command line had brackets of one path that differed in their seventh digit.
TEST(Clearance, HasTheSameDigitsWithAndWithoutACurveAndInWhateverPiecesThePathComes) {
  Draw draw;
  for (int k = 0; k < 4; ++k) {
    const Problem problem = draw_clutter(draw, 4, 6, 2.0);
    const Checker checker(problem);
    const KinematicTree& tree = problem.robots[0].robot.tree;
    WaypointMatrix rows(150, tree.coordinate_count());  // more than two slices of segments
    rows.row(0) = tree.zero_configuration();
    for (int i = 1; i < rows.rows(); ++i) rows.row(i) = draw_step(draw, tree, rows.row(i - 1), 3);
    const ConfigurationSteps steps(checker.model(), rows);
    const int segments = steps.segment_count();
    ClearanceSettings alone, fine;
    alone.curve = false;
    fine.most_points = 5;
    ClearanceSearch whole(checker);
    const ClearanceProfile first = whole.profile(steps);
    const auto expect_same = [&](const ClearanceSettings& settings, int piece) {
      ClearanceSearch search(checker, settings);
      search.begin();
      for (int i = 0; i < segments; i += piece)
        search.add(SegmentSlice(steps, i, std::min(piece, segments - i)), 0, nullptr);
      const ClearanceProfile profile = search.finish(nullptr);
      EXPECT_EQ(profile.lower, first.lower) << "pieces of " << piece;
      EXPECT_EQ(profile.upper, first.upper) << "pieces of " << piece;
      EXPECT_EQ(profile.at.segment, first.at.segment) << "pieces of " << piece;
      EXPECT_EQ(profile.at.t, first.at.t) << "pieces of " << piece;
    };
    for (const int piece : {1, 7, 8, 64, 100}) expect_same(alone, piece);
    for (const int piece : {1, 50, 149}) expect_same(fine, piece);
    for (const ClearancePoint& point : first.curve) {
      EXPECT_GE(point.upper, first.upper);
      EXPECT_GE(point.lower_until_next, first.lower);
    }
  }
}

TEST(Clearance, DoesNotDependOnThreadsAndSaysWhenTheBudgetIsSpent) {
  Draw draw;
  const Problem problem = draw_clutter(draw, 4, 6, 2.0);
  const Checker checker(problem);
  const KinematicTree& tree = problem.robots[0].robot.tree;
  WaypointMatrix rows(40, tree.coordinate_count());
  rows.row(0) = tree.zero_configuration();
  for (int i = 1; i < 40; ++i) rows.row(i) = draw_step(draw, tree, rows.row(i - 1), 5);
  const ConfigurationSteps steps(checker.model(), rows);
  const ClearanceProfile all = ClearanceSearch(checker).profile(steps);
  const ThreadLimit limit(1);
  const ClearanceProfile one = ClearanceSearch(checker).profile(steps);
  EXPECT_EQ(all.lower, one.lower);
  EXPECT_EQ(all.upper, one.upper);
  EXPECT_EQ(all.at.t, one.at.t);
  ASSERT_EQ(all.curve.size(), one.curve.size());
  for (std::size_t k = 0; k < all.curve.size(); ++k) {
    EXPECT_EQ(all.curve[k].lower_until_next, one.curve[k].lower_until_next);
    EXPECT_EQ(all.curve[k].upper, one.curve[k].upper);
  }
  ClearanceSettings poor;
  poor.budget = 1;
  const ClearanceProfile undecided = ClearanceSearch(checker, poor).profile(steps);
  EXPECT_LE(undecided.lower, all.upper);
  EXPECT_GE(undecided.upper, all.lower);
  EXPECT_TRUE(all.lower == 0 || !undecided.decided);
}

}  // namespace
}  // namespace tocca::testing::clearance_tests
