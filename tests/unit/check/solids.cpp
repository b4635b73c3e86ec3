// What is shown here: every question has the same notion of a solid, whatever its mesh lists twice and whatever shells it has within.
#include <gtest/gtest.h>

#include <algorithm>

#include "check/model/model_body.hpp"
#include "testing/bricks.hpp"
#include "testing/sheets.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/clearance_search.hpp"
#include "tocca/check/contact_intervals.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/model/problem.hpp"
#include "tocca/model/robot.hpp"
#include "tocca/model/scene.hpp"
#include "tocca/screw/screw_pair.hpp"
#include "tocca/tool/tool_monitor.hpp"
#include "tocca/world/world.hpp"

namespace tocca::solids_tests {
namespace {

using testing::Bricks;

/// Something that slides along x.
Robot slider(const Geometry& geometry) {
  KinematicTree::JointSpec slide;
  slide.name = "x";
  slide.type = JointType::prismatic;
  slide.parent_link = "rail";
  slide.child_link = "hand";
  return {"slider", KinematicTree::build({{"rail", {}}, {"hand", {{{}, geometry}}}}, {slide}), {}};
}

Pose at(const Vector3& place) { return {Matrix3::Identity(), place}; }
Configuration by(double x) { return Configuration::Constant(1, x); }
Scene scene_of(const Geometry& geometry, const Vector3& place) { return {{{"object", at(place), {{{}, geometry}}}}}; }

/// A body that is small, within 1 cm of its middle; as a primitive, as a mesh, and given double-sided.
std::vector<Geometry> small_bodies() {
  return {Sphere{0.01}, testing::cube(0.01).pointer(), testing::double_sided_cube(0.01).pointer()};
}

constexpr double step = 0.001;  // how far the slider goes in these stories

/// What all strategies and questions of a Checker say of a robot that goes `step` along x: contact, or free and the least distance.
void expect_of_checker(const Robot& robot, const Scene& scene, bool contact, double distance_m) {
  for (const Strategy strategy : {Strategy::tube, Strategy::interval, Strategy::bisect}) {
    CheckSettings settings;
    settings.strategy = strategy;
    const Checker checker(robot, scene, settings);
    const SegmentVerdict verdict = checker.check(by(0.0), by(step));
    ASSERT_EQ(verdict.outcome, contact ? Outcome::contact : Outcome::free);
    EXPECT_EQ(verdict.initial, contact);
    if (contact) {
      EXPECT_EQ(verdict.contacts.front().kind, ContactKind::inside);
    }
  }
  const Checker checker(robot, scene);
  const Outcome expected = contact ? Outcome::contact : Outcome::free;
  EXPECT_EQ(checker.check(by(0.0)).outcome, expected);
  Query query = checker.query();
  query.step().tree(0).move(by(0.0), by(step));
  EXPECT_EQ(query.any_contact().outcome, expected);
  EXPECT_EQ(query.static_contact(0.5).outcome, expected);
  EXPECT_EQ(query.free_at(0.5), !contact);
  const Nearest nearest = checker.distance(by(0.0));
  EXPECT_LE(nearest.lower, distance_m);
  EXPECT_NEAR(nearest.upper, distance_m, 1e-9);

  Path path;
  path.waypoints = WaypointMatrix::Zero(2, 1);
  path.waypoints(1, 0) = step;
  path.interpolation = {Interpolation::linear};
  const ClearanceProfile profile = ClearanceSearch(checker).profile(PathSteps(path));
  EXPECT_LE(profile.lower, distance_m);
  EXPECT_NEAR(profile.upper, contact ? 0.0 : distance_m, contact ? 1e-9 : 2.0 * step);
  const ContactList stretches = ContactIntervals(checker).find(path);
  ASSERT_EQ(stretches.intervals.size(), contact ? 1u : 0u);
  if (contact) {
    EXPECT_TRUE(stretches.intervals[0].from_start && stretches.intervals[0].to_end);
  }
}

void expect_of_world(const Geometry& outer, const Geometry& inner, const Vector3& place, bool contact,
                     double distance_m) {
  const auto shape = [](const Geometry& geometry) {
    const Collider body{Pose(), geometry};
    return std::make_shared<const BodyShape>(std::span(&body, 1));
  };
  World world;
  const int a = world.add(shape(outer), Pose()), b = world.add(shape(inner), at(place));
  EXPECT_EQ(world.step().colliding.size(), contact ? 1u : 0u);
  const BodyDistance distance = world.distance(a, b);
  EXPECT_LE(distance.lower, distance_m);
  EXPECT_NEAR(distance.upper, distance_m, 1e-9);
  EXPECT_EQ(world.first_contacts({}).size(), contact ? 1u : 0u);
}

void expect_of_screw(const MeshPointer& outer, const MeshPointer& inner, const Vector3& place, bool contact) {
  for (const bool inner_moves : {true, false}) {
    ScrewPair pair(inner_moves ? inner : outer, inner_moves ? outer : inner);
    const Vector3 start = inner_moves ? place : Vector3(-place), way(step, 0.0, 0.0);
    const ScrewAnswer& answer = pair.first_contact(screw_between(at(start), at(start + way)));
    EXPECT_EQ(answer.outcome, contact ? Outcome::contact : Outcome::free);
    EXPECT_EQ(answer.initial, contact);
  }
}

/// A small body at a place in or beside a mesh, asked about in every way.
void expect_everywhere(const Bricks& bricks, const Vector3& place, bool contact, double distance_m = 0.0) {
  SCOPED_TRACE(::testing::Message() << "at " << place.transpose());
  const MeshPointer mesh = bricks.pointer();
  for (const Geometry& body : small_bodies()) {
    SCOPED_TRACE(::testing::Message() << "body " << body.index());
    expect_of_checker(slider(body), scene_of(mesh, -place), contact, distance_m);
    expect_of_checker(slider(mesh), scene_of(body, place), contact, distance_m);
    expect_of_world(mesh, body, place, contact, distance_m);
    if (const MeshPointer* small = std::get_if<MeshPointer>(&body)) expect_of_screw(mesh, *small, place, contact);
  }
}

/// Regression: edges and crossings were counted modulo 2, so that a mesh with a triangle for each side was closed, and empty.
TEST(Solids, ASmallBodyInTheMiddleOfADoubleSidedCubeIsInside) {
  expect_everywhere(testing::double_sided_cube(0.5), {0.05, 0.1, 0.15}, true);
  expect_everywhere(testing::double_sided_cube(0.5), {0.05, 0.1, 0.75}, false, 0.24);
}

TEST(Solids, OneDoubledTriangleDoesNotOpenASolid) {
  for (const std::size_t triangle : {0u, 7u, 11u}) {
    Bricks bricks = testing::cube(0.5);
    bricks.repeat(triangle);
    EXPECT_TRUE(bricks.mesh().closed());
    expect_everywhere(bricks, {0.05, 0.1, 0.15}, true);
  }
}

TEST(Solids, ATriangleThatIsGivenThriceIsOne) {
  Bricks bricks = testing::cube(0.5);
  bricks.repeat(5);
  bricks.repeat(5);
  EXPECT_EQ(bricks.mesh().repeated_triangles(), 2u);
  expect_everywhere(bricks, {0.05, 0.1, 0.15}, true);
}

/// Two bricks of one mesh that share a face, an edge or a vertex, each given for one side or for both.
TEST(Solids, BricksThatShareAFaceAnEdgeOrAVertexAreBothSolid) {
  for (const Vector3& other : {Vector3(1, 0, 0), Vector3(1, 1, 0), Vector3(1, 1, 1)}) {
    for (int doubled = 0; doubled < 4; ++doubled) {
      SCOPED_TRACE(::testing::Message() << "second at " << other.transpose() << ", doubled " << doubled);
      Bricks bricks;
      const Vector3 low(0.05, 0.1, 0.15), size = Vector3::Constant(0.4);
      for (int n = 0; n < 1 + (doubled & 1); ++n) bricks.add_brick(low, low + size);
      const Vector3 next = low + 0.4 * other;
      const Vector3 from = (low + size).cwiseProduct(other) + low.cwiseProduct(Vector3::Ones() - other);
      ASSERT_LT((from - next).norm(), 1e-15);
      for (int n = 0; n < 1 + (doubled >> 1); ++n) bricks.add_brick(from, from + size);
      EXPECT_TRUE(bricks.mesh().closed());
      expect_everywhere(bricks, low + Vector3(0.21, 0.19, 0.17), true);
      expect_everywhere(bricks, from + Vector3(0.21, 0.19, 0.17), true);
      expect_everywhere(bricks, low + Vector3(0.2, 0.2, -0.11), false, 0.1);
    }
  }
}

/// Regression: dropping equal triangles, or counting them modulo 2, would each lose one of these.
TEST(Solids, BricksThatShareAFaceWithATriangleGivenTwiceElsewhere) {
  Bricks bricks;
  bricks.add_brick(Vector3(0.0, 0.0, 0.0), Vector3(0.4, 0.4, 0.4));
  bricks.add_brick(Vector3(0.4, 0.0, 0.0), Vector3(0.8, 0.4, 0.4));
  bricks.repeat(1);
  EXPECT_TRUE(bricks.mesh().closed());
  expect_everywhere(bricks, {0.21, 0.19, 0.17}, true);
  expect_everywhere(bricks, {0.61, 0.19, 0.17}, true);
}

/// A cube one of whose edges ends in a T-junction on one side or is split on both, with the sliver between the halves and the whole.
/// Regression: the second was called free.
TEST(Solids, ASliverDoesNotOpenASolid) {
  const Vector3 a = Vector3::Constant(-0.5), b(0.5, -0.5, -0.5);
  for (const int split : {1, 2}) {
    Bricks bricks = testing::cube(0.5);
    bricks.add(a, bricks.split_edge(a, b, split), b);
    expect_everywhere(bricks, {0.05, 0.1, 0.15}, true);
    expect_everywhere(bricks, {0.05, 0.1, 0.75}, false, 0.24);
  }
}

/// Each edge of the sliver belongs to one of two bricks, too.
TEST(Solids, ASliverBetweenTwoBricksOpensNeither) {
  const Vector3 a = Vector3::Constant(-0.5), b(0.5, -0.5, -0.5);
  Bricks bricks = testing::cube(0.5);
  bricks.add_brick({-0.5, -0.75, -0.75}, {0.5, -0.5, -0.5});
  bricks.add(a, bricks.split_edge(a, b, 2), b);
  expect_everywhere(bricks, {0.05, 0.1, 0.15}, true);
  expect_everywhere(bricks, {0.05, -0.625, -0.625}, true);
  expect_everywhere(bricks, {0.05, 0.1, 0.75}, false, 0.24);
}

/// Regression: whatever hung on a solid by an edge made a surface of it.
TEST(Solids, AFinOrAFlapDoesNotOpenASolidAndCanBeTouched) {
  const Vector3 a = Vector3::Constant(-0.5), b(0.5, -0.5, -0.5);
  Bricks bricks = testing::cube(0.5);
  bricks.add(a, b, {0.0, -0.5, -1.0});
  expect_everywhere(bricks, {0.05, 0.1, 0.15}, true);
  expect_everywhere(bricks, {0.0, -0.75, -0.75}, false, 0.24);  // from the fin
  bricks.add(b, {0.0, -0.5, -1.0}, {0.5, -0.5, -1.0});
  expect_everywhere(bricks, {0.05, 0.1, 0.15}, true);
}

/// Overlapping ones too, of which even and odd would leave the middle out.
TEST(Solids, TwoPartsThatAFlapJoinsAreBothSolid) {
  Bricks bricks = testing::cube(0.5);
  bricks.add_brick({0.0, -0.3, -0.3}, {0.9, 0.3, 0.3});
  const Vector3 c(0.9, -0.3, -0.3), d(0.9, 0.3, -0.3);
  bricks.add({0.5, -0.5, -0.5}, {0.5, 0.5, -0.5}, c);
  bricks.add({0.5, 0.5, -0.5}, c, d);
  expect_everywhere(bricks, {-0.25, 0.1, 0.15}, true);
  expect_everywhere(bricks, {0.25, 0.1, 0.15}, true);
  expect_everywhere(bricks, {0.7, 0.1, 0.15}, true);
}

TEST(Solids, ACavityWithAFinIsInDoubtAndSoInside) {
  Bricks hollow = testing::hollow_cube(0.5, 0.2);
  hollow.add({-0.2, -0.2, -0.2}, {0.2, -0.2, -0.2}, {0.0, -0.1, -0.1});
  expect_everywhere(hollow, {0.0, 0.0, 0.1}, true);
  expect_everywhere(hollow, {0.0, 0.0, 0.35}, true);
}

/// An open bin stays open, one-sided or double-sided: what is in it is free.
TEST(Solids, ADoubleSidedBinWithoutALidHoldsNothing) {
  Bricks bin = testing::cube(0.5);
  bin.triangles.resize(10);  // the last face is the upper one
  bin.repeat_all();
  EXPECT_FALSE(bin.mesh().closed());
  expect_everywhere(bin, {0.0, 0.0, 0.0}, false, 0.49);
}

TEST(Solids, ACavityIsFreeAndTheMaterialAroundItIsNot) {
  const Bricks hollow = testing::hollow_cube(0.5, 0.2);
  expect_everywhere(hollow, {0.0, 0.0, 0.1}, false, 0.09);
  expect_everywhere(hollow, {0.0, 0.0, 0.35}, true);
  expect_everywhere(hollow, {0.0, 0.0, 0.75}, false, 0.24);
}

/// A hollow ball all of whose triangles are turned round is as hollow.
TEST(Solids, ACavityDoesNotAskWhichWayTheOuterShellIsWound) {
  Bricks hollow;
  hollow.add_cube(0.2);
  hollow.add_cube(0.5, true);
  expect_everywhere(hollow, {0.0, 0.0, 0.1}, false, 0.09);
  expect_everywhere(hollow, {0.0, 0.0, 0.35}, true);
}

TEST(Solids, AnInnerShellThatIsWoundAsItsOuterOneIsNoCavity) {
  expect_everywhere(testing::hollow_cube(0.5, 0.2, false), {0.0, 0.0, 0.1}, true);
}

TEST(Solids, AnInnerShellThatCrossesOrTouchesAnotherOneIsNoCavity) {
  for (const double offset : {0.2, 0.3, 0.4}) {  // touches from within its own side at 0.3
    Bricks bricks = testing::cube(0.5);
    bricks.add_cube(0.2, true, {offset, 0.0, 0.0});
    expect_everywhere(bricks, {offset, 0.0, 0.1}, offset != 0.2, offset != 0.2 ? 0.0 : 0.09);
  }
  Bricks pierced = testing::hollow_cube(0.5, 0.2);  // by a third shell
  pierced.add_brick({-0.1, -0.1, 0.15}, {0.1, 0.1, 0.3});
  expect_everywhere(pierced, {0.0, 0.0, 0.1}, true);
  Bricks sheet = testing::hollow_cube(0.5, 0.2);  // by an open one
  sheet.add({-0.1, 0.0, 0.15}, {0.1, 0.0, 0.15}, {0.0, 0.0, 0.3});
  expect_everywhere(sheet, {0.1, 0.1, -0.1}, true);
}

TEST(Solids, AnInnerShellThatCrossesItselfIsNoCavity) {
  const auto solid_of_inner = [](const Vector3& to) {  // with one corner moved
    Bricks hollow = testing::hollow_cube(0.5, 0.2);
    std::replace(hollow.vertices.begin(), hollow.vertices.end(), Vector3(Vector3::Constant(0.2)), to);
    const TriangleMesh mesh = hollow.mesh();
    EXPECT_TRUE(mesh.closed() && mesh.components()[1].manifold);
    return mesh.crossings(12)[0].solid;
  };
  EXPECT_EQ(solid_of_inner({0.1, 0.1, -0.1}), 0u);  // a dent
  EXPECT_EQ(solid_of_inner({0.1, 0.1, -0.3}), 1u);  // through the far side
}

TEST(Solids, AShellThatLostItsWindingIsNoCavity) {
  Bricks hollow = testing::hollow_cube(0.5, 0.2);
  std::swap(hollow.triangles.back()[0], hollow.triangles.back()[1]);
  expect_everywhere(hollow, {0.0, 0.0, 0.1}, true);
  hollow = testing::hollow_cube(0.5, 0.2);
  std::swap(hollow.triangles.front()[0], hollow.triangles.front()[1]);
  expect_everywhere(hollow, {0.0, 0.0, 0.1}, true);
  hollow = testing::hollow_cube(0.5, 0.2);
  hollow.repeat_all();  // both ways
  expect_everywhere(hollow, {0.0, 0.0, 0.1}, true);
}

TEST(Solids, ShellsThreeAndFourDeep) {
  Bricks shells = testing::hollow_cube(0.8, 0.6);
  shells.add_cube(0.4);  // an island in the cavity
  expect_everywhere(shells, {0.0, 0.0, 0.7}, true);
  expect_everywhere(shells, {0.0, 0.0, 0.5}, false, 0.09);
  expect_everywhere(shells, {0.0, 0.0, 0.3}, true);
  shells.add_cube(0.2, true);  // which is hollow itself
  expect_everywhere(shells, {0.0, 0.0, 0.3}, true);
  expect_everywhere(shells, {0.0, 0.0, 0.1}, false, 0.09);
  expect_everywhere(shells, {0.0, 0.0, 0.5}, false, 0.09);
}

/// A hollow ball within a solid block: the block is solid there.
TEST(Solids, ACavityInASolidThatLiesInAnotherSolidIsFilled) {
  Bricks shells = testing::cube(0.8);
  shells.add_cube(0.5);
  shells.add_cube(0.2, true);
  expect_everywhere(shells, {0.0, 0.0, 0.1}, true);
}

TEST(Solids, DeformableBodiesReadRepeatedTrianglesToo) {
  const testing::Sheet box = testing::closed_box(1.0);
  std::vector<Triangle> both_sides = box.triangles;
  for (const Triangle& t : box.triangles) both_sides.push_back({t[0], t[2], t[1]});
  Vector3 middle = Vector3::Zero();
  for (const Vector3& v : box.vertices) middle += v / static_cast<double>(box.vertices.size());
  const DeformableMesh mesh(box.vertices, both_sides);
  for (const Geometry& body : small_bodies()) {
    const DeformableObstacle obstacle{"soft", &mesh};
    Problem problem;
    RobotTask task;
    task.robot = slider(body);
    task.base = at(middle);
    task.path.waypoints = WaypointMatrix::Zero(1, 1);
    task.path.interpolation = {Interpolation::linear};
    problem.robots.push_back(task);
    EXPECT_EQ(Checker(problem).check(by(0.0), by(step), std::span(&obstacle, 1)).outcome, Outcome::contact);
    EXPECT_EQ(Checker(problem).check(by(3.0), by(3.0 + step), std::span(&obstacle, 1)).outcome, Outcome::free);
  }
  World world;
  world.add(mesh);
  world.add(DeformableMesh(testing::closed_box(0.1, middle).vertices, testing::closed_box(0.1, middle).triangles));
  EXPECT_EQ(world.step().colliding.size(), 1u);
}

TEST(Solids, AToolInADoubleSidedSurfaceIsInside) {
  const testing::Sheet box = testing::closed_box(1.0);
  std::vector<Triangle> both_sides = box.triangles;
  for (const Triangle& t : box.triangles) both_sides.push_back({t[0], t[2], t[1]});
  Vector3 middle = Vector3::Zero();
  for (const Vector3& v : box.vertices) middle += v / static_cast<double>(box.vertices.size());
  const SurfaceStep surface{box.vertices, box.vertices, both_sides};
  const Collider tip{Pose(), testing::cube(0.01).pointer()}, bell{Pose(), testing::double_sided_cube(3.0).pointer()};
  ToolMonitor monitor(std::span(&tip, 1));
  EXPECT_TRUE(monitor.sample(0.0, at(middle), surface).contact);
  monitor.reset();
  EXPECT_FALSE(monitor.sample(0.0, at(middle + Vector3(3, 0, 0)), surface).contact);
  ToolMonitor around(std::span(&bell, 1));
  EXPECT_TRUE(around.sample(0.0, at(middle), surface).contact);
}

}  // namespace
}  // namespace tocca::solids_tests
