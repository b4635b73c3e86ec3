// What is proven here: ScrewPair's answers hold for motions that are no screws (turning on a straight line, links of a robot, both bodies moving), and
// for meshes of 100,000 triangles. Oracles: FCL and distances in long double at samples of the motion; the Checker.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "checked_pair.hpp"
#include "motion/mover.hpp"
#include "screw_draws.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/motion/tree_motion.hpp"
#include "tocca/screw/screw_pair.hpp"

namespace tocca::testing::screw_motions_tests {
namespace {

constexpr double tolerance_m = 1e-6;

/// Straight, turning on the way, or along a screw; from near one place to near another.
RigidMotion draw_motion(Draw& draw, const Pose& X, const Pose& to) {
  switch (draw.integer(0, 3)) {
    case 0:
      return StaticMotion(X);
    case 1:
      return LinearMotion(X.rotation, X.translation, to.translation);
    case 2:
      return InBetweenMotion(X, to.translation, draw.direction(), draw.uniform(-3.0, 3.0));
    default:
      return ScrewMotion::between(X, to, draw.integer(0, 1));
  }
}

TEST(ScrewPair, AnyTwoMotionsAgainstSamplesAndTheChecker) {
  Draw draw;
  int contacts = 0, free = 0, differing = 0;
  const int count_of_cases = cases(60, 2000), samples = 30;
  for (int i = 0; i < count_of_cases; ++i) {
    const MeshPointer a = draw_mesh(draw), b = draw_mesh(draw);
    const Pose X_a{draw.pose(1.0).rotation, Vector3(-1.3, 0, 0) + draw.vector(0.5)}, X_b = draw.pose(0.3);
    const RigidMotion move_a = draw_motion(draw, X_a, draw.pose(0.4)), move_b = draw_motion(draw, X_b, draw.pose(0.5));
    // Every fourth time A is a link of a robot.
    const Robot robot = chain({{JointType::revolute, X_a, draw.direction(), {}},
                               {JointType::prismatic, at(0.3, 0, 0), draw.direction(), {}},
                               {JointType::revolute, at(0.2, 0, 0), draw.direction(), {Collider{Pose{}, a}}}});
    TreeMotion arm(robot.tree);
    const auto joints = [&] {
      return Configuration(Configuration::NullaryExpr(3, [&] { return draw.uniform(-1, 1); }));
    };
    arm.move(joints(), joints());
    const bool is_link = i % 4 == 3;
    const Mover mover_a = is_link ? Mover(arm, -1, 3) : Mover(move_a), mover_b(move_b);
    ScrewPair pair(a, b);
    const ScrewAnswer& answer = pair.first_contact(mover_a, mover_b);
    contacts += answer.outcome == Outcome::contact;
    free += answer.outcome == Outcome::free;
    const std::string tale = story(draw.seed(), i, answer.time.lo, answer.time.hi, answer.deviation_m);
    ASSERT_NE(answer.outcome, Outcome::undecided) << tale;
    EXPECT_LE(answer.deviation_m, 0.25 * tolerance_m) << tale;
    EXPECT_LE(answer.outcome == Outcome::contact ? answer.time.hi - answer.time.lo : 0.0, 1e-6) << tale;

    JudgedBodies bodies;
    bodies.add(0, {Collider{Pose{}, a}}, X_a);
    bodies.add(1, {Collider{Pose{}, b}}, X_b);
    const auto at_time = [&](double t) {
      bodies.move(0, mover_a.pose(t));
      bodies.move(1, mover_b.pose(t));
    };
    const double until = answer.outcome == Outcome::contact ? answer.time.lo : 1.0;
    for (int s = 0; s <= samples && until > 0.0; ++s) {
      at_time(until * s / samples);
      if (s == samples && answer.outcome == Outcome::contact) continue;  // that is the contact
      EXPECT_FALSE(bodies.touch(0, 1) && bodies.plain(0, 1).upper < 1e-15) << tale << " at " << until * s / samples;
    }
    if (answer.outcome == Outcome::contact) {
      at_time(answer.time.hi);
      EXPECT_LE(bodies.plain(0, 1).lower, tolerance_m + 1e-12) << tale;
    }
    if (is_link) continue;
    const Answer checked = checked_first_contact({a, X_a, move_a}, {b, X_b, move_b});
    if (answer.outcome != Outcome::contact) {
      if (checked.outcome == Outcome::free) continue;
      at_time(checked.time.hi);
      EXPECT_GT(bodies.plain(0, 1).upper, 1e-15) << tale;
      ++differing;
      continue;
    }
    if (answer.time.lo <= checked.time.hi && checked.time.lo <= answer.time.hi && checked.outcome == Outcome::contact)
      continue;
    ++differing;
    at_time(std::min(answer.time.hi, checked.time.hi));
    EXPECT_LE(bodies.plain(0, 1).lower, tolerance_m + 1e-12) << tale;
    EXPECT_GT(bodies.plain(0, 1).upper, 1e-15) << tale;
  }
  std::printf("          %d contacts, %d free; %d not at the Checker's time, all within the tolerance\n", contacts,
              free, differing);
  EXPECT_GE(contacts, count_of_cases / 8);
  EXPECT_GE(free, count_of_cases / 20);
}

/// A potato: a closed surface over a grid of longitudes and latitudes, 2 n (n - 1) triangles.
MeshPointer potato(Draw& draw, int n) {
  const Vector3 wave = draw.vector(6.0), phase = draw.vector(3.0);
  const auto place = [&](double longitude, double latitude) {
    const Vector3 p(std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude),
                    std::sin(latitude));
    return Vector3((1.0 + 0.15 * std::sin(wave.dot(p) + phase.x()) + 0.03 * std::sin(5.0 * wave.dot(p) + phase.y())) *
                   p);
  };
  std::vector<Vector3> points{place(0, -0.5 * std::numbers::pi), place(0, 0.5 * std::numbers::pi)};
  std::vector<Triangle> triangles;
  const auto at_grid = [n](int i, int j) { return static_cast<Index>(2 + j * n + i % n); };
  for (int j = 0; j + 1 < n; ++j) {
    for (int i = 0; i < n; ++i) {
      points.push_back(place(2.0 * std::numbers::pi * i / n, std::numbers::pi * ((j + 1.0) / n - 0.5)));
      if (j + 2 == n) {
        triangles.push_back({at_grid(i, j), at_grid(i + 1, j), 1});
        triangles.push_back({at_grid(i + 1, 0), at_grid(i, 0), 0});
      } else {
        triangles.push_back({at_grid(i, j), at_grid(i + 1, j), at_grid(i + 1, j + 1)});
        triangles.push_back({at_grid(i, j), at_grid(i + 1, j + 1), at_grid(i, j + 1)});
      }
    }
  }
  return std::make_shared<const TriangleMesh>(std::move(points), std::move(triangles));
}

TEST(ScrewPair, AHundredThousandTrianglesAgainstTheChecker) {
  Draw draw;
  const int n = cases(1, 2) == 1 ? 60 : 224, screws = cases(12, 500);
  const MeshPointer a = potato(draw, n), b = potato(draw, n);
  ScrewPair pair(a, b);
  Problem problem;
  problem.scene.objects = {object("a", Pose{}, a), object("b", Pose{}, b)};
  for (const int k : {0, 1}) problem.moving.push_back({k, ObjectMotion::in_between, {{0.0, Pose{}}, {1.0, Pose{}}}});
  const Checker checker(problem);
  Query query = checker.query();
  int contacts = 0, free = 0;
  for (int i = 0; i < screws; ++i) {
    const Pose start{draw.pose(1.0).rotation, 2.8 * draw.direction()},
        end{draw.pose(1.0).rotation, 2.6 * draw.direction()};
    const ScrewParameters screw = screw_between(start, end, draw.coin(0.3) ? 1 : 0);
    const ScrewAnswer& answer = pair.first_contact(screw);
    query.step().move_object(
        0, RigidMotion(ScrewMotion(start, screw.point, screw.direction, screw.angle_rad, screw.translation_m)));
    query.step().move_object(1, RigidMotion(StaticMotion(Pose{})));
    const Answer& checked = query.first_contact();
    const std::string tale = story(draw.seed(), i, answer.time.lo, answer.time.hi, checked.time.lo, checked.time.hi);
    ASSERT_NE(answer.outcome, Outcome::undecided) << tale;
    contacts += answer.outcome == Outcome::contact;
    free += answer.outcome == Outcome::free;
    if (answer.outcome == Outcome::contact) {
      ASSERT_EQ(checked.outcome, Outcome::contact) << tale;
      EXPECT_LE(checked.time.lo, answer.time.hi + 1e-9) << tale;
      EXPECT_LE(answer.time.lo, checked.time.hi + 2e-3) << tale;  // early where it grazes
    } else {
      EXPECT_EQ(checked.outcome, Outcome::free) << tale;
    }
  }
  EXPECT_GE(contacts, screws / 4);
  EXPECT_GE(free, screws / 10);
}

}  // namespace
}  // namespace tocca::testing::screw_motions_tests
