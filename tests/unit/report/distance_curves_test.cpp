// What is proven here: the curve of the nearest pair of two kinds has the moments of both, and bounds that hold for both; a report of a path has a
// curve for each kind of pairs, which names bodies that are in it.
#include "report/distance_curves.hpp"

#include <gtest/gtest.h>

#include "tocca/check/checker.hpp"
#include "tocca/model/problem.hpp"
#include "tocca/report/path_recorder.hpp"

namespace tocca::distance_curves_tests {
namespace {

using Point = Report::CurvePoint;

TEST(DistanceCurves, TheNearerOfTwoHasTheMomentsOfBothAndBoundsThatHold) {
  const std::vector<Point> a{{0.0, 3.0, 3.1, 2.0, 4.0}, {1.0, 2.5, 2.6, 2.5, 2.6}};
  const std::vector<Point> b{{0.0, 5.0, 5.5, 1.0, 6.0}, {0.5, 1.0, 1.5, 0.5, 9.0}, {1.0, 8.0, 8.5, 8.0, 8.5}};
  const std::vector<Point> both = nearer(a, b);
  ASSERT_EQ(both.size(), 3u);
  EXPECT_EQ(both[0].lower, 3.0);
  EXPECT_EQ(both[0].upper, 3.1);
  EXPECT_EQ(both[0].lower_until_next, 1.0);
  EXPECT_EQ(both[0].upper_until_next, 4.0);
  EXPECT_EQ(both[1].time, 0.5);
  EXPECT_EQ(both[1].lower, 1.0);  // of b, which has a moment there; of a only 2 to 4 is known
  EXPECT_EQ(both[1].upper, 1.5);
  EXPECT_EQ(both[1].lower_until_next, 0.5);
  EXPECT_EQ(both[1].upper_until_next, 4.0);
  EXPECT_EQ(both[2].lower, 2.5);
}

/// Three balls on a slide, the last of which comes from 1 m to 0.5 m before a wall; the first stays.
Problem sliding_balls() {
  const auto joint = [](const char* name, JointType type, const char* parent, const char* child, double x) {
    KinematicTree::JointSpec spec;
    spec.name = name;
    spec.type = type;
    spec.parent_link = parent;
    spec.child_link = child;
    spec.origin.translation = {x, 0, 0};
    return spec;
  };
  const std::vector<Collider> ball{{{}, Sphere{0.1}}};
  Problem problem;
  RobotTask task;
  task.robot = {"slide",
                KinematicTree::build({{"rail", ball}, {"middle", ball}, {"hand", ball}},
                                     {joint("x", JointType::prismatic, "rail", "middle", 0.5),
                                      joint("y", JointType::prismatic, "middle", "hand", 0.5)}),
                {}};
  problem.robots.push_back(task);
  problem.scene.objects.push_back({"wall", {Matrix3::Identity(), {2.15, 0, 0}}, {{{}, Box{{0.1, 1, 1}}}}});
  return problem;
}

TEST(DistanceCurves, AReportHasACurveForEachKindOfPairsWithTheirPlaces) {
  const Problem problem = sliding_balls();
  const Checker checker(problem);
  Report report;
  PathRecorder recorder(problem, checker, report);
  WaypointMatrix rows(2, 2);
  rows << 0.0, 0.0, 0.5, 0.0;
  const ConfigurationSteps steps(checker.model(), rows);
  recorder.add(steps, 0, {0.0, 1.0, checker.check(steps, 0), true});
  recorder.finish();
  ASSERT_EQ(report.curves.size(), 2u);
  for (const Report::Curve& curve : report.curves) {
    ASSERT_EQ(curve.points.size(), curve.nearest.size());
    ASSERT_FALSE(curve.points.empty());
    const bool self = curve.kind == Report::Curve::Kind::self;
    const Point &first = curve.points.front(), &last = curve.points.back();
    // Balls of radius 0.1: rail and hand are 1 m apart at first (rail and middle are neighbours), hand and wall 1.1 m.
    EXPECT_NEAR(first.upper, self ? 0.8 : 1.0, 1e-4);
    EXPECT_NEAR(last.upper, self ? 1.3 : 0.5, 1e-4);
    for (std::size_t k = 0; k < curve.points.size(); ++k) {
      const Report::Closest& place = curve.nearest[k];
      EXPECT_NEAR((place.point_a - place.point_b).norm(), curve.points[k].upper, 1e-4);
      const std::string names = report.bodies[static_cast<std::size_t>(place.a)].name + " " +
                                report.bodies[static_cast<std::size_t>(place.b)].name;
      EXPECT_EQ(names.find("wall") == std::string::npos, self) << names;
    }
  }
  ASSERT_TRUE(report.nearest && report.nearest->points);
  EXPECT_NEAR(((*report.nearest->points)[0] - (*report.nearest->points)[1]).norm(), report.nearest->upper, 1e-6);
  for (std::size_t k = 0; k + 1 < report.curve.size(); ++k) EXPECT_LT(report.curve[k].time, report.curve[k + 1].time);
  ASSERT_EQ(report.robots.size(), 1u);
  EXPECT_EQ(report.robots[0].values.size(), report.times.size());
  EXPECT_EQ(report.robots[0].values.back()[0], 0.5);
  EXPECT_EQ(report.bodies[static_cast<std::size_t>(report.robots[0].bodies[2])].name, "hand");
}

}  // namespace
}  // namespace tocca::distance_curves_tests
