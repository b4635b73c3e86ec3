// What is proven here: the list of intervals is complete and true on drawn clutter. At each sample of the motion every checked
// pair that is outside all of its intervals is apart, and every pair inside of one is within the tolerance. Oracle:
// kinematics and distances of the judge (testing/judge.hpp), which are none of the library's.
#include "tocca/check/contact_intervals.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "check/model/problem_pairs.hpp"
#include "testing/draw.hpp"
#include "testing/judge.hpp"
#include "testing/scene_problem.hpp"
#include "testing/small_worlds.hpp"
#include "tocca/check/collision_model.hpp"

namespace tocca::testing::contact_intervals_tests {
namespace {

using Names = JudgedWorld::Names;

struct Seen {
  int pairs = 0, twice = 0, stretches = 0, from_start = 0, touching = 0, apart = 0, joined = 0;
};

double time_of(const PathMoment& moment) { return static_cast<double>(moment.segment) + moment.t; }

/// Times at which to look: evenly, and near all ends.
std::vector<double> samples(const std::vector<const ContactInterval*>& own, double last, int count) {
  std::vector<double> times;
  for (int k = 0; k <= count; ++k) times.push_back(last * k / count);
  for (const ContactInterval* x : own) {
    for (const double off : {1e-9, 1e-6, 1e-4, 1e-2}) {
      times.push_back(time_of(x->enter.lo) - off);
      times.push_back(time_of(x->enter.hi) + off);
      times.push_back(time_of(x->leave.lo) - off);
      times.push_back(time_of(x->leave.hi) + off);
    }
  }
  std::erase_if(times, [last](double t) { return t < 0.0 || t > last; });
  return times;
}

void rule(JudgedWorld& world, const Path& path, const ContactList& list, const ProblemPairs& pairs, double clearance_m,
          Seen& seen, const std::string& story) {
  const double last = static_cast<double>(path.waypoints.rows() - 1);
  std::map<Names, std::vector<const ContactInterval*>> of_pair;
  for (const ContactInterval& x : list.intervals) {
    of_pair[{x.a, x.b}].push_back(&x);
    ASSERT_LE(time_of(x.enter.hi) - time_of(x.enter.lo), 1e-6) << story;
    ASSERT_LE(time_of(x.leave.hi) - time_of(x.leave.lo), 1e-6) << story;
    ASSERT_LE(time_of(x.enter.hi), time_of(x.leave.lo)) << story;
    seen.from_start += x.from_start;
    seen.joined += x.enter.lo.segment != x.leave.lo.segment;
  }
  for (const auto& checked : pairs.checked) {
    const Names names{pairs.name(checked.a), pairs.name(checked.b)};
    const auto& own = of_pair[names];
    seen.pairs += !own.empty();
    seen.twice += own.size() > 1;
    seen.stretches += static_cast<int>(own.size());
    for (const double time : samples(own, last, 24)) {
      const auto segment = std::min(static_cast<Eigen::Index>(time), path.waypoints.rows() - 2);
      const double t = time - static_cast<double>(segment);
      world.place(0, path.waypoints.row(segment) + t * (path.waypoints.row(segment + 1) - path.waypoints.row(segment)));
      bool in = false, near_end = false;
      for (const ContactInterval* x : own) {
        in = in || (time >= time_of(x->enter.hi) && time <= time_of(x->leave.lo));
        near_end = near_end || (time >= time_of(x->enter.lo) && time <= time_of(x->leave.hi));
      }
      if (!in && near_end) continue;  // within a bracket
      const DistanceBounds distance = world.plain(names, in ? clearance_m : 0.0);
      // The judge's kinematics round differently, by some 1e-13 at these sizes; FCL is not asked.
      if (in && distance.lower > clearance_m + 1e-6 + 1e-12) {
        const auto inside = world.inside();
        ASSERT_TRUE(inside) << story << ": " << names.first << ", " << names.second << " apart at " << time << " by "
                            << distance.lower;
      }
      if (!in) {
        ASSERT_GT(distance.upper, clearance_m - 1e-12)
            << story << ": " << names.first << ", " << names.second << " at " << time;
      }
      (in ? seen.touching : seen.apart) += 1;
    }
  }
}

/// Some thing between 5 cm and 40 cm: a mesh, closed or open, or a primitive.
Geometry draw_thing(Draw& draw) {
  const auto side = [&] { return draw.log_uniform(0.05, 0.4); };
  switch (draw.integer(0, 6)) {
    case 0:
      return Sphere{0.5 * side()};
    case 1:
      return Capsule{0.25 * side(), side()};
    case 2:
      return Cylinder{0.5 * side(), side()};
    case 3:
      return Box{Vector3(side(), side(), side())};
    case 4:
      return rod_mesh(0.5 * side(), side(), draw.integer(3, 12));
    case 5:
      return plate_mesh(side(), side());
    default:
      return box_mesh(Vector3(side(), side(), side()));
  }
}

/// A chain of one to three turning links among things that it cannot but meet.
Problem draw_world(Draw& draw) {
  std::vector<Arm> arms;
  const int joints = draw.integer(1, 3);
  for (int k = 0; k < joints; ++k) {
    arms.push_back({JointType::continuous,
                    k == 0 ? Pose{} : at(0.4, 0, 0),
                    draw.coin() ? Vector3(Vector3::UnitZ()) : draw.direction(),
                    {{at(draw.uniform(0.2, 0.4), 0, 0), draw_thing(draw)}}});
  }
  std::vector<SceneObject> objects;
  const int count = draw.integer(3, 7);
  for (int k = 0; k < count; ++k) {
    Pose X = draw.pose(0.1);
    const double angle = draw.uniform(0.0, 6.28), reach = draw.uniform(0.1, 0.4 * joints + 0.1);
    X.translation += reach * Vector3(std::cos(angle), std::sin(angle), 0.0);
    objects.push_back(object("object_" + std::to_string(k), X, draw_thing(draw)));
  }
  return problem_of(chain(arms), std::move(objects));
}

TEST(ContactIntervals, AreCompleteAndTrueInClutter) {
  Draw draw;
  Seen seen;
  const int count = cases(40, 3'000);
  for (int k = 0; k < count; ++k) {
    Problem problem = draw_world(draw);
    problem.clearance.default_m = draw.coin(0.3) ? draw.log_uniform(1e-4, 0.05) : 0.0;
    const KinematicTree& tree = problem.robots[0].robot.tree;
    Path path;
    const int rows = draw.integer(3, 6);
    path.waypoints.resize(rows, tree.coordinate_count());
    Configuration q = Configuration::Zero(tree.coordinate_count());
    for (int row = 0; row < rows; ++row) {
      path.waypoints.row(row) = q.transpose();
      q = draw_step(draw, tree, q, draw.coin(0.6) ? 360.0 : 90.0);
    }
    path.interpolation.assign(static_cast<std::size_t>(tree.coordinate_count()), Interpolation::linear);
    problem.robots[0].path = path;
    const PairSettings self{false, 0.0};
    const Checker checker(problem, {}, self);
    const ContactList list = ContactIntervals(checker).find(path);
    ASSERT_TRUE(list.decided());
    JudgedWorld world(problem, false);
    rule(world, path, list, checker.model().problem_pairs(), problem.clearance.default_m, seen,
         story(draw.seed(), k, rows, problem.clearance.default_m));
    if (HasFatalFailure()) return;
    // The first of the list is the first contact of the path.
    bool any = false;
    for (int segment = 0; segment < path.segment_count() && !any; ++segment) {
      const SegmentVerdict verdict = checker.check(path, segment);
      if (verdict.outcome != Outcome::contact) continue;
      any = true;
      ASSERT_FALSE(list.intervals.empty());
      EXPECT_NEAR(time_of(list.intervals[0].enter.hi), segment + verdict.time.hi, 1e-6) << story(draw.seed(), k);
    }
    ASSERT_EQ(any, !list.intervals.empty());
  }
  EXPECT_GT(seen.stretches, count);
  EXPECT_GT(seen.twice, count / 4);
  EXPECT_GT(seen.joined, count / 8);
  EXPECT_GT(seen.from_start, 0);
  EXPECT_GT(seen.touching, 10 * count);
  EXPECT_GT(seen.apart, 10 * count);
  RecordProperty("stretches", seen.stretches);
  RecordProperty("twice", seen.twice);
}

/// Is a time inside one of a pair's intervals, widened? Of any pair where no names are given.
bool listed(const ContactList& list, double time, const Names* names) {
  return std::any_of(list.intervals.begin(), list.intervals.end(), [&](const ContactInterval& x) {
    const bool meant = !names || Names{x.a, x.b} == *names || Names{x.b, x.a} == *names;
    return meant && time >= time_of(x.enter.lo) && time <= time_of(x.leave.hi);
  });
}

TEST(ContactIntervals, HaveEveryOverlapThatFclSees) {
  Draw draw;
  const Problem problem = scene_problem("puma-pipes");
  const Checker checker(problem);
  JudgedWorld world(problem);
  const KinematicTree& tree = problem.robots[0].robot.tree;
  int overlaps = 0, apart = 0, wrong = 0;
  const int count = cases(4, 300);
  for (int k = 0; k < count; ++k) {
    Path path;
    path.waypoints.resize(5, tree.coordinate_count());
    path.interpolation.assign(static_cast<std::size_t>(tree.coordinate_count()), Interpolation::linear);
    Configuration q = problem.robots[0].path.waypoints.row(0);
    for (int row = 0; row < 5; ++row) {
      path.waypoints.row(row) = q.transpose();
      q = draw_step(draw, tree, q, 60.0);
    }
    const ContactList list = ContactIntervals(checker).find(path);
    ASSERT_TRUE(list.decided());
    for (int sample = 0; sample <= 200; ++sample) {
      const double time = 4.0 * sample / 200.0;
      const auto segment = std::min(static_cast<Eigen::Index>(time), Eigen::Index{3});
      const double t = time - static_cast<double>(segment);
      world.place(0, path.waypoints.row(segment) + t * (path.waypoints.row(segment + 1) - path.waypoints.row(segment)));
      const auto overlap = world.overlap();
      if (overlap && !listed(list, time, &*overlap)) {
        ASSERT_GT(world.plain(*overlap).lower, 0.0) << story(draw.seed(), k, overlap->first, overlap->second, time);
        ++wrong;  // FCL was
      }
      if (!overlap && listed(list, time, nullptr)) continue;  // by less than the tolerance, or inside
      (overlap ? overlaps : apart) += 1;
    }
  }
  EXPECT_GT(overlaps, 20 * count);
  EXPECT_GT(apart, 20 * count);
  EXPECT_LE(wrong, count / 10);
}

}  // namespace
}  // namespace tocca::testing::contact_intervals_tests
