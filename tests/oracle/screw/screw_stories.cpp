// Stories of single screws whose answers are known beforehand, all of them degenerate in some way: parallel edges, no pitch, an axis through a
// vertex, faces that slide, contacts at either end of the time, many turns. tests/oracle/screw/screw_pair.cpp holds random ones against MPFR.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "checked_pair.hpp"
#include "motion/mover.hpp"
#include "testing/small_worlds.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/core/error.hpp"
#include "tocca/screw/screw_pair.hpp"

namespace tocca::testing::screw_stories_tests {
namespace {

constexpr double pi = std::numbers::pi;

ScrewParameters screw(const Pose& start, const Vector3& point, const Vector3& direction, double angle, double way) {
  ScrewParameters result;
  result.start = start;
  result.point = point;
  result.direction = direction.normalized();
  result.angle_rad = angle;
  result.translation_m = way;
  return result;
}
ScrewParameters slide(const Pose& start, const Vector3& way) {
  return screw(start, start.translation, way, 0.0, way.norm());
}

Pose turned(double x, double y, double z, double about_z) {
  return {rotation_about(Vector3::UnitZ(), about_z), {x, y, z}};
}

void expect_contact(const ScrewAnswer& answer, double time) {
  ASSERT_EQ(answer.outcome, Outcome::contact);
  EXPECT_LE(answer.time.lo, time + 1e-15);
  EXPECT_NEAR(answer.time.hi, time, 1e-9);
  EXPECT_LE(answer.time.lo, answer.time.hi);
  EXPECT_EQ(answer.free_until, answer.time.lo);
  EXPECT_FALSE(answer.initial);
  EXPECT_FALSE(answer.contacts.empty());
}

const Vector3 unit(1, 1, 1);

TEST(ScrewStories, ParallelEdgesMeetAllAlong) {
  ScrewPair pair(box_mesh(unit), box_mesh(unit));
  // Both stand on edge; a translation, and a swing about an axis that is parallel to the edges.
  Pose X_B = turned(0, 0, 0, 0.25 * pi);
  const auto in_B = [&](const Pose& X) { return X_B.inverse() * X; };
  const Pose start = in_B(turned(-3, 0, 0.25, 0.25 * pi));
  expect_contact(pair.first_contact(slide(start, X_B.rotation.transpose() * Vector3(3, 0, 0))),
                 (3.0 - std::sqrt(2.0)) / 3.0);
  const double r = std::sqrt(0.5);
  const Vector3 axis_point = X_B.inverse() * Vector3(-r, 2, 0);  // above the edge of B that looks at A
  const Pose aside = in_B({rotation_about(Vector3::UnitZ(), -0.5 * pi + 0.25 * pi), Vector3(-r - 2.0, 2.0 + r, 0.25)});
  const ScrewAnswer& swing = pair.first_contact(screw(aside, axis_point, Vector3::UnitZ(), pi, 0.0));
  ASSERT_EQ(swing.outcome, Outcome::contact);
  EXPECT_GT(swing.contacts.size(), 1u);  // both ends of the stretch that the edges share, at least
}

TEST(ScrewStories, AZeroPitchSwingMeetsAPlateFaceOn) {
  // A's leading edge is parallel to the plate, and to the axis.
  ScrewPair pair(box_mesh(unit), plate_mesh(4, 4));
  const Pose X_B{rotation_about(Vector3::UnitY(), 0.5 * pi), Vector3(0, 2, 0)};  // in the plane x = 0
  const Pose start = X_B.inverse() * at(2, 0, 0);
  const Vector3 direction = X_B.rotation.transpose() * Vector3::UnitZ();
  const ScrewAnswer& answer = pair.first_contact(screw(start, X_B.inverse() * Vector3::Zero(), direction, pi, 0.0));
  expect_contact(answer, (0.5 * pi - std::atan2(0.5, 1.5)) / pi);
  expect_contact(pair.first_contact(screw(start, X_B.inverse() * Vector3::Zero(), -direction, -pi, 0.0)),
                 (0.5 * pi - std::atan2(0.5, 1.5)) / pi);
  // As far round the other way it comes to the plane beyond the plate's ends: nothing is there.
  EXPECT_EQ(pair.first_contact(screw(start, X_B.inverse() * Vector3::Zero(), direction, -pi, 0.0)).outcome,
            Outcome::free);
}

TEST(ScrewStories, TheAxisRunsThroughAVertexAndAlongAnEdge) {
  ScrewPair pair(box_mesh(unit), plate_mesh(4, 4));
  const Pose X_B{rotation_about(Vector3::UnitY(), 0.5 * pi), Vector3(-0.5, 0, 0)};  // in the plane x = -0.5
  const Pose start = X_B.inverse() * at(0.5, 0.5, 0.5);
  const Vector3 z = X_B.rotation.transpose() * Vector3::UnitZ();
  expect_contact(pair.first_contact(screw(start, X_B.inverse() * Vector3::Zero(), z, pi, 0.0)), 1.0 / 6.0);
  expect_contact(pair.first_contact(screw(start, X_B.inverse() * Vector3::Zero(), z, pi, 0.7)), 1.0 / 6.0);
  // A vertex on an axis that stands on the plate goes nowhere: free where it is above it, initial where it is on it.
  for (const double gap : {1e-3, 0.0}) {
    const Pose above = at(0.5, 0.5, 0.5 + gap);
    const ScrewAnswer& spin = pair.first_contact(screw(above, Vector3::Zero(), Vector3::UnitZ(), 2 * pi, 0.0));
    EXPECT_EQ(spin.outcome, gap > 0 ? Outcome::free : Outcome::contact);
    EXPECT_EQ(spin.initial, gap == 0.0);
  }
}

TEST(ScrewStories, FacesSlideAlongEachOtherUntilAWallComes) {
  ScrewPair flat(box_mesh(unit), plate_mesh(10, 10));
  for (const double gap : {1e-2, 1e-4, 2e-6}) {
    const Pose start = at(-3, 0, 0.5 + gap);
    EXPECT_EQ(flat.first_contact(slide(start, {6, 0, 0})).outcome, Outcome::free) << gap;
    EXPECT_EQ(flat.first_contact(screw(start, Vector3::Zero(), Vector3::UnitZ(), 6 * pi, 0.0)).outcome, Outcome::free)
        << gap;
  }
  for (const double gap : {5e-7, 1e-9, 1e-12}) {  // within the tolerance: either answer, but soon
    const ScrewAnswer& answer =
        flat.first_contact(screw(at(-3, 0, 0.5 + gap), Vector3::Zero(), Vector3::UnitZ(), 6 * pi, 0.0));
    EXPECT_NE(answer.outcome, Outcome::undecided);
    EXPECT_LT(answer.statistics.roots, 10'000u);
  }
  EXPECT_TRUE(flat.first_contact(slide(at(-3, 0, 0.5), {6, 0, 0})).initial);
  // A step on the floor, as one mesh: a box of 2 beside a box of 1, whose top A slides over.
  std::vector<Vector3> corners;
  std::vector<Triangle> triangles;
  const auto add = [&](const MeshPointer& mesh, const Vector3& by) {
    const auto first = static_cast<Index>(corners.size());
    for (const Vector3& v : mesh->vertices()) corners.push_back(v + by);
    for (const Triangle& t : mesh->triangles()) triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  };
  add(box_mesh({8, 4, 1}), {0, 0, -0.5});
  add(box_mesh({1, 4, 2}), {2.5, 0, 0.0});
  ScrewPair step(box_mesh(unit), std::make_shared<const TriangleMesh>(corners, triangles));
  expect_contact(step.first_contact(slide(at(-3, 0, 0.5 + 1e-5), {6, 0, 0})), 4.5 / 6.0);
}

TEST(ScrewStories, WhatTouchesAtTheStartIsInitial) {
  ScrewPair pair(box_mesh(unit), box_mesh(unit));
  for (const Vector3& way : {Vector3(1, 0, 0), Vector3(-1, 0, 0), Vector3(0, 1, 0)}) {
    for (const double x : {1.0, 0.7, 0.0}) {  // touching, overlapping, the same
      const ScrewAnswer& answer = pair.first_contact(slide(at(x, 0, 0), way));
      EXPECT_EQ(answer.outcome, Outcome::contact);
      EXPECT_TRUE(answer.initial);
      EXPECT_EQ(answer.time.hi, 0.0);
      EXPECT_EQ(answer.free_until, 0.0);
      EXPECT_FALSE(answer.contacts.empty());
    }
  }
  EXPECT_FALSE(pair.first_contact(slide(at(1.0 + 1e-5, 0, 0), {1, 0, 0})).initial);
  EXPECT_EQ(pair.first_contact(slide(at(1.0 + 1e-5, 0, 0), {1, 0, 0})).outcome, Outcome::free);
}

TEST(ScrewStories, OneInsideTheOtherIsInitialWhicheverIsAsked) {
  const MeshPointer small = box_mesh(0.1 * unit), large = box_mesh(unit);
  const ScrewParameters spin = screw(at(0.1, 0, 0), Vector3::Zero(), Vector3::UnitZ(), 1.0, 0.0);
  ScrewPair in(small, large), around(large, small);
  for (const ScrewAnswer* answer : {&in.first_contact(spin), &around.first_contact(spin)}) {
    ASSERT_EQ(answer->outcome, Outcome::contact);
    EXPECT_TRUE(answer->initial);
    ASSERT_FALSE(answer->contacts.empty());
    EXPECT_EQ(answer->contacts.front().kind, ContactKind::inside);
  }
}

TEST(ScrewStories, TouchingExactlyAtTheEndIsContact) {
  ScrewPair pair(box_mesh(unit), box_mesh(unit));
  expect_contact(pair.first_contact(slide(at(-3, 0.25, 0), {2, 0, 0})), 1.0);
  EXPECT_EQ(pair.first_contact(slide(at(-3, 0.25, 0), {2.0 - 1e-5, 0, 0})).outcome, Outcome::free);
  // A quarter of a turn about (0, -2): the edge that was ahead comes down flat on B's side at its end.
  ScrewPair swing(box_mesh(unit), plate_mesh(4, 4));
  const Pose X_B{rotation_about(Vector3::UnitY(), 0.5 * pi), Vector3(0, 2, 0)};
  const double angle = 0.5 * pi - std::atan2(0.5, 1.5);
  const ScrewAnswer& answer =
      swing.first_contact(screw(X_B.inverse() * at(2, 0, 0), X_B.inverse() * Vector3::Zero(),
                                X_B.rotation.transpose() * Vector3::UnitZ(), std::nextafter(angle, 4.0), 0.0));
  ASSERT_EQ(answer.outcome, Outcome::contact);
  EXPECT_NEAR(answer.time.hi, 1.0, 1e-9);
}

TEST(ScrewStories, ThreeTurnsUpToAShelf) {
  // It climbs 3 m in three turns, and the shelf's underside is at 2 m.
  ScrewPair shelf(box_mesh(unit), plate_mesh(4, 4));
  expect_contact(shelf.first_contact(screw(at(0, 0, -2), Vector3::Zero(), Vector3::UnitZ(), 6 * pi, 3.0)), 0.5);
  // A peg that is passed twice below, and met on the third round.
  ScrewPair peg(box_mesh(0.4 * unit), box_mesh(0.4 * unit));
  const Pose start = at(2, 0, 0);
  const auto climb = [&](double peg_height) {
    return screw({start.rotation, start.translation - Vector3(0, 2, peg_height)}, Vector3(0, -2, -peg_height),
                 Vector3::UnitZ(), 6 * pi, 3.0);
  };
  const ScrewAnswer& third = peg.first_contact(climb(2.5));
  ASSERT_EQ(third.outcome, Outcome::contact);
  const double third_time = third.time.hi;
  EXPECT_GT(third_time, 0.7);
  EXPECT_LT(third_time, 0.75);
  EXPECT_EQ(peg.first_contact(climb(2.71)).outcome, Outcome::free);  // between the second and a fourth round
  const ScrewAnswer& first = peg.first_contact(climb(0.25));
  ASSERT_EQ(first.outcome, Outcome::contact);
  EXPECT_NEAR(first.time.hi + 2.0 / 3.0, third_time, 0.02);
}

TEST(ScrewStories, NoMotionAtAll) {
  ScrewPair pair(box_mesh(unit), box_mesh(unit));
  EXPECT_EQ(pair.first_contact(ScrewParameters{at(1.1, 0, 0)}).outcome, Outcome::free);
  EXPECT_TRUE(pair.first_contact(ScrewParameters{at(0.9, 0, 0)}).initial);
}

TEST(ScrewStories, AFarAxisIsAlmostATranslation) {
  ScrewPair pair(box_mesh(unit), box_mesh(unit));
  for (const double radius : {1e3, 1e6, 1e9, 1e12}) {
    const ScrewAnswer& answer =
        pair.first_contact(screw(at(-3, 0, 0.25), Vector3(-3, radius, 0.25), Vector3::UnitZ(), 3.0 / radius, 0.0));
    ASSERT_EQ(answer.outcome, Outcome::contact) << radius;
    EXPECT_NEAR(answer.time.hi, 2.0 / 3.0, 2.0 / radius + 1e-3 * std::min(1.0, radius * 1e-12)) << radius;
  }
}

TEST(ScrewStories, ABudgetThatRunsOutLeavesItUndecided) {
  ScrewSettings settings;
  settings.budget = 1;
  ScrewPair poor(box_mesh(unit), box_mesh(unit), settings);
  const ScrewParameters way = screw(at(-3, 0.3, 0.2), Vector3(0, 5, 0), Vector3(0.1, 0, 1), 1.5, 0.0);
  const ScrewAnswer& answer = poor.first_contact(way);
  ScrewPair rich(box_mesh(unit), box_mesh(unit));
  const ScrewAnswer& truth = rich.first_contact(way);
  ASSERT_EQ(truth.outcome, Outcome::contact);
  ASSERT_GT(truth.statistics.roots, 1u);
  EXPECT_EQ(answer.outcome, Outcome::undecided);
  EXPECT_LE(answer.free_until, truth.time.hi);
  settings.tolerance_m = 0.0;
  EXPECT_THROW(ScrewPair(box_mesh(unit), box_mesh(unit), settings), InputError);
}

/// Two triangles half a tolerance apart are no contact yet; found first, they once ended the look at the start, and what overlapped was called free.
TEST(ScrewStories, ATriangleWithinTheToleranceHidesNoOverlap) {
  Draw draw;
  const int count = cases(200, 20'000);
  for (int i = 0; i < count; ++i) {
    const Vector3 b[3] = {draw.vector(1.0), draw.vector(1.0), draw.vector(1.0)};
    const Vector3 normal = (b[1] - b[0]).cross(b[2] - b[0]).normalized(), along = (b[1] - b[0]).normalized();
    const Vector3 out = along.cross(normal), beside = 0.5 * (b[0] + b[1]) + 5e-7 * out;
    const Vector3 centre = (b[0] + b[1] + b[2]) / 3.0;
    const std::vector<Vector3> vertices = {beside - 0.5 * normal, beside + 0.5 * normal,
                                           beside + 0.8 * out,    centre - 0.5 * normal,
                                           centre + 0.5 * normal, centre + normal + 0.05 * along};
    const auto two = std::make_shared<TriangleMesh>(vertices, std::vector<Triangle>{{0, 1, 2}, {3, 4, 5}});
    const auto one =
        std::make_shared<TriangleMesh>(std::vector<Vector3>{b[0], b[1], b[2]}, std::vector<Triangle>{{0, 1, 2}});
    for (const bool swapped : {false, true}) {
      ScrewPair pair(swapped ? one : two, swapped ? two : one);
      const ScrewAnswer& answer = pair.first_contact(slide(Pose{}, 0.1 * normal));
      ASSERT_EQ(answer.outcome, Outcome::contact) << story(draw.seed(), i, swapped);
      EXPECT_TRUE(answer.initial) << story(draw.seed(), i, swapped);
    }
  }
}

/// A list that is given up keeps what it knows: it once said free until the screw it had come to, past contacts that it had found.
TEST(ScrewStories, AListThatIsGivenUpIsFreeOnlyUntilItsFirstContact) {
  std::vector<Vector3> vertices;
  std::vector<Triangle> shelves;
  for (int i = 0; i < 40; ++i) {
    const auto n = static_cast<Index>(vertices.size());
    const double z = 2.0 + 0.2 * i;
    vertices.insert(vertices.end(), {{-1, -1, z}, {3, -1, z}, {-1, 3, z}});
    shelves.push_back({n, n + 1, n + 2});
  }
  const auto b = std::make_shared<TriangleMesh>(vertices, shelves);
  const auto a = std::make_shared<TriangleMesh>(std::vector<Vector3>{{0, 0, 1}, {0.1, 0, 0}, {0, 0.1, 0}},
                                                std::vector<Triangle>{{0, 1, 2}});
  const RigidMotion up = InBetweenMotion(Pose{}, Vector3(0, 0, 9), Vector3(1, 0.3, 0.1), 0.3);
  const RigidMotion still = StaticMotion(Pose{});
  ScrewPair rich(a, b);
  const double first = rich.first_contact(Mover(up), Mover(still)).time.hi;
  int given_up = 0;
  for (const std::uint64_t budget : {5, 20, 50, 80, 120, 200, 400}) {
    ScrewSettings settings;
    settings.budget = budget;
    ScrewPair poor(a, b, settings);
    const ScrewAnswer& answer = poor.all_contacts(Mover(up), Mover(still));
    if (answer.outcome != Outcome::undecided) continue;
    ++given_up;
    EXPECT_LE(answer.free_until, first + 1e-12) << budget;
  }
  EXPECT_GT(given_up, 3);
}

TEST(ScrewStories, FarFromTheOriginNothingIsUndecidedWithoutABudget) {
  ScrewPair pair(box_mesh(unit), box_mesh(unit));
  for (const double away : {1e6, 1e9}) {
    const ScrewParameters past = screw(at(away, 5, 0), Vector3(away, 0, 0), Vector3::UnitX(), 0.0, 2.0);
    EXPECT_EQ(pair.first_contact(past).outcome, Outcome::free) << away;
    EXPECT_EQ(pair.all_contacts(past).outcome, Outcome::free) << away;
    const ScrewParameters through = screw(at(0, away, 0), Vector3(0, away, 0), Vector3::UnitY(), 0.0, -2.0 * away);
    EXPECT_EQ(pair.first_contact(through).outcome, Outcome::contact) << away;
    EXPECT_EQ(pair.all_contacts(through).outcome, Outcome::contact) << away;
  }
}

/// Everything on a lattice: faces meet flat, edges meet edges, vertices meet vertices, axes run along edges.
TEST(ScrewStories, PlacementsOnALatticeAgreeWithTheChecker) {
  Draw draw;
  int contacts = 0, free = 0, initial = 0;
  const int count = cases(120, 10'000);
  const auto lattice = [&](int most) { return 0.5 * draw.integer(-most, most); };
  for (int i = 0; i < count; ++i) {
    const auto size = [&] {
      return Vector3(0.5 * draw.integer(1, 3), 0.5 * draw.integer(1, 3), 0.5 * draw.integer(1, 3));
    };
    const MeshPointer a = box_mesh(size()), b = draw.coin(0.8) ? box_mesh(size()) : plate_mesh(2, 2);
    Vector3 direction = Vector3::Unit(draw.integer(0, 2));
    if (draw.coin(0.3)) direction += Vector3::Unit(draw.integer(0, 2));
    const Pose start = {rotation_about(Vector3::Unit(draw.integer(0, 2)), 0.25 * pi * draw.integer(0, 4)),
                        Vector3(lattice(4), lattice(4), lattice(3))};
    const ScrewParameters way = screw(start, Vector3(lattice(3), lattice(3), lattice(3)), direction,
                                      0.25 * pi * draw.integer(-12, 12), draw.coin() ? 0.0 : lattice(6));
    ScrewPair pair(a, b);
    const ScrewAnswer& answer = pair.first_contact(way);
    const ScrewMotion turning(start, way.point, way.direction, way.angle_rad, way.translation_m);
    const Answer checked = checked_first_contact({a, start, turning}, {b, Pose{}, StaticMotion(Pose{})});
    const std::string tale = story(draw.seed(), i, answer.time.lo, answer.time.hi, checked.time.lo, checked.time.hi);
    ASSERT_NE(answer.outcome, Outcome::undecided) << tale;
    contacts += answer.outcome == Outcome::contact;
    free += answer.outcome == Outcome::free;
    initial += answer.initial;
    // On a lattice things touch or are far apart: rounding decides neither of the two, save where they only graze.
    if (answer.outcome == Outcome::contact) {
      ASSERT_EQ(checked.outcome, Outcome::contact) << tale;
      EXPECT_EQ(answer.initial, checked.initial) << tale;
      EXPECT_LE(checked.time.lo, answer.time.hi + 1e-9) << tale;
      EXPECT_LE(answer.time.lo, checked.time.hi + 2e-3)
          << tale;  // the checker counts 0.5e-6 m as contact: early where it grazes
    }
  }
  EXPECT_GT(contacts - initial, count / 20);
  EXPECT_GT(free, count / 20);
  EXPECT_GT(initial, count / 100);
}

}  // namespace
}  // namespace tocca::testing::screw_stories_tests
