// Stories of single deformable bodies in worlds. tests/oracle/deformable/deformable.cpp holds random ones against other judges.
#include <gtest/gtest.h>

#include <cmath>

#include "deformable/deforming_tree.hpp"
#include "testing/sheets.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/core/error.hpp"
#include "tocca/deformable/deformable_contacts.hpp"
#include "tocca/model/robot.hpp"
#include "tocca/model/scene.hpp"
#include "tocca/world/world.hpp"

namespace tocca::deformable_tests {
namespace {

using testing::closed_box;
using testing::flat_sheet;
using testing::moved;
using testing::Sheet;

DeformableMesh mesh_of(const Sheet& sheet) { return {sheet.vertices, sheet.triangles}; }
BodyShapePointer shape(const Geometry& geometry) {
  const Collider body{Pose(), geometry};
  return std::make_shared<const BodyShape>(std::span(&body, 1));
}
Pose at(double x, double y, double z) { return {Matrix3::Identity(), {x, y, z}}; }
RigidMotion still(const Pose& X) { return StaticMotion(X); }
World::Moving deforms(int body, std::span<const Vector3> to) { return {body, still({}), {}, to}; }

TEST(Deformable, ASheetFallsOnABall) {
  World world;
  const Sheet sheet = flat_sheet(16, 1.0, 1.0);
  const int cloth = world.add(mesh_of(sheet));
  const int ball = world.add(shape(Sphere{0.25}), at(0.0, 0.0, 0.0));
  EXPECT_TRUE(world.step().colliding.empty());
  const auto down = moved(sheet.vertices, [](const Vector3& v) { return Vector3(v - Vector3::UnitZ()); });
  const auto contacts = world.first_contacts(std::vector{deforms(cloth, down)});
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].body_a, cloth);
  EXPECT_EQ(contacts[0].body_b, ball);
  EXPECT_NEAR(contacts[0].time.hi, 0.75, 2e-6);  // within the tolerance above the ball
  EXPECT_LE(contacts[0].time.hi, 0.75);
  EXPECT_LE(contacts[0].time.hi - contacts[0].time.lo, 1e-6);
  EXPECT_NEAR(contacts[0].normal[2], 1.0, 1e-6);  // from the ball to the cloth
  EXPECT_NEAR(contacts[0].point[2], 0.25, 2e-6);
  EXPECT_TRUE(world.step().colliding.empty());  // nothing has moved yet
  world.move(cloth, down);
  ASSERT_EQ(world.step().colliding.size(), 1u);
  EXPECT_EQ(world.step().colliding[0], (BodyPair{cloth, ball}));
}

TEST(Deformable, ABulletDoesNotTunnelThroughASheetThatFlees) {
  World world;
  const Sheet sheet = flat_sheet(8, 1.0, 1.0);
  const int cloth = world.add(mesh_of(sheet));
  const int bullet = world.add(shape(Sphere{0.001}), at(0.01, 0.02, -1.0));
  const auto up = moved(sheet.vertices, [](const Vector3& v) { return Vector3(v + Vector3::UnitZ()); });
  // 2 m - 1 mm apart, approaching by 100 - 1 m a step.
  const RigidMotion shot = LinearMotion(at(0.01, 0.02, -1.0), at(0.01, 0.02, 99.0));
  const auto contacts = world.first_contacts(std::vector{deforms(cloth, up), World::Moving{bullet, shot, {}}});
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_NEAR(contacts[0].time.hi, 1.999 / 99.0, 1e-7);
  EXPECT_FALSE(contacts[0].initial);
}

TEST(Deformable, ASpinningBladeCutsAFallingSheet) {
  World world;
  const Sheet sheet = flat_sheet(8, 1.0, 0.5);
  const int cloth = world.add(mesh_of(sheet));
  // A rod along x, turning about y by half a circle: its tip is highest, 0.4 + 0.01, at t = 0.5.
  Pose start;
  const int blade = world.add(shape(Box{Vector3(0.8, 0.02, 0.02)}), start);
  const RigidMotion turn = InBetweenMotion(start, start.translation, Vector3::UnitY(), 3.14159265358979);
  auto contacts = world.first_contacts(std::vector{World::Moving{blade, turn, {}}});
  EXPECT_TRUE(contacts.empty());
  const auto down = moved(sheet.vertices, [](const Vector3& v) { return Vector3(v - 0.2 * Vector3::UnitZ()); });
  contacts = world.first_contacts(std::vector{deforms(cloth, down), World::Moving{blade, turn, {}}});
  ASSERT_EQ(contacts.size(), 1u);
  // Highest point of the blade: 0.4 sin(pi t) + 0.01 cos(pi t), t <= 0.5; the sheet at 0.5 - 0.2 t.
  const double t = contacts[0].time.hi, height = 0.4 * std::sin(M_PI * t) + 0.01 * std::cos(M_PI * t);
  EXPECT_NEAR(height, 0.5 - 0.2 * t, 1.1e-6);
  EXPECT_LT(t, 0.5);
}

TEST(Deformable, ASheetThatFoldsTouchesItselfAndNotItsNeighbours) {
  World world;
  const Sheet sheet = flat_sheet(2, 2.0);  // vertices at -1, 0, 1
  const int cloth = world.add(mesh_of(sheet));
  EXPECT_TRUE(world.step().colliding.empty());
  EXPECT_TRUE(world.first_contacts(std::vector{deforms(cloth, sheet.vertices)}).empty());
  // The right third swings over the rest: (1, y, 0) goes to (-0.5, y, -0.25) through (0.25, y, -0.125)...
  auto folded = sheet.vertices;
  for (Vector3& v : folded) {
    if (v.x() > 0.5) v = {-0.5, v.y() + 0.1, -0.25};
  }
  EXPECT_TRUE(world.first_contacts(std::vector{deforms(cloth, folded)}).empty());  // below: it never comes back up
  world.move(cloth, folded);
  EXPECT_TRUE(world.step().colliding.empty());
  auto through = folded;
  for (Vector3& v : through) {
    if (v.z() < -0.1) v.z() = 0.75;
  }
  const auto contacts = world.first_contacts(std::vector{deforms(cloth, through)});
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].body_a, cloth);
  EXPECT_EQ(contacts[0].body_b, cloth);
  EXPECT_NEAR(contacts[0].time.hi, 0.25, 1e-9);  // exact but for the bracket
  world.activate(cloth, cloth, false);
  EXPECT_TRUE(world.first_contacts(std::vector{deforms(cloth, through)}).empty());
  // Whoever was switched off against itself can go, and the next body of its number is active again.
  world.remove(cloth);
  ASSERT_EQ(world.add(mesh_of({folded, sheet.triangles})), cloth);
  EXPECT_EQ(world.first_contacts(std::vector{deforms(cloth, through)}).size(), 1u);
}

TEST(Deformable, TwoSheetsMeetAtTheVeryTime) {
  World world;
  const Sheet low = flat_sheet(4, 1.0, 0.0), high = flat_sheet(7, 1.0, 1.0);
  const int a = world.add(mesh_of(low)), b = world.add(mesh_of(high));
  const auto rises = moved(low.vertices, [](const Vector3& v) { return Vector3(v.x(), v.y(), 1.5); });
  const auto sinks = moved(high.vertices, [](const Vector3& v) { return Vector3(v.x(), v.y(), 0.5); });
  const auto contacts = world.first_contacts(std::vector{deforms(a, rises), deforms(b, sinks)});
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_LE(contacts[0].time.lo, 0.5);
  EXPECT_GE(contacts[0].time.hi, 0.5);
  EXPECT_LE(contacts[0].time.hi - contacts[0].time.lo, 1e-6);
}

TEST(Deformable, OneInsideTheOtherTouchesFromTheStart) {
  for (const bool deformable_outside : {true, false}) {
    World world;
    const Sheet outer = closed_box(1.0), inner = closed_box(0.2, {0.1, 0.1, 0.1});
    const auto solid = [](const Sheet& sheet) {
      return shape(std::make_shared<const TriangleMesh>(sheet.vertices, sheet.triangles));
    };
    const int soft = world.add(mesh_of(deformable_outside ? outer : inner));
    world.add(solid(deformable_outside ? inner : outer), Pose());
    EXPECT_EQ(world.step().colliding.size(), 1u);
    const auto contacts = world.first_contacts({});
    ASSERT_EQ(contacts.size(), 1u);
    EXPECT_TRUE(contacts[0].initial);
    // A box with its lid off is a surface: nothing is inside.
    Sheet open = deformable_outside ? outer : inner;
    open.triangles.resize(10);
    world.replace(soft, mesh_of(open));
    EXPECT_EQ(world.step().colliding.size(), deformable_outside ? 0u : 1u);
  }
  World world;
  world.add(mesh_of(closed_box(1.0)));
  world.add(mesh_of(closed_box(0.3)));
  EXPECT_EQ(world.step().colliding.size(), 1u);
}

// No vertex is in a face and no two edges touch, neither at the start nor later: only the static test of the start can tell.
TEST(Deformable, WhatHasPiercedBeforeTheStepIsInitial) {
  World world;
  const int a = world.add(DeformableMesh({{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}, {{0, 1, 2}}));
  const int b = world.add(DeformableMesh({{0, 0, -1}, {0.1, 0, 1}, {-0.1, 0, 1}}, {{0, 1, 2}}));
  std::vector<FeatureContact> features;
  append_contacts(world.deformable(a), world.deformable(b), features);
  EXPECT_TRUE(features.empty());
  const auto contacts = world.first_contacts({});
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_TRUE(contacts[0].initial);
  EXPECT_EQ(world.step().colliding.size(), 1u);
}

/// A ball of radius 0.1 that slides along x, from a rail at its start.
Robot slider() {
  KinematicTree::JointSpec slide;
  slide.name = "x";
  slide.type = JointType::prismatic;
  slide.parent_link = "rail";
  slide.child_link = "hand";
  return {"slider",
          KinematicTree::build({{"rail", {{at(0, 0, -1), Sphere{0.1}}}}, {"hand", {{{}, Sphere{0.1}}}}}, {slide}),
          {}};
}

TEST(Deformable, AnArmMeetsACurtainThatBlowsTowardsIt) {
  const Scene scene{{{"ball", at(3, 0, 0), {{{}, Sphere{0.1}}}}}};
  const Checker checker(slider(), scene);
  const auto q = [](double x) { return Configuration(Configuration::Constant(1, x)); };
  // A curtain in the plane x = 2, size 1; it blows to x = 1 while the hand goes from 0 to 1: they close in by 2 a step.
  const Sheet sheet = flat_sheet(8, 1.0);
  const auto hung = [&](double x) {
    return moved(sheet.vertices, [x](const Vector3& v) { return Vector3(x, v.x(), v.y()); });
  };
  DeformableMesh curtain(hung(2.0), sheet.triangles);
  DeformableObstacle obstacle{"curtain", &curtain};
  EXPECT_EQ(checker.check(q(0), q(1), std::span(&obstacle, 1)).outcome, Outcome::free);
  curtain.move_on(hung(1.0));
  const SegmentVerdict hit = checker.check(q(0), q(1), std::span(&obstacle, 1));
  ASSERT_EQ(hit.outcome, Outcome::contact);
  EXPECT_NEAR(hit.time.hi, 0.95, 1e-6);
  EXPECT_LE(hit.time.lo, 0.95);
  ASSERT_EQ(hit.pairs.size(), 1u);
  EXPECT_EQ(hit.pairs[0], std::pair(std::string("hand"), std::string("curtain")));
  ASSERT_FALSE(hit.contacts.empty());
  EXPECT_NEAR(hit.contacts[0].point[0], 1.05, 2e-6);
  EXPECT_EQ(hit.contacts[0].kind, ContactKind::round);
  EXPECT_NEAR(hit.configuration[0].second, 0.95, 1e-6);
  obstacle.clearance_m = 0.2;
  EXPECT_NEAR(checker.check(q(0), q(1), std::span(&obstacle, 1)).time.hi, 0.85, 1e-6);
  // The first of all contacts wins, whoever makes it.
  obstacle.clearance_m = 0.0;
  const SegmentVerdict first = checker.check(q(0), q(4), std::span(&obstacle, 1));
  EXPECT_EQ(first.pairs.at(0).second, "curtain");
  curtain.put(hung(5.0));
  EXPECT_EQ(checker.check(q(0), q(4), std::span(&obstacle, 1)).pairs.at(0).second, "ball");
  EXPECT_EQ(checker.check(q(0), q(1)).outcome, Outcome::free);  // without it
  // A link that no joint moves is met by what comes to it.
  curtain.move(moved(hung(1.0), [](const Vector3& v) { return Vector3(v - Vector3::UnitZ()); }),
               moved(hung(-1.0), [](const Vector3& v) { return Vector3(v - Vector3::UnitZ()); }));
  EXPECT_EQ(checker.check(q(5), q(5), std::span(&obstacle, 1)).pairs.at(0).first, "rail");
}

TEST(Deformable, AllQuestionsOfAQueryIncludeIt) {
  const Checker checker(slider(), Scene{});
  const Sheet sheet = flat_sheet(2, 1.0);
  const auto hung = [&](double x) {
    return moved(sheet.vertices, [x](const Vector3& v) { return Vector3(x, v.x(), v.y()); });
  };
  DeformableMesh curtain(hung(2.0), sheet.triangles);
  curtain.move_on(hung(1.0));
  const DeformableObstacle obstacle{"curtain", &curtain};
  Query query = checker.query();
  query.step().tree(0).move(Configuration::Constant(1, 1.0), Configuration::Constant(1, 1.0));
  EXPECT_TRUE(query.free_at(1.0));
  EXPECT_EQ(query.any_contact().outcome, Outcome::free);
  query.set_deformables(std::span(&obstacle, 1));
  EXPECT_TRUE(query.free_at(0.0));
  EXPECT_TRUE(query.free_at(0.89));
  EXPECT_FALSE(query.free_at(0.91));
  EXPECT_FALSE(query.free_at(1.0));
  EXPECT_EQ(query.any_contact().outcome, Outcome::contact);
  EXPECT_EQ(query.static_contact(0.5).outcome, Outcome::free);
  EXPECT_EQ(query.static_contact(1.0).outcome, Outcome::contact);
  EXPECT_NEAR(query.first_contact().time.hi, 0.9, 1e-5);
  query.set_deformables({});
  EXPECT_EQ(query.first_contact().outcome, Outcome::free);
  const DeformableObstacle none{"none", nullptr};
  EXPECT_THROW(query.set_deformables(std::span(&none, 1)), InputError);
}

// However little may be looked at, the answer is the same or none: never free where there is a contact, never a contact where there is none.
TEST(Deformable, ASpentBudgetIsUndecidedAndNeverFree) {
  const Sheet sheet = flat_sheet(12, 1.0);
  const auto hung = [&](double x) {
    return moved(sheet.vertices,
                 [x](const Vector3& v) { return Vector3(x + 0.1 * std::sin(9.0 * v.x()), v.x(), v.y()); });
  };
  DeformableMesh curtain(hung(2.0), sheet.triangles);
  curtain.move_on(hung(1.0));
  const DeformableObstacle obstacle{"curtain", &curtain};
  const auto q = [](double x) { return Configuration(Configuration::Constant(1, x)); };
  int undecided = 0, decided = 0;
  for (const double to : {0.5, 1.5}) {
    const Outcome truth = Checker(slider(), Scene{}).check(q(0), q(to), std::span(&obstacle, 1)).outcome;
    EXPECT_EQ(truth, to < 1.0 ? Outcome::free : Outcome::contact);
    for (const std::uint64_t budget : {0, 1, 3, 10, 30, 100, 1'000, 100'000}) {
      CheckSettings settings;
      settings.budget = budget;
      const Checker checker(slider(), Scene{}, settings);
      const SegmentVerdict verdict = checker.check(q(0), q(to), std::span(&obstacle, 1));
      EXPECT_TRUE(verdict.outcome == truth || verdict.outcome == Outcome::undecided) << budget;
      ++(verdict.outcome == truth ? decided : undecided);
      Query query = checker.query();
      query.set_deformables(std::span(&obstacle, 1));
      query.step().tree(0).move(q(0), q(to));
      const Outcome any = query.any_contact().outcome;
      EXPECT_TRUE(any == truth || any == Outcome::undecided) << budget;
    }
  }
  EXPECT_GE(undecided, 4);
  EXPECT_GE(decided, 4);
}

TEST(Deformable, AnotherTopologyTakesThePlaceOfTheOld) {
  World world;
  const Sheet coarse = flat_sheet(2, 1.0, 1.0), fine = flat_sheet(9, 1.0, 1.0);
  const int cloth = world.add(mesh_of(coarse));
  const int ball = world.add(shape(Sphere{0.05}), at(0.13, 0.21, 0.0));
  const auto falls = [](const Sheet& sheet) {
    return moved(sheet.vertices, [](const Vector3& v) { return Vector3(v - Vector3::UnitZ()); });
  };
  EXPECT_NEAR(world.first_contacts(std::vector{deforms(cloth, falls(coarse))}).at(0).time.hi, 0.95, 2e-6);
  world.replace(cloth, mesh_of(fine));
  EXPECT_THROW(world.first_contacts(std::vector{deforms(cloth, falls(coarse))}), InputError);  // as many as there were
  EXPECT_NEAR(world.first_contacts(std::vector{deforms(cloth, falls(fine))}).at(0).time.hi, 0.95, 2e-6);
  // Cut: a hole where the ball passes.
  Sheet cut = fine;
  std::erase_if(cut.triangles, [&](const Triangle& t) {
    return ((cut.vertices[t[0]] + cut.vertices[t[1]] + cut.vertices[t[2]]) / 3.0 - Vector3(0.13, 0.21, 1.0)).norm() <
           0.25;
  });
  world.replace(cloth, mesh_of(cut));
  EXPECT_TRUE(world.first_contacts(std::vector{deforms(cloth, falls(cut))}).empty());
  world.move(cloth, falls(cut));
  EXPECT_TRUE(world.step().colliding.empty());
  world.replace(cloth, DeformableMesh(falls(fine), fine.triangles));
  EXPECT_EQ(world.step().colliding, (std::vector<BodyPair>{{cloth, ball}}));
  EXPECT_THROW(world.replace(ball, mesh_of(fine)), InputError);
}

// Triangles of no area, vertices of no triangle, three triangles at one edge: all are as good as others.
TEST(Deformable, DegenerateMeshesAreMetLikeOthers) {
  // A fan of three triangles at the edge 0-1, a triangle that is a segment, one that is a point, and a vertex of nobody.
  const std::vector<Vector3> vertices{{0, 0, 0},   {1, 0, 0},   {0.5, 1, 0}, {0.5, 0, 1}, {0.5, -1, 0},
                                      {3, 0, 0.5}, {4, 0, 0.5}, {5, 0, 0.5}, {7, 0, 0},   {9, 9, 9}};
  const std::vector<Triangle> triangles{{0, 1, 2}, {0, 1, 3}, {1, 0, 4}, {5, 6, 7}, {8, 8, 8}};
  const auto higher = [&](double z) {
    return moved(vertices, [z](const Vector3& v) { return Vector3(v + z * Vector3::UnitZ()); });
  };
  World world;
  const int odd = world.add(DeformableMesh(higher(2.0), triangles));
  EXPECT_TRUE(world.step().colliding.empty());
  const auto fall_on = [&](const Vector3& place) {
    World one;
    const int fallen = one.add(DeformableMesh(higher(2.0), triangles));
    one.add(shape(Sphere{0.1}), at(place.x(), place.y(), place.z()));
    return one.first_contacts(std::vector{deforms(fallen, higher(0.0))});
  };
  EXPECT_NEAR(fall_on({0.5, 0.3, 0}).at(0).time.hi, 0.95, 2e-6);  // a leaf of the fan
  EXPECT_NEAR(fall_on({3.7, 0, 0.5}).at(0).time.hi, 0.95, 2e-6);  // the segment
  EXPECT_NEAR(fall_on({7.0, 0, 0.0}).at(0).time.hi, 0.95, 2e-6);  // the point
  EXPECT_TRUE(fall_on({9.0, 9.0, 9.0}).empty());                  // nothing is there
  // And against another deformable body, exactly: a sheet that comes from below.
  const Sheet sheet = flat_sheet(3, 20.0, 0.0);
  const int floor = world.add(mesh_of(sheet));
  const auto contacts = world.first_contacts(std::vector{deforms(odd, higher(-2.0))});
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].body_b, floor);
  EXPECT_NEAR(contacts[0].time.hi, 0.5, 1e-9);
  EXPECT_NE(contacts[0].kind, ContactKind::unspecified);
}

TEST(Deformable, AContactSaysWhichFeaturesTouch) {
  const Sheet sheet = flat_sheet(1, 2.0);  // two triangles with the diagonal x = y
  const std::vector<Triangle> one{{0, 1, 2}};
  const auto kind = [&](const std::vector<Vector3>& above, bool first) {
    World world;
    const auto low = [&] { return world.add(mesh_of(sheet)); };
    const int below = first ? low() : -1;
    const int falling = world.add(DeformableMesh(above, one));
    if (!first) low();
    static_cast<void>(below);
    const auto to = moved(above, [](const Vector3& v) { return Vector3(v - 2.0 * Vector3::UnitZ()); });
    return world.first_contacts(std::vector{deforms(falling, to)}).at(0).kind;
  };
  const std::vector<Vector3> tip{{0.5, -0.3, 1}, {0.5, 0.5, 2}, {0.1, -0.5, 2}};
  EXPECT_EQ(kind(tip, true), ContactKind::face_vertex);
  EXPECT_EQ(kind(tip, false), ContactKind::vertex_face);
  const std::vector<Vector3> ridge{{1.5, 0.3, 1}, {0.6, 0.3, 1.02}, {1.5, 0.3, 3}};  // over the border x = 1
  EXPECT_EQ(kind(ridge, true), ContactKind::edge_edge);
  // A rigid mesh: the same words.
  World world;
  const int cloth = world.add(mesh_of(sheet));
  world.add(shape(std::make_shared<const TriangleMesh>(tip, one)), Pose());
  const auto up = moved(sheet.vertices, [](const Vector3& v) { return Vector3(v + 1.5 * Vector3::UnitZ()); });
  const auto contacts = world.first_contacts(std::vector{deforms(cloth, up)});
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].kind, ContactKind::face_vertex);
}

// The mesh's own positions may be given as those of its next step.
TEST(Deformable, AStepCanBePlayedBack) {
  const Sheet low = flat_sheet(2, 1.0, 0.0), high = flat_sheet(2, 1.0, 1.0);
  DeformableMesh mesh(low.vertices, low.triangles);
  const auto goes = [&](double from, double to) {
    return mesh.from()[4].z() == from && mesh.to()[4].z() == to &&
           mesh.tree().root().upper(2) > 0.99f * static_cast<float>(std::max(from, to));
  };
  mesh.move(low.vertices, high.vertices);
  EXPECT_TRUE(goes(0.0, 1.0));
  mesh.move(mesh.to(), mesh.from());
  EXPECT_TRUE(goes(1.0, 0.0));
  mesh.move(mesh.from(), mesh.to());
  EXPECT_TRUE(goes(1.0, 0.0));
  mesh.move_on(mesh.from());
  EXPECT_TRUE(goes(0.0, 1.0));
  mesh.move(mesh.to(), mesh.to());
  EXPECT_TRUE(goes(1.0, 1.0));
}

TEST(Deformable, WrongStepsAreRefusedAndChangeNothing) {
  World world;
  const Sheet sheet = flat_sheet(2, 1.0);
  const int cloth = world.add(mesh_of(sheet));
  const int ball = world.add(shape(Sphere{0.1}), at(0, 0, 5));
  std::vector<Vector3> few(sheet.vertices.begin(), sheet.vertices.end() - 1), bad = sheet.vertices;
  bad[3].y() = std::nan("");
  EXPECT_THROW(world.move(cloth, few), InputError);
  EXPECT_THROW(world.move(cloth, bad), InputError);
  EXPECT_THROW(world.move(cloth, Pose()), InputError);
  EXPECT_THROW(world.move(ball, sheet.vertices), InputError);
  EXPECT_THROW(world.first_contacts(std::vector{deforms(cloth, few)}), InputError);
  EXPECT_THROW(world.first_contacts(std::vector{deforms(cloth, sheet.vertices), deforms(cloth, sheet.vertices)}),
               InputError);
  // The first of the two has moved when the second is refused: both are taken back.
  const auto up = moved(sheet.vertices, [](const Vector3& v) { return Vector3(v + Vector3::UnitZ()); });
  EXPECT_THROW(world.first_contacts(std::vector{deforms(cloth, up), deforms(cloth, up)}), InputError);
  EXPECT_EQ(world.deformable(cloth).to()[3], sheet.vertices[3]);
  try {
    world.move(cloth, bad);
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("vertex 3"), std::string::npos);  // says where
  }
  EXPECT_THROW(static_cast<void>(world.distance(cloth, ball)), InputError);
  EXPECT_THROW(DeformableMesh({}, {}), InputError);
  EXPECT_THROW(DeformableMesh({{0, 0, 0}}, {{0, 1, 2}}), InputError);
  EXPECT_EQ(world.deformable(cloth).to()[3], sheet.vertices[3]);
  EXPECT_TRUE(world.step(true).colliding.empty());
}

}  // namespace
}  // namespace tocca::deformable_tests
